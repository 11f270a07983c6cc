/**
 * `stillwave explain <url>`: how a request is understood and answered: canonical query, count, positions, packs, page file,
 * status and headers. Answers from the packs in a site's folder, as the Node host would.
 */

import { printable, printableJson } from '../catalogue/files/printable.ts';
import { isEnumerated } from '../contract/enumeration.ts';
import { detailPath, packPath, pagePath, partPath, queryUrl } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import type { Release } from '../handler/release.ts';
import type { Located, Understood } from '../handler/understand.ts';
import { createHandler } from '../hosts/node.ts';
import { packOfRecord, packsOfPage } from '../listing/compose.ts';
import { EXIT } from './exit.ts';
import { fail } from './report.ts';

export interface ExplainOptions {
  readonly url: string;
  readonly site: string;
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
    'page file': file ?? 'none: the query is not enumerated',
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
    'detail file': detailPath(collection.name, id),
  };
}

/** What the path means; empty where it means nothing. */
function explainPath(found: Located | null, release: Release): Explanation {
  if (found?.kind === 'record') return explainRecord(found, release);
  if (found?.kind === 'listing') return { listing: found.listing.path };
  return found ? { path: found.kind } : {};
}

/** What a request was understood as; empty where its path means nothing, or the site is damaged. */
function explainRequest(asked: Understood | null, release: Release): Explanation {
  if (asked?.kind === 'page') return explainPage(asked, release);
  if (asked?.kind === 'refusal' && asked.query) return explainQuery(asked.query, release);
  if (asked?.kind === 'refusal' || asked?.kind === 'options') return explainPath(asked.found, release);
  return explainPath(asked, release);
}

function explanationText(explanation: Explanation, headers: Readonly<Record<string, string>>, body: string): string {
  const rows = Object.entries(explanation).map(([label, value]) => {
    const text = [value]
      .flat()
      .map((one) => printable(String(one)))
      .join('\n'.padEnd(13));
    return `${label.padEnd(12)}${text}\n`;
  });
  const headerRows = Object.entries(headers).map(([name, value]) => `  ${name}: ${printable(value)}\n`);
  return `${rows.join('')}headers\n${headerRows.join('')}${body}`;
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
  let understood = null as Understood | null;
  const request = { method, url: asked, header: () => undefined };
  const { status, headers, body } = await handler.site.respond(request, (what) => {
    understood = what;
  });
  const explanation = {
    request: `${method} ${asked}`,
    ...explainRequest(understood, release),
    status,
  };
  const isRefusal = status >= 400;
  const text = isRefusal ? new TextDecoder().decode(body) : '';
  if (json) {
    const refusal = isRefusal ? { body: JSON.parse(text) } : {};
    process.stdout.write(printableJson({ ...explanation, headers, ...refusal }));
  } else {
    process.stdout.write(explanationText(explanation, headers, isRefusal ? `body\n  ${printable(text)}\n` : ''));
  }
  return EXIT.clean;
}
