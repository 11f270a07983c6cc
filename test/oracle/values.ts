/**
 * Values intended to be valid for each parameter: real values of the catalogue, edge cases, and various spellings. The oracle decides
 * whether they are valid.
 */

import type { CatalogueSample, Segment } from './catalogue-sample.ts';
import type { Random } from './random.ts';

/** Listings by their filters; `default-parameters` stands for all listings without filters. */
export type ListingName =
  | 'strain-files'
  | 'event-versions'
  | 'catalog-events'
  | 'event-strain-files'
  | 'segments'
  | 'default-parameters';

const COMMON = ['pagesize', 'page', 'format'];

/** The filters of a listing. */
export function filtersOf(listing: ListingName, sample: CatalogueSample): string[] {
  if (listing === 'strain-files') return ['start', 'stop', 'detector', 'sample-rate'];
  if (listing === 'event-strain-files') return ['detector', 'sample-rate', 'duration', 'file-format'];
  if (listing === 'segments') return ['start', 'stop'];
  if (listing === 'default-parameters') return [];
  const ranges = sample.rangeNames.flatMap((name) => [`min-${name}`, `max-${name}`]);
  const bound = listing === 'catalog-events' ? [] : ['release'];
  return ['name-contains', ...bound, 'lastver', 'include-default-parameters', ...ranges];
}

export function parametersOf(listing: ListingName, sample: CatalogueSample): string[] {
  return [...filtersOf(listing, sample), ...COMMON];
}

/** A value intended to be valid for the parameter `name`. */
export function validValue(random: Random, sample: CatalogueSample, name: string): string {
  switch (name) {
    case 'start':
    case 'stop':
      return gpsText(random, gpsBorder(random, sample));
    case 'detector':
      return random.pick(sample.detectors);
    case 'sample-rate':
      return random.pick(['4', '16']);
    case 'duration':
      return random.pick(['32', '4096']);
    case 'file-format':
      return random.pick(['hdf', 'hdf5', 'gwf', 'txt', 'HDF', 'HDF5', 'Gwf', 'TXT', 'tXt', 'hDf5']);
    case 'release':
      return releases(random, sample);
    case 'name-contains':
      return nameText(random, sample);
    case 'lastver':
    case 'include-default-parameters':
      return random.pick(['', 'true', 'True', '1', 'true', 'false', 'False', '0']);
    case 'pagesize':
      return pageSizeText(random);
    case 'page':
      return random.pick(['1', '1', '1', '1', '01', '001', '1', '1', '2', '3']);
    case 'format':
      return random.pick(['api', 'json', 'csv', 'csv']);
    default:
      return numberText(random, rangeValue(random, sample, name));
  }
}

const OFFSETS = [-4097, -4096, -4095, -1, 0, 0, 1, 4095, 4096, 4097];

/** A gps_start in the catalogue or a second near one. */
export function gpsBorder(random: Random, sample: CatalogueSample): number {
  if (random.chance(0.04)) return random.pick([0, -1, 4095, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]);
  return random.pick(sample.gpsStarts) + random.pick(OFFSETS);
}

/**
 * A second at or near the start or end of one of the flag's segments, or in its middle. If the flag has no segments, any other flag's are
 * used.
 */
function segmentBorder(random: Random, sample: CatalogueSample, flag: string): number {
  const flags = [...sample.segments.keys()];
  const some = sample.segments.get(flag) ?? sample.segments.get(flags.length === 0 ? '' : random.pick(flags)) ?? [];
  if (some.length === 0 || random.chance(0.03)) return gpsBorder(random, sample);
  return nearSegment(random, random.pick(some));
}

