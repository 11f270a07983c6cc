/**
 * Response bodies for the interfaces before API v2, from lines rendered by the build. Programs rely on the members and their order
 * (docs/older-interfaces.md).
 */

import { floatText } from '../base/float-text.ts';
import { DATASET } from '../collections/datasets.ts';
import { EVENT_VERSION } from '../collections/event-versions.ts';
import { STRAIN_FILE_DETAILS } from '../collections/strain-files.ts';
import { legacyParameters } from '../contract/compatibility.ts';
import type { Interval } from '../contract/conditions.ts';
import type { ContentType } from '../contract/headers.ts';
import { CSV_TYPE, TEXT_TYPE } from '../contract/headers.ts';
import { ALL_RUNS } from '../contract/legacy-paths.ts';
import { LEGACY_LINE_SETS } from '../contract/line-sets.ts';
import { hyphenForm } from '../contract/parameter-forms.ts';
import { type StrainFileDetail, samplesPerSecond } from '../contract/wire.ts';
import { composeLines, intervalsOf, parseBody } from '../listing/compose.ts';
import { type CsvCell, formatRow, nameColumns } from '../listing/csv.ts';
import { listRecords } from '../listing/row-index.ts';
import type { BodyAnswer } from '../release/ports.ts';
import type { Release } from '../release/release.ts';
import type { ComposeEntries, LegacyEntries } from './resolve-legacy.ts';

const encoder = new TextEncoder();
const jsonBody = (value: object): BodyAnswer => ({ body: encoder.encode(JSON.stringify(value)) });

/** Lines from a set, between `head` and `end`, which must not be empty. */
export const members =
  (set: string, head: string, end: string): ComposeEntries =>
  async ({ positions, source }) => ({ body: await composeLines([head, end], set, positions, source) });

/** The members of a short record before its parameters. */
const EVENT_MEMBERS = ['commonName', 'version', 'catalog.shortName', 'GPS', 'reference', 'jsonurl'];

/** The short records as a table without units, earliest event first. `format` writes a row. */
const eventTable =
  (contentType: ContentType, format: (cells: readonly CsvCell[]) => string): ComposeEntries =>
  async ({ positions, source }, { data }) => {
    const body = await composeLines(['{', '}'], LEGACY_LINE_SETS.events, positions, source);
    const records = parseBody(body) as Readonly<Record<string, Readonly<Record<string, CsvCell>>>>;
    const names = nameColumns([...EVENT_MEMBERS, 'parameters'], data.vocabulary.parameters, 'service');
    // By position: as keys of an object, ids of digits only would come first.
    const ids = Array.from(positions, (position) => source.index.idAt(position)).reverse();
    const rows = ids.map((id) => [
      id,
      ...names.map((name) => {
        const value = records[id]?.[name] ?? null;
        return typeof value === 'number' && name !== 'version' ? floatText(value) : value;
      }),
    ]);
    const text = [['id', ...names], ...rows].map((row) => format(row)).join('');
    return { body: encoder.encode(text), contentType };
  };

export const csvTable = eventTable(CSV_TYPE, formatRow);

/** Words separated by blanks, as many in each row. Readers end a row at `#`. */
export const textTable = eventTable(TEXT_TYPE, (cells) => {
  return `${cells.map((cell) => String(cell ?? '').replace(/[\s#]/g, encodeURIComponent) || 'nan').join(' ')}\n`;
});

/** The names of the search filters, in the service's order. */
export async function filterNames(_: Interval, { data }: Release): Promise<BodyAnswer> {
  const names = legacyParameters(data.vocabulary.parameters.map(({ name }) => name));
  return jsonBody(['gps-time', ...names.map(hyphenForm)]);
}

/** A file's two elements, one for each format: the record's members, except the ones omitted below, and a URL without a query. */
function formatsOf({
  gps_start: GPSstart,
  utc_start: UTCstart,
  detector,
  sample_rate_kHz,
  hdf5_url,
  gwf_url,
  detail_url,
  run,
  dataset,
  duration,
  filesize_bytes,
  nans_fraction,
  bitsums,
  ...statistics
}: StrainFileDetail) {
  const sampling_rate = samplesPerSecond(sample_rate_kHz);
  return [hdf5_url, gwf_url].map((link, n) => ({
    GPSstart,
    UTCstart,
    detector,
    sampling_rate,
    duration,
    format: n ? 'gwf' : 'hdf5',
    url: link.split('?')[0],
    ...statistics,
  }));
}

/** Strain files in a dataset, each in both formats. */
export const files: ComposeEntries = async ({ values: { dataset }, positions, interval, source }) => {
  const records = await composeLines(['[', ']'], STRAIN_FILE_DETAILS, positions, source);
  const strain = (parseBody(records) as StrainFileDetail[]).flatMap(formatsOf);
  return jsonBody({ dataset, GPSstart: interval.from, GPSend: interval.to, strain });
};

/** A flag's segments. */
const legacySegments = ({ values, positions, query, source, interval }: LegacyEntries) => ({
  dataset: values.dataset ?? ALL_RUNS,
  id: query?.parentIds.at(-1),
  start: interval.from,
  end: interval.to,
  segments: intervalsOf(source.index, positions, interval).map(({ start, stop }) => [start, stop] as const),
});

export const segments: ComposeEntries = async (entries) => jsonBody(legacySegments(entries));

/** The segments of several flags, by flag. */
export const everyFlag: ComposeEntries = async ({ below = [] }) =>
  jsonBody(Object.fromEntries(below.map((entries) => [entries.values.flag, legacySegments(entries)])));

/** A line for each segment: start, stop and duration. */
export const segmentText: ComposeEntries = async (entries) => {
  const lines = legacySegments(entries).segments.map(([start, stop]) => `${start} ${stop} ${stop - start}\n`);
  return { body: encoder.encode(lines.join('')), contentType: TEXT_TYPE };
};

/**
 * Event versions whose time is in the interval, and datasets that overlap the interval, by sample rate; the dataset for all runs is last.
 */
export async function overview({ from, to }: Interval, release: Release): Promise<BodyAnswer> {
  const rowsOf = async (name: string) => listRecords((await release.open(name)).index);
  const versions = (await rowsOf('event-versions')).flatMap((row) => {
    const gps = row.number(EVENT_VERSION.gps);
    const detectors = JSON.stringify(row.names(EVENT_VERSION.detectors));
    return from <= gps && gps < to ? `"${row.id}":{"GPStime":${floatText(gps)},"detectors":${detectors}}` : [];
  });
  const datasets = (await rowsOf('datasets'))
    .sort((a, b) => a.number(DATASET.sampleRate) - b.number(DATASET.sampleRate))
    .map((row) => ({
      name: row.id,
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
  const overlapping = [...datasets, all].filter(({ GPSstart, GPSend }) => GPSstart < to && GPSend > from);
  const runs = JSON.stringify(Object.fromEntries(overlapping.map(({ name, ...dataset }) => [name, dataset])));
  return { body: encoder.encode(`{"events":{${versions.join(',')}},"runs":${runs}}`) };
}
