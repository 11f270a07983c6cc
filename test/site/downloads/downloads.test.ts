/**
 * The downloads of the shipped catalogue, as built by the program: CSV read by csv-parse, Parquet by DuckDB, both compared value
 * by value with the API.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, inject, it } from 'vitest';
import { DOWNLOAD_NAMES } from '../../../src/core/contract/downloads.ts';
import type {
  EventVersionDetail,
  ParameterObject,
  Segment,
  StrainFileDetail,
} from '../../../src/core/contract/wire.ts';
import { createSite } from '../../../src/core/handler/site.ts';
import { sha256 } from '../../../src/fs/hash.ts';
import { readRelease } from '../../../src/site/install/site-files.ts';
import { query, type Row, typesOf } from '../../support/downloads/duckdb.ts';
import { manifestFiles } from '../../support/manifests.ts';
import { SHIPPED_TOTALS } from '../../support/shipped-totals.ts';

const { root } = inject('shipped');
const folder = join(root, 'downloads');
const fileOf = (name: (typeof DOWNLOAD_NAMES)[number]): string => join(folder, name);
const site = createSite({ readFile: async (path) => readFileSync(join(root, path)), sha256 });

async function ask(url: string): Promise<string> {
  const { status, body } = await site.respond({ method: 'GET', url: `/api/v2/${url}`, header: () => undefined });
  expect([url, status]).toEqual([url, 200]);
  return new TextDecoder().decode(body);
}

/** Every entry of a listing, page by page. */
async function everyEntry<Entry>(path: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const body = JSON.parse(await ask(`${path}${path.includes('?') ? '&' : '?'}pagesize=1000&page=${page}`));
    pages = body.num_pages;
    entries.push(...body.results);
  }
  return entries;
}

/** The content of a download, decompressed if necessary. */
const contentOf = (path: string): Buffer =>
  path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);

const readCsv = (path: string): Row[] => parse(contentOf(path), { columns: true, record_delimiter: '\r\n' });

interface Whole {
  readonly 'event-versions': readonly EventVersionDetail[];
  readonly segments: Readonly<Record<string, readonly Segment[]>>;
  readonly [collection: string]: unknown;
}
const whole = JSON.parse(contentOf(fileOf('catalogue.json')).toString()) as Whole;
const strainFiles = JSON.parse(contentOf(fileOf('strain-files.json.gz')).toString()) as readonly StrainFileDetail[];

/** A value as the text of a CSV cell. */
const cellOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function parameterCells(all: readonly ParameterObject[], name: string): Row {
  const found = all.find((one) => one.name === name);
  const limit = found?.is_upper_limit ? 'upper' : found?.is_lower_limit ? 'lower' : null;
  return {
    [name]: found?.best ?? null,
    [`${name}_lower`]: found?.lower_error ?? null,
    [`${name}_upper`]: found?.upper_error ?? null,
    [`${name}_limit`]: limit,
  };
}

it('all exist, and release.json has the size and SHA-256 of each', async () => {
  expect(readdirSync(folder).sort()).toEqual([...DOWNLOAD_NAMES].sort());
  const { downloads } = await readRelease(root);
  const expected = DOWNLOAD_NAMES.map((name) => {
    const content = readFileSync(fileOf(name));
    return [`downloads/${name}`, { size: content.length, sha256: createHash('sha256').update(content).digest('hex') }];
  });
  expect(downloads).toEqual(Object.fromEntries(expected));
  // https://developers.cloudflare.com/workers/platform/limits/#static-assets
  for (const { size } of Object.values(downloads)) expect(size).toBeLessThan(25 * 2 ** 20);
  const files = manifestFiles(root).filter(({ path }) => path.startsWith('downloads/'));
  expect(Object.fromEntries(files.map(({ path, size, sha256: hash }) => [path, { size, sha256: hash }]))).toEqual(
    downloads,
  );
});

