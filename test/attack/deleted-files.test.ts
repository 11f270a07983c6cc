/**
 * Files of a site that someone deleted, and packs that someone truncated: the next build that has something to do repairs the
 * site. So does one with nothing to do if packs, index parts or whole folders are missing.
 */

import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { DEFAULT_CONFIG, type Layout } from '../../src/site/config/config.ts';
import { writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { Random } from '../oracle/random.ts';
import { compiled, copyTree, differences, type FileState, snapshot, temporaryFolder } from '../support/folders.ts';

const root = temporaryFolder();
const [data, edited, out] = [join(root, 'data'), join(root, 'edited'), join(root, 'site')];
writeCatalogue(data, everyKind);
cpSync(data, edited, { recursive: true });
const catalogs = join(edited, 'catalogs.yaml');
writeFileSync(catalogs, readFileSync(catalogs, 'utf8').replace('The sum.', 'The whole.'));

async function build(dataDir: string, to: string, layout: Layout = 'both') {
  const { buildSite } = await compiled<typeof import('../../src/site/build/build-site.ts')>(
    inject('cli'),
    'site/build/build-site.js',
  );
  const enumerate = { ...DEFAULT_CONFIG.enumerate, pageSizes: [20] };
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

const isPointer = (path: string) => path === 'release.json' || path === 'manifest.json';

const isOfPacks = (path: string) => /^(packs|index)\//.test(path);

/** Kinds of damage to a file, by name. */
interface Harm {
  readonly do: (path: string) => void;
  /** True if the damage is also noticed in page and detail files, whose existence is checked but not their content. */
  readonly everywhere: boolean;
}

const HARM: Readonly<Record<string, Harm>> = {
  deleted: { do: (path) => rmSync(path), everywhere: true },
  'given another name': { do: (path) => renameSync(path, `${path}~`), everywhere: true },
  cut: { do: (path) => truncateSync(path, 1), everywhere: false },
  'made longer': { do: (path) => writeFileSync(path, 'x', { flag: 'a' }), everywhere: false },
  'made a link': {
    do(path) {
      rmSync(path);
      symlinkSync('nowhere', path);
    },
    everywhere: false,
  },
};

describe('a build with other data', () => {
  it.each(Object.entries(HARM))('repairs a site in which files were %s', async (name, harm) => {
    const source = new Random(name.length);
    const paths = [...sound.keys()].filter((path) => !isPointer(path) && (harm.everywhere || isOfPacks(path)));
    for (let round = 0; round < 2; round++) {
      copyTree(join(root, 'sound'), out);
      const chosen = paths.filter((_, n) => n === round || source.integer(0, 9) === 0);
      for (const path of chosen) harm.do(join(out, path));
      expect((await build(edited, out)).kind).toBe('built');
      for (const path of chosen) rmSync(join(out, `${path}~`), { force: true });
      expect(differences(snapshot(out), next)).toEqual([]);
    }
  });

  it('repairs a site in which folders were deleted', async () => {
    const folders = new Set([...sound.keys()].map((path) => dirname(path)).filter((path) => path !== '.'));
    copyTree(join(root, 'sound'), out);
    for (const folder of [...folders].filter((_, n) => n % 5 === 0)) {
      rmSync(join(out, folder), { recursive: true, force: true });
    }
    expect((await build(edited, out)).kind).toBe('built');
    expect(differences(snapshot(out), next)).toEqual([]);
  });
});

describe('a build with nothing new', () => {
  it.each(Object.entries(HARM))('notices every pack, index part or copy that was %s', async (name, harm) => {
    const paths = [...sound.keys()].filter(isOfPacks);
    expect(paths.length).toBeGreaterThan(20);
    copyTree(join(root, 'sound'), out);
    for (const path of paths.filter((_, n) => n % 20 === name.length)) {
      harm.do(join(out, path));
      expect((await build(data, out)).kind, path).toBe('built');
      rmSync(join(out, `${path}~`), { force: true });
      expect(differences(snapshot(out), sound)).toEqual([]);
    }
    expect((await build(data, out)).kind).toBe('unchanged');
  });

  it.each(['api', 'api/v2/event-versions', 'api/v2/runs', 'packs', 'index', 'index.html'])(
    'notices that %s is missing',
    async (path) => {
      copyTree(join(root, 'sound'), out);
      rmSync(join(out, path), { recursive: true });
      expect((await build(data, out)).kind).toBe('built');
      expect(differences(snapshot(out), sound)).toEqual([]);
    },
  );

  it.each(['pages', 'packs', 'both'] as const)('has nothing to do if all files exist, layout %s', async (layout) => {
    rmSync(out, { recursive: true, force: true });
    expect((await build(data, out, layout)).kind).toBe('built');
    expect((await build(data, out, layout)).kind).toBe('unchanged');
  });
});
