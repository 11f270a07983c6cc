/**
 * Folders that are moved away or lose their permissions while a build uses them. The build ends with an explanation and changes nothing
 * in another folder; the next build gives the complete release.
 */

import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildSite } from '../../src/site/build/build-site.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { OutputError } from '../../src/site/output/output-error.ts';
import { copyTree, differences, snapshot } from '../support/folders.ts';
import { createInterceptor } from '../support/intercept-calls.ts';
import { runUnprivileged } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [data, before, out, aside] = ['data', 'before', 'out', 'aside'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
];
const build = (to: string) =>
  buildSite({ dataDir: data, out: to, config: { ...DEFAULT_CONFIG, layout: 'packs', downloads: [] } });
let trees: { old: ReturnType<typeof snapshot>; new: ReturnType<typeof snapshot> };

beforeAll(async () => {
  cpSync(join(import.meta.dirname, '../fixtures/small-data'), data, { recursive: true });
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
 * Calls `strike` before the nth call (from 1) on a path below the site, once the site is locked. Returns the number of calls. Those of
 * rmSync do not count: nothing can look at the lock at the moment in which a file is removed.
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

describe('a site', () => {
  it('that replaces the folder of a build keeps all its files, and the build can be finished where it is now', async () => {
    const ends = { refused: 0, interrupted: 0 };
    let calls = 1;
    for (let at = 1; at <= calls; at++) {
      rmSync(aside, { recursive: true, force: true });
      copyTree(before, out);
      const count = strikeAt(at, () => {
        renameSync(out, aside);
        copyTree(before, out);
      });
      const ended = await build(out).catch((error: unknown) => error);
      restore();
      calls = Math.max(calls, count());
      expect(differences(snapshot(out), trees.old), `moved before call ${at} of ${calls}`).toEqual([]);
      expect(ended).toBeInstanceOf(OutputError);
      ends[String(ended).includes('The site is unchanged') ? 'refused' : 'interrupted']++;
      await build(aside);
      expect(differences(snapshot(aside), trees.new), `moved before call ${at} of ${calls}`).toEqual([]);
    }
    expect(Math.min(...Object.values(ends))).toBeGreaterThan(0);
  });
});

describe('a work folder that loses its permissions', () => {
  /** Code that a build loads first: takes the permissions before a call with a path of this form. */
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
    ['while files are staged', 'writeFileSync', '/new/packs/', 2],
    ['while files are moved', 'lstatSync', '/out/manifest.json', 2],
    ['when the lock is removed', 'rmSync', '/.stillwave/lock-', 0],
  ])('%s is explained, and the next build is complete', async (_, call, path, status) => {
    copyTree(before, out);
    const code = encodeURIComponent(takeAt(call, path, join(out, '.stillwave')));
    const config = join(root, 'config.yaml');
    writeFileSync(config, 'layout: packs\ndownloads: []\n');
    const args = ['build', '--quiet', '--data', data, '--site', out, '--config', config];
    const ended = runUnprivileged(inject('cli'), args, { NODE_OPTIONS: `--import data:text/javascript,${code}` });
    expect(ended.status).toBe(status);
    expect(ended.stderr).toMatch(
      status === 0 ? /^$/ : /^error: .* (permission denied|or moved the folder)\. The [^\n]*\.\n$/,
    );
    expect(statSync(join(out, '.stillwave')).mode & 0o777).toBe(0);
    chmodSync(join(out, '.stillwave'), 0o755);
    expect(runUnprivileged(inject('cli'), args)).toMatchObject({ status: 0, stderr: '' });
    await build(out);
    expect(differences(snapshot(out), trees.new)).toEqual([]);
    expect(existsSync(join(out, '.stillwave'))).toBe(false);
  });
});
