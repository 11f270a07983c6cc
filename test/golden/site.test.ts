/**
 * `site/data` and `site/stillwave.config.yaml` in, `site/dist` out, compared completely, byte for byte. The explorer is replaced by a
 * stub, so changes to it do not affect golden files. Values that depend on the version of the code (the release id, and hashes of files
 * that contain it) are only compared by form. `npm run update` rewrites `dist`; read the diff before you commit it.
 */

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../../src/site/config/load-config.ts';

const SITE = join(import.meta.dirname, 'site');
const EXPLORER = join(import.meta.dirname, '../fixtures/explorer');
const folder = mkdtempSync(join(tmpdir(), 'stillwave-golden-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BY_FORM = ['release.json', 'manifest.json'];

function filesOf(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')).sort();
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
  if (process.env.UPDATE) {
    rmSync(join(SITE, 'dist'), { recursive: true, force: true });
    cpSync(out, join(SITE, 'dist'), { recursive: true });
  }
  return out;
}

interface Pointer {
  readonly sha256: string;
  readonly release: { readonly id: string };
}

interface Manifest {
  readonly release: string;
  readonly groups: readonly { readonly name: string; readonly digest: string; readonly files: number }[];
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

const read = <T>(root: string, path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

describe('the golden site', async () => {
  const golden = join(SITE, 'dist');
  const out = await build();

  it('has the same files', () => {
    expect(filesOf(out)).toEqual(filesOf(golden));
    expect(filesOf(out).length).toBeGreaterThan(2);
  });

  it('with the same bytes', () => {
    for (const path of filesOf(golden).filter((file) => !BY_FORM.includes(file))) {
      expect(readFileSync(join(out, path), 'utf8'), path).toBe(readFileSync(join(golden, path), 'utf8'));
      expect(readFileSync(join(out, path)).equals(readFileSync(join(golden, path))), path).toBe(true);
    }
  });

  it('and a pointer that only differs in the release id', () => {
    const [actual, expected] = [out, golden].map((root) => read<Pointer>(root, 'release.json')) as [Pointer, Pointer];
    expect(actual.release.id).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify({ ...actual.release, id: expected.release.id })).toBe(JSON.stringify(expected.release));
    expect(statSync(join(out, 'release.json')).size).toBe(statSync(join(golden, 'release.json')).size);
  });

  it('and a manifest that only differs in that id, the hash of the pointer and digests of inputs', () => {
    const [actual, expected] = [out, golden].map((root) => read<Manifest>(root, 'manifest.json')) as [Manifest, Manifest];
    const withoutHash = ({ files }: Manifest) =>
      files.map((file) => (file.path === 'release.json' ? { ...file, sha256: '' } : file));
    expect(withoutHash(actual)).toEqual(withoutHash(expected));
    const withoutDigests = ({ groups }: Manifest) =>
      groups.map(({ digest, ...group }) => ({ ...group, digest: digest.length }));
    expect(withoutDigests(actual)).toEqual(withoutDigests(expected));
    expect(actual.release).toBe(read<Pointer>(out, 'release.json').release.id);
    expect(actual.files.map(({ path }) => path).sort()).toEqual(filesOf(out).filter((path) => path !== 'manifest.json'));
  });
});
