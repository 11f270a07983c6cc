/** The tasks of a build that run after an edit, and the checks that keep outdated tasks from being skipped. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type Config, DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { formatManifest, type Manifest, type ManifestFile, readManifest } from '../../src/site/install/manifest.ts';
import { readStoredManifest } from '../../src/site/install/stored-manifest.ts';
import { type GeneratedBit, type GeneratedEvent, writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { compiled, copyTree, differences, snapshot } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [data, out, fresh, first] = ['data', 'site', 'fresh', 'first'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
];

async function build(to: string, more: Partial<Config> = {}): Promise<void> {
  const { buildSite } = await compiled<typeof import('../../src/site/build/build-site.ts')>(
    inject('cli'),
    'site/build/build-site.js',
  );
  const enumerate = { ...DEFAULT_CONFIG.enumerate, pageSizes: [20] };
  const result = await buildSite({ dataDir: data, out: to, config: { ...DEFAULT_CONFIG, enumerate, ...more } });
  expect(result.kind).toBe('built');
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(data, file);
  const text = readFileSync(path, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(path, change(text));
}

/** Groups of the tasks whose inputs differ from the first build. */
function changedGroups(): string[] {
  const inputs = new Map(readManifest(first)?.tasks.map((task) => [task.name, task.inputs]));
  const changed = (readManifest(out)?.tasks ?? []).filter((task) => inputs.get(task.name) !== task.inputs);
  return [...new Set(changed.map(({ name }) => name.replace(/ \d+$/, '')))];
}

let isBuilt = false;
beforeEach(async () => {
  rmSync(data, { recursive: true, force: true });
  writeCatalogue(data, everyKind);
  if (!isBuilt) await build(first);
  isBuilt = true;
  copyTree(first, out);
});

/** Compares with a build from nothing. */
async function expectFresh(more: Partial<Config> = {}): Promise<void> {
  rmSync(fresh, { recursive: true, force: true });
  await build(fresh, more);
  expect(differences(snapshot(out), snapshot(fresh))).toEqual([]);
}

