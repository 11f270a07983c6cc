/** `build --compress`: compressed copies of page files and packs with the same content, listed in the manifest and reproducible. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';
import { findRoute } from '../../src/core/contract/route.ts';
import { compressedCopies } from '../../src/fs/compress.ts';
import { callCli } from '../support/call-cli.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { manifestFiles } from '../support/manifests.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-compress-'));
const DECODE = { '.gz': gunzipSync, '.br': brotliDecompressSync } as const;

// Compression takes most of the time, so there are few pages.
const config = join(folder, 'config.yaml');
writeFileSync(config, 'enumerate:\n  pageSizes: [20]\n  filters: {}\n');

async function build(name: string, ...flags: string[]): Promise<string> {
  const out = join(folder, name);
  const args = ['build', '--quiet', '--data', SMALL_DATA, '--config', config, '--site', out, ...flags];
  expect(await callCli(args)).toMatchObject({ status: 0 });
  return out;
}

const filesOf = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

describe('build --compress', () => {
  let root: string;
  /** Files of the site without copies. */
  let plain: readonly string[];
  beforeAll(async () => {
    root = await build('once', '--compress');
    plain = filesOf(await build('switched'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('switched on or off for an existing site gives the same files as from scratch', async () => {
    expect(filesOf(await build('switched', '--compress'))).toEqual(filesOf(root));
    expect(filesOf(await build('switched', '--as-configured'))).toEqual(plain);
  });

  /** Some downloads are already compressed. */
  const isCopy = (path: string): boolean => /\.(gz|br)$/.test(path) && !path.startsWith('downloads/');
  const copies = (): string[] => filesOf(root).filter(isCopy);

  it("has copies of page files, packs, the explorer's files and the older interfaces only", () => {
    expect(copies().filter((path) => path.startsWith('packs/')).length).toBeGreaterThan(0);
    expect(copies().filter((path) => /\/_[^/]*\//.test(path)).length).toBeGreaterThan(0);
    const isPageFile = (path: string) => {
      const [, listing, rest] = /^(api\/v2\/.+?)\/_[^/]*\/(.*)$/.exec(path) ?? [];
      const target =
        listing === undefined ? null : findRoute(`/${listing}`, { basePath: '', collections: createCollections() });
      return target?.kind === 'listing' && /\d+\/\d+\.json\.(gz|br)$/.test(rest ?? '');
    };
    expect(copies().filter((path) => !/^(packs|assets|eventapi|archive)\//.test(path) && !isPageFile(path))).toEqual(
      [],
    );
    expect(copies().filter((path) => path.startsWith('api/v2/runs/')).length).toBeGreaterThan(0);
  });

  it('the copies have the same content and are smaller', () => {
    for (const path of copies()) {
      const ending = path.slice(-3) as keyof typeof DECODE;
      const copy = readFileSync(join(root, path));
      const original = readFileSync(join(root, path.slice(0, -3)));
      expect(DECODE[ending](copy).equals(original)).toBe(true);
      expect(copy.length).toBeLessThan(original.length);
    }
  });

  it('lists them in the manifest, and is reproducible', async () => {
    expect(
      manifestFiles(root)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(filesOf(root).filter((path) => path !== 'manifest.json'));
    const again = await build('twice', '--compress');
    expect(readFileSync(join(again, 'manifest.json'))).toEqual(readFileSync(join(root, 'manifest.json')));
  });

  it('changes nothing else', () => {
    // The files of the explorer are few and constant, so they always have copies.
    const without = filesOf(root).filter((path) => !isCopy(path) || path.startsWith('assets/'));
    expect(plain).toEqual(without);
  });
});

describe('compressedCopies', () => {
  it('has none that would not be smaller', () => {
    expect(compressedCopies('x', Buffer.from('{}'))).toEqual([]);
  });

  it('contains no operating system and no time', () => {
    const [gz] = compressedCopies('x', Buffer.from('a'.repeat(1000)));
    expect([...(gz?.[1].subarray(4, 10) ?? [])]).toEqual([0, 0, 0, 0, 2, 255]);
  });
});
