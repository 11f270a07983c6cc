/**
 * A catalogue with so many strain files that their index and the list of their packs are in a separate file, to which release.json points;
 * and the packs that change if a strain file is added or removed.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite } from '../../src/core/handler/site.ts';
import type { PackList } from '../../src/core/listing/compose.ts';
import { allPacks } from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { diffReleases } from '../../src/site/diff/diff-releases.ts';
import { readManifest } from '../../src/site/groups/manifest.ts';
import { openReleaseIn, readRelease } from '../../src/site/install/site-files.ts';
import { verifySite } from '../../src/site/install/verify-site.ts';
import { type GeneratedCatalogue, writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { createOracle } from '../oracle/oracle.ts';
import { loadOracleData } from '../oracle/records.ts';
import { compiled, contentOf, copyTree } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [first, changed] = [join(root, 'first'), join(root, 'changed')];
/** Only every 20th file exists, so each file is a block, and a period of 2^20 s has 12 or 13 files. */
const FILES = 8000;
const STEP = 20 * 4096;
const GPS = 4096 * 341_797;
const blocksOf = (count: number) => Array.from({ length: count }, (_, n) => [GPS + n * STEP, 1] as const);
/** The file in the middle that is missing in the second catalogue. */
const MISSING = GPS + STEP * 4000;
/**
 * More files follow after about ten periods: every file of five detectors in two periods, and later a single file in its period, which is
 * missing in the second catalogue.
 */
const PERIOD = 2 ** 20;
const DENSE = PERIOD * (Math.floor((GPS + FILES * STEP) / PERIOD) + 10);
const ALONE = DENSE + 4 * PERIOD;

const catalogue = (isMissing = (_gpsStart: number) => false): GeneratedCatalogue => ({
  ...everyKind,
  runs: [
    ...(everyKind.runs ?? []),
    { name: 'O5', gps_start: GPS, gps_end: GPS + FILES * STEP },
    { name: 'O6', gps_start: DENSE, gps_end: ALONE + PERIOD },
  ],
  datasets: [
    ...everyKind.datasets,
    {
      dataset: 'O5_4KHZ_R1',
      run: 'O5',
      sample_rate_kHz: 4,
      series: [{ detector: 'H1', blocks: blocksOf(FILES).filter(([start]) => !isMissing(start)) }],
    },
    {
      dataset: 'O6_16KHZ_R1',
      run: 'O6',
      sample_rate_kHz: 16,
      series: ['G1', 'H1', 'K1', 'L1', 'V1'].map((detector) => ({
        detector,
        blocks: [[DENSE, 512] as const, ...(detector === 'V1' && !isMissing(ALONE) ? [[ALONE, 1] as const] : [])],
      })),
    },
  ],
});

async function build(data: string, out: string): Promise<void> {
  const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(inject('cli'), 'site/build.js');
  const config = { ...DEFAULT_CONFIG, layout: 'packs' as const, downloads: [] };
  expect((await buildSite({ dataDir: data, out, config })).kind).toBe('built');
}

beforeAll(async () => {
  writeCatalogue(`${first}-data`, catalogue());
  await build(`${first}-data`, first);
  writeCatalogue(
    `${changed}-data`,
    catalogue((start) => start === MISSING || start === ALONE),
  );
  copyTree(first, changed);
  await build(`${changed}-data`, changed);
});

/** A path of API v2, or an older one, which begins with a slash. */
const urlOf = (path: string) => (path.startsWith('/') ? path : `/api/v2/${path}`);

const packsIn = async (site: string) => allPacks(await openReleaseIn(site));

/** Opens the site as if for the first request. `reads` are the paths of the files that it reads, in order. */
function open(site: string) {
  const reads: string[] = [];
  const readFile = async (path: string) => {
    reads.push(path);
    return readFileSync(join(site, path));
  };
  const handler = createSite({ readFile, sha256 });
  const ask = async (path: string) => {
    const { status, body } = await handler.respond({ method: 'GET', url: urlOf(path), header: () => undefined });
    expect(status, path).toBe(200);
    return JSON.parse(new TextDecoder().decode(body));
  };
  return { reads, ask };
}

