/** Records that a service no longer has: a harvest lists them, and removes them with `prune`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Mapping } from '../../../src/catalogue/files/mapping.ts';
import { checkFolder, readDataFolder } from '../../../src/catalogue/load.ts';
import { createRemoveGone } from '../../../src/intake/harvest/gone.ts';
import { versionRecord } from '../../../src/intake/kinds/event-versions.ts';
import { IMPORT_KINDS, type ImportKind } from '../../../src/intake/kinds/kinds.ts';
import { type Merged, merge } from '../../../src/intake/merge/merge.ts';
import { MergedFolder } from '../../../src/intake/merge/merged-folder.ts';
import type { SourceItem, SourceRecord } from '../../../src/intake/merge/records.ts';
import { ENTRIES } from '../../../src/intake/merge/report-skipped.ts';
import type { Problem } from '../../../src/report/problems.ts';
import { buildPacks } from '../../support/built-site.ts';
import { fullCatalogue } from '../../support/data-folders.ts';
import { contentOf } from '../../support/folders.ts';
import { sendJson } from '../../support/serve-answers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { harvestInto, serveSite } from './harvest-into.ts';

/** The files of a folder. Brackets are written without spaces inside, as a changed file is. */
const inOneStyle = (folder: string) =>
  new Map(Array.from(contentOf(folder), ([file, text]) => [file, text.replace(/([{[]) +| +([}\]])/g, '$1$2')]));

/** Additions to the data that the service does not have. */
const ADDED: readonly (readonly [file: string, before: string, text: string])[] = [
  ['catalogs.yaml', '  - { name: Empty-1', '  - { name: Gone-1, description: Withdrawn. }\n'],
  ['runs.yaml', '', '  - { name: O9, gps_start: 1900000000, gps_end: 1900100000, detectors: [H1] }\n'],
  ['events.yaml', '  - { name: "170423"', '  - { name: GW190000, grace_id: S190000a }\n'],
];

const NEW_FILES = {
  'event-versions/Gone-1.yaml':
    'catalog: Gone-1\nevent_versions:\n  - { name: GW190000, version: 1, gps: 1230000000.5, detectors: [H1] }\n',
  'timelines/O9.yaml': 'run: O9\nflags:\n  - name: H1_DATA\n    segments:\n      - [1900000000, 1900000010]\n',
  'strain-files/O9_4KHZ.yaml':
    'dataset: O9_4KHZ\nrun: O9\nsample_rate_kHz: 4\nseries:\n  - detector: H1\n    file_prefix: H-H1_X\n    blocks:\n      - [1899999232, 1]\n',
  'strain-files/GONE_4KHZ.yaml':
    'dataset: GONE_4KHZ\nrun: O1\nsample_rate_kHz: 4\nseries:\n  - detector: V1\n    file_prefix: V-V1_X\n    blocks:\n      - [1126068224, 1]\n',
};

const site = join(temporaryFolder(), 'site');
beforeAll(() => buildPacks(join(fullCatalogue(), 'data'), site));

/** A data folder with these additions. */
function dataWithMore(): string {
  const data = join(fullCatalogue(), 'data');
  for (const [file, before, text] of ADDED) {
    const path = join(data, file);
    const old = readFileSync(path, 'utf8');
    const at = before === '' ? old.length : old.indexOf(before);
    expect(at).toBeGreaterThan(0);
    writeFileSync(path, old.slice(0, at) + text + old.slice(at));
  }
  for (const [name, text] of Object.entries(NEW_FILES)) writeFileSync(join(data, name), text);
  expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
  return data;
}

const GONE = [
  'catalogs.yaml: Gone-1',
  'events.yaml: GW190000',
  'runs.yaml: O9',
  'event-versions/Gone-1.yaml: GW190000-v1',
  'strain-files/GONE_4KHZ.yaml: GONE_4KHZ',
  'strain-files/O9_4KHZ.yaml: O9_4KHZ',
  'timelines/O9.yaml: H1_DATA of O9',
];

const goneIn = (merged: Merged, data: string): string[] =>
  merged.gone.map(({ file, record }) => `${file.slice(data.length + 1)}: ${record}`);

async function harvestFrom(
  data: string,
  more: { prune?: boolean; overwrite?: boolean; kinds?: readonly ImportKind[] } = {},
) {
  const service = await serveSite(site);
  try {
    const { merged } = await harvestInto({ base: service.origin, data, kinds: IMPORT_KINDS, ...more });
    return merged;
  } finally {
    await service.close();
  }
}

