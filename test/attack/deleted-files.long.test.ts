/**
 * The next build repairs a site in which packs, index files or whole folders were deleted, truncated or replaced, even if it has nothing
 * else to do. Only `verify` checks single pages and records (`test/site/output.test.ts`).
 */

import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Layout } from '../../src/core/contract/site-paths.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { Random } from '../oracle/random.ts';
import { compiled, copyTree, differences, type FileState, snapshot } from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [data, edited, out] = [join(root, 'data'), join(root, 'edited'), join(root, 'site')];
writeCatalogue(data, everyKind);
cpSync(data, edited, { recursive: true });
const catalogs = join(edited, 'catalogs.yaml');
writeFileSync(catalogs, readFileSync(catalogs, 'utf8').replace('The sum.', 'The whole.'));

async function build(dataDir: string, to: string, layout: Layout = 'both') {
  const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(inject('cli'), 'site/build.js');
  const enumerate = { pageSizes: [20], filters: {} };
  return buildSite({ dataDir, out: to, config: { ...DEFAULT_CONFIG, layout, enumerate, compress: true } });
}

let sound: ReadonlyMap<string, FileState>;
let next: ReadonlyMap<string, FileState>;
beforeAll(async () => {
  await build(data, join(root, 'sound'));
  await build(edited, join(root, 'next'));
  sound = snapshot(join(root, 'sound'));
  next = snapshot(join(root, 'next'));
});

const isOfPacks = (path: string) => /^(packs|index)\//.test(path);

/** Kinds of damage to a file, by name. */
const HARM: Readonly<Record<string, (path: string) => void>> = {
  deleted: (path) => rmSync(path),
  'given another name': (path) => renameSync(path, `${path}~`),
  cut: (path) => truncateSync(path, 1),
  'made longer': (path) => writeFileSync(path, 'x', { flag: 'a' }),
  'made a link': (path) => {
    rmSync(path);
    symlinkSync('nowhere', path);
  },
};

/** Files that every build checks, besides packs and index files. */
const FOLDERS = ['api', 'api/v2/event-versions', 'api/v2/runs', 'packs', 'index', 'index.html'];

describe('a build with other data', () => {
  it.each(Object.entries(HARM))('repairs a site in which packs, index files or copies were %s', async (name, harm) => {
    const source = new Random(name.length);
    const paths = [...sound.keys()].filter(isOfPacks);
    for (let round = 0; round < propertyRuns(1); round++) {
      copyTree(join(root, 'sound'), out);
      const chosen = paths.filter((_, n) => n === round || source.integer(0, 9) === 0);
      for (const path of chosen) harm(join(out, path));
      expect((await build(edited, out)).kind).toBe('built');
      for (const path of chosen) rmSync(join(out, `${path}~`), { force: true });
      expect(differences(snapshot(out), next)).toEqual([]);
    }
  });

  it.each(FOLDERS)('repairs a site without %s', async (path) => {
    copyTree(join(root, 'sound'), out);
    rmSync(join(out, path), { recursive: true });
    expect((await build(edited, out)).kind).toBe('built');
    expect(differences(snapshot(out), next)).toEqual([]);
  });
});

describe('a build with nothing new', () => {
  it.each(Object.entries(HARM))('notices every pack, index file or copy that was %s', async (name, harm) => {
    const paths = [...sound.keys()].filter(isOfPacks);
    expect(paths.length).toBeGreaterThan(20);
    copyTree(join(root, 'sound'), out);
    for (const path of paths.filter((_, n) => n % 40 === name.length)) {
      harm(join(out, path));
      expect((await build(data, out)).kind, path).toBe('built');
      rmSync(join(out, `${path}~`), { force: true });
      expect(differences(snapshot(out), sound)).toEqual([]);
    }
    expect((await build(data, out)).kind).toBe('unchanged');
  });

  it.each(FOLDERS)('notices that %s is missing', async (path) => {
    copyTree(join(root, 'sound'), out);
    rmSync(join(out, path), { recursive: true });
    expect((await build(data, out)).kind).toBe('built');
    expect(differences(snapshot(out), sound)).toEqual([]);
  });

  it.each(['pages', 'packs', 'both'] as const)('has nothing to do if all files exist, layout %s', async (layout) => {
    rmSync(out, { recursive: true, force: true });
    expect((await build(data, out, layout)).kind).toBe('built');
    expect((await build(data, out, layout)).kind).toBe('unchanged');
  });
});
