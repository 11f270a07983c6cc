/** Expectations for catalogs. */

import type { Catalog } from '../../core/contract/wire.ts';
import { testCase } from '../case.ts';
import { difference, hasJson } from '../expect.ts';
import type { Expectations } from './expectations.ts';

export const catalogs: Expectations<Catalog> = {
  cases: ({ listing, path, first }, { listings }) => {
    const eventVersions = listings.get('event-versions')?.listing;
    const names = eventVersions?.filters.get('release')?.codec.allowed ?? [];
    return [
      testCase(
        `${listing.path}.as-release`,
        path,
        hasJson<{ results: Catalog[] }>(({ results }) =>
          difference(
            'catalogs',
            results.map(({ name }) => name),
            names.slice(0, first.results_per_page),
          ),
        ),
      ),
    ];
  },
};