describe('an index of more than 100 kB', () => {
  it('is a separate file with the packs of its collection, so release.json stays small', async () => {
    const { index, packs } = await readRelease(first);
    expect(index['strain-files']).toMatchObject({ kind: 'file' });
    expect(index['event-versions']).toMatchObject({ kind: 'columns' });
    const sets = Object.keys(packs);
    expect(sets).toContain('event-versions');
    expect(sets.filter((set) => set.includes('strain-file'))).toEqual([]);
    expect(Object.keys(await packsIn(first))).toEqual(expect.arrayContaining(['strain-files', 'strain-file-details']));
    expect(readFileSync(join(first, 'release.json')).length).toBeLessThan(30_000);
  });

  it('is read once, by the requests that need it: a cold one reads the pointer, this part, and the packs of its page', async () => {
    const { reads, ask } = open(first);
    await ask('event-versions');
    expect(reads.map((path) => path.replace(/-[0-9a-f]{32}\..*/, ''))).toEqual([
      'release.json',
      'packs/event-versions',
    ]);
    const page = await ask('runs/O5/strain-files?page=300');
    expect(page.results_count).toBe(FILES);
    const starts = page.results.map((entry: { gps_start: number }) => entry.gps_start);
    expect(starts).toEqual(Array.from({ length: 20 }, (_, n) => GPS + (299 * 20 + n) * STEP));
    const record = await ask(`strain-files/H1-${MISSING}-4kHz`);
    expect([record.gps_start, record.dataset]).toEqual([MISSING, 'O5_4KHZ_R1']);
    const kinds = new Set(reads.slice(2).map((path) => path.replace(/-[0-9a-f]{32}\..*/, '')));
    expect([...kinds]).toEqual(['index/strain-files', 'packs/strain-files', 'packs/strain-file-details']);
    expect(reads.filter((path) => path.startsWith('index/'))).toHaveLength(1);
    expect(reads.length).toBeLessThan(7);
  });

  it('does not stop a build from keeping the packs that it names', async () => {
    const [data, out] = [join(root, 'data'), join(root, 'out')];
    writeCatalogue(data, catalogue());
    copyTree(first, out);
    const path = join(data, 'catalogs.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('The sum.', 'A sum.'));
    await build(data, out);
    expect((await packsIn(out))['strain-files']).toEqual((await packsIn(first))['strain-files']);
    const fresh = join(root, 'fresh');
    await build(data, fresh);
    expect(contentOf(out)).toEqual(contentOf(fresh));
    const digestsOf = (site: string) =>
      new Map(readManifest(site)?.groups.map(({ kind, key, digest }) => [`${kind} ${key}`, digest]));
    expect(digestsOf(out).get('packs strain-files')).toBe(digestsOf(first).get('packs strain-files'));
  });

  it('is read to compare two releases', async () => {
    const { catalogue: found } = await diffReleases(changed, first);
    expect(found?.collections).toEqual([]);
    expect(found?.strainFiles).toMatchObject([
      { added: 1, removed: 0, changed: 0, gps: [MISSING, MISSING + 4096] },
      { added: 1, removed: 0, changed: 0, gps: [ALONE, ALONE + 4096] },
    ]);
  });

  it('is verified, and so are the packs that it names', async () => {
    const out = join(root, 'verified');
    copyTree(first, out);
    expect((await verifySite(out)).faults).toEqual([]);
    const { index } = await readRelease(out);
    const part = `index/${(index['strain-files'] as { readonly name: string }).name}.json`;
    const bytes = readFileSync(join(out, part));
    writeFileSync(
      join(out, part),
      bytes.map((byte, n) => (n === 5000 ? byte ^ 1 : byte)),
    );
    expect((await verifySite(out)).faults).toMatchObject([{ path: part, kind: 'changed' }]);
    await expect(diffReleases(out, first)).rejects.toThrow(`a site is damaged: ${part} is truncated or changed`);
    rmSync(join(out, part));
    expect((await verifySite(out)).faults).toMatchObject([{ path: part, kind: 'missing' }]);
    // A build writes it again, with the packs.
    await build(`${first}-data`, out);
    expect(contentOf(out)).toEqual(contentOf(first));
  });
});

describe('packs of strain files', () => {
  const SETS = ['strain-files', 'strain-file-details'];

  it('have the files of one period of 2^20 s each, in any number', async () => {
    const packs = await packsIn(first);
    for (const set of SETS) {
      const { names, starts } = packs[set] as PackList;
      const periods = names.map((name) => {
        const text = readFileSync(join(first, `packs/${name}.ndjson`), 'utf8');
        return Array.from(text.matchAll(/"gps_start":(\d+)/g), ([, gpsStart]) => Math.floor(Number(gpsStart) / PERIOD));
      });
      expect(periods.filter((all) => new Set(all).size > 1)).toEqual([]);
      const firsts = periods.map(([period]) => period as number);
      expect(firsts).toEqual([...new Set(firsts)].sort((a, b) => a - b));
      const lengths = periods.map(({ length }) => length);
      expect(lengths).toEqual(starts.map((start, n) => (starts[n + 1] ?? periods.flat().length) - start));
      // Every 20th file, except at the ends; then two dense periods, and a period with a single file.
      expect(lengths.filter((length) => length === 12 || length === 13).length).toBeGreaterThan(600);
      expect(lengths.slice(-3)).toEqual([1280, 1280, 1]);
    }
  });

  it('are the only ones that an added or removed file changes, one for its entry and one for its record', async () => {
    const [before, after] = [first, changed].map((site) => readdirSync(join(site, 'packs')));
    const setsOf = (names: readonly string[]) => names.map((name) => name.slice(0, name.lastIndexOf('-'))).sort();
    // One file is missing in the middle of a period. The other missing file was the only one in its period.
    const added = setsOf(after?.filter((name) => !before?.includes(name)) ?? []);
    const removed = setsOf(before?.filter((name) => !after?.includes(name)) ?? []);
    expect(added).toEqual([...SETS].sort());
    expect(removed).toEqual([...SETS, ...SETS].sort());
  });

  it('give the oracle’s responses at their boundaries', async () => {
    const { starts } = (await packsIn(first))['strain-files'] as PackList;
    const { ask } = open(first);
    const oracle = createOracle(loadOracleData(`${first}-data`), DEFAULT_CONFIG);
    const same = async (path: string) => {
      const { body } = oracle({ method: 'GET', url: urlOf(path), headers: {} });
      expect(await ask(path), path).toEqual(JSON.parse(body as string));
      return JSON.parse(body as string);
    };
    // The first boundaries are alike. The last ones are those of the dense periods.
    const some = starts.filter((_, n) => n % 5 === 0 || n > starts.length - 10);
    expect(some.length).toBeGreaterThan(130);
    for (const start of some) {
      const page = Math.floor(start / 20);
      if (page > 0) await same(`strain-files?page=${page}`);
      const { results } = await same(`strain-files?page=${page + 1}`);
      const { detector, gps_start, sample_rate_kHz } = results[start % 20];
      await same(`strain-files/${detector}-${gps_start}-${sample_rate_kHz}kHz`);
    }
    const { num_pages } = await same('strain-files?pagesize=1000');
    for (let page = 2; page <= num_pages; page++) await same(`strain-files?pagesize=1000&page=${page}`);
    await same('strain-files?detector=V1&pagesize=500&page=2');
    await same(`strain-files?start=${DENSE - PERIOD}&stop=${DENSE - 5000}`);
    await same(`strain-files?start=${DENSE - PERIOD}&stop=${DENSE}`);
    await same(`strain-files?start=${DENSE + PERIOD - 5000}&stop=${DENSE + PERIOD}`);
    await same(`strain-files?start=${ALONE - 2 * PERIOD}&stop=${ALONE}`);
    await same(`/archive/links/O6_16KHZ_R1/V1/${DENSE + PERIOD - 5000}/${ALONE + 5000}/json`);
  });
});
