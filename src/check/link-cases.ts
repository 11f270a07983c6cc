/** Cases for links: following `next` to the end of a listing, and the links in its entries. */

import { ARCHIVE_ROOTS, EVENT_ARCHIVE } from '../core/contract/archive-paths.ts';
import { DEFAULT_PAGE_SIZE } from '../core/contract/parameters.ts';
import { queryUrl, withLinkFormat } from '../core/contract/paths.ts';
import type { Query } from '../core/contract/query.ts';
import { NOT_FOUND } from '../core/contract/refusals.ts';
import { FOUND, OK } from '../core/contract/statuses.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type Case, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, isFileList, queryFor, type SampledListing } from './catalogue-sample.ts';
import { difference, isNeverEmpty } from './expect.ts';
import { isInOrder, isPage } from './expect-page.ts';

/** Members that contain links to other sites that publish analyses. */
const LINKS_ELSEWHERE = ['data_url'];

/** All links in a body that lead into the site, recognised by member name. */
export function linksIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const isLink = name.endsWith('_url') && !LINKS_ELSEWHERE.includes(name) && typeof value === 'string';
    return isLink ? [value] : linksIn(value);
  });
}

/** Expects every link to have a response or to lead to the archive. Either all generated links name the format, or none do. */
export const hasLinks: Expectation = async (answer, context) => {
  const { follow, sample } = context;
  const { linkBaseUrl, linkFormat, archiveUrl } = sample;
  const format = withLinkFormat('', linkFormat);
  for (const link of new Set(linksIn(bodyOf(answer)))) {
    if (!link.startsWith(`${linkBaseUrl}/`)) return `a link leads to another site: ${link}`;
    const isOfEvent = link.startsWith(`${linkBaseUrl}/${EVENT_ARCHIVE}/`);
    const query = /\?.*$/.exec(link)?.[0] ?? '';
    if (!isOfEvent && query !== format) return `${link} ends unlike other links, which end with "${format}"`;
    const isArchived = ARCHIVE_ROOTS.some((root) => link.startsWith(`${linkBaseUrl}/${root}/`));
    const expected = isArchived ? (archiveUrl === null ? NOT_FOUND.status : FOUND) : OK;
    const followed = await follow(link);
    const { status } = followed;
    // The data may lack the file list for a run or dataset. The 404 response then names runs or datasets that have a list.
    const isUnlisted = isFileList(link.slice(linkBaseUrl.length + 1)) && isNeverEmpty(followed, context) === null;
    if (status !== expected && !isUnlisted) return `${link} has status ${status}, expected ${expected}`;
  }
  return null;
};

/** Follows `next` to the last page and checks each page. No entry may be on two pages. */
function isWalk(query: Query): Expectation {
  return async (first, context) => {
    const count = bodyOf<Envelope<unknown>>(first).results_count;
    const seen = new Set<string>();
    let answer = first;
    let last: unknown;
    for (let page = 1; ; page++) {
      const finding = await isPage({ ...query, page }, count)(answer, context);
      if (finding !== null) return `page ${page}: ${finding}`;
      const { next, num_pages, results } = bodyOf<Envelope<unknown>>(answer);
      for (const entry of results) seen.add(JSON.stringify(entry));
      const isRising = page === 1 || isInOrder(query.listing.collection, last, results[0]);
      if (!isRising) return `page ${page} does not continue where the previous page ends`;
      last = results.at(-1);
      if (next === null) break;
      if (page >= num_pages) return `page ${page} of ${num_pages} has a next page`;
      answer = await context.follow(next);
      if (page > 1) continue;
      const { previous } = bodyOf<Envelope<unknown>>(answer);
      const isSame = previous !== null && (await context.follow(previous)).body === first.body;
      if (!isSame) return 'previous does not lead back';
    }
    return difference('different entries on all pages', seen.size, count);
  };
}

/**
 * Cases that follow `next` through a listing: once without filters, and once with each flag set. Only top-level listings have page files
 * for flags.
 */
function walkCases(sampled: SampledListing, { otherPageSize }: CatalogueSample): Case[] {
  const { listing } = sampled;
  const flags = [...listing.filters.values()].filter(
    ({ codec }) => codec.kind === 'flag' && sampled.parents.length === 0,
  );
  return [{}, ...flags.map(({ name }) => ({ [name]: 'true' }))].map((texts: Record<string, string>) => {
    const query = queryFor(sampled, texts, { pageSize: otherPageSize ?? DEFAULT_PAGE_SIZE });
    const flag = Object.keys(texts).map((name) => `?${name}=true`);
    return testCase(`walk ${listing.path}${flag.join('')}`, queryUrl(query), isWalk(query));
  });
}

export function linkCases(sampled: SampledListing, sample: CatalogueSample): Case[] {
  const { listing, path } = sampled;
  return [...walkCases(sampled, sample), testCase(`${listing.path}.links`, path, hasLinks)];
}