/** A start and a stop, mostly in order and mostly near each other, so that segments are clipped. */
export function segmentInterval(random: Random, sample: CatalogueSample, flag: string): [start: number, stop: number] {
  const some = sample.segments.get(flag) ?? [];
  if (some.length === 0 || random.chance(0.25)) {
    const [a, b] = [segmentBorder(random, sample, flag), segmentBorder(random, sample, flag)];
    return a > b ? [b, a] : [a, b];
  }
  const first = random.integer(0, some.length - 1);
  const last = Math.min(first + random.pick([0, 0, 0, 1, 2, 30]), some.length - 1);
  const start = nearSegment(random, some[first] as Segment);
  const stop = random.chance(0.1) ? start : nearSegment(random, some[last] as Segment);
  return start > stop ? [stop, start] : [start, stop];
}

function nearSegment(random: Random, [start, stop]: Segment): number {
  const border = random.pick([start, stop]);
  return random.pick([border, border, border - 1, border + 1, Math.floor((start + stop) / 2)]);
}

export function gpsText(random: Random, gps: number): string {
  const text = gps === 0 && random.chance(0.3) ? '-0' : String(gps);
  if (random.chance(0.8)) return text;
  return random.pick([`${text}.0`, `${text}.0000`, text.replace(/^(-?)/, '$100')]);
}

function releases(random: Random, sample: CatalogueSample): string {
  const names = [random.pick(sample.catalogs)];
  while (random.chance(0.4)) names.push(random.pick(sample.catalogs));
  return names.join(',');
}

/** The last two are not ASCII letters, but careless lower-casing would turn them into ASCII letters. */
const ODD_TEXTS = ['', '_', '-', 'GW', ' ', '+', '%', '"', '\\', '\0', '<b>', '&x=1', '\u{1F30C}', 'İ', '\u212A'];

function nameText(random: Random, sample: CatalogueSample): string {
  if (random.chance(0.12)) return random.pick(ODD_TEXTS);
  if (random.chance(0.03)) return random.pick(['x', '\u{1F30C}']).repeat(100);
  const name = random.pick(sample.eventNames);
  const first = random.integer(0, name.length - 1);
  const length = random.chance(0.6) ? random.integer(1, 4) : random.integer(1, name.length);
  return [...name.slice(first, first + length)]
    .map((letter) => (random.chance(0.3) ? (random.chance(0.5) ? letter.toLowerCase() : letter.toUpperCase()) : letter))
    .join('');
}

function pageSizeText(random: Random): string {
  if (random.chance(0.3)) return random.pick(['20', '100', '500', '5', '10', '50', '200']);
  if (random.chance(0.1)) return random.pick(['1', '0020', '999', '1000', '1001', '01001', '5000', '9'.repeat(40)]);
  return String(random.chance(0.8) ? random.integer(1, 60) : random.integer(1, 1000));
}

const EXTREMES = [0, -1, 1, 0.5, 1e-7, 1e21, 1e308, -1e308, 5e-324];

/** A value in the catalogue, or one next to it. */
export function rangeValue(random: Random, sample: CatalogueSample, name: string): number {
  if (random.chance(0.06)) return random.pick(EXTREMES);
  const values = sample.rangeValues.get(name.replace(/^(min|max)-/, '')) ?? EXTREMES;
  const value = random.pick(values);
  if (random.chance(0.7)) return value;
  return random.pick([value * (1 + 2 ** -52), value * (1 - 2 ** -52), value + 0.1, value - 0.1, -value]);
}

export function numberText(random: Random, value: number): string {
  const text = String(value);
  if (random.chance(0.65)) return text;
  const spellings = [value.toExponential(), value.toExponential().toUpperCase()];
  if (value >= 0) spellings.push(`+${text}`, `00${text}`);
  if (value === 0) spellings.push('-0', '-0.0', '0e5', '.0', '0.', '1e-400');
  if (/^-?[0-9]+$/.test(text)) spellings.push(`${text}.`, `${text}.0`, `${text}e0`, `${text}.00E-0`);
  if (text.startsWith('0.') && !text.includes('e')) spellings.push(text.slice(1));
  return random.pick(spellings);
}
