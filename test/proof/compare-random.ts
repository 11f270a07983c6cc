/** Sends random requests to a built catalogue, and compares each response with the naive oracle. */

import type { Config } from '../../src/site/config/config.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { difference } from '../oracle/compare.ts';
import { createOracle } from '../oracle/oracle.ts';
import { randomRequest, sampleCatalogue } from '../oracle/queries.ts';
import { loadOracleData } from '../oracle/records.ts';
import { sharedOracleData } from '../oracle/shared-records.ts';
import { openBuiltSite, openSiteAt } from '../support/built-site.ts';

export interface Difference {
  readonly seed: number;
  readonly request: string;
  readonly difference: string;
}

export interface RandomRun {
  readonly dataDir: string;
  /** An existing site, built from these data with this configuration, except for the base URL; otherwise one is built. */
  readonly root?: string;
  readonly config?: Partial<Config>;
  readonly queries: number;
  /** The requests have consecutive seeds, starting with this one; `isLegacy` skips some seeds. */
  readonly seed: number;
  /** Only requests that are not for API v2. */
  readonly isLegacy?: boolean;
  readonly onProgress?: (done: number) => void;
  /** Stops after this many differences. */
  readonly maxDifferences?: number;
}

export interface RandomResult {
  readonly differences: readonly Difference[];
  readonly statuses: ReadonlyMap<number, number>;
}

export async function compareRandom(run: RandomRun): Promise<RandomResult> {
  const config = { ...DEFAULT_CONFIG, downloads: [], archiveUrl: 'https://archive.example', ...run.config };
  const { root, dataDir } = run;
  const built =
    root === undefined ? await openBuiltSite(dataDir, config) : openSiteAt(root, { baseUrl: config.baseUrl });
  try {
    // The data of an existing site do not change.
    const data = root === undefined ? loadOracleData(dataDir) : sharedOracleData(dataDir);
    const oracle = createOracle(data, config);
    const sample = sampleCatalogue(data, new URL(config.baseUrl).pathname.replace(/\/$/, ''));
    const differences: Difference[] = [];
    const statuses = new Map<number, number>();
    for (let seed = run.seed, asked = 0; asked < run.queries; seed++) {
      const request = randomRequest(sample, seed);
      if (run.isLegacy && request.url.includes('/api/')) continue;
      asked++;
      const expected = oracle(request);
      statuses.set(expected.status, (statuses.get(expected.status) ?? 0) + 1);
      const found = difference(expected, await built.answer(request));
      if (found !== null) {
        differences.push({ seed, request: `${request.method} ${request.url}`, difference: found });
        if (differences.length >= (run.maxDifferences ?? 10)) break;
      }
      if (asked % 1000 === 0) run.onProgress?.(asked);
    }
    return { differences, statuses };
  } finally {
    built.remove();
  }
}
