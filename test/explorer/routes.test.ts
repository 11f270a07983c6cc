/** Maps requests to views. */

import { expect, test } from 'vitest';
import { viewOf } from '../../src/explorer/address/routes.ts';

test.each([
  ['event-versions?lastver=true', 'events'],
  ['events', 'events'],
  ['catalogs/GWTC/events', 'events'],
  ['runs/O1/events/', 'events'],
  ['timelines', 'strain'],
  ['strain-files?start=1', 'strain'],
  ['datasets/O1/strain-files', 'strain'],
  ['event-versions/GW150914-v3', 'event'],
  ['events/GW150914', 'event'],
  ['events/GW150914/strain-files', 'strain'],
  ['runs', 'runs'],
  ['runs/O1', 'run'],
  ['catalogs', 'catalogs'],
  ['catalogs/GWTC-1', 'catalog'],
  ['api', 'api'],
  ['compare', 'compare'],
  ['', 'api'],
  ['api/x', 'api'],
  ['xruns', 'api'],
  ['runs/O1/timelines', 'api'],
  ['event-versions/GW150914-v3/parameters', 'api'],
])('%s: %s', (target, view) => {
  expect(viewOf(target)).toBe(view);
});
