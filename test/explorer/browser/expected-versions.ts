/** The oracle's answers about event versions of the shipped catalogue. Cached, because many tests use the same answers. */

import { inject } from 'vitest';
import type { EventVersionEntry } from '../../../src/core/contract/wire.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { createOracle } from '../../oracle/oracle.ts';
import { sharedOracleData } from '../../oracle/shared-records.ts';

const oracle = createOracle(sharedOracleData(inject('shipped').data), {
  ...DEFAULT_CONFIG,
  baseUrl: 'http://oracle.example',
});
const kept = new Map<string, readonly EventVersionEntry[]>();

/** All event versions for a query, in order, with their parameters if the query includes them. */
export function listVersions(query: string): readonly EventVersionEntry[] {
  const url = `/api/v2/event-versions?${query}&pagesize=1000`;
  const answer = () => JSON.parse(oracle({ method: 'GET', url, headers: {} }).body ?? '');
  const versions = kept.get(query) ?? (answer() as { results: EventVersionEntry[] }).results;
  kept.set(query, versions);
  return versions;
}

/** The event versions for a query, with their parameters. */
export const versionsOf = (query: string) => listVersions(`${query}&include-default-parameters=true`);
