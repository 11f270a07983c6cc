/** Cases of links, followed from page to page: through the API, or from file to file. */

import { JSON_TYPE } from '../contract/headers.ts';
import { DEFAULT_PAGE_SIZE } from '../contract/listings.ts';
import { API_ROOT, HOME_PATH, pagePath } from '../contract/paths.ts';
import { INVALID_PAGE } from '../contract/refusals.ts';
import { OK } from '../contract/statuses.ts';
import { type Envelope, type EventVersionEntry, LISTING_NAMES } from '../contract/wire.ts';
import { type Case, type Expectation, type Tools, testCase } from './case.ts';
import { both, differ, first, hasJson, isOk, isRefusal, parseBody } from './expect.ts';
import type { World } from './world.ts';

/** Pages that a walk along `next` visits at most. */
const MOST_PAGES = 40;

async function walk(target: string, { get, follow, world }: Tools): Promise<string | null> {
  let answer = await get(target);
  let page = parseBody<Envelope<EventVersionEntry>>(answer);
  const { results_count: count } = page;
  const seen = new Set<string>();
  for (let number = 1; ; number++) {
    for (const { detail_url } of page.results) {
      if (seen.has(detail_url)) return `${detail_url} is on two pages`;
      seen.add(detail_url);
    }
    if (page.next === null) break;
    if (number === MOST_PAGES) return null;
    if (!page.next.startsWith(`${world.baseUrl}/`)) return `next leads elsewhere: ${page.next}`;
    const before = answer.body;
    answer = await follow(page.next);
    page = parseBody(answer);
    if (page.previous === null || (await follow(page.previous)).body !== before) return 'previous does not lead back';
  }
  const last = [...seen].at(-1);
  if (last !== undefined && (await follow(last)).status !== OK) return `${last} is not found`;
  return differ('entries on all pages', seen.size, count);
}

export function linkCases(world: World): Case[] {
  const targets = ['event-versions?lastver=true', 'event-versions?include-default-parameters=true', 'strain-files'];
  return targets
    .map((target) =>
      testCase(`walk ${target}`, `${API_ROOT}/${target}`, (_, tools) => walk(`${API_ROOT}/${target}`, tools)),
    )
    .concat(
      world.strainFiles.num_pages > 1
        ? [
            testCase(
              'strain-files.last-page',
              `${API_ROOT}/strain-files?page=${world.strainFiles.num_pages}`,
              both(
                isOk,
                hasJson<Envelope<unknown>>((page) => differ('next', page.next, null)),
              ),
            ),
            testCase(
              'strain-files.after-last-page',
              `${API_ROOT}/strain-files?page=${world.strainFiles.num_pages + 1}`,
              isRefusal(INVALID_PAGE),
            ),
          ]
        : [],
    );
}

/** Follows `next` from file to file, where links are paths of files; links that are queries lead nowhere here. */
async function walkFiles(path: string, { get, follow, world }: Tools): Promise<string | null> {
  let page = parseBody<Envelope<{ detail_url: string }>>(await get(path));
  for (let number = 1; number < MOST_PAGES && page.next?.startsWith(`${world.baseUrl}/`); number++) {
    if (!page.next.includes('.json?')) return null;
    const [entry] = page.results;
    if (entry && (await follow(entry.detail_url)).status !== OK) return `${entry.detail_url} is not found`;
    const next = await follow(page.next);
    if (next.status !== OK) return `${page.next} is not found`;
    page = parseBody(next);
  }
  return null;
}

/** For hosts that only send files: pages and records at their own paths. */
export function fileCases({ listings }: World): Case[] {
  const needs = ['page-files'] as const;
  const isFile: Expectation = ({ status, headers }) =>
    first(
      differ('status', status, OK),
      headers['content-type']?.startsWith(JSON_TYPE) ? null : `Content-Type: ${headers['content-type']}`,
      differ('Access-Control-Allow-Origin', headers['access-control-allow-origin'], '*'),
    );
  const listingFiles = LISTING_NAMES.flatMap((name) => {
    const query = { listing: name, filters: new Map(), pageSize: DEFAULT_PAGE_SIZE, page: 1 };
    const path = pagePath(listings[name], query) as string;
    const walks: Expectation = (_, tools) => (name === 'default-parameters' ? null : walkFiles(path, tools));
    return [
      testCase(`file ${name}`, `${path}?format=api&page=1`, isFile, { needs }),
      testCase(`file ${name} walk`, path, walks, { needs }),
      // The path of a listing must not be answered with its first page, whatever the query says.
      testCase(
        `file ${name} query`,
        `${API_ROOT}/${name}?detector=-`,
        ({ status }) => differ('found', status === OK, false),
        {
          needs,
        },
      ),
    ];
  });
  return [...listingFiles, testCase('file home', HOME_PATH, ({ status }) => differ('status', status, OK), { needs })];
}
