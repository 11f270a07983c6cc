/**
 * Shared code for testing request-handler hosts: builds a site from a small catalogue, writes the host's files as `stillwave host` does,
 * and compares random requests with the naive oracle. Each host's test only says how to reach the host.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { checkSite } from '../../../src/check/run.ts';
import type { Connection } from '../../../src/check/send.ts';
import type { Host, HostSettings } from '../../../src/hosts/host.ts';
import { buildSite } from '../../../src/site/build.ts';
import { type Config, DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import type { OracleAnswer, OracleRequest } from '../../oracle/answer.ts';
import { difference } from '../../oracle/compare.ts';
import { createOracle } from '../../oracle/oracle.ts';
import { randomRequest, sampleCatalogue } from '../../oracle/queries.ts';
import { sharedOracleData } from '../../oracle/shared-records.ts';
import { failuresOf } from '../failures.ts';
import { EVERY, propertyRuns } from '../property-runs.ts';
import { temporaryFolderOnDisk } from '../temporary-folder.ts';
import { hostSettings } from './host-settings.ts';

export { freePort, isAvailable, type Program, startProgram } from '../programs.ts';

const DATA = inject('small').data;

export interface TestSite {
  readonly root: string;
  readonly config: Config;
  /** Folder beside the site, for the host's files. */
  readonly out: string;
  remove(): void;
}

/** Builds the small catalogue, in packs unless told otherwise, into a temporary folder. */
export async function buildTestSite(config: Partial<Config>, dataDir: string = DATA): Promise<TestSite> {
  const folder = temporaryFolderOnDisk();
  const root = join(folder, 'dist');
  const full: Config = {
    ...DEFAULT_CONFIG,
    downloads: [],
    archiveUrl: 'https://archive.example',
    layout: 'packs',
    ...config,
  };
  const result = await buildSite({ dataDir, out: root, config: full });
  if (result.kind !== 'built') throw new Error(`not built: ${JSON.stringify(result)}`);
  const out = join(folder, 'host');
  mkdirSync(out);
  return { root, config: full, out, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Settings as `stillwave host` reads them from the site. */
export function settingsFor(
  { root, out, config }: Pick<TestSite, 'root' | 'out' | 'config'>,
  host: Host,
): HostSettings {
  return hostSettings({ command: `stillwave host ${host.name}`, root, out }, config);
}

/** Writes the host's files as `stillwave host` does. */
export function writeHostFiles(host: Host, site: TestSite, folder: string = site.out): void {
  for (const { path, text } of host.emit(settingsFor({ ...site, out: folder }, host))) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** False where a URL parser would send another path, such as for `/a/../b`: Fetch hosts never see those. */
export function survivesUrlParser({ url }: OracleRequest): boolean {
  const { pathname, search } = new URL(`http://host.example${url}`);
  return pathname + search === url.replace(/\?$/, '');
}

export interface Comparison {
  /** Number of random requests. */
  readonly count?: number;
  /** False for requests that never reach the host. */
  readonly isAsked?: (request: OracleRequest) => boolean;
  /** The expected answer of the host, where it may differ from the oracle's in form. */
  readonly expected?: (answer: OracleAnswer) => OracleAnswer;
  /** The check sends one in this many requests. */
  readonly every?: number;
}

/** A site and how to ask the host that serves it. */
export interface Served {
  readonly site: TestSite;
  readonly connection: Pick<Connection, 'send' | 'read'>;
}

const ASKED_AT_ONCE = 8;

/** Sends random requests. Returns the number of requests, and a line for each answer that differs from the oracle's. */
async function compareWithOracle(
  { site, connection }: Served,
  count: number,
  { isAsked = () => true, expected = (answer) => answer }: Comparison,
) {
  const data = sharedOracleData(DATA);
  const oracle = createOracle(data, site.config);
  const sample = sampleCatalogue(data, new URL(site.config.baseUrl).pathname.replace(/\/$/, ''));
  const differences: string[] = [];
  let seed = 0;
  let asked = 0;
  const next = async (): Promise<void> => {
    while (asked < count && differences.length < 10) {
      const request = randomRequest(sample, ++seed);
      if (!isAsked(request)) continue;
      asked++;
      const { method, url } = request;
      const answer = await connection.send({ method, target: url, headers: request.headers });
      const found = difference(expected(oracle(request)), answer);
      if (found !== null) differences.push(`seed ${seed}: ${method} ${url}: ${found}`);
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, next));
  return { differences, asked };
}

/** The tests of every request handler: the check, and random requests. `served` is called when the tests run. */
export function testAnswers(served: () => Served, comparison: Comparison = {}): void {
  test('gives the answers of the request handler', async () => {
    const { site, connection } = served();
    const { every = EVERY } = comparison;
    expect(failuresOf(await checkSite(site.config.baseUrl, connection, { every }))).toEqual([]);
  });
  testRandomAnswers(served, comparison);
}

/** The random requests alone, for the same program at another base URL. */
export function testRandomAnswers(served: () => Served, comparison: Comparison = {}): void {
  const { count = propertyRuns(100) } = comparison;

  test(`${count} random requests get the answers of the oracle`, async () => {
    const { differences, asked } = await compareWithOracle(served(), count, comparison);
    expect(differences).toEqual([]);
    expect(asked).toBe(count);
  });
}
