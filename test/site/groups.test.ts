/** The groups of files that a build writes again after an edit, and the checks that prevent outdated groups from being kept. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type Config, DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { groupId, readManifest } from '../../src/site/groups/manifest.ts';
import { type GeneratedEvent, writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { compiled, copyTree, differences, snapshot } from '../support/folders.ts';
import { LONG } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [data, out, fresh, first] = ['data', 'site', 'fresh', 'first'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
];

async function build(to: string, more: Partial<Config> = {}, force = false): Promise<void> {
  const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(inject('cli'), 'site/build.js');
  const enumerate = { ...DEFAULT_CONFIG.enumerate, pageSizes: [20] };
  const result = await buildSite({ dataDir: data, out: to, force, config: { ...DEFAULT_CONFIG, enumerate, ...more } });
  expect(result.kind).toBe('built');
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(data, file);
  const text = readFileSync(path, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(path, change(text));
}

/** Names of the groups whose inputs differ from the first build. */
function changedGroups(): string[] {
  const digests = new Map(readManifest(first)?.groups.map((group) => [groupId(group), group.digest]));
  const changed = (readManifest(out)?.groups ?? []).filter((group) => digests.get(groupId(group)) !== group.digest);
  return changed.map(groupId);
}

let isBuilt = false;
beforeEach(async () => {
  rmSync(data, { recursive: true, force: true });
  writeCatalogue(data, everyKind);
  if (!isBuilt) await build(first);
  isBuilt = true;
  copyTree(first, out);
});

/** Checks that the site equals one that is built from scratch. */
async function expectFresh(more: Partial<Config> = {}): Promise<void> {
  rmSync(fresh, { recursive: true, force: true });
  await build(fresh, more);
  expect(differences(snapshot(out), snapshot(fresh))).toEqual([]);
}

describe('after an edit', () => {
  it('of the values of an event version, only the packs, records and pages that show them are written again', async () => {
    const { catalog } = everyKind.events.find(({ parameters }) => parameters) as GeneratedEvent;
    const before = snapshot(out);
    edit(`event-versions/${catalog}.yaml`, (text) => text.replace(/"best":[0-9.e-]+/, '"best":12.25'));
    await build(out);
    const changed = changedGroups();
    const of = (kind: string) =>
      changed.filter((name) => name.startsWith(`${kind} `)).map((name) => name.split(' ')[1]);
    const rendered = ['event-versions', 'events', 'event-strain-files', 'event-parameters', 'parameter-sets'];
    expect(of('packs')).toEqual(rendered);
    expect(of('records')).toEqual(['event-versions']);
    // Pages below other collections do not show values, and pages below event versions show different lines.
    const shown = ['event-versions', 'catalogs/{}/events', 'event-versions/{}/default-parameters'];
    expect(new Set(of('pages'))).toEqual(new Set([...shown, 'event-versions/{}/parameters']));
    const downloads = of('download').map((name) => name?.replace(/\..*/, ''));
    expect(new Set(downloads)).toEqual(new Set(['catalogue', 'event-versions']));
    // A file with the same content is not written.
    const files = [...snapshot(out)].filter(([path, { mtimeMs }]) => before.get(path)?.mtimeMs !== mtimeMs);
    const pages = files.map(([path]) => path).filter((path) => path.startsWith('api/'));
    expect(pages.map((path) => path.slice('api/v2/event-versions/'.length)).sort()).toMatchInlineSnapshot(`
      [
        "150914-v1-v2.json",
        "GW15-v2.json",
        "GW150914-v2.json",
        "GW150914-v2/default-parameters/_/20/1.json",
        "GW150914-v2/parameters/_/20/1.json",
        "GW150914@GWTC-1-confident.json",
        "_.include-default-parameters.lastver.release-GWTC-1-confident/20/1.json",
        "_.include-default-parameters.release-GWTC-1-confident/20/1.json",
        "_.include-default-parameters/20/1.json",
      ]
    `);
    await expectFresh();
  });

  it('of the description of a catalog, only groups that show it are written again', async () => {
    edit('catalogs.yaml', (text) => text.replace(/"description":"/, '"description":"x'));
    await build(out);
    const known = [
      ...['packs event-versions', 'packs catalogs', 'download catalogue.json', 'legacy'],
      ...['records catalogs', 'pages catalogs'],
    ];
    expect(changedGroups()).toEqual(known);
    await expectFresh();
  });

  it('of a lifetime in the configuration, no packs, records, pages and downloads are written again', async () => {
    const cache = { ...DEFAULT_CONFIG.cache, errors: { maxAge: 11 } };
    await build(out, { cache });
    expect(changedGroups()).toEqual([]);
    await expectFresh({ cache });
  });

  const CHANGES: readonly [string, Partial<Config>][] = [
    ['the layout and compress', { layout: 'pages', compress: true }],
    ['compatibility', { compatibility: 'service' }],
    ['page sizes', { enumerate: { ...DEFAULT_CONFIG.enumerate, pageSizes: [20, 50] } }],
    ['compress', { compress: true }],
    ['links', { links: 'path' }],
    ['baseUrl', { baseUrl: 'https://other.example' }],
    ['enumerated filters', { enumerate: { ...DEFAULT_CONFIG.enumerate, filters: {}, pageSizes: [20] } }],
    ['downloads', { downloads: ['segments.csv'] }],
    ['the layout', { layout: 'packs' }],
  ];
  it.each(LONG ? CHANGES : CHANGES.slice(0, 3))(
    'of %s in the configuration, and its reversal, the files equal those of a build from scratch',
    async (_, config) => {
      await build(out, config);
      await expectFresh(config);
      await build(out);
      expect(differences(snapshot(out), snapshot(first))).toEqual([]);
    },
  );
});

describe('a group is not kept', () => {
  it('if a pack that it reads has other bytes of the same length', async () => {
    const pack = [...snapshot(out).keys()].find((path) => path.startsWith('packs/strain-files-')) as string;
    const bytes = readFileSync(join(out, pack));
    bytes[20] = 0x78;
    writeFileSync(join(out, pack), bytes);
    const baseUrl = 'https://other.example';
    await build(out, { baseUrl });
    await expectFresh({ baseUrl });
  });

  it('if the manifest was changed: its hash does not match, so a build requires --force', async () => {
    const path = join(out, 'manifest.json');
    expect(readManifest(out)?.groups.length).toBeGreaterThan(20);
    const text = readFileSync(path, 'utf8');
    // As if a page had been created from the inputs of the next build.
    writeFileSync(path, text.replace(/("size":)\d+(,"sha256":"[0-9a-f]+"\},\n\{"path":"api)/, '$17$2'));
    expect(readManifest(out)).toBe(null);
    await expect(build(out)).rejects.toThrow('build --force --site');
    await build(out, {}, true);
    await expectFresh();
  });
});
