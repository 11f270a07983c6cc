/** The oracle's answers about event versions of the shipped catalogue. Cached, because many tests use the same answers. */

import { inject } from 'vitest';
import type { EventVersionEntry, ParameterSet } from '../../../src/core/contract/wire.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { createOracle } from '../../oracle/oracle.ts';
import { sharedOracleData } from '../../oracle/shared-records.ts';

const oracle = createOracle(sharedOracleData(inject('shipped').data), {
  ...DEFAULT_CONFIG,
  baseUrl: 'http://oracle.example',
});
const askFor = <T>(url: string): T => JSON.parse(oracle({ method: 'GET', url, headers: {} }).body ?? '') as T;
const kept = new Map<string, readonly EventVersionEntry[]>();

/** All event versions for a query, in order, with their parameters if the query includes them. */
export function listVersions(query: string): readonly EventVersionEntry[] {
  const url = `/api/v2/event-versions?${query}&pagesize=1000`;
  const versions = kept.get(query) ?? askFor<{ results: EventVersionEntry[] }>(url).results;
  kept.set(query, versions);
  return versions;
}

/** The event versions for a query, with their parameters. */
export const versionsOf = (query: string) => listVersions(`${query}&include-default-parameters=true`);

export const parameterOf = ({ default_parameters: all = [] }: EventVersionEntry, name: string) =>
  all.find((one) => one.name === name);

/** The event versions for a query whose rate has no flag, although a parameter set gives it as an upper limit. */
export const listSetLimits = (query: string): readonly EventVersionEntry[] =>
  versionsOf(query).filter((version) => {
    const far = parameterOf(version, 'far');
    const url = `/api/v2/event-versions/${version.shortName}/parameters`;
    const values = askFor<{ results: ParameterSet[] }>(url).results.flatMap(({ parameters }) => parameters);
    const isLimit = values.some((one) => one.name === 'far' && one.best === far?.best && one.is_upper_limit);
    return isLimit && far?.is_upper_limit === false;
  });
