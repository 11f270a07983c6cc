/** The compiler knows the names of collections and the paths of listings. */

import { expect, expectTypeOf, it } from 'vitest';
import type { CollectionName, ListingPath } from '../../../src/core/collections/registry.ts';
import { nestedLink, recordLink } from '../../../src/site/render/json.ts';

it('existing collections and listings have names', () => {
  const names: CollectionName[] = ['runs', 'event-parameters'];
  const paths: ListingPath[] = ['runs', 'runs/{}/timelines/{}/segments'];
  expect([...names, ...paths]).toHaveLength(4);
  expect(nestedLink('runs/{}/strain-files', 'O1')).toContain('/api/v2/runs/O1/strain-files');
  expect(recordLink('runs', 'O1')).toContain('/api/v2/runs/O1');
});

// `npm run check` compiles these lines, and fails if one of the names is accepted.
expectTypeOf<'run'>().not.toExtend<CollectionName>();
expectTypeOf<'runs/{}/strain-file'>().not.toExtend<ListingPath>();
// @ts-expect-error: no listing has this path
expectTypeOf(() => nestedLink('runs/{}/strain-file', 'O1'));
// @ts-expect-error: this listing is not below a record
expectTypeOf(() => nestedLink('runs', 'O1'));
// @ts-expect-error: it needs two ids
expectTypeOf(() => nestedLink('runs/{}/timelines/{}/segments', 'O1'));
