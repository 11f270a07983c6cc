/** Plain records of data folders that no test changes. */

import { loadOracleData } from './records.ts';
import type { OracleData } from './types.ts';

const known = new Map<string, OracleData>();

/** Reads each folder only once per process, because the shipped data take a second. */
export function sharedOracleData(dataDir: string): OracleData {
  const data = known.get(dataDir) ?? loadOracleData(dataDir);
  known.set(dataDir, data);
  return data;
}
