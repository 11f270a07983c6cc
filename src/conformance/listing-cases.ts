/** Cases of the listings: what each query selects, in which order, and what is refused. */

import { API_ROOT } from '../contract/paths.ts';
import { LISTING_NAMES } from '../contract/wire.ts';
import { type Case, testCase } from './case.ts';
import { eventCases } from './event-cases.ts';
import { both, differ, hasJson, isPage } from './expect.ts';
import { pageSize } from './expect-entries.ts';
import { parameterCases } from './parameter-cases.ts';
import { strainCases } from './strain-cases.ts';
import type { World } from './world.ts';

function defaultParameterCases({ listings }: World): Case[] {
  const listing = listings['default-parameters'];
  const names = listings['event-versions'].rangeFilters
    .filter((name) => name.startsWith('min-'))
    .map((name) => name.slice(4));
  return [
    testCase(
      'default-parameters',
      `${API_ROOT}/default-parameters`,
      both(
        isPage<string>(listing, { pageSize }, { count: names.length }),
        hasJson<{ results: string[] }>(({ results }) => differ('results', results, names.slice(0, pageSize))),
      ),
    ),
  ];
}

export function listingCases(world: World): Case[] {
  return [
    ...strainCases(world),
    ...eventCases(world),
    ...defaultParameterCases(world),
    ...LISTING_NAMES.flatMap((name) => parameterCases(world, name)),
  ];
}
