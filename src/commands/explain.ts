/**
 * `stillwave explain <url>`: how a request is understood and answered: canonical query, count, positions, packs, page file,
 * status and headers. Answers from the packs in a site's folder, as the Node host would.
 */

import { isEnumerated } from '../contract/enumeration.ts';
import { detailPath, packPath, pagePath, queryUrl, resolvePath } from '../contract/paths.ts';
import { parseQuery, type Query } from '../contract/query.ts';
import type { ListingName } from '../contract/wire.ts';
import type { Release } from '../handler/release.ts';
import { splitUrl } from '../handler/respond.ts';
import { createHandler } from '../hosts/node.ts';
import { packsOfPage, packsOfRecord } from '../listing/compose.ts';
import { selectPage } from '../listing/select.ts';
import { EXIT } from './exit.ts';
import { fail } from './report.ts';

export interface ExplainOptions {
  readonly url: string;
  readonly root: string;
  readonly method: string;
  readonly json?: boolean;
}

/** What is found out, by label, in the order in which it is shown. */
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

function explainPage(query: Query, release: Release): Explanation {
  const listing = release.listings[query.listing];
  const selection = selectPage(release.index, query);
  const known = { listing: listing.name, canonical: `${release.baseUrl}/${queryUrl(listing, query)}` };
  if ('status' in selection) return known;
  const file = isEnumerated(listing, query, release.data.enumerate) ? pagePath(listing, query) : null;
  return {
    ...known,
    count: selection.count,
    pages: selection.pageCount,
    positions: showPositions(selection.positions),
    packs: packsOfPage(query, selection.positions, release.data.packs).map(packPath),
    'page file': file ?? 'none: the query is not enumerated',
  };
}

function explainRecord(listing: ListingName, id: string, release: Release): Explanation {
  const position = release.index.positionOf(listing, id);
  if (position < 0) return { record: `there is no ${id} in ${listing}` };
  return {
    record: id,
    position,
    packs: packsOfRecord(listing, position, release.data.packs).map(packPath),
    'detail file': detailPath(listing, id),
  };
}

/** What the URL means; empty where it means nothing. */
function explainTarget(url: string, release: Release): Explanation {
  const { path, query } = splitUrl(url);
  const target = resolvePath(path, release.basePath);
  if (target?.kind === 'record') return explainRecord(target.listing, target.id, release);
  if (target?.kind !== 'listing') return target ? { path: target.kind } : {};
  const parsed = parseQuery(release.listings[target.listing], query);
  return parsed.ok ? explainPage(parsed.query, release) : { listing: target.listing };
}

function explanationText(explanation: Explanation, headers: Readonly<Record<string, string>>, body: string): string {
  const rows = Object.entries(explanation).map(([label, value]) => {
    const text = Array.isArray(value) ? value.join('\n'.padEnd(13)) : String(value);
    return `${label.padEnd(12)}${text}\n`;
  });
  const headerRows = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${rows.join('')}headers\n${headerRows.join('')}${body}`;
}

export async function explain({ url, root, method, json }: ExplainOptions): Promise<number> {
  const handler = await createHandler({ root });
  handler.close();
  const { release } = handler.site;
  if (release === null) return fail(`there is no release in ${root}. Run "stillwave build --out ${root}" first`);

  // A path is enough: what is typed need not repeat the base URL.
  const withSlash = /^([a-z]+:\/\/|\/)/i.test(url) ? url : `/${url}`;
  const isBelowBase = withSlash.startsWith('/') && !withSlash.startsWith(`${release.basePath}/`);
  const asked = isBelowBase ? release.basePath + withSlash : withSlash;
  const { status, headers, body } = await handler.site.respond({ method, url: asked, header: () => undefined });
  const explanation: Explanation = { request: `${method} ${asked}`, ...explainTarget(asked, release), status };
  const isRefusal = status >= 400;
  const text = isRefusal ? new TextDecoder().decode(body) : '';
  if (json) {
    const refusal = isRefusal ? { body: JSON.parse(text) } : {};
    process.stdout.write(`${JSON.stringify({ ...explanation, headers, ...refusal }, null, 2)}\n`);
  } else {
    process.stdout.write(explanationText(explanation, headers, isRefusal ? `body\n  ${text}\n` : ''));
  }
  return EXIT.clean;
}