describe('after an edit', () => {
  it('of the values of an event version, no task for strain files, runs, datasets, catalogs, timelines and events runs', async () => {
    const catalog = everyKind.events.find(({ parameters }) => parameters)?.catalog;
    edit(`event-versions/${catalog}.yaml`, (text) => text.replace(/"best":[0-9.e-]+/, '"best":12.25'));
    await build(out);
    const changed = changedGroups();
    expect(changed).toContain('pages event-versions/{}/default-parameters');
    const rendered = changed.filter((name) => name.startsWith('lines '));
    expect(rendered).toEqual(['lines event-versions', 'lines event-parameters', 'lines parameter-sets']);
    const others = changed.filter((name) => /^(records|pages) /.test(name)).map((name) => name.replace(/^\w+ /, ''));
    // Entries below catalogs have no parameters.
    const allowed = ['event-versions', 'event-versions/{}/default-parameters', 'event-versions/{}/parameters'];
    expect(others.filter((name) => !allowed.includes(name))).toEqual([]);
    await expectFresh();
  });

  it('of the values of an event version, its record and pages are made anew, and no others of their tasks', async () => {
    const { catalog } = everyKind.events.find(({ parameters }) => parameters) as GeneratedEvent;
    const before = readManifest(out) as Manifest;
    const isMade = ({ path }: ManifestFile) => /^api\/v2\/event-versions\/.*\.json$/.test(path);
    // Files that are taken over keep a hash that no file has.
    const forgery = 'f'.repeat(64);
    const forged = before.files.map((file) => (isMade(file) ? { ...file, sha256: forgery } : file));
    writeFileSync(join(out, 'manifest.json'), formatManifest({ ...before, files: forged }));
    edit(`event-versions/${catalog}.yaml`, (text) => text.replace(/"best":[0-9.e-]+/, '"best":12.25'));
    await build(out);
    const made = readManifest(out)?.files.filter((file) => isMade(file) && file.sha256 !== forgery) ?? [];
    expect(made.map(({ path }) => path.slice('api/v2/event-versions/'.length))).toEqual([
      ...['GW150914-v2.json', 'GW150914@GWTC-1-confident.json'],
      ...['_.include-default-parameters/20/1.json', '_.include-default-parameters.release-GWTC-1-confident/20/1.json'],
      ...['GW150914-v2/default-parameters/_/20/1.json', 'GW150914-v2/parameters/_/20/1.json'],
    ]);
    // The whole is what a build from nothing makes, as the files that were taken over were not touched.
    const known = new Map(before.files.map((file) => [file.path, file]));
    const files = readManifest(out)?.files.map((file) => (file.sha256 === forgery ? known.get(file.path) : file));
    rmSync(fresh, { recursive: true, force: true });
    await build(fresh);
    expect(files).toEqual(readManifest(fresh)?.files);
  });

  it('of the description of a catalog, only tasks that show it run', async () => {
    edit('catalogs.yaml', (text) => text.replace(/"description":"/, '"description":"x'));
    await build(out);
    const known = [
      ...['lines catalogs', 'lines event-versions', 'records catalogs', 'pages catalogs', 'release'],
      'download downloads/catalogue.json',
    ];
    expect(changedGroups().filter((name) => !known.includes(name))).toEqual([]);
    await expectFresh();
  });

  it('of a lifetime in the configuration, tasks that contain it run, but none for pages, records or lines', async () => {
    const cache = { ...DEFAULT_CONFIG.cache, errors: { maxAge: 11 } };
    await build(out, { cache });
    expect(changedGroups().filter((name) => /^(lines|records|pages) /.test(name))).toEqual([]);
    await expectFresh({ cache });
  });
});

describe('datasets and timelines whose files are the same as in the previous build', () => {
  /** After a change of an event version: the number of files read, and of warnings reported. */
  async function afterEventEdit(bits: readonly GeneratedBit[]) {
    const datasets = everyKind.datasets.map((dataset) => ({ bits, ...dataset }));
    const { buildSite } = await compiled<typeof import('../../src/site/build/build-site.ts')>(
      inject('cli'),
      'site/build/build-site.js',
    );
    rmSync(out, { recursive: true });
    let number = 0;
    const step = async () => {
      const events = everyKind.events.map((event) => ({ ...event, gps: event.gps + number }));
      writeCatalogue(data, { ...everyKind, datasets, events });
      number++;
      let read = 0;
      const onProgress = (name: string) => void (name === 'reading data' && read++);
      const result = await buildSite({ dataDir: data, out, config: DEFAULT_CONFIG, onProgress });
      return { read, warnings: result.kind === 'built' ? result.summary.warnings : null };
    };
    return [await step(), await step(), await step()];
  }

  /** The number of data files in these folders; without folders, in all that are always read. */
  const inFolders = (...names: readonly string[]): number =>
    (names.length > 0 ? names : ['event-versions', 'event-strain-files', 'strain-files', 'timelines'])
      .map((name) => readdirSync(join(data, name)).length)
      .reduce((sum, count) => sum + count);

  it('are not read', async () => {
    const [first, ...later] = await afterEventEdit([{ bit: 0, name: 'DATA' }]);
    expect(first?.read).toBe(inFolders());
    // Every build counts the warnings of events.
    for (const one of later) {
      expect(one).toEqual({ read: inFolders('event-versions', 'event-strain-files'), warnings: first?.warnings });
    }
    await expectFresh({ enumerate: DEFAULT_CONFIG.enumerate });
  });

  it('are read if they have warnings, which each build counts', async () => {
    const [first, ...later] = await afterEventEdit([]);
    expect(first?.read).toBe(inFolders());
    for (const one of later) expect(one).toEqual(first);
  });
});

describe('a task is not skipped', () => {
  it('if a pack that it reads has other bytes of the same length', async () => {
    const pack = [...snapshot(out).keys()].find((path) => path.startsWith('packs/strain-files-')) as string;
    const bytes = readFileSync(join(out, pack));
    bytes[20] = 0x78;
    writeFileSync(join(out, pack), bytes);
    const baseUrl = 'https://other.example';
    await build(out, { baseUrl });
    await expectFresh({ baseUrl });
  });

  it('if an index part has other bytes of the same length', async () => {
    const part = [...snapshot(out).keys()].find((path) => path.startsWith('index/segments-')) as string;
    const text = readFileSync(join(out, part), 'utf8');
    writeFileSync(
      join(out, part),
      text.replace(/\d(?=\D*$)/, (digit) => String(9 - Number(digit))),
    );
    const baseUrl = 'https://other.example';
    await build(out, { baseUrl });
    await expectFresh({ baseUrl });
  });

  it('if the manifest was changed, because its hash then does not match', async () => {
    const path = join(out, 'manifest.json');
    const sound = readStoredManifest(out);
    expect(sound?.tasks.length).toBeGreaterThan(20);
    const text = readFileSync(path, 'utf8');
    // As if a page had been created from the inputs of the next build.
    writeFileSync(path, text.replace(/("size":)\d+(,"sha256":"[0-9a-f]+"\},\n\{"path":"api)/, '$17$2'));
    expect(readStoredManifest(out)?.tasks.map(({ name }) => name)).toEqual(['']);
    edit('catalogs.yaml', (old) => old.replace(/"description":"/, '"description":"x'));
    await build(out);
    await expectFresh();
  });
});
