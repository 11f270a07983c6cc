/** Possible errors in a query of a listing, and parameters that do not belong to it. */

import type { CatalogueSample } from './catalogue-sample.ts';
import { invalidValue } from './invalid-values.ts';
import type { Random } from './random.ts';
import { encoded, malformed, pair } from './spelling.ts';
import * as values from './values.ts';

/** A query under construction; `raw` is `name=value` as it will be sent. */
export type Pairs = { name: string; raw: string }[];

export function add(random: Random, pairs: Pairs, name: string, text: string): void {
  pairs.push({ name, raw: pair(random, name, text) });
}

/** Breaks one part of a valid query. */
export function fault(random: Random, sample: CatalogueSample, listing: values.ListingName, pairs: Pairs): void {
  const roll = random.next();
  if (roll < 0.35) invalid(random, sample, pairs, random.pick([...values.filtersOf(listing, sample), 'pagesize']));
  else if (roll < 0.45) invalid(random, sample, pairs, 'pagesize');
  else if (roll < 0.54) invalid(random, sample, pairs, 'page');
  else if (roll < 0.6) spoil(pairs, 'page', pair(random, 'page', random.pick(PAGES_TOO_HIGH)));
  else if (roll < 0.67) invalid(random, sample, pairs, 'format');
  else if (roll < 0.77) undecodable(random, pairs, random.pick(values.parametersOf(listing, sample)));
  else if (roll < 0.9) repeated(random, sample, listing, pairs);
  else if (listing === 'strain-files' || listing === 'segments') reversedInterval(random, sample, pairs);
  else if (listing === 'event-versions' || listing === 'catalog-events') {
    add(random, pairs, random.pick(UNKNOWN_RANGES), random.pick(['1', '', 'x']));
  } else invalid(random, sample, pairs, 'pagesize');
}

/** Some are in range for the shipped catalogue at small page sizes. */
const PAGES_TOO_HIGH = ['99999', '9'.repeat(400), '4000', '28', '27', '2', '3'];

function invalid(random: Random, sample: CatalogueSample, pairs: Pairs, name: string): void {
  spoil(pairs, name, pair(random, name, invalidValue(random, sample, name)));
}

function undecodable(random: Random, pairs: Pairs, name: string): void {
  spoil(pairs, name, `${encoded(random, name)}=${malformed(random)}`);
}

function repeated(random: Random, sample: CatalogueSample, listing: values.ListingName, pairs: Pairs): void {
  const given = pairs.map(({ name }) => name);
  const name = random.pick(random.chance(0.6) && given.length > 0 ? given : values.parametersOf(listing, sample));
  if (!given.includes(name)) add(random, pairs, name, values.validValue(random, sample, name));
  add(random, pairs, name, values.validValue(random, sample, name));
}

function reversedInterval(random: Random, sample: CatalogueSample, pairs: Pairs): void {
  const start = values.gpsBorder(random, sample);
  spoil(pairs, 'stop', pair(random, 'stop', values.gpsText(random, start - 1)));
  spoil(pairs, 'start', pair(random, 'start', values.gpsText(random, start)));
}

/** Replaces the value of `name` with `raw`. */
function spoil(pairs: Pairs, name: string, raw: string): void {
  const given = pairs.find((candidate) => candidate.name === name);
  if (given === undefined) pairs.push({ name, raw });
  else given.raw = raw;
}

const UNKNOWN_RANGES = [
  'min-',
  'max-',
  'min-foo',
  'max-mass_1_source',
  'min-gps',
  'min-__proto__',
  'max-min-far',
  'min-FAR',
];

const UNKNOWN = [
  ['page_size', 'Page', 'PAGESIZE', 'detectors', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'callback'],
  ['samplerate', 'Format', '', 'start[]', '\0', '\uFF50age', 'page ', ' page', 'pagesize\0', 'Min-far', 'minfar', '_'],
  ['sample_rate', 'gps-time', 'min', 'utm_source'],
].flat();

/** Parameters that the listing does not know: parameters of other listings, and filters that the path binds. */
const FOREIGN: Record<values.ListingName, readonly string[]> = {
  'strain-files': [
    'min-far',
    'max-nothing',
    'release',
    'lastver',
    'name-contains',
    'run',
    'dataset',
    'event',
    'duration',
  ],
  'event-versions': ['start', 'stop', 'detector', 'sample-rate', 'catalog', 'run'],
  'catalog-events': ['release', 'release', 'release', 'catalog', 'name', 'start', 'detector'],
  'event-strain-files': [
    'start',
    'stop',
    'min-far',
    'max-nothing',
    'release',
    'version',
    'file_format',
    'event-version',
  ],
  segments: ['flag', 'timeline', 'run', 'name', 'detector', 'sample-rate', 'min-start', 'duration'],
  'default-parameters': ['start', 'release', 'min-far', 'detector', 'max-nothing', 'run', 'name', 'stop', 'duration'],
};

/** A pair that the listing ignores; its encoding may be broken. */
export function unknownPair(random: Random, listing?: values.ListingName): string {
  const foreign = listing !== undefined && random.chance(0.3) ? FOREIGN[listing] : UNKNOWN;
  const name = encoded(random, random.pick(foreign));
  const roll = random.next();
  if (roll < 0.15) return `${name}=${malformed(random)}`;
  if (roll < 0.25) return `${malformed(random)}${name}=1`;
  if (roll < 0.35) return name;
  return `${name}=${encoded(random, random.pick(['', '1', '0', '=', '==x', 'a&b', 'true', '\u{1F30C}', '20']))}`;
}
