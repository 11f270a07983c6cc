/**
 * Facts about the whole catalogue. The build writes them into the page for search engines, as a schema.org `Dataset` in JSON-LD
 * (src/site/documents/dataset.ts). The page uses them in its footer and in citations.
 */

import type { CatalogSource } from './catalog-source.ts';

interface SiteFacts {
  /** URL of the licence. */
  readonly license?: string;
  /** The data's publisher. */
  readonly source?: { readonly name: string; readonly url: string };
  /** The text that the source asks users to quote. */
  readonly acknowledgement?: string;
  /** Date of the data, `YYYY-MM-DD`. */
  readonly date?: string;
  readonly catalogs: ReadonlyMap<string, CatalogSource>;
}

/** The JSON-LD members that are read here. */
interface Dataset {
  readonly license?: string;
  readonly publisher?: SiteFacts['source'];
  readonly creditText?: string;
  readonly dateModified?: string;
  readonly hasPart?: readonly CitedDataset[];
}

interface CitedDataset {
  readonly name: string;
  readonly alternateName?: string;
  readonly creator?: readonly { readonly name: string }[];
  readonly datePublished?: string;
  readonly publisher?: { readonly name: string };
  readonly identifier?: string;
  readonly citation?: { readonly name?: string; readonly url: string };
  readonly distribution?: { readonly contentUrl: string };
}

let facts: SiteFacts | undefined;

/** The facts in the page's HTML. They describe the release that was current when the page was opened. */
export function describeSite(): SiteFacts {
  const script = document.querySelector('script[type="application/ld+json"]');
  facts ??= readSite(JSON.parse(script?.textContent ?? '{}') as Dataset);
  return facts;
}

/** Leaves out the date of the data, for a page that now shows a newer release. */
export function forgetDate(): void {
  const { date: _, ...others } = describeSite();
  facts = others;
}

/** Leaves out missing members. */
const known = <T extends object>(members: { [name in keyof T]: T[name] | undefined }): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

const readCatalog = ({ creator, datePublished, publisher, ...cited }: CitedDataset): CatalogSource =>
  known<CatalogSource>({
    title: cited.alternateName,
    authors: creator?.map(({ name }) => name),
    year: datePublished === undefined ? undefined : Number(datePublished),
    publisher: publisher?.name,
    doi: cited.identifier,
    paper: cited.citation?.url,
    paperTitle: cited.citation?.name,
    skyMaps: cited.distribution?.contentUrl,
  });

function readSite({ license, publisher, creditText, dateModified, hasPart = [] }: Dataset): SiteFacts {
  return known<SiteFacts>({
    license,
    source: publisher,
    acknowledgement: creditText,
    date: dateModified,
    catalogs: new Map(hasPart.map((one) => [one.name, readCatalog(one)])),
  });
}

/** Licence names, by a part of the licence's URL. */
const LICENSES = [
  ['creativecommons.org/licenses/by/4.0', 'CC BY 4.0'],
  ['creativecommons.org/publicdomain/zero/1.0', 'CC0 1.0'],
] as const;

export const nameLicense = (url: string): string =>
  LICENSES.find(([part]) => url.includes(part))?.[1] ?? new URL(url).hostname;