describe('event versions', () => {
  const LISTING = 'event-versions?include-default-parameters=true';

  it('as CSV equal the CSV of the whole listing, and name last versions and cumulative catalogs', async () => {
    const listed = (await ask(`${LISTING}&format=csv&pagesize=1000`)).trimEnd().split('\r\n');
    const csv = readFileSync(fileOf('event-versions.csv'), 'utf8').trimEnd().split('\r\n');
    expect(csv).toHaveLength(1 + SHIPPED_TOTALS.eventVersions);
    expect(csv.map((line) => line.replace(/,(?:is_last_version,in_GWTC|(?:true|false),(?:true|false))$/, ''))).toEqual(
      listed,
    );
    const rows = readCsv(fileOf('event-versions.csv'));
    const count = async (filters: string) =>
      (JSON.parse(await ask(`event-versions?${filters}`)) as { results_count: number }).results_count;
    expect(rows.filter(({ is_last_version }) => is_last_version === 'true')).toHaveLength(await count('lastver'));
    expect(rows.filter(({ in_GWTC }) => in_GWTC === 'true')).toHaveLength(await count('release=GWTC'));
  });

  it('as JSON equal the entries of the whole listing', async () => {
    const json = JSON.parse(readFileSync(fileOf('event-versions.json'), 'utf8'));
    expect(json).toEqual(await everyEntry(LISTING));
  });

  it('as Parquet have the values of the records, bit for bit', async () => {
    const { vocabulary } = await readRelease(root);
    const inGwtc = new Set(
      (await everyEntry<{ shortName: string }>('event-versions?release=GWTC')).map(({ shortName }) => shortName),
    );
    const rows = await query('select * from {}', fileOf('event-versions.parquet'));
    expect(rows).toHaveLength(SHIPPED_TOTALS.eventVersions);
    for (const [n, record] of whole['event-versions'].entries()) {
      const { versions: _, parameters_url, timelines_url, strain_files_url, default_parameters, ...plain } = record;
      const parameters = vocabulary.parameters.map(({ name }) => parameterCells(default_parameters, name));
      expect(rows[n]).toStrictEqual({
        ...plain,
        version: BigInt(record.version),
        doi: record.doi ?? null,
        detectors: record.detectors.join('|'),
        aliases: record.aliases.join('|'),
        in_GWTC: inGwtc.has(record.shortName),
        ...Object.assign({}, ...parameters),
      });
    }
  });

  it('as Parquet have a type for each column', async () => {
    const types = await typesOf(fileOf('event-versions.parquet'));
    expect(types).toMatchObject({
      name: 'VARCHAR',
      gps: 'DOUBLE',
      version: 'BIGINT',
      is_last_version: 'BOOLEAN',
      mass_1_source: 'DOUBLE',
      mass_1_source_lower: 'DOUBLE',
      mass_1_source_upper: 'DOUBLE',
      mass_1_source_limit: 'VARCHAR',
    });
  });
});

describe('strain files', () => {
  const records = strainFiles;

  it('as JSON equal the records', async () => {
    const entries = await everyEntry<{ detail_url: string }>('strain-files');
    expect(records.map(({ detail_url }) => detail_url)).toEqual(entries.map((one) => one.detail_url));
    for (let n = 0; n < entries.length; n += 997) {
      const id = /strain-files\/([^?]*)/.exec((entries[n] as { detail_url: string }).detail_url)?.[1];
      expect(records[n]).toEqual(JSON.parse(await ask(`strain-files/${id}`)));
    }
  });

  it('as CSV have the texts of the records', () => {
    const [header = [], ...rows]: string[][] = parse(contentOf(fileOf('strain-files.csv.gz')), {
      record_delimiter: '\r\n',
    });
    expect(rows).toHaveLength(SHIPPED_TOTALS.strainFiles);
    const names = header.join();
    let differing = 0;
    for (const [n, { bitsums: _, ...record }] of records.entries()) {
      const isSame =
        Object.keys(record).join() === names && Object.values(record).map(cellOf).join() === rows[n]?.join();
      if (!isSame) differing++;
    }
    expect(differing).toBe(0);
  });

  it('as Parquet have the values of the records, bit for bit', async () => {
    const rows = await query('select * from {}', fileOf('strain-files.parquet'));
    expect(rows).toHaveLength(SHIPPED_TOTALS.strainFiles);
    const INTEGERS = ['gps_start', 'sample_rate_kHz', 'duration', 'filesize_bytes'];
    let differing = 0;
    for (const [n, { bitsums: _, ...record }] of records.entries()) {
      const row = rows[n] as Row;
      const isSame = Object.entries(record).every(([name, value]) => {
        if (name === 'utc_start') return (row[name] as Date).getTime() === Date.parse(`${value}Z`);
        return Object.is(row[name], INTEGERS.includes(name) && value !== null ? BigInt(value as number) : value);
      });
      if (!isSame || Object.keys(row).join() !== Object.keys(record).join()) differing++;
    }
    expect(differing).toBe(0);
    expect(await typesOf(fileOf('strain-files.parquet'))).toMatchObject({
      gps_start: 'BIGINT',
      utc_start: 'TIMESTAMP',
      detector: 'VARCHAR',
      duty_cycle: 'DOUBLE',
      BNS: 'DOUBLE',
    });
  });

  it('answer SQL without being read completely, thanks to row groups', async () => {
    const sql = "select count(*)::int n, avg(duty_cycle) duty from {} where detector = 'V1' and run = 'O3b'";
    const chosen = records.filter(({ detector, run }) => detector === 'V1' && run === 'O3b');
    const [row] = await query(sql, fileOf('strain-files.parquet'));
    expect(row?.n).toBe(chosen.length);
    expect(row?.duty).toBeCloseTo(chosen.reduce((sum, one) => sum + (one.duty_cycle ?? 0), 0) / chosen.length, 6);
    const groups = await query(
      'select distinct row_group_id from parquet_metadata({})',
      fileOf('strain-files.parquet'),
    );
    expect(groups.length).toBeGreaterThan(10);
  });
});

