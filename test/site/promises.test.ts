/** Guarantees that only matter when something goes wrong. Each test fails if the code for its guarantee is left out. */

import fs, { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { sha256 } from '../../src/fs/hash.ts';
import { buildSite } from '../../src/site/build.ts';
import { type Config, DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { diffReleases } from '../../src/site/diff/diff-releases.ts';
import { recoverInterruptedBuild } from '../../src/site/install/output.ts';
import { verifySite } from '../../src/site/install/verify-site.ts';
import { random } from '../oracle/generated.ts';
import { compiled, logSyncs, runCli } from '../support/folders.ts';
import { manifestFiles, writeManifestOf } from '../support/manifests.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const data = join(root, 'data');
random(3).write(data);

async function build(out: string, more: Partial<Config> = {}, dataDir = data): Promise<string> {
  const result = await buildSite({
    dataDir,
    out,
    config: { ...DEFAULT_CONFIG, layout: 'packs', downloads: [], ...more },
  });
  expect(result.kind).toBe('built');
  return out;
}

const { renameSync } = fs;
afterEach(() => {
  fs.renameSync = renameSync;
  syncBuiltinESMExports();
});

describe('a finished release', () => {
  it('is installed in order: packs, pages, the pointer, and the manifest last', async () => {
    const out = join(root, 'moved');
    // Threads, which write pages, need compiled code. Folders of the first site are filled file by file.
    const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(inject('cli'), 'site/build.js');
    const enumerate = { pageSizes: [20], filters: {} };
    const config: Config = { ...DEFAULT_CONFIG, layout: 'both', downloads: [], enumerate };
    await buildSite({ dataDir: data, out, config });
    const other = join(root, 'other-data');
    random(2).write(other);
    const moved: string[] = [];
    fs.renameSync = (from, to) => {
      if (String(from).includes('/.stillwave/new/')) moved.push(relative(out, String(to)));
      renameSync(from, to);
    };
    syncBuiltinESMExports();
    expect((await buildSite({ dataDir: other, out, config })).kind).toBe('built');
    const kinds = moved.map((path) => /^(?:packs(?=\/)|release\.json$|manifest\.json$)/.exec(path)?.[0] ?? 'pages');
    expect(kinds.filter((kind, n) => kind !== kinds[n - 1])).toEqual([
      'packs',
      'pages',
      'release.json',
      'manifest.json',
    ]);
    expect(moved.filter((path) => path.startsWith('api/v2/')).length).toBeGreaterThan(3);
  });
});

describe('a journal', () => {
  it.each(['../precious', '/precious', 'a/../../precious', '..', 'packs/../../precious', '.stillwave/new'])(
    'that removes %j is not trusted',
    async (path) => {
      const out = await build(join(root, `journal-${encodeURIComponent(path)}`));
      writeFileSync(join(root, 'precious'), '');
      const line = { path, size: 0, sha256: '' };
      // As if the old release had a file at this path that the staged release no longer has.
      writeManifestOf(out, 'x', [line]);
      mkdirSync(join(out, '.stillwave/new'), { recursive: true });
      writeManifestOf(join(out, '.stillwave/new'), 'x', [{ ...line, path: 'index.html' }]);
      expect(recoverInterruptedBuild(out)).toBe('finished');
      expect(existsSync(join(root, 'precious'))).toBe(true);
      expect(existsSync(join(out, 'packs'))).toBe(true);
    },
  );
});

it.each(['manifest.json.part', 'new/manifest.json'])(
  'a journal that was being written to %s when the build was killed is removed',
  async (path) => {
    const out = await build(join(root, `in-part-${encodeURIComponent(path)}`));
    mkdirSync(join(out, '.stillwave/new'), { recursive: true });
    writeFileSync(join(out, '.stillwave', path), '{"release":"x","sha256":"');
    expect(recoverInterruptedBuild(out)).toBe('discarded');
    expect(existsSync(join(out, '.stillwave'))).toBe(false);
  },
);

describe('verify', () => {
  it('lists packs and parts that are in the manifest, but not in the pointer', async () => {
    const out = await build(join(root, 'more-packs'));
    const release = JSON.parse(readFileSync(join(out, 'release.json'), 'utf8')).release.id;
    const content = 'not named\n';
    const hash = sha256(content);
    const added = [`packs/runs-${hash.slice(0, 32)}.ndjson`, `index/runs-${hash.slice(0, 32)}.json`];
    for (const path of added) writeFileSync(join(out, path), content);
    const lines = added.map((path) => ({ path, size: content.length, sha256: hash }));
    writeManifestOf(out, release, [...manifestFiles(out), ...lines]);
    const { faults } = await verifySite(out);
    const message = 'is in manifest.json, but not in release.json';
    expect(faults).toEqual(added.map((path) => ({ path, kind: 'changed', message })));
  });
});

describe('diff', () => {
  it.each(['unit', 'description'])('lists a parameter of which only the %s changed', async (field) => {
    const changed = join(root, `data-${field}`);
    random(3).write(changed);
    const file = join(changed, 'default-parameters.yaml');
    const text = readFileSync(file, 'utf8');
    const edited = text.replace(new RegExp(`("name":"far".*"${field}":")`), '$1x');
    expect(edited).not.toBe(text);
    writeFileSync(file, edited);
    const out = await build(join(root, `old-${field}`));
    const next = await build(join(root, `new-${field}`), {}, changed);
    expect((await diffReleases(out, next)).catalogue?.vocabulary).toEqual(['parameter far redescribed']);
  });
});

describe('import', () => {
  it('syncs files to disk before they replace others', async () => {
    const csv = join(root, 'rows.csv');
    writeFileSync(csv, 'name,version,gps,catalog,detectors\nNEW1,1,1126259462.4,GWTC-2,H1\nNEW2,1,1126259462.4,A,H1\n');
    const log = join(root, 'syncs');
    const ended = await runCli(
      inject('cli'),
      ['import', 'event-versions', csv, '--data', data, '--quiet'],
      logSyncs(log),
    );
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    const synced = readFileSync(log, 'utf8').trim().split('\n');
    for (const name of ['GWTC-2.yaml', 'A.yaml']) {
      const own = synced.find((path) => basename(path).startsWith(`.${name}.`));
      expect(own && dirname(own)).toBe(join(data, 'event-versions'));
    }
  });
});
