/** Walks a catalogue from its root along every link of every body, as a client could. */

import { describe, expect, inject, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';
import { recordLineSet } from '../../src/core/contract/line-sets.ts';
import { findRoute } from '../../src/core/contract/route.ts';
import { createHandler } from '../../src/hosts/node/handler.ts';

const BASE_URL = 'https://user.example/gw';
const collections = createCollections();

/** The links in a body, at any depth. */
function* linksIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.startsWith(`${BASE_URL}/`)) yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* linksIn(member);
  }
}

/** The type of a URL, without ids: `runs/{}/strain-files`, `record of runs`. */
function kindOf(url: string): string {
  const target = findRoute(new URL(url).pathname, { basePath: '/gw', collections });
  if (target?.kind === 'listing') return target.listing.path;
  return target?.kind === 'record' ? `record of ${target.collection.name}` : (target?.kind ?? 'nothing');
}

/** Listings without any links to them: clients construct their paths. */
const NOT_LINKED = ['event-versions/{}/default-parameters', 'runs/{}/timelines/{}/segments'];

describe('a walk from the root over every link', async () => {
  const handler = await createHandler({ root: inject('partial').root });
  handler.close();
  const answered = new Map<string, Set<number>>();
  const seen = new Set([`${BASE_URL}/api/v2/`]);
  for (const url of seen) {
    const { status, body } = await handler.site.respond({ method: 'GET', url, header: () => undefined });
    const kind = kindOf(url);
    answered.set(kind, (answered.get(kind) ?? new Set()).add(status));
    if (status !== 200) continue;
    for (const link of linksIn(JSON.parse(new TextDecoder().decode(body)))) seen.add(link);
  }

  it('always gets a response: 200, or a redirect into the archive', () => {
    const statuses = Object.fromEntries([...answered].map(([kind, found]) => [kind, [...found]]));
    // Some runs have files, others have no list of them in the data.
    const expected = [...answered.keys()].map((kind) => {
      if (kind === 'runs/{}/strain-files') return [kind, expect.arrayContaining([200, 404])];
      return [kind, [kind === 'archive' ? 302 : 200]];
    });
    expect(statuses).toEqual(Object.fromEntries(expected));
  });

  it('reaches every listing and every kind of record', () => {
    const listings = collections.flatMap((one) => one.listings.map(({ path }) => path));
    const records = collections.filter((one) => recordLineSet(one) !== null).map(({ name }) => `record of ${name}`);
    const missed = [...listings, ...records].filter((kind) => !answered.has(kind));
    expect(missed.sort()).toEqual(NOT_LINKED);
  });
});
