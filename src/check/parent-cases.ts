/** Cases for listings below records: missing parents, the parents' other ids, and the filters that the parents bind. */

import { type Listing, PARENT } from '../core/contract/collection.ts';
import { API_ROOT, listingPath, queryUrl } from '../core/contract/paths.ts';
import { firstPageOf } from '../core/contract/query.ts';
import type { AllowedMethod } from '../core/contract/refusals.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type Case, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, pathAbove, readId, type SampledListing } from './catalogue-sample.ts';
import { difference, isNeverEmpty, isNotFound, isPreflight, isUnrecorded, sameAs } from './expect.ts';
import { isPage } from './expect-page.ts';
import { hasOtherIds, isSameUnderOtherIds } from './record-cases.ts';

/** Ids that no record has. */
const UNKNOWN_IDS = ['x', '_', 'UNKNOWN-v1', '-'];
const OPTIONS: AllowedMethod = 'OPTIONS';

/** Cases for parents that do not exist: the response is then 404, whatever the rest of the request is. */
export function unknownParentCases(listing: Listing): Case[] {
  const { parents, path } = listing;
  if (parents.length === 0) return [];
  const below = (id: string) =>
    listingPath(
      listing,
      parents.map(() => id),
    );
  const [unknown = ''] = UNKNOWN_IDS;
  return [
    ...UNKNOWN_IDS.map((id) => testCase(`${path}.unknown-parent ${id}`, below(id), isNotFound)),
    testCase(`${path}.unknown-parent.query`, `${below(unknown)}?pagesize=0&page=1&page=2`, isNotFound),
    testCase(`${path}.unknown-parent.POST`, below(unknown), isNotFound, { method: 'POST', needs: ['existence'] }),
    testCase(`${path}.unknown-parent.${OPTIONS}`, below(unknown), isNotFound, {
      method: OPTIONS,
      needs: ['existence'],
    }),
    testCase(
      `${path}.no-parent`,
      `${API_ROOT}/${path.replace(`/${PARENT}`, '/')}`.replace(PARENT, unknown),
      isNotFound,
    ),
  ];
}

/** Cases for paths with several parents, one of which does not exist. */
function oneUnknownCases({ listing, parents }: SampledListing): Case[] {
  if (parents.length < 2) return [];
  return parents.map((_, n) => {
    const ids = parents.map((id, index) => (index === n ? 'x' : id));
    return testCase(`${listing.path}.unknown-parent.${n + 1}`, listingPath(listing, ids), isNotFound);
  });
}

/** A case for parents that exist but are unrelated. */
function apartCases({ listing, parents }: SampledListing, { listings }: CatalogueSample): Case[] {
  const together = listings.get(pathAbove(listing));
  const all = listings.get(listing.parents.at(-1) ?? '');
  if (parents.length < 2 || !together || !all || together.first.num_pages > 1) return [];
  const known = together.first.results.map(readId);
  const id = all.first.results.map(readId).find((one) => !known.includes(one));
  if (id === undefined) return [];
  const query = firstPageOf(listing, [...parents.slice(0, -1), id]);
  const expected = listing.collection.isInterval ? isUnrecorded : isPage(query, 0);
  return [testCase(`${listing.path}.parents-apart`, queryUrl(query), expected)];
}

function otherIdCases({ listing, path }: SampledListing, { collections }: CatalogueSample): Case[] {
  const parent = collections.find(({ name }) => name === listing.parents[0]);
  if (parent === undefined || listing.parents.length > 1 || !hasOtherIds(parent)) return [];
  // Also uses a small page size, so that there are links to other pages.
  return ['', '?pagesize=1'].map((query) => {
    const expectation = isSameUnderOtherIds(parent.name, (id) => `${listingPath(listing, [id])}${query}`);
    return testCase(`${listing.path}.other-ids${query}`, path, expectation);
  });
}

/** If entries or their records have a member for the parent (`run` below `runs/O1`), this member must name the parent. */
const namesParent =
  ({ listing, parents }: SampledListing): Expectation =>
  async (answer, { follow }) => {
    const { results } = bodyOf<Envelope<unknown>>(answer);
    const member = listing.parents[0]?.replace(/s$/, '') ?? '';
    for (const entry of new Set([results[0], results.at(-1)])) {
      const { detail_url } = (entry ?? {}) as { detail_url?: string };
      const record = detail_url === undefined ? {} : bodyOf<Record<string, unknown>>(await follow(detail_url));
      const named = [record[member] ?? record[`${member}_names`] ?? parents[0]].flat();
      if (!named.includes(parents[0])) return `an entry of another parent: ${JSON.stringify(entry)}`;
    }
    return null;
  };

/** A listing whose parent binds a filter must have the same entries as the whole listing with that filter. */
const hasFiltered =
  ({ listing, parents }: SampledListing, name: string): Expectation =>
  async (answer, { get, sample }) => {
    const whole = sample.listings.get(listing.collection.name);
    if (!whole) return null;
    const { results } = bodyOf<Envelope<unknown>>(await get(`${whole.path}?${name}=${parents[0]}`));
    return difference('entries', bodyOf<Envelope<unknown>>(answer).results, results);
  };

/** Cases for a nested listing's parents. */
export function parentCases(sampled: SampledListing, sample: CatalogueSample): Case[] {
  const { listing, parents, path, first: page } = sampled;
  if (parents.length === 0) return [];
  const bound = listing.bindings.flatMap(({ parameter }) => (parameter === null ? [] : [parameter]));
  const id = readId(page.results[0]) ?? 'x';
  return [
    ...(bound.length === 0 ? [testCase(`${listing.path}.below`, path, namesParent(sampled))] : []),
    ...bound.map((name) => testCase(`${listing.path}.as-filter`, path, hasFiltered(sampled, name))),
    ...bound.flatMap((name) =>
      [`${name}=x`, `${name}`, `${name}=x&${name}=y`].map((query) =>
        testCase(`${listing.path}?${query}`, `${path}?${query}`, sameAs(path)),
      ),
    ),
    // Records have no paths below other records.
    testCase(`${listing.path}.record`, `${path}/${id}`, isNotFound),
    testCase(`${listing.path}.${OPTIONS}.bound`, path, isPreflight, { method: OPTIONS }),
    ...oneUnknownCases(sampled),
    ...apartCases(sampled, sample),
    ...otherIdCases(sampled, sample),
  ];
}

/** The file list of a run or dataset has entries or returns 404, but is never empty. */
export function fileListCases({ listings }: CatalogueSample): Case[] {
  return ['runs', 'datasets'].flatMap((name) => {
    const parents = (listings.get(name)?.first.results ?? []) as readonly { readonly name: string }[];
    return parents.map((parent) => {
      const path = `${API_ROOT}/${name}/${parent.name}/strain-files`;
      return testCase(`never-empty ${path}`, path, isNeverEmpty);
    });
  });
}