describe('records that the service no longer has', () => {
  it('are listed, and stay', async () => {
    const data = dataWithMore();
    const before = contentOf(data);
    const merged = await harvestFrom(data);
    expect(goneIn(merged, data)).toEqual(GONE);
    expect(merged).toMatchObject({ problems: [], changes: [] });
    expect(contentOf(data)).toEqual(before);
  });

  it('are removed with prune, with files that had nothing else, and all other bytes stay', async () => {
    const data = dataWithMore();
    const merged = await harvestFrom(data, { prune: true });
    expect(merged.changes.map(({ outcome, record }) => `${outcome} ${record}`)).toEqual(
      GONE.map((one) => `removed ${one.replace(/^.*: /, '')}`),
    );
    expect(Object.keys(NEW_FILES).filter((name) => existsSync(join(data, name)))).toEqual([]);
    expect(inOneStyle(data)).toEqual(inOneStyle(join(fullCatalogue(), 'data')));
    expect(goneIn(await harvestFrom(data, { prune: true }), data)).toEqual([]);
  });

  it('of kinds that are not harvested are left alone', async () => {
    const data = dataWithMore();
    expect(goneIn(await harvestFrom(data, { kinds: ['runs'], prune: false }), data)).toEqual(['runs.yaml: O9']);
  });

  it('are event versions, whose event strain files are removed too, even if only the versions are harvested', async () => {
    const data = dataWithMore();
    const files = join(data, 'event-strain-files/Gone-1.yaml');
    const entry = '{ name: GW190000, version: 1, detector: H1, gps_start_32: 1229999985 }';
    writeFileSync(files, `catalog: Gone-1\nevent_strain_files:\n  - ${entry}\n`);
    const merged = await harvestFrom(data, { kinds: ['event-versions', 'events'], prune: true });
    expect(merged.reason).toBeNull();
    expect(goneIn(merged, data)).toEqual([
      'events.yaml: GW190000',
      'event-versions/Gone-1.yaml: GW190000-v1',
      'event-strain-files/Gone-1.yaml: GW190000-v1 H1',
    ]);
    expect(existsSync(files)).toBe(false);
    expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
  });

  it('stay if the data would have problems without them', async () => {
    const data = dataWithMore();
    const before = contentOf(data);
    const merged = await harvestFrom(data, { kinds: ['runs'], prune: true });
    expect(merged).toMatchObject({ reason: 'the merged data would have problems' });
    expect(contentOf(data)).toEqual(before);
  });
});

/** Parts of records that the service lacks: the file, the text before the part, the part, and its name in the report. */
const PARTS: readonly (readonly [file: string, before: string, part: string, name: string])[] = [
  [
    'event-versions/Empty-1.yaml',
    'parameter_sets:\n',
    '      - { name: b, pipeline_type: search, parameters: { far: { best: 3 } } }\n',
    'X1-v1 set b',
  ],
  [
    'event-strain-files/GWTC-1.yaml',
    'event_strain_files:\n',
    '  - { name: GW150914, version: 3, detector: L1, gps_start_32: 1126259447 }\n',
    'GW150914-v3 L1',
  ],
  ['strain-files/O1.yaml', '  - { bit: 0, name: DATA }\n', '  - { bit: 5, name: MORE }\n', 'O1 DQ bit 5'],
  [
    'strain-files/O1_16KHZ.yaml',
    '      - [1126256640, 2]\n',
    '      - [1126273024, 1]\n',
    'O1_16KHZ H1: 1 file from GPS 1126273024',
  ],
  [
    'timelines/O2.yaml',
    '[1170000000, 1170000010]',
    ', [1170000100, 1170000110]',
    'V1_CBC_CAT1 of O2 from GPS 1170000100',
  ],
];

/** Adds these parts to a data folder, and statistics of the strain file. */
function addParts(data: string): void {
  for (const [file, before, part] of PARTS) {
    const path = join(data, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(before);
    writeFileSync(path, text.replace(before, before + part));
  }
  writeFileSync(
    join(data, 'strain-statistics/O1_16KHZ.ndjson'),
    '{"gps_start":1126273024,"detector":"H1","duty_cycle":0.15}\n',
  );
}

const GONE_PARTS = [
  ...PARTS.map(([file, , , name]) => `${file}: ${name}`),
  'strain-statistics/O1_16KHZ.ndjson: statistics of 1 file',
];

it('parts of records are removed too, and all other bytes stay', async () => {
  const data = join(fullCatalogue(), 'data');
  addParts(data);
  const merged = await harvestFrom(data, { prune: true });
  expect(goneIn(merged, data).sort()).toEqual([...GONE_PARTS].sort());
  expect(inOneStyle(data)).toEqual(inOneStyle(join(fullCatalogue(), 'data')));
});

// One response has a value that the data cannot have: its path, and the value before and after.
it.each([
  ['a schema', 'event-versions?', '"lower_error":-3.1', '"lower_error":3.1'],
  ['the other records', 'event-versions?', '"gps":1126259462.4', '"gps":1.5'],
  ['the end of a run', 'runs?', '"gps_end":1137254417', '"gps_end":5'],
  ['a member of a set', 'event-versions/X1-v1/parameters', '"pipeline_type":"pe"', '"pipeline_type":"no"'],
  ['a segment', 'runs/O2/timelines/V1_CBC_CAT1/segments', '1170000010', '1169999990'],
  ['a bit', 'runs/O1/datasets', '"name":"DATA"', '"name":""'],
])(
  'an entry that contradicts %s is skipped alone, and what is gone beside it is removed',
  async (_, path, old, bad) => {
    const data = dataWithMore();
    addParts(data);
    const { fetch } = globalThis;
    let isAltered = false;
    const altering = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      const answer = await fetch(url, init);
      if (!String(url).includes(`/api/v2/${path}`)) return answer;
      const text = await answer.text();
      isAltered ||= text.includes(old);
      return new Response(text.replace(old, bad), { headers: { 'content-type': 'application/json' } });
    });
    onTestFinished(() => altering.mockRestore());
    const merged = await harvestFrom(data, { prune: true, overwrite: true });
    expect(isAltered).toBe(true);
    expect(merged).toMatchObject({ reason: null, problems: [{ code: 'D180', url: expect.stringContaining(path) }] });
    expect(goneIn(merged, data).sort()).toEqual([...GONE, ...GONE_PARTS].sort());
    expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
    expect(goneIn(await harvestFrom(data), data)).toEqual([]);
  },
);

