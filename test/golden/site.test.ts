/**
 * Builds `site/data` with `site/stillwave.config.yaml`, and compares the result with `site/dist`, byte for byte. The explorer is replaced
 * by a stub, so its changes do not affect golden files. Values that depend on the version of the code (the release id, and hashes of files
 * that contain it) are only compared by form. `npm run update` rewrites `dist` if anything else differs; read the diff before you commit
 * it.
 */

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../../src/site/config/load-config.ts';
import { IS_UPDATE } from '../support/expect-file.ts';

const SITE = join(import.meta.dirname, 'site');
const EXPLORER = join(import.meta.dirname, '../fixtures/explorer');
const folder = mkdtempSync(join(tmpdir(), 'stillwave-golden-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BY_FORM = ['release.json', 'release.txt', 'manifest.json'];

function filesOf(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')).sort();
}

interface Pointer {
  readonly sha256: string;
  readonly release: { readonly id: string };
}

interface Manifest {
  readonly release: string;
  readonly groups: readonly { readonly kind: string; readonly key: string; readonly digest: string | null; readonly files: number }[];
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

const read = <T>(root: string, path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

/** The pointer without values that depend on the version of the code. */
function pointerOf(root: string) {
  const { release } = read<Pointer>(root, 'release.json');
  return JSON.stringify({ ...release, id: '' });
}

/** The manifest without values that depend on the version of the code. */
function manifestOf(root: string) {
  const { files, groups } = read<Manifest>(root, 'manifest.json');
  return {
    files: files.map((file) => (BY_FORM.includes(file.path) ? { ...file, sha256: '' } : file)),
    groups: groups.map(({ digest, ...group }) => ({ ...group, digest: digest && digest.length })),
  };
}

/** Everything that is compared. */
function contentOf(root: string) {
  const bytes = filesOf(root).map((path) => (BY_FORM.includes(path) ? path : [path, readFileSync(join(root, path), 'latin1')]));
  return [bytes, pointerOf(root), manifestOf(root)];
}

/** The compiled program: page files are written by threads, which cannot run the sources. */
const { buildSite } = (await import(
  pathToFileURL(join(dirname(dirname(inject('cli'))), 'site/build.js')).href
)) as typeof import('../../src/site/build.ts');

async function build(): Promise<string> {
  const out = join(folder, 'dist');
  const { config } = loadConfig(join(SITE, 'stillwave.config.yaml'));
  if (config === null) throw new Error('the configuration has problems');
  const { kind } = await buildSite({ dataDir: join(SITE, 'data'), out, config, explorer: EXPLORER });
  if (kind !== 'built') throw new Error(kind);
  return out;
}

describe('the golden site', async () => {
  const golden = join(SITE, 'dist');
  const out = await build();
  if (IS_UPDATE && !(existsSync(golden) && isDeepStrictEqual(contentOf(out), contentOf(golden)))) {
    rmSync(golden, { recursive: true, force: true });
    cpSync(out, golden, { recursive: true });
  }

  it('has the same files', () => {
    expect(filesOf(out)).toEqual(filesOf(golden));
    expect(filesOf(out).length).toBeGreaterThan(2);
  });

  it('has the same bytes', () => {
    for (const path of filesOf(golden).filter((file) => !BY_FORM.includes(file))) {
      expect(readFileSync(join(out, path), 'utf8'), path).toBe(readFileSync(join(golden, path), 'utf8'));
      expect(readFileSync(join(out, path)).equals(readFileSync(join(golden, path))), path).toBe(true);
    }
  });

  it('has a pointer that only differs in the release id', () => {
    expect(read<Pointer>(out, 'release.json').release.id).toMatch(/^[0-9a-f]{32}$/);
    expect(readFileSync(join(out, 'release.txt'), 'utf8')).toBe(`${read<Pointer>(out, 'release.json').release.id}\n`);
    expect(pointerOf(out)).toBe(pointerOf(golden));
    expect(statSync(join(out, 'release.json')).size).toBe(statSync(join(golden, 'release.json')).size);
  });

  it('has a manifest that only differs in that id, the hash of the pointer and digests of inputs', () => {
    expect(manifestOf(out)).toEqual(manifestOf(golden));
    const { release, files } = read<Manifest>(out, 'manifest.json');
    expect(release).toBe(read<Pointer>(out, 'release.json').release.id);
    expect(files.map(({ path }) => path).sort()).toEqual(filesOf(out).filter((path) => path !== 'manifest.json'));
  });
});
