/** Cases of listings below records: parents that do not exist, their other ids, and what the parent decides. */

import { type Listing, PARENT } from '../contract/collection.ts';
import { API_ROOT, listingPath } from '../contract/paths.ts';
import { ALLOWED_METHODS } from '../contract/refusals.ts';
import { OK } from '../contract/statuses.ts';
import type { Envelope } from '../contract/wire.ts';
import { type Case, type Expectation, type Tools, testCase } from './case.ts';
import { idOf, type SampledListing } from './catalogue-sample.ts';
import { bodyOf } from './collections/expectations.ts';
import { expectationsOf } from './collections/registry.ts';
import { differ, first, isNotFound, isPreflight, sameAs } from './expect.ts';
import { entriesOf } from './walk.ts';

/** Ids that no record has. */
const UNKNOWN_IDS = ['x', '_', 'UNKNOWN-v1', '-'];
const OPTIONS = ALLOWED_METHODS[2];

/** Where a parent does not exist, nothing else about the request matters. */
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

/** Where several parents are named, each of them must exist. */
function oneUnknownCases({ listing, parents }: SampledListing): Case[] {
  if (parents.length < 2) return [];
  return parents.map((_, n) => {
    const ids = parents.map((id, index) => (index === n ? 'x' : id));
    return testCase(`${listing.path}.unknown-parent.${n + 1}`, listingPath(listing, ids), isNotFound);
  });
}

/** Another id of a parent, and the id that links carry for it; null where the catalogue has none. */
async function otherId(parent: string, { get, follow, ...tools }: Tools): Promise<[id: string, own: string] | null> {
  const { otherIds } = expectationsOf({ name: parent });
  const entries = await entriesOf<unknown>(parent, { get, follow, ...tools });
  const id = entries.flatMap((entry) => otherIds?.(entry) ?? [])[0];
  if (id === undefined) return null;
  // Records do not name themselves; the entry with the same members does.
  const { body } = await get(`${API_ROOT}/${parent}/${id}`);
  for (const entry of entries) {
    const { detail_url } = entry as { detail_url: string };
    if ((otherIds?.(entry) ?? []).includes(id) && (await follow(detail_url)).body === body)
      return [id, idOf(entry) ?? ''];
  }
  return [id, ''];
}

/** The same bytes below every id of a parent, or a refusal where the host only answers below one. */
const isSameBelowOtherId =
  ({ listing }: SampledListing, parent: string, mayRefuse: boolean): Expectation =>
  async (_, tools) => {
    const found = await otherId(parent, tools);
    if (found === null) return null;
    const [other, own] = await Promise.all(found.map((id) => tools.get(listingPath(listing, [id]))));
    if (mayRefuse && other?.status === 400) return null;
    return first(differ('status', other?.status, OK), differ('body', other?.body, own?.body));
  };

function otherIdCases(sampled: SampledListing): Case[] {
  const { listing, path } = sampled;
  const [parent] = listing.parents;
  if (parent === undefined || listing.parents.length > 1 || !expectationsOf({ name: parent }).otherIds) return [];
  return [
    testCase(`${listing.path}.other-id`, path, isSameBelowOtherId(sampled, parent, false), { needs: ['other-ids'] }),
    testCase(`${listing.path}.other-id.refused`, path, isSameBelowOtherId(sampled, parent, true)),
  ];
}

/** Each entry belongs to the parents: the first and the last of the page are looked at. */
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

/** The cases of a nested listing that its parents make. */
export function parentCases(sampled: SampledListing): Case[] {
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
    // There are no records below records.
    testCase(`${listing.path}.record`, `${path}/${id}`, isNotFound),
    testCase(`${listing.path}.${OPTIONS}.bound`, path, isPreflight, { method: OPTIONS }),
    ...oneUnknownCases(sampled),
    ...otherIdCases(sampled),
  ];
}
