/**
 * Folders that are moved away or lose their permissions while a build uses them. The build ends with an explanation and changes nothing in
 * any other folder; the next build creates the complete release.
 */

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { OutputError } from '../../src/fs/output-error.ts';
import { buildSite } from '../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { copyTree, differences, snapshot } from '../support/folders.ts';
import { createInterceptor } from '../support/intercept-calls.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { runUnprivileged } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [data, before, out, aside] = ['data', 'before', 'out', 'aside'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
];
const build = (to: string, durable = false) =>
  buildSite({ dataDir: data, out: to, config: { ...DEFAULT_CONFIG, layout: 'packs', downloads: [] }, durable });
let trees: { old: ReturnType<typeof snapshot>; new: ReturnType<typeof snapshot> };

beforeAll(async () => {
  cpSync(SMALL_DATA, data, { recursive: true });
  await build(before);
  const catalogs = join(data, 'catalogs.yaml');
  writeFileSync(catalogs, readFileSync(catalogs, 'utf8').replace('First catalog', 'The first catalog'));
  await build(join(root, 'after'));
  trees = { old: snapshot(before), new: snapshot(join(root, 'after')) };
});

const CALLS = ['mkdirSync', 'writeFileSync', 'renameSync', 'lstatSync', 'existsSync', 'rmSync'] as const;
const { intercept, restore } = createInterceptor(CALLS);
afterEach(restore);

/**
 * Calls `strike` before the nth call (from 1) on a path below the site, once the site is locked. Returns the number of calls. `rmSync`, and
 * calls inside it, do not count: a build cannot check the lock at the very moment a file is removed.
 */
function strikeAt(number: number, strike: () => void): () => number {
  let calls = 0;
  let isInside = false;
  intercept((name, original) => (...given) => {
    const isCounted = name !== 'rmSync' && !isInside && (calls > 0 || String(given[0]).includes('/.stillwave/new'));
    if (isCounted && String(given[0]).startsWith(out) && ++calls === number) {
      isInside = true;
      strike();
      isInside = false;
    }
    const wasInside = isInside;
    isInside ||= name === 'rmSync';
    try {
      return original(...given);
    } finally {
      isInside = wasInside;
    }
  });
  return () => calls;
}

describe('a folder that takes the place of the one in which a build works', () => {
  const replacements = { 'another site': () => copyTree(before, out), 'an empty folder': () => mkdirSync(out) };

  it.each([
    { kind: 'another site', isFirst: false, durable: false },
    { kind: 'another site', isFirst: false, durable: true },
    { kind: 'an empty folder', isFirst: false, durable: false },
    { kind: 'an empty folder', isFirst: true, durable: false },
  ] as const)(
    'is never changed, and the next build finishes the folder that was moved away ($kind, first build: $isFirst, durable: $durable)',
    async ({ kind, isFirst, durable }) => {
      const buildAndStrike = async (number: number, strike: () => void) => {
        for (const folder of [out, aside]) rmSync(folder, { recursive: true, force: true });
        if (!isFirst) copyTree(before, out);
        const count = strikeAt(number, strike);
        const ended = await build(out, durable).catch((error: unknown) => error);
        restore();
        return { ended, calls: count() };
      };
      const { calls } = await buildAndStrike(Number.POSITIVE_INFINITY, () => {});
      const ends = { refused: 0, interrupted: 0 };
      const step = Math.ceil(4 / propertyRuns(1));
      for (let at = 1; at <= calls; at += at < 5 || at >= calls - 3 ? 1 : step) {
        const moment = `replaced before call ${at} of ${calls}`;
        const { ended } = await buildAndStrike(at, () => {
          renameSync(out, aside);
          replacements[kind]();
        });
        expect(differences(snapshot(out), kind === 'another site' ? trees.old : new Map()), moment).toEqual([]);
        if (at >= calls - 1) {
          // The new release is installed, and only the lock is left to remove: two calls look at it first.
          expect(ended, moment).toMatchObject({ kind: 'built' });
        } else {
          expect(ended, moment).toBeInstanceOf(OutputError);
          ends[String(ended).includes('The site is unchanged') ? 'refused' : 'interrupted']++;
        }
        await build(aside);
        expect(differences(snapshot(aside), trees.new), moment).toEqual([]);
      }
      expect(Math.min(...Object.values(ends))).toBeGreaterThan(0);
    },
  );
});

describe('a work folder that loses its permissions', () => {
  /** Code that a build preloads: it removes the folder's permissions before each call whose path contains `path`. */
  const takeAt = (call: string, path: string, folder: string) => `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const original = fs.${call};
    fs.${call} = (...given) => {
      if (String(given[0]).includes('${path}')) fs.chmodSync('${folder}', 0);
      return original(...given);
    };
    syncBuiltinESMExports();`;

  it.each([
    ['while files are staged', 'writeFileSync', '/new/packs/', 'The site is unchanged.\n'],
    ['before files are moved', 'renameSync', '/manifest.json.part', 'The site is unchanged.\n'],
    [
      'while files are moved',
      'renameSync',
      '/new/manifest.json',
      'The new release is not fully installed; the next command finishes it.\n',
    ],
    ['when the lock is removed', 'rmSync', '/.stillwave/lock', ''],
  ])('%s is explained, and the next build is complete', async (_, call, path, state) => {
    copyTree(before, out);
    const code = encodeURIComponent(takeAt(call, path, join(out, '.stillwave')));
    const config = join(root, 'config.yaml');
    writeFileSync(config, 'layout: packs\ndownloads: []\n');
    const args = ['build', '--quiet', '--data', data, '--site', out, '--config', config];
    const ended = runUnprivileged(inject('cli'), args, { NODE_OPTIONS: `--import data:text/javascript,${code}` });
    expect(ended.status).toBe(state === '' ? 0 : 2);
    expect(ended.stderr.replace(/^error: .* (permission denied|or moved the folder)\. /, '')).toBe(state);
    expect(statSync(join(out, '.stillwave')).mode & 0o777).toBe(0);
    chmodSync(join(out, '.stillwave'), 0o755);
    expect(runUnprivileged(inject('cli'), args)).toMatchObject({ status: 0, stderr: '' });
    await build(out);
    expect(differences(snapshot(out), trees.new)).toEqual([]);
    expect(existsSync(join(out, '.stillwave'))).toBe(false);
  });
});
