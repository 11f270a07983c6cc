/**
 * Exported data can be imported again. In an empty catalogue, the CSV of all event versions or strain files, and the downloads of event
 * versions, segments and strain files, give the same records.
 */

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { parseDocument } from 'yaml';
import { uniteBlocks } from '../../src/catalogue/blocks.ts';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import type { Catalogue } from '../../src/catalogue/types.ts';
import { importCsv } from '../../src/intake/import-file.ts';
import { openReleaseIn } from '../../src/site/install/site-files.ts';
import { random } from '../oracle/generated.ts';
import { type BuiltSite, openBuiltSite, openSiteAt } from '../support/built-site.ts';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { downloadContents } from '../support/downloads/source.ts';
import { contentOf } from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { shippedCatalogue } from '../support/shipped-catalogue.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cases = Array.from({ length: propertyRuns(2) }, (_, n) => random(n + 21));

const EVERY_VERSION = 'event-versions?include-default-parameters=true';

/** A whole listing as CSV, page by page along the links. */
async function exportListing(built: BuiltSite, query: string, pageSize: number): Promise<string> {
  const lines: string[] = [];
  let url: string | undefined = `/api/v2/${query}&format=csv&pagesize=${pageSize}`;
  while (url !== undefined) {
    const { status, headers, body }: Awaited<ReturnType<typeof built.answer>> = await built.answer({
      method: 'GET',
      url,
      headers: {},
    });
    expect(status).toBe(200);
    const [header, ...rows] = body.split('\r\n').slice(0, -1);
    lines.push(...(lines.length === 0 ? [header as string] : []), ...rows);
    url = /<([^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1];
  }
  return lines.join('\r\n');
}

/** A catalogue with the same names to refer to, and nothing else. */
function emptyCatalogue(data: string): string {
  const empty = join(temporaryFolder(), 'data');
  mkdirSync(empty);
  for (const name of ['detectors.yaml', 'default-parameters.yaml', 'catalogs.yaml', 'runs.yaml']) {
    if (readdirSync(data).includes(name)) cpSync(join(data, name), join(empty, name));
  }
  return empty;
}

const versionsOf = ({ eventVersions }: Catalogue) =>
  eventVersions
    .map(({ name, version, gps, catalog, doi, detectors, parameters = {} }) => {
      return { name, version, gps, catalog, doi, detectors, parameters };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version - b.version));

const load = (data: string): Catalogue => {
  const { catalogue, problems } = checkFolder(readDataFolder(data));
  expect(problems).toEqual([]);
  return catalogue as Catalogue;
};

async function expectSame(data: string, built: BuiltSite, pageSize: number): Promise<number> {
  const csv = join(temporaryFolder(), 'event-versions.csv');
  try {
    writeFileSync(csv, await exportListing(built, EVERY_VERSION, pageSize));
  } finally {
    built.remove();
  }
  const empty = emptyCatalogue(data);
  expect(importCsv({ kind: 'event-versions', file: csv, data: empty })).toMatchObject({ problems: [], isClean: true });
  const versions = versionsOf(load(empty));
  expect(versions).toEqual(versionsOf(load(data)));
  return versions.length;
}

it.each(cases.map((one) => [one.name, one.write] as const))(
  'the CSV of the event versions of %s can be imported',
  async (_, write) => {
    const data = join(temporaryFolder(), 'data');
    write(data);
    expect(await expectSame(data, await openBuiltSite(data, {}), 7)).toBeGreaterThan(0);
  },
);

it('the CSV and the download of the shipped event versions can be imported', async () => {
  const { root } = inject('shipped');
  const csv = join(root, 'downloads/event-versions.csv');
  // Only the download is imported: it has the same rows, with columns behind them that imports ignore.
  const lines = (await exportListing(openSiteAt(root), EVERY_VERSION, 1000)).split('\r\n');
  const downloaded = readFileSync(csv, 'utf8').split(/\r?\n/);
  expect(lines).toHaveLength(1 + SHIPPED_TOTALS.eventVersions);
  expect(lines.filter((line, n) => !downloaded[n]?.startsWith(`${line},`))).toEqual([]);
  const empty = emptyCatalogue(SHIPPED_DATA);
  expect(importCsv({ kind: 'event-versions', file: csv, data: empty })).toMatchObject({ problems: [], isClean: true });
  expect(versionsOf(load(empty))).toEqual(versionsOf(shippedCatalogue()));
});

/** Imports segments into a catalogue without any, and compares them with `data`. Out: the number of segments. */
function expectSameSegments({ timelines }: Catalogue, data: string, csv: string): number {
  const empty = emptyCatalogue(data);
  if (timelines.length > 0)
    expect(importCsv({ kind: 'segments', file: csv, data: empty })).toMatchObject({ problems: [], isClean: true });
  const sorted = (some: Catalogue['timelines']) =>
    some
      .filter(({ segments }) => segments.length > 0)
      .sort((a, b) => (`${a.run} ${a.name}` < `${b.run} ${b.name}` ? -1 : 1));
  const expected = sorted(timelines);
  expect(sorted(load(empty).timelines)).toEqual(expected);
  return expected.reduce((sum, { segments }) => sum + segments.length, 0);
}

it('the download of the shipped segments can be imported', () => {
  const csv = join(inject('shipped').root, 'downloads/segments.csv');
  expect(expectSameSegments(shippedCatalogue(), SHIPPED_DATA, csv)).toBe(SHIPPED_TOTALS.segments);
});

/** Removes the files of these datasets, but not the datasets. */
function removeFiles(data: string, datasets: readonly string[]): void {
  for (const name of datasets) {
    const path = join(data, 'strain-files', name);
    const document = parseDocument(readFileSync(path, 'utf8'));
    document.set('series', []);
    // In the style of the data: an import leaves all other lines as they are.
    writeFileSync(path, document.toString({ flowCollectionPadding: false, lineWidth: 0 }));
    rmSync(join(data, 'strain-statistics', name.replace('.yaml', '.ndjson')), { force: true });
  }
}

/** The blocks of each series. */
function filesOf(data: string): Readonly<Record<string, unknown>> {
  const series = load(data).datasets.flatMap((dataset) =>
    dataset.series.map(({ detector, file_prefix, blocks }) => {
      const { dataset: name, run, sample_rate_kHz } = dataset;
      return [[name, run, sample_rate_kHz, detector, file_prefix].join(' '), uniteBlocks(blocks)] as const;
    }),
  );
  return Object.fromEntries(series.filter(([, runs]) => runs.length > 0));
}

/** Imports all strain files into catalogues without them, and into the catalogue that has them. Out: their number. */
function expectSameFiles(data: string, listing: string, download: string): number {
  const folder = temporaryFolder();
  const datasets = readdirSync(join(data, 'strain-files'));
  const expected = filesOf(data);
  const [withDatasets, without] = ['with-datasets', 'without'].map((name) => {
    cpSync(data, join(folder, name), { recursive: true });
    return join(folder, name);
  }) as [string, string];
  removeFiles(withDatasets, datasets);
  for (const name of ['strain-files', 'strain-statistics'])
    rmSync(join(without, name), { recursive: true, force: true });
  const [listed, downloaded] = [join(folder, 'listing.csv'), join(folder, 'download.csv')];
  writeFileSync(listed, listing);
  writeFileSync(downloaded, download);
  const before = contentOf(data);
  const unchanged = { problems: [], isWritten: false, isClean: true };
  expect(importCsv({ kind: 'strain-files', file: downloaded, data })).toMatchObject(unchanged);
  expect(contentOf(data)).toEqual(before);
  const imports = [
    { file: listed, data: withDatasets },
    { file: downloaded, data: without },
  ];
  for (const one of imports) {
    expect(importCsv({ kind: 'strain-files', ...one })).toMatchObject({ problems: [], isClean: true });
    expect(filesOf(one.data)).toEqual(expected);
  }
  return Object.keys(expected).length;
}

it('downloads of segments and strain files of random catalogues can be imported', async () => {
  let [segments, series] = [0, 0];
  for (const [n, { write }] of cases.entries()) {
    const data = join(temporaryFolder(), 'data');
    write(data);
    const built = await openBuiltSite(data, {});
    try {
      const content = await downloadContents(await openReleaseIn(built.root), ['segments.csv', 'strain-files.csv.gz']);
      const csv = join(temporaryFolder(), 'segments.csv');
      writeFileSync(csv, content.get('segments.csv') ?? '');
      segments += expectSameSegments(load(data), data, csv);
      // Strain files are only imported for half of the catalogues, because this takes most of the test's time.
      if (n % 2 === 1) continue;
      const listing = await exportListing(built, 'strain-files?', 97);
      series += expectSameFiles(data, listing, String(content.get('strain-files.csv.gz')));
    } finally {
      built.remove();
    }
  }
  expect(segments).toBeGreaterThan(10);
  expect(series).toBeGreaterThan(10);
});

describe('the download of some of the shipped strain files', () => {
  it('adds the missing files, and changes nothing else', () => {
    const { root, data: whole } = inject('partial');
    const data = join(temporaryFolder(), 'data');
    cpSync(whole, data, { recursive: true });
    removeFiles(data, ['O3GK_16KHZ_R1.yaml']);
    const csv = join(temporaryFolder(), 'strain-files.csv');
    writeFileSync(csv, gunzipSync(readFileSync(join(root, 'downloads/strain-files.csv.gz'))));
    const { problems, isClean, outcomes } = importCsv({ kind: 'strain-files', file: csv, data });
    expect({ problems, isClean }).toEqual({ problems: [], isClean: true });
    const added = outcomes.filter((one) => one.added > 0).map(({ path }) => path);
    expect(added).toEqual([join(data, 'strain-files/O3GK_16KHZ_R1.yaml')]);
    expect(outcomes.reduce((sum, one) => sum + one.added + one.kept, 0)).toBe(4442);
    expect(contentOf(data)).toEqual(contentOf(whole));
  });
});