it('segments as CSV and Parquet equal the segments of every flag', async () => {
  const csv = readCsv(fileOf('segments.csv'));
  const parquet = await query('select * from {}', fileOf('segments.parquet'));
  expect(await typesOf(fileOf('segments.parquet'))).toEqual({
    flag: 'VARCHAR',
    run: 'VARCHAR',
    start: 'BIGINT',
    stop: 'BIGINT',
  });
  expect(parquet.map((row) => ({ ...row, start: String(row.start), stop: String(row.stop) }))).toEqual(csv);
  expect(csv).toHaveLength(SHIPPED_TOTALS.segments);
  const flags = await everyEntry<{ name: string; run_names: string[] }>('timelines');
  expect(new Set(csv.map(({ flag }) => flag))).toEqual(new Set(flags.map(({ name }) => name)));
  for (const { name, run_names } of flags) {
    const ofFlag = csv.filter(({ flag }) => flag === name);
    const listed = await everyEntry<Segment>(`timelines/${name}/segments`);
    expect(ofFlag.map(({ start, stop }) => ({ start: Number(start), stop: Number(stop) }))).toEqual(listed);
    expect(whole.segments[name]).toEqual(listed);
    for (const run of run_names) {
      const below = await everyEntry<Segment>(`runs/${run}/timelines/${name}/segments`);
      const ofRun = ofFlag.filter((row) => row.run === run);
      expect(ofRun.map(({ start, stop }) => ({ start: Number(start), stop: Number(stop) }))).toEqual(below);
    }
  }
});

describe('catalogue.json', () => {
  it.each(['runs', 'datasets', 'catalogs', 'events', 'timelines', 'event-versions'])(
    'has the records of %s',
    async (name) => {
      const entries = await everyEntry<{ name: string; shortName?: string }>(name);
      const records = await Promise.all(
        entries.map(async (entry) => JSON.parse(await ask(`${name}/${entry.shortName ?? entry.name}`)) as unknown),
      );
      expect(whole[name]).toEqual(records);
    },
  );

  it('has the parameters’ names', async () => {
    expect(whole['default-parameters']).toEqual(await everyEntry('default-parameters'));
  });

  it.each([
    ['event-strain-files', 'strain-files'],
    ['event-parameters', 'default-parameters'],
    ['parameter-sets', 'parameters'],
  ])('has %s by event version, if there are any', async (name, path) => {
    const below = whole[name] as Readonly<Record<string, unknown>>;
    let count = 0;
    for (const { shortName } of whole['event-versions']) {
      const entries = await everyEntry(`event-versions/${shortName}/${path}`);
      if (entries.length > 0) expect(below[shortName]).toEqual(entries);
      else expect(below).not.toHaveProperty(shortName);
      if (entries.length > 0) count++;
    }
    expect(Object.keys(below)).toHaveLength(count);
    expect(count).toBeGreaterThan(90);
  });

  it('has every collection except strain files, which have a separate file', () => {
    const all = Object.keys((site.release?.data.index ?? {}) as object);
    expect(Object.keys(whole)).toEqual(all.filter((name) => name !== 'strain-files'));
  });
});
