/** The requests of a check: listings, parents and records as the definitions and the site's own entries give them, and the other paths. */

import { allListings, type Collection, hasRecords, ID_PLACEHOLDER, type Listing } from '../core/contract/collection.ts';
import { catalogVersionId } from '../core/contract/ids.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../core/contract/parameters.ts';
import { listingPath, recordPath } from '../core/contract/paths.ts';
import type { Envelope } from '../core/contract/wire.ts';
import type { Release } from '../core/release/release.ts';
import { fileRequests } from './file-requests.ts';
import { legacyRequests } from './legacy-requests.ts';
import { listingRequests, type Place } from './listing-requests.ts';
import { pathRequests } from './path-requests.ts';
import { type CheckRequest, idIn, protocolRequests, type ReadJson, requestFor } from './request.ts';

/** Ids that no record has. */
const UNKNOWN_IDS = ['x', '_', '-', '@', 'x@y', 'UNKNOWN-v1', 'x-v0'];

/** Members of a record from which other ids are made. */
interface Named {
  readonly name?: string;
  readonly catalog?: string;
  readonly aliases?: readonly string[];
}

/** The entries on the first page and the last page, alternately, so that both ends of a listing come early. */
async function sampleEntries(path: string, read: ReadJson): Promise<readonly unknown[]> {
  const first = (await read(path)) as Envelope<unknown> | null;
  const last = first && first.num_pages > 1 ? await read(`${path}?page=${first.num_pages}`) : null;
  const late = [...((last as Envelope<unknown> | null)?.results ?? [])].reverse();
  return (first?.results ?? []).flatMap((entry, n) => (n < late.length ? [entry, late[n]] : [entry]));
}

/** All links in a body that lead into the site, below the base URL. */
function linksIn(body: unknown, baseUrl: string): string[] {
  if (typeof body === 'string') return body.startsWith(`${baseUrl}/`) ? [body.slice(baseUrl.length + 1)] : [];
  return typeof body === 'object' && body !== null
    ? Object.values(body).flatMap((value) => linksIn(value, baseUrl))
    : [];
}

/** Other ids of a record; `@` may arrive encoded. */
function otherIdsOf({ name, catalog, aliases = [] }: Named): string[] {
  const inCatalog = name === undefined || catalog === undefined ? [] : [catalogVersionId(name, catalog)];
  return [...(name === undefined ? [] : [name]), ...inCatalog, ...inCatalog.map(encodeURIComponent), ...aliases];
}

/** The requests to a collection's records. `entries` are some of its entries. */
async function recordRequests(
  { name, listings }: Collection,
  entries: readonly unknown[],
  read: ReadJson,
  baseUrl: string,
): Promise<CheckRequest[]> {
  const group = listings[0]?.path ?? name;
  const at = (id: string) => requestFor(group, recordPath(name, id));
  const ids = [...new Set(entries.flatMap((entry) => idIn(entry) ?? []))];
  const records = await Promise.all(ids.map((id) => read(recordPath(name, id))));
  const others = new Set(records.flatMap((record) => otherIdsOf((record ?? {}) as Named)));
  const [first = 'x'] = ids;
  const path = recordPath(name, first);
  const odd = ['/', '?x=y', '?format=json', '?format=csv', '?format=', '?format=api&format=api', '/x', '/parameters'];
  const unknown = [...UNKNOWN_IDS, `${first}@`, `${first}@UNKNOWN`, `${first}-v0`, first.toLowerCase()];
  return [
    ...ids.map(at),
    ...[...others].filter((id) => !ids.includes(id)).map(at),
    ...unknown.map(at),
    ...odd.map((end) => requestFor(group, path + end)),
    ...linksIn(records[0] ?? null, baseUrl).map((target) => requestFor('links', target)),
    ...(ids.length > 0 ? protocolRequests(path) : []),
  ];
}

