/**
 * Composes the bodies of the interfaces before API v2, from the same lines, entries and records. Members and their order are those that the
 * programs of the field read (docs/contract.md).
 */

import { DATASET } from '../collections/datasets.ts';
import { EVENT_VERSION } from '../collections/event-versions.ts';
import { CSV_TYPE } from '../contract/headers.ts';
import { eventVersionId } from '../contract/ids.ts';
import { ALL_RUNS, OLDER_DATASET_LINES, OLDER_LINES, olderCatalogPath } from '../contract/older-paths.ts';
import { composeEntries, composeLine, composeLines, composeRecords, parseBody } from '../listing/compose.ts';
import { formatRow } from '../listing/csv.ts';
import type { Ports } from './ports.ts';
import type { ReadPart, Release } from './release.ts';
import type { OlderRequest } from './resolve-older.ts';
import type { BodyAnswer } from './response.ts';

const encoder = new TextEncoder();
const format = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

/** Members of flat records. */
type Flat = Readonly<Record<string, string | number | null>>;

/** The short records as a table without units, earliest event first. */
function eventTable(body: Uint8Array): Uint8Array {
  const records = Object.entries<Flat>(parseBody(body).events).reverse();
  const members = Object.keys(records[0]?.[1] ?? {}).filter((name) => !name.endsWith('_unit'));
  const cells = (id: string, record: Flat) => [
    id,
    ...members.map((name) => (name === 'GPS' ? (record[name] as number).toFixed(1) : (record[name] ?? null))),
  ];
  const rows = [['id', ...members], ...records.map(([id, record]) => cells(id, record))];
  return encoder.encode(rows.map((row) => formatRow(row, '\n')).join(''));
}

/** The two elements of a strain file of a run, from its record in API v2. */
function strainFiles(file: Flat): Flat[] {
  return (['hdf5', 'gwf'] as const).map((format) => ({
    GPSstart: file.gps_start as number,
    UTCstart: file.utc_start as string,
    detector: file.detector as string,
    sampling_rate: (file.sample_rate_kHz as number) * 1024,
    duration: file.duration as number,
    format,
    url: (file[`${format}_url`] as string).replace(/[?].*/, ''),
    ...Object.fromEntries(STATISTICS.map((name) => [name, file[name] as number | null])),
  }));
}

/** Members of a record in API v2, in the order of an older record. */
const STATISTICS = 'min_strain,max_strain,mean_strain,stdev_strain,duty_cycle,BLRMS200,BLRMS1000,BNS'.split(',');

/** Event versions whose time is in the interval, and datasets that overlap it: those at 4 kHz first, then the one for all runs. */
async function overview({ start, stop }: OlderRequest['interval'], release: Release, readPart: ReadPart) {
  const rowsOf = async (name: string) => {
    const index = await release.indexOf(name, readPart);
    return Array.from({ length: index.count }, (_, position) => index.rowAt(position));
  };
  const versions = (await rowsOf('event-versions')).map((row) => {
    const name = eventVersionId(row.text(EVENT_VERSION.name), row.number(EVENT_VERSION.version));
    return [name, { GPStime: row.number(EVENT_VERSION.gps), detectors: row.names(EVENT_VERSION.detectors) }] as const;
  });
  const datasets = (await rowsOf('datasets'))
    .sort((a, b) => a.number(DATASET.sampleRate) - b.number(DATASET.sampleRate))
    .map((row) => ({
      name: row.text(DATASET.name),
      GPSstart: row.number(DATASET.start),
      GPSend: row.number(DATASET.stop),
      detectors: row.names(DATASET.detectors),
    }));
  const all = {
    name: ALL_RUNS,
    GPSstart: Math.min(...datasets.map(({ GPSstart }) => GPSstart)),
    GPSend: Math.max(...datasets.map(({ GPSend }) => GPSend)),
    detectors: [...new Set(datasets.flatMap(({ detectors }) => detectors))].sort(),
  };
  const overlapping = [...datasets, all].filter(({ GPSstart, GPSend }) => GPSstart < stop && GPSend > start);
  return {
    events: Object.fromEntries(versions.filter(([, { GPStime }]) => start <= GPStime && GPStime < stop)),
    runs: Object.fromEntries(overlapping.map(({ name, ...dataset }) => [name, dataset])),
  };
}

/** The body of an older request. Rejects like `composePage`. */
export async function answerOlder(
  { found, selection, index, interval }: OlderRequest,
  release: Release,
  { readPack, readPart }: Pick<Ports, 'readPack' | 'readPart'>,
): Promise<BodyAnswer> {
  const { answer, values, listing, position } = found;
  const source = { packs: release.data.packs, readPack };
  if (answer === 'overview') return { body: format(await overview(interval, release, readPart)) };
  if (answer === 'dataset') return { body: await composeLine(OLDER_DATASET_LINES, position, source) };
  const events = (lines: string, positions: Uint32Array) =>
    composeLines(['{"events":{', '}}'], lines, positions, source);
  if (answer === 'event') return { body: await events(OLDER_LINES.single, Uint32Array.of(position)) };
  // Everything else presents a listing.
  if (!listing || !selection || !index) throw new TypeError();
  const { positions } = selection;
  if (answer === 'query' || answer === 'events') {
    if (values.form === 'csv')
      return { body: eventTable(await events(OLDER_LINES.short, positions)), contentType: CSV_TYPE };
    return { body: await events(values.form === 'json' ? OLDER_LINES.short : OLDER_LINES.full, positions) };
  }
  if (answer === 'files') {
    const records: Flat[] = parseBody(await composeRecords(listing.collection, positions, source));
    const { start, stop } = interval;
    return {
      body: format({ dataset: values.dataset, GPSstart: start, GPSend: stop, strain: records.flatMap(strainFiles) }),
    };
  }
  const entries = parseBody(await composeEntries(listing.collection, index, selection, source));
  if (answer === 'segments') {
    const segments = entries.map(({ start, stop }: { start: number; stop: number }) => [start, stop]);
    const { start, stop } = interval;
    return { body: format({ dataset: values.dataset, id: values.flag, start, end: stop, segments }) };
  }
  const catalogs = entries.map(({ name, description }: { name: string; description: string }) => {
    return [name, { description, url: `${release.baseUrl}/${olderCatalogPath(name)}` }];
  });
  return { body: format(Object.fromEntries(catalogs)) };
}
