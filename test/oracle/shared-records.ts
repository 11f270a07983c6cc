/** Plain records of data folders that no test changes. */

import { loadOracleData } from './records.ts';
import type { OracleData } from './types.ts';

const known = new Map<string, OracleData>();

/** Reads a folder once a process: that takes a second for the shipped data. */
export function sharedOracleData(dataDir: string): OracleData {
  const data = known.get(dataDir) ?? loadOracleData(dataDir);
  known.set(dataDir, data);
  return data;
}