/** The requests for parents that do not exist, or have other ids. */
async function parentRequests({ listing, parentIds, path }: Place, read: ReadJson): Promise<CheckRequest[]> {
  const [collection, id] = [listing.parentNames[0], parentIds[0]];
  if (collection === undefined || id === undefined) return [];
  const below = (ids: readonly string[]) => listingPath(listing, ids);
  const oneUnknown = parentIds.map((_, n) => parentIds.map((id, index) => (index === n ? 'x' : id)));
  const others = otherIdsOf(((await read(recordPath(collection, id))) ?? {}) as Named);
  return [
    ...UNKNOWN_IDS.map((unknown) => below(parentIds.map(() => unknown))),
    ...oneUnknown.map(below),
    `${below(parentIds.map(() => 'x'))}?pagesize=0&page=1&page=2`,
    below(['', ...parentIds.slice(1)]),
    `${path}/x`,
    ...others.flatMap((other) => ['', '?pagesize=1'].map((query) => below([other, ...parentIds.slice(1)]) + query)),
  ].map((target) => requestFor(listing.path, target));
}

/** The listing that contains a listing's last parent: `runs/{}/timelines` for `runs/{}/timelines/{}/segments`. */
const pathAbove = ({ path }: Listing): string => path.slice(0, path.lastIndexOf(`/${ID_PLACEHOLDER}`));

/** The requests to all listings, and some entries of each listing, by its path. A listing below parents is asked in full below one of them. */
async function allListingRequests({ data, collections }: Release, read: ReadJson) {
  const sizes = [...new Set([1, DEFAULT_PAGE_SIZE, ...data.enumerate.pageSizes, MAX_PAGE_SIZE])];
  const places = new Map<string, Place>();
  const requests: CheckRequest[] = [];
  const byDepth = [...allListings(collections)].sort((a, b) => a.parentNames.length - b.parentNames.length);
  for (const listing of byDepth) {
    const above = places.get(pathAbove(listing));
    const parents =
      listing.parentNames.length === 0
        ? [[]]
        : (above?.entries ?? []).map((entry) => [...(above?.parentIds ?? []), idIn(entry) ?? '']);
    let chosen: Place | null = null;
    for (const ids of parents) {
      const path = listingPath(listing, ids);
      const entries: readonly unknown[] =
        chosen !== null && chosen.entries.length > 0 ? [] : await sampleEntries(path, read);
      if (chosen === null || entries.length > 0) chosen = { listing, parentIds: ids, path, entries };
      requests.push(requestFor(listing.path, path));
    }
    if (chosen === null) continue;
    places.set(listing.path, chosen);
    requests.push(...(await listingRequests(chosen, sizes, read)), ...(await parentRequests(chosen, read)));
  }
  return { requests, places };
}

/** All requests to a site. `readText` gives the handler's body for a target below the base URL, or null if the status is not 200. */
export async function listRequests(
  release: Release,
  readText: (target: string) => Promise<string | null>,
): Promise<CheckRequest[]> {
  const { collections, baseUrl } = release;
  const read: ReadJson = async (target) => JSON.parse((await readText(target)) ?? 'null');
  const { requests, places } = await allListingRequests(release, read);
  const entriesOf = (path: string) => places.get(path)?.entries ?? [];
  const links = [...places.values()].flatMap(({ entries }) => linksIn(entries[0], baseUrl));
  for (const collection of collections.filter(hasRecords)) {
    requests.push(...(await recordRequests(collection, entriesOf(collection.name), read, baseUrl)));
  }
  const all = [
    ...pathRequests(collections),
    ...requests,
    ...links.map((target) => requestFor('links', target)),
    ...(await legacyRequests(release, places, read)),
    ...(await fileRequests(release, (await readText('')) ?? '')),
  ];
  const keyOf = ({ method, target, headers, ifNoneMatch }: CheckRequest) =>
    JSON.stringify([method, target, headers, String(ifNoneMatch)]);
  return [...new Map(all.map((request) => [keyOf(request), request])).values()];
}
