/**
 * Builds `site/data` with `site/stillwave.config.yaml`, and compares the result with `site/files.txt`: one line for each file, with its
 * size and SHA-256. The oracle and the proof check what the files contain; this list shows that a change leaves every byte as it was. The
 * explorer is replaced by a stub, so its changes do not affect the list. Values that depend on the version of the code are left out: the
 * release id, and the hashes of files that contain it. `npm run update` rewrites the list; read the diff before you commit it.
 */

import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, inject, it } from 'vitest';
import { sha256 } from '../../src/fs/hash.ts';
import { loadConfig } from '../../src/site/config/load-config.ts';
import { ROOT } from '../support/data-folders.ts';
import { expectFile, IS_UPDATE } from '../support/expect-file.ts';
import { compiled, snapshot } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SITE = join(import.meta.dirname, 'site');
const EXPLORER = join(import.meta.dirname, '../fixtures/explorer');
const LIST = join(SITE, 'files.txt');

interface Pointer {
  readonly sha256: string;
  readonly release: { readonly id: string };
}

interface Manifest {
  readonly release: string;
  readonly groups: readonly { readonly kind: string; readonly key: string; readonly files: number }[];
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

const out = join(temporaryFolder(), 'dist');
const { config } = loadConfig(join(SITE, 'stillwave.config.yaml'));
if (config === null) throw new Error('the configuration has problems');
/** The compiled program: threads write page files, and cannot run the sources. */
const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(inject('cli'), 'site/build.js');
await buildSite({ dataDir: join(SITE, 'data'), out, config, explorer: EXPLORER });

const read = <T>(path: string): T => JSON.parse(readFileSync(join(out, path), 'utf8')) as T;
const pointer = read<Pointer>('release.json');
const manifest = read<Manifest>('manifest.json');
const files = snapshot(out);

/** Size and hash of a file without the release id. The manifest contains the hashes of all files: the list has them already. */
function fingerprint(path: string): string {
  if (path === 'manifest.json') return `${manifest.groups.length} groups`;
  if (path === 'release.txt') return `${statSync(join(out, path)).size}`;
  if (path === 'release.json')
    return `${statSync(join(out, path)).size} ${sha256(JSON.stringify({ ...pointer.release, id: '' }))}`;
  return `${statSync(join(out, path)).size} ${files.get(path)?.hash}`;
}

/** Names the first file that differs, and says how to see its content. */
function firstDifference(lines: readonly string[]): string {
  const expected = readFileSync(LIST, 'utf8').trimEnd().split('\n');
  const changed = lines.find((line) => !expected.includes(line)) ?? expected.find((line) => !lines.includes(line));
  const path = changed?.split(' ')[0];
  const folder = relative(ROOT, SITE);
  return `${path} differs. To see it, run this on the commit before and on this one, and compare the two folders:
  npm run build && node build/cli/main.js build --data ${folder}/data --config ${folder}/stillwave.config.yaml --site /tmp/golden-$(git rev-parse --short HEAD)`;
}

it('has the same files with the same bytes', () => {
  const lines = [...files.keys()].sort().map((path) => `${path} ${fingerprint(path)}`);
  expect(lines.length).toBeGreaterThan(100);
  if (IS_UPDATE) expectFile(LIST, `${lines.join('\n')}\n`);
  expect(`${lines.join('\n')}\n` === readFileSync(LIST, 'utf8'), firstDifference(lines)).toBe(true);
});

it('names the first file that differs', () => {
  const lines = readFileSync(LIST, 'utf8').trimEnd().split('\n');
  expect(
    firstDifference(lines.map((line) => (line.startsWith('api/v2/runs/O1.json ') ? line.replace(/.$/, '!') : line))),
  ).toMatch(/^api\/v2\/runs\/O1\.json differs\. To see it, run /);
  expect(firstDifference(lines.slice(1))).toContain(`${lines[0]?.split(' ')[0]} differs`);
});

it('has a release id that release.txt and the manifest repeat', () => {
  expect(pointer.release.id).toMatch(/^[0-9a-f]{32}$/);
  expect(readFileSync(join(out, 'release.txt'), 'utf8')).toBe(`${pointer.release.id}\n`);
  expect(manifest.release).toBe(pointer.release.id);
});

it('has a manifest with path, size and hash of every file', () => {
  expect(manifest.files.map((file) => `${file.path} ${file.size} ${file.sha256}`).sort()).toEqual(
    [...files]
      .filter(([path]) => path !== 'manifest.json')
      .map(([path, { hash }]) => `${path} ${statSync(join(out, path)).size} ${hash}`)
      .sort(),
  );
});