it('a member catalog is removed, and so is an empty list of members', async () => {
  const data = dataWithMore();
  const path = join(data, 'catalogs.yaml');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('[GWTC-2, GWTC-1]', '[GWTC-2, Gone-1, GWTC-1]'));
  const merged = await harvestFrom(data, { prune: true });
  expect(goneIn(merged, data)).toEqual(['catalogs.yaml: GWTC member Gone-1', ...GONE]);
  expect(inOneStyle(data)).toEqual(inOneStyle(join(fullCatalogue(), 'data')));
  writeFileSync(path, 'catalogs:\n  - { name: All, description: All., members: [Gone-1] }\n');
  const all = { kind: 'catalogs', stem: '', list: 'catalogs', value: { name: 'All' }, label: 'All' } as const;
  const folder = new MergedFolder(readDataFolder(data));
  expect(createRemoveGone([itemWith(all)])(folder)).toMatchObject([{ file: path, record: 'All member Gone-1' }]);
  expect(folder.changed.map(({ value }) => value)).toEqual([{ catalogs: [{ name: 'All', description: 'All.' }] }]);
});

/** An entry that the harvest skips. */
const itemWith = (record: SourceRecord): SourceItem => {
  const place = { url: 'https://service.example' };
  const problems: Problem[] = [{ ...place, code: 'D180', message: 'skipped', fix: 'none' }];
  return { place, label: record.label, records: [{ ...record, isOnlyNamed: true }], problems };
};

it('records of entries that are skipped stay, also if the service has them in another catalog or as text', () => {
  const before = readDataFolder(join(fullCatalogue(), 'data'));
  const goneWith = (value: Mapping) =>
    createRemoveGone([itemWith(versionRecord('Other', value))])(new MergedFolder(before)).map(({ file, record }) =>
      [file.split('/').at(-2), record].join(' '),
    );
  const all = goneWith({ name: 'GW0', version: 1 });
  for (const version of [3, '3']) {
    const others = goneWith({ name: 'GW150914', version });
    expect(all.filter((one) => !others.includes(one))).toEqual([
      'event-versions GW150914-v3',
      'event-strain-files GW150914-v3 H1',
    ]);
  }
});

it('a value that would be invalid without the records is not written', () => {
  const data = join(fullCatalogue(), 'data');
  const value = { catalogs: [{ name: 'GWTC', description: 'All.', members: [] }] };
  const removeGone = (folder: MergedFolder) => {
    folder.change('catalogs', '').value = value;
  };
  const options = { data, created: new Map(), overwrite: false, words: ENTRIES };
  const source = { items: [], removeGone };
  const merged = merge(options, () => ({ value: source, problems: [] }));
  expect(merged).toMatchObject({
    reason: 'the merged data would have problems',
    problems: [{ code: 'D114', file: join(data, 'catalogs.yaml'), line: 2 }],
  });
});

it.each([
  ['a kind', /segments|datasets|strain-files|parameters/],
  ['one run', /runs\/O1\/(?:timelines|datasets)/],
])('lists of %s that the service does not have are left alone', async (_, missing) => {
  const data = join(fullCatalogue(), 'data');
  const service = await serveSite(site, ({ path }, response) => {
    if (!missing.test(path)) return false;
    sendJson(response, { detail: 'Not found.' }, 404);
    return true;
  });
  const { merged } = await harvestInto({ base: service.origin, data, kinds: IMPORT_KINDS, prune: true });
  await service.close();
  expect(merged.gone).toEqual([]);
});

it('a harvest into a new folder counts all records as added', async () => {
  const data = join(temporaryFolder(), 'data');
  const { outcomes } = await harvestFrom(data);
  const detectors = outcomes.find(({ path }) => path === join(data, 'detectors.yaml'));
  expect(detectors).toMatchObject({ added: 3, kept: 0 });
});
