/** The compiler knows names of collections and paths: these lines do not compile if a misspelt one is accepted. */

import { expect, it } from 'vitest';
import type { CollectionName, ListingPath } from '../../../src/core/collections/registry.ts';
import { nestedLink, recordLink } from '../../../src/site/render/json.ts';

it('existing collections and listings have names', () => {
  const names: CollectionName[] = ['runs', 'event-parameters'];
  const paths: ListingPath[] = ['runs', 'runs/{}/timelines/{}/segments'];
  expect([...names, ...paths]).toHaveLength(4);
  expect(nestedLink('runs/{}/strain-files', 'O1')).toContain('/api/v2/runs/O1/strain-files');
  expect(recordLink('runs', 'O1')).toContain('/api/v2/runs/O1');
});

it('misspelt ones do not compile', () => {
  // @ts-expect-error
  const name: CollectionName = 'run';
  // @ts-expect-error
  const path: ListingPath = 'runs/{}/strain-file';
  // @ts-expect-error
  const place = nestedLink('runs/{}/strain-file', 'O1');
  // @ts-expect-error: this listing is not below a record
  const whole = nestedLink('runs', 'O1');
  // @ts-expect-error: it needs two ids
  const twofold = nestedLink('runs/{}/timelines/{}/segments', 'O1');
  expect([name, path, place, whole, twofold]).toHaveLength(5);
});
