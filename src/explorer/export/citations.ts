/** Formats citations of catalogs, and of one event version in its catalog, as BibTeX. Pure. */

import { hrefOf, recordTarget } from '../address/address.ts';
import type { CatalogSource } from '../host/catalog-source.ts';

/** The event version to cite. If missing, the whole catalog is cited. */
export interface CitedVersion {
  readonly name: string;
  readonly shortName: string;
  readonly version: number;
  readonly catalog: string;
  readonly doi?: string | null;
}

export interface Citation {
  /** Key of the BibTeX entry: letters, digits, `.` and `-`. */
  readonly key: string;
  readonly title: string;
  readonly authors: readonly string[];
  /** Null for catalogs that grow over the years. */
  readonly year: number | null;
  readonly publisher: string | null;
  /** The state of the data: `release d11f82b4`. */
  readonly version: string;
  /** The DOI without `https://doi.org/`, or null. */
  readonly doi: string | null;
  /** URL of the page that shows the cited data. */
  readonly url: string;
}

/** Parts shared by all citations from a site. */
export interface CitationContext {
  readonly publisher: string | null;
  readonly version: string;
  /** URL of the page, without query and fragment. */
  readonly page: string;
}

const bareDoi = (doi: string | null | undefined): string | null => doi?.replace(/^https?:\/\/doi\.org\//, '') ?? null;

export function citeCatalog(
  name: string,
  facts: CatalogSource,
  context: CitationContext,
  doi?: string | null,
): Citation {
  return {
    key: name.replaceAll('_', '-'),
    title: name,
    authors: facts.authors ?? [],
    year: facts.year ?? null,
    publisher: facts.publisher ?? context.publisher,
    version: context.version,
    doi: bareDoi(facts.doi ?? doi),
    url: context.page + hrefOf(recordTarget('catalogs', name)),
  };
}

/** `GW150914, version 4 (GWTC-2.1-confident)`. */
export function citeVersion(version: CitedVersion, facts: CatalogSource, context: CitationContext): Citation {
  const { name, shortName, catalog, doi } = version;
  return {
    ...citeCatalog(catalog, facts, context, doi),
    key: shortName.replaceAll('_', '-'),
    title: `${name}, version ${version.version} (${catalog})`,
    doi: bareDoi(doi ?? facts.doi),
    url: context.page + hrefOf(recordTarget('event-versions', shortName)),
  };
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

/** Escapes text for LaTeX: `GW190521_074359` -> `GW190521\_074359`. */
const latexText = (text: string): string => text.replace(/[\\~^_&%#${}]/g, (sign) => LATEX[sign] ?? `\\${sign}`);

/** Encodes the characters with which a URL or a DOI would end a BibTeX field or begin a LaTeX command. */
const latexUrl = (url: string): string => url.replace(/[{}\\]|%(?![0-9A-Fa-f]{2})/g, encodeURIComponent);

/** Uses only fields that both BibTeX and biblatex support. Double braces keep names and capitals as they are. */
export function formatBibTex(citation: Citation): string {
  const { key, title, authors, year, publisher, version, doi, url } = citation;
  const fields = {
    author: authors.length > 0 && authors.map((author) => `{${latexText(author)}}`).join(' and '),
    title: `{${latexText(title)}}`,
    publisher: publisher && `{${latexText(publisher)}}`,
    year: year && String(year),
    version: latexText(version),
    doi: doi && latexUrl(doi),
    // A citation with a DOI needs no URL.
    howpublished: doi === null && `\\url{${latexUrl(url)}}`,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [`  ${name.padEnd(12)} = {${value}}`] : []));
  return `@misc{${key},\n${lines.join(',\n')}\n}\n`;
}
