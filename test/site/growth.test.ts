/** A catalogue with so many strain files that their index and packs are named in a file of their own, which release.json points to. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { diffReleases } from '../../src/site/diff/diff-releases.ts';
import { readManifest } from '../../src/site/install/manifest.ts';
import { readRelease, withAllPacks } from '../../src/site/install/site-files.ts';
import { verifySite } from '../../src/site/install/verify-site.ts';
import { type GeneratedCatalogue, writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { compiled, contentOf, copyTree } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [first, changed] = [join(root, 'first'), join(root, 'changed')];
/** Every other file is missing, so each is a block. 2^20 s have 256 files, and every other one of H1 is there. */
const FILES = 8000;
const GPS = 4096 * 341_797;
const blocksOf = (count: number) => Array.from({ length: count }, (_, n) => [GPS + n * 8192, 1] as const);
/** The file in the middle that is missing in the second catalogue. */
const MISSING = GPS + 8192 * 4000;

const catalogue = (blocks = blocksOf(FILES)): GeneratedCatalogue => ({
  ...everyKind,
  runs: [...(everyKind.runs ?? []), { name: 'O5', gps_start: GPS, gps_end: GPS + FILES * 8192 }],
  datasets: [
    ...everyKind.datasets,
    { dataset: 'O5_4KHZ_R1', run: 'O5', sample_rate_kHz: 4, series: [{ detector: 'H1', blocks }] },
  ],
});

async function build(data: string, out: string): Promise<void> {
  const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(inject('cli'), 'site/build.js');
  const config = { ...DEFAULT_CONFIG, layout: 'packs' as const, olderInterfaces: false, downloads: [] };
  expect((await buildSite({ dataDir: data, out, config })).kind).toBe('built');
}

beforeAll(async () => {
  writeCatalogue(`${first}-data`, catalogue());
  await build(`${first}-data`, first);
  writeCatalogue(`${changed}-data`, catalogue(blocksOf(FILES).filter(([start]) => start !== MISSING)));
  copyTree(first, changed);
  await build(`${changed}-data`, changed);
});

const packsIn = async (site: string) => (await withAllPacks(site, await readRelease(site))).packs;

/** Opens the site as if for the first request. `reads` are the paths of the files that it reads, in order. */
function open(site: string) {
  const reads: string[] = [];
  const readFile = async (path: string) => {
    reads.push(path);
    return readFileSync(join(site, path));
  };
  const handler = createSite({ readFile, sha256 });
  const ask = async (path: string) => {
    const { status, body } = await handler.respond({ method: 'GET', url: `/api/v2/${path}`, header: () => undefined });
    expect(status, path).toBe(200);
    return JSON.parse(new TextDecoder().decode(body));
  };
  return { reads, ask };
}

describe('an index of more than 100 kB', () => {
  it('is a separate file with the names of the packs, so release.json stays small', async () => {
    const { index, packs } = await readRelease(first);
    expect(index['strain-files']).toMatchObject({ kind: 'part' });
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
    expect(starts).toEqual(Array.from({ length: 20 }, (_, n) => GPS + (299 * 20 + n) * 8192));
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
    expect(await packsIn(out)).toMatchObject({ 'strain-files': (await packsIn(first))['strain-files'] });
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
    expect(found?.strainFiles).toMatchObject([{ added: 1, removed: 0, changed: 0, gps: [MISSING, MISSING + 4096] }]);
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
