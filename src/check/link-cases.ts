/** Cases for links: following `next` to the end of a listing, and the links in its entries. */

import { ARCHIVE_ROOTS } from '../core/contract/archive-paths.ts';
import { DEFAULT_PAGE_SIZE } from '../core/contract/parameters.ts';
import { queryUrl } from '../core/contract/paths.ts';
import { NOT_FOUND } from '../core/contract/refusals.ts';
import { FOUND, OK } from '../core/contract/statuses.ts';
import { bodyOf, type Case, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, queryFor, type SampledListing } from './catalogue-sample.ts';
import { isWalk } from './walk.ts';

/** Members with links to other sites, where analyses are published. */
const LINKS_ELSEWHERE = ['data_url'];

/** All links into the site in a body, recognised by the names of members. */
export function linksIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const isLink = name.endsWith('_url') && !LINKS_ELSEWHERE.includes(name) && typeof value === 'string';
    return isLink ? [value] : linksIn(value);
  });
}

/** Every link gets a response, or leads to the archive if there is one. */
export const hasLinks: Expectation = async (answer, { follow, sample }) => {
  const { linkBaseUrl, archiveUrl } = sample;
  for (const link of new Set(linksIn(bodyOf(answer)))) {
    if (!link.startsWith(`${linkBaseUrl}/`)) return `a link leads elsewhere: ${link}`;
    const isArchived = ARCHIVE_ROOTS.some((root) => link.startsWith(`${linkBaseUrl}/${root}/`));
    const expected = isArchived ? (archiveUrl === null ? NOT_FOUND.status : FOUND) : OK;
    const { status } = await follow(link);
    if (status !== expected) return `${link} has status ${status}, expected ${expected}`;
  }
  return null;
};

/** Also walks with each flag set, as those pages differ. Top-level listings have page files for flags. */
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
