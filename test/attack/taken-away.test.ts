/**
 * Folders that lose their permissions while a build uses them. The build ends with an explanation; the next build gives the complete
 * release.
 */

import { chmodSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { buildSite } from '../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { copyTree, differences, snapshot } from '../support/folders.ts';
import { runUnprivileged } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [data, before, out, _aside] = ['data', 'before', 'out', 'aside'].map((name) => join(root, name)) as [
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
