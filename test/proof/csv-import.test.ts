/**
 * Exported data can be imported: the CSV of all event versions gives the same event versions in an empty catalogue, and so do the
 * downloads of event versions and segments. (The download of strain files lists files, whereas `import strain-files` reads blocks
 * of them.)
 */

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/load.ts';
import type { Catalogue } from '../../src/catalogue/types.ts';
import { importFile } from '../../src/commands/import.ts';
import { SHIPPED_DATA, temporaryFolder } from '../catalogue/fixture.ts';
import { contentOf, sourceOf } from '../downloads/source.ts';
import { catalogueCases, random } from '../oracle/generated.ts';
import { openBuiltSite } from './built-site.ts';

const cases = [...catalogueCases.filter(({ name }) => name.startsWith('random')), ...[21, 22, 23, 24].map(random)];

/** The whole listing as CSV, page by page along the links. */
async function exportVersions(data: string, pageSize: number): Promise<string> {
  const built = await openBuiltSite(data, {});
  try {
    const lines: string[] = [];
    let url: string | undefined =
      `/api/v2/event-versions?include-default-parameters=true&format=csv&pagesize=${pageSize}`;
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
  } finally {
    built.remove();
  }
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
    .map(({ parameterSets: _, ...version }) => version)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version - b.version));

const load = (data: string): Catalogue => {
  const { catalogue, problems } = loadCatalogue(data);
  expect(problems).toEqual([]);
  return catalogue as Catalogue;
};

async function expectSame(data: string, pageSize: number): Promise<number> {
  const csv = join(temporaryFolder(), 'event-versions.csv');
  writeFileSync(csv, await exportVersions(data, pageSize));
  const empty = emptyCatalogue(data);
  expect(importFile({ kind: 'event-versions', csv, data: empty })).toMatchObject({ problems: [], status: 0 });
  const versions = versionsOf(load(empty));
  expect(versions).toEqual(versionsOf(load(data)));
  return versions.length;
}

it('the shipped event versions', async () => {
  expect(await expectSame(SHIPPED_DATA, 1000)).toBe(670);
});

it.each(cases.map((one) => [one.name, one.write] as const))('those of %s', async (_, write) => {
  const data = join(temporaryFolder(), 'data');
  write(data);
  expect(await expectSame(data, 7)).toBeGreaterThan(0);
});

it('the download of the shipped event versions', () => {
  const csv = join(inject('shipped').root, 'downloads/event-versions.csv');
  const empty = emptyCatalogue(SHIPPED_DATA);
  expect(importFile({ kind: 'event-versions', csv, data: empty })).toMatchObject({ problems: [], status: 0 });
  expect(versionsOf(load(empty))).toEqual(versionsOf(load(SHIPPED_DATA)));
});

/** Imports segments into a catalogue without any. Out: the number of segments. */
function expectSameSegments(data: string, csv: string): number {
  const empty = join(temporaryFolder(), 'data');
  cpSync(data, empty, { recursive: true });
  const timelines = join(empty, 'timelines');
  const isThere = existsSync(timelines);
  rmSync(timelines, { recursive: true, force: true });
  expect(load(empty).timelines).toEqual([]);
  if (isThere) expect(importFile({ kind: 'segments', csv, data: empty })).toMatchObject({ problems: [], status: 0 });
  const timelinesOf = (folder: string) =>
    load(folder)
      .timelines.filter(({ segments }) => segments.length > 0)
      .sort((a, b) => (`${a.run} ${a.name}` < `${b.run} ${b.name}` ? -1 : 1));
  const expected = timelinesOf(data);
  expect(timelinesOf(empty)).toEqual(expected);
  return expected.reduce((sum, { segments }) => sum + segments.length, 0);
}

it('the download of the shipped segments', () => {
  const csv = join(inject('shipped').root, 'downloads/segments.csv');
  expect(expectSameSegments(SHIPPED_DATA, csv)).toBe(10_013);
});

it('segments of random catalogues', async () => {
  let count = 0;
  for (const { write } of cases) {
    const data = join(temporaryFolder(), 'data');
    write(data);
    const built = await openBuiltSite(data, {});
    try {
      const csv = join(temporaryFolder(), 'segments.csv');
      writeFileSync(csv, (await contentOf(await sourceOf(built.root))).get('segments.csv') ?? '');
      count += expectSameSegments(data, csv);
    } finally {
      built.remove();
    }
  }
  expect(count).toBeGreaterThan(10);
});
