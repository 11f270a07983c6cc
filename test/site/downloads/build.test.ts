/** Builds with and without downloads, with the real program: which files are written, and when, and which stay unchanged. */

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { DOWNLOAD_NAMES } from '../../../src/core/contract/downloads.ts';
import { readRelease } from '../../../src/site/install/site-files.ts';
import { callCli } from '../../support/call-cli.ts';
import { SMALL_DATA } from '../../support/data-folders.ts';
import { snapshot } from '../../support/folders.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const GOLDEN = join(import.meta.dirname, '../../golden/site/data');

let folder: string;
let data: string;
let out: string;
beforeEach(() => {
  folder = temporaryFolder();
  data = join(folder, 'data');
  out = join(folder, 'dist');
  cpSync(SMALL_DATA, data, { recursive: true });
});

function build(downloads: string, ...more: readonly string[]) {
  const config = join(folder, 'config.yaml');
  writeFileSync(config, `baseUrl: https://x.test/gw\n${downloads}`);
  return callCli(['build', '--data', data, '--site', out, '--config', config, '--json', ...more]);
}

const names = (): string[] => (existsSync(join(out, 'downloads')) ? readdirSync(join(out, 'downloads')).sort() : []);

const LAYOUTS = ['packs', 'pages', 'both'];

it('every layout has every download, with the same bytes', async () => {
  const hashes = new Set<string>();
  for (const layout of LAYOUTS) {
    rmSync(out, { recursive: true, force: true });
    expect((await build('', '--layout', layout)).status).toBe(0);
    expect(names()).toEqual([...DOWNLOAD_NAMES].sort());
    hashes.add(JSON.stringify(Array.from(snapshot(join(out, 'downloads')), ([name, { hash }]) => [name, hash])));
  }
  expect(hashes.size).toBe(1);
});

it.each(LAYOUTS)('layout %s has none with downloads: false', async (layout) => {
  expect((await build('downloads: false\n', '--layout', layout)).status).toBe(0);
  expect(names()).toEqual([]);
  expect((await readRelease(out)).downloads).toEqual({});
});

it('a site has the downloads that the configuration lists', async () => {
  expect((await build('downloads: [segments.csv, event-versions.parquet]\n', '--layout', 'packs')).status).toBe(0);
  expect(names()).toEqual(['event-versions.parquet', 'segments.csv']);
  expect(Object.keys((await readRelease(out)).downloads)).toEqual([
    'downloads/event-versions.parquet',
    'downloads/segments.csv',
  ]);
});

it('an unknown name of a download is a located problem', async () => {
  const { status, stdout } = await build('downloads: [segments.xls]\n');
  expect([status, JSON.parse(stdout)]).toEqual([
    1,
    expect.objectContaining({
      problems: [expect.objectContaining({ line: 2, column: 13, message: expect.stringContaining('segments.xls') })],
    }),
  ]);
});

it('a build removes downloads that are turned off, and writes them again when they are turned on', async () => {
  expect((await build('', '--layout', 'packs')).status).toBe(0);
  expect((await build('downloads: false\n', '--layout', 'packs')).status).toBe(0);
  expect(names()).toEqual([]);
  expect((await build('', '--layout', 'packs')).status).toBe(0);
  expect(names()).toHaveLength(DOWNLOAD_NAMES.length);
});

it('a build only writes downloads whose data changed', async () => {
  expect((await build('')).status).toBe(0);
  const before = snapshot(join(out, 'downloads'));
  const file = join(data, 'event-versions/GWTC-1.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/gps: ([0-9]+)\.\d/, 'gps: $1.9'));
  expect((await build('')).status).toBe(0);
  const after = snapshot(join(out, 'downloads'));
  const touched = [...after]
    .filter(([path, { mtimeMs }]) => before.get(path)?.mtimeMs !== mtimeMs)
    .map(([path]) => path);
  expect(touched.sort()).toEqual([
    'catalogue.json',
    'event-versions.csv',
    'event-versions.json',
    'event-versions.parquet',
  ]);
});

it('a change of the order of catalogs changes the order of their columns', async () => {
  rmSync(data, { recursive: true });
  cpSync(GOLDEN, data, { recursive: true });
  const write = (...catalogs: readonly string[]) => {
    const cumulative = catalogs.map(
      (one) => `  - { name: ${one}, description: x, members: [${one === 'AA' ? 'GWTC-2' : 'GWTC-1'}] }\n`,
    );
    const plain = ['GWTC-1', 'GWTC-2', 'Empty-1'].map((one) => `  - { name: ${one}, description: x }\n`);
    writeFileSync(join(data, 'catalogs.yaml'), `catalogs:\n${[...cumulative, ...plain].join('')}`);
  };
  const columns = () => {
    const [head = ''] = readFileSync(join(out, 'downloads/event-versions.csv'), 'utf8').split('\n');
    return head
      .trim()
      .split(',')
      .filter((name) => name.startsWith('in_'));
  };
  for (const order of [
    ['BB', 'AA'],
    ['AA', 'BB'],
  ]) {
    write(...order);
    expect((await build('', '--layout', 'packs')).status).toBe(0);
    expect(columns()).toEqual(order.map((name) => `in_${name}`));
  }
});

it('a first build of packs, which creates downloads while it renders lines, gives the same site as a later build', async () => {
  expect((await build('', '--layout', 'packs')).status).toBe(0);
  const file = join(data, 'strain-files', readdirSync(join(data, 'strain-files')).sort()[0] as string);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(file_prefix: \S+)/, '$1X'));
  expect((await build('', '--layout', 'packs')).status).toBe(0);
  const upon = snapshot(out);
  rmSync(out, { recursive: true });
  expect((await build('', '--layout', 'packs')).status).toBe(0);
  const hashes = (files: ReturnType<typeof snapshot>) => Array.from(files, ([path, { hash }]) => [path, hash]);
  expect(hashes(snapshot(out))).toEqual(hashes(upon));
});

it('a download that was deleted or truncated is written again', async () => {
  expect((await build('')).status).toBe(0);
  const before = snapshot(out);
  rmSync(join(out, 'downloads/segments.csv'));
  writeFileSync(join(out, 'downloads/strain-files.parquet'), 'PAR1');
  expect((await build('')).status).toBe(0);
  const after = snapshot(out);
  expect([...after].filter(([path, { hash }]) => before.get(path)?.hash !== hash)).toEqual([]);
});
