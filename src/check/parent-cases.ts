/** Cases for listings below records: missing parents, other ids of parents, and the filters that the parents bind. */

import { type Listing, PARENT } from '../core/contract/collection.ts';
import { API_ROOT, listingPath, queryUrl, recordPath } from '../core/contract/paths.ts';
import { firstPageOf } from '../core/contract/query.ts';
import { ALLOWED_METHODS } from '../core/contract/refusals.ts';
import { OK } from '../core/contract/statuses.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { type Case, type Expectation, type Tools, testCase } from './case.ts';
import { type CatalogueSample, idOf, pathAbove, type SampledListing } from './catalogue-sample.ts';
import { bodyOf } from './collections/expectations.ts';
import { expectationsOf } from './collections/registry.ts';
import { entriesOf } from './entries.ts';
import { difference, first, isNotFound, isPreflight, sameAs } from './expect.ts';
import { isPage } from './expect-page.ts';

/** Ids that no record has. */
const UNKNOWN_IDS = ['x', '_', 'UNKNOWN-v1', '-'];
const OPTIONS = ALLOWED_METHODS[2];

/** If a parent does not exist, the rest of the request does not matter. */
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
    testCase(`${path}.unknown-parent.POST`, below(unknown), isNotFound, { method: 'POST' }),
    testCase(`${path}.unknown-parent.${OPTIONS}`, below(unknown), isNotFound, { method: OPTIONS }),
    testCase(
      `${path}.no-parent`,
      `${API_ROOT}/${path.replace(`/${PARENT}`, '/')}`.replace(PARENT, unknown),
      isNotFound,
    ),
  ];
}

/** If a path has several parents, each of them must exist. */
function oneUnknownCases({ listing, parents }: SampledListing): Case[] {
  if (parents.length < 2) return [];
  return parents.map((_, n) => {
    const ids = parents.map((id, index) => (index === n ? 'x' : id));
    return testCase(`${listing.path}.unknown-parent.${n + 1}`, listingPath(listing, ids), isNotFound);
  });
}

/** Parents that exist but are unrelated. */
function apartCases({ listing, parents }: SampledListing, { listings }: CatalogueSample): Case[] {
  const together = listings.get(pathAbove(listing));
  const all = listings.get(listing.parents.at(-1) ?? '');
  if (parents.length < 2 || !together || !all || together.first.num_pages > 1) return [];
  const known = together.first.results.map(idOf);
  const id = all.first.results.map(idOf).find((one) => !known.includes(one));
  if (id === undefined) return [];
  const query = firstPageOf(listing, [...parents.slice(0, -1), id]);
  return [testCase(`${listing.path}.parents-apart`, queryUrl(query), isPage(query, 0))];
}

interface OtherId {
  readonly id: string;
  /** The id of the same record in links. */
  readonly own: string;
}

/** Another id of a parent, preferably of the sampled one; null if no parent has any. */
async function findOtherId(parent: string, sampledId: string, tools: Tools): Promise<OtherId | null> {
  const { otherIds } = expectationsOf({ name: parent });
  const entries = await entriesOf<unknown>(parent, tools);
  const sampledFirst = entries.toSorted((a, b) => Number(idOf(b) === sampledId) - Number(idOf(a) === sampledId));
  const id = sampledFirst.flatMap((entry) => otherIds?.(entry) ?? [])[0];
  if (id === undefined) return null;
  // If several records share the id, it finds one of them, whose body must be the same.
  const { body } = await tools.get(recordPath(parent, id));
  for (const entry of sampledFirst.filter((one) => otherIds?.(one).includes(id))) {
    const own = idOf(entry) ?? '';
    if ((await tools.get(recordPath(parent, own))).body === body) return { id, own };
  }
  return { id, own: '' };
}

/** Expects the same body below every id of a parent. */
const isSameBelowOtherId =
  ({ listing, parents: [sampledId = ''] }: SampledListing, parent: string, query: string): Expectation =>
  async (_, tools) => {
    const found = await findOtherId(parent, sampledId, tools);
    if (found === null) return null;
    const other = await tools.get(`${listingPath(listing, [found.id])}${query}`);
    const own = await tools.get(`${listingPath(listing, [found.own])}${query}`);
    return first(difference('status', other.status, OK), difference(`body below ${found.id}`, other.body, own.body));
  };

function otherIdCases(sampled: SampledListing): Case[] {
  const { listing, path } = sampled;
  const [parent] = listing.parents;
  if (parent === undefined || listing.parents.length > 1 || !expectationsOf({ name: parent }).otherIds) return [];
  const same = (query: string) => isSameBelowOtherId(sampled, parent, query);
  return [
    testCase(`${listing.path}.other-id`, path, same('')),
    // A small page size, so there are links to other pages.
    testCase(`${listing.path}.other-id.pages`, path, same('?pagesize=1')),
  ];
}

/** Entries belong to the parents. Checks the first and the last entry of the page. */
function belongingCase({ listing, parents, path }: SampledListing): Case {
  const belongs = expectationsOf(listing.collection).below?.[listing.path];
  return testCase(`${listing.path}.below`, path, async (answer, tools) => {
    if (!belongs) return `no expectation says what stands at ${listing.path}`;
    const { results } = bodyOf<Envelope<unknown>>(answer);
    const looked = [...new Set([results[0], results.at(-1)])].filter((entry) => entry !== undefined);
    for (const entry of looked) {
      if (!(await belongs(entry, parents, tools))) return `an entry of another parent: ${JSON.stringify(entry)}`;
    }
    return null;
  });
}

/** Cases about the parents of a nested listing. */
export function parentCases(sampled: SampledListing, sample: CatalogueSample): Case[] {
  const { listing, parents, path, first: page } = sampled;
  if (parents.length === 0) return [];
  const bound = listing.bindings.flatMap(({ parameter }) => (parameter === null ? [] : [parameter]));
  const id = idOf(page.results[0]) ?? 'x';
  return [
    belongingCase(sampled),
    ...bound.flatMap((name) =>
      [`${name}=x`, `${name}`, `${name}=x&${name}=y`].map((query) =>
        testCase(`${listing.path}?${query}`, `${path}?${query}`, sameAs(path)),
      ),
    ),
    // Paths have no records below records.
    testCase(`${listing.path}.record`, `${path}/${id}`, isNotFound),
    testCase(`${listing.path}.${OPTIONS}.bound`, path, isPreflight, { method: OPTIONS }),
    ...oneUnknownCases(sampled),
    ...apartCases(sampled, sample),
    ...otherIdCases(sampled),
  ];
}
