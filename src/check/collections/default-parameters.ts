/** Expectations for names of parameters. */

import { testCase } from '../case.ts';
import { difference, hasJson } from '../expect.ts';
import type { Expectations } from './expectations.ts';

export const defaultParameters: Expectations<string> = {
  cases: ({ listing, path, first }, { listings }) => {
    const eventVersions = listings.get('event-versions')?.listing;
    const least = eventVersions?.rangeFilters.filter((name) => name.startsWith('min-')) ?? [];
    const names = least.map((name) => name.slice('min-'.length));
    return [
      testCase(
        `${listing.path}.names`,
        path,
        hasJson<{ results: string[] }>(({ results }) =>
          difference('results', results, names.slice(0, first.results_per_page)),
        ),
      ),
    ];
  },
};
