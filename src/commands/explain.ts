/**
 * `stillwave explain <url>`: how a request is understood and answered: canonical query, count, positions, packs, page file,
 * status and headers. Answers from the packs in a site's folder, as the Node host would.
 */

import { painterOf } from '../catalogue/files/color.ts';
import { nearest } from '../catalogue/files/did-you-mean.ts';
import { printable } from '../catalogue/files/printable.ts';
import type { Listing } from '../contract/collection.ts';
import { isEnumerated } from '../contract/enumeration.ts';
import { looksLikeRangeFilter, RECORD_FORMAT } from '../contract/parameters.ts';
import { detailPath, packPath, pagePath, partPath, queryUrl } from '../contract/paths.ts';
import { allParameters, type Query } from '../contract/query.ts';
import { LEAST_ERROR } from '../contract/statuses.ts';
import type { Release } from '../handler/release.ts';
import { type Located, splitUrl, type Understood } from '../handler/understand.ts';
import { createHandler } from '../hosts/node.ts';
import { packOfRecord, packsOfPage } from '../listing/compose.ts';
import { EXIT } from './exit.ts';
import { fail, printJson } from './report.ts';

export interface ExplainOptions {
  readonly url: string;
  readonly site: string;
  readonly method: string;
  readonly json?: boolean;
}

/** What is found out, by name, in the order in which it is shown. */
type Explanation = Record<string, string | number | readonly string[]>;

/** Consecutive positions as ranges: [3, 4, 5, 9] -> "3-5, 9". */
function showPositions(positions: Uint32Array): string {
  const ranges: string[] = [];
  for (let i = 0; i < positions.length; i++) {
    const first = positions[i] as number;
    while (positions[i + 1] === (positions[i] as number) + 1) i++;
    const last = positions[i] as number;
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(', ');
}

/** The part of the index that is read for a collection, where it is a file of its own. */
function indexFile(collection: string, { data }: Release): Explanation {
  const index = data.index[collection];
  return index?.kind === 'part' ? { index: partPath(index.name) } : {};
}

function explainPage({ query, selection }: Understood & { kind: 'page' }, release: Release): Explanation {
  const { count, pageCount, positions } = selection;
  const file = isEnumerated(query, release.data.enumerate) ? pagePath(query) : null;
  return {
    ...explainQuery(query, release),
    count,
    pages: pageCount,
    positions: showPositions(positions),
    packs: packsOfPage(query, positions, release.data.packs).map(packPath),
    ...indexFile(query.listing.collection.name, release),
    pageFile: file ?? 'none: the query is not enumerated',
  };
}

function explainQuery(query: Query, { baseUrl }: Release): Explanation {
  return { listing: query.listing.path, canonical: `${baseUrl}/${queryUrl(query)}` };
}

function explainRecord({ collection, position, id }: Located & { kind: 'record' }, { data }: Release): Explanation {
  const pack = packOfRecord(collection, position, data.packs);
  return {
    record: id,
    position,
    packs: pack === null ? [] : [packPath(pack)],
    detailFile: detailPath(collection.name, id),
  };
}

/** What a request was understood as; empty where its path means nothing. */
function explainRequest(asked: Understood, release: Release): Explanation {
  const { kind, found } = asked;
  if (kind === 'page') return explainPage(asked, release);
  if (kind === 'refusal' && asked.query) return explainQuery(asked.query, release);
  if (found?.kind === 'record') return explainRecord(found, release);
  if (found?.kind === 'listing') return { listing: found.listing.path };
  return found ? { path: found.kind } : {};
}

/** A parameter that has no meaning where it was given. */
interface IgnoredParameter {
  readonly name: string;
  /** Why it is ignored, or which parameter may have been meant. */
  readonly why: string;
}

function whyIgnored(name: string, listing: Listing | null, known: readonly string[]): string {
  if (listing?.collection.listings[0]?.filters.has(name)) return 'the path sets it';
  const near = nearest(name, known);
  return near === null ? 'there is no such parameter here' : `did you mean "${near}"?`;
}

/** The parameters of a query that the answer does not depend on; `listing` is null for anything else. */
function findIgnored(query: string, listing: Listing | null): IgnoredParameter[] {
  const known = listing === null ? [RECORD_FORMAT.name] : allParameters(listing).map(({ name }) => name);
  const isRefused = (name: string) => listing !== null && listing.rangeFilters.length > 0 && looksLikeRangeFilter(name);
  const names = new Set(new URLSearchParams(query).keys());
  return [...names]
    .filter((name) => !known.includes(name) && !isRefused(name))
    .map((name) => ({ name, why: whyIgnored(name, listing, known) }));
}

/** `pageFile` -> `page file`. */
const labelOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const LABEL_WIDTH = 13;

function explanationText(
  explanation: Explanation,
  ignored: readonly IgnoredParameter[],
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const paint = painterOf(process.stdout);
  const row = (label: string, lines: readonly string[], indent: number): string => {
    const [first = '', ...others] = lines.map(printable);
    return `${paint('heading', label.padEnd(indent))}${[first, ...others.map((line) => ' '.repeat(indent) + line)].join('\n')}\n`;
  };
  const rows = Object.entries(explanation).map(([name, value]) =>
    row(labelOf(name), [value].flat().map(String), LABEL_WIDTH),
  );
  if (ignored.length > 0) {
    const lines = ignored.map(({ name, why }) => `${name}: ${why}`);
    rows.push(row('ignored', lines, LABEL_WIDTH));
  }
  const headerRows = Object.entries(headers).map(([name, value]) => `  ${name}: ${printable(value)}\n`);
  return `${rows.join('')}${paint('heading', 'headers')}\n${headerRows.join('')}${body === '' ? '' : `${paint('heading', 'body')}\n  ${printable(body)}\n`}`;
}

export async function explain({ url, site: root, method, json }: ExplainOptions): Promise<number> {
  const handler = await createHandler({ root });
  handler.close();
  const { release } = handler.site;
  if (release === null) return fail(`there is no release in ${root}. Run "stillwave build --site ${root}" first`);
  if (release.data.layout === 'pages') return fail(`${root} has page files only. Build it with --layout packs or both`);

  // A path is enough: what is typed need not repeat the base URL.
  const withSlash = /^([a-z]+:\/\/|\/)/i.test(url) ? url : `/${url}`;
  const isBelowBase = withSlash.startsWith('/') && !withSlash.startsWith(`${release.basePath}/`);
  const asked = isBelowBase ? release.basePath + withSlash : withSlash;
  // Stays null where the site is damaged.
  let understood = null as Understood | null;
  const asking = { method, url: asked, header: () => undefined };
  const { status, headers, body } = await handler.site.respond(asking, (what) => {
    understood = what;
  });
  const { count, pages, ...known } = understood ? explainRequest(understood, release) : {};
  const found = understood?.found ?? null;
  const { query } = splitUrl(asked);
  const ignored = found === null ? [] : findIgnored(query, found.kind === 'listing' ? found.listing : null);
  const counts = count === undefined || pages === undefined ? {} : { entries: Number(count), pages: Number(pages) };
  const request = `${method} ${asked}`;
  const refusal = status >= LEAST_ERROR ? new TextDecoder().decode(body) : '';
  if (json) {
    const more = refusal === '' ? {} : { body: JSON.parse(refusal) };
    printJson(true, counts, { request, ...known, status, ignored, headers, ...more });
  } else {
    process.stdout.write(explanationText({ request, ...known, ...counts, status }, ignored, headers, refusal));
  }
  return EXIT.clean;
}
