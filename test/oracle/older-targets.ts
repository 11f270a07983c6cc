/** Random paths of the interfaces before API v2: known names and times, names that nearly exist, and pages of the old portal. */

import type { CatalogueSample } from './catalogue-sample.ts';
import type { Random } from './random.ts';

/** A path below the base URL, without a leading slash, sometimes with a final slash. */
export function olderPath(random: Random, sample: CatalogueSample): string {
  const make = random.pick(PATHS);
  const path = make(random, sample).map((segment) => encodeURIComponent(segment).replaceAll('%40', '@'));
  return `${path.join('/')}${random.chance(0.4) ? '/' : ''}`;
}

type Make = (random: Random, sample: CatalogueSample) => readonly string[];

const nearly = (random: Random, names: readonly string[]): string => {
  const name = random.pick(names);
  if (random.chance(0.85)) return name;
  return random.pick([
    name.toLowerCase(),
    `${name}x`,
    name.slice(0, -1),
    '',
    '..',
    'x.gwf',
    `${name}/y`,
    '__proto__',
    'event',
  ]);
};
const form = (random: Random): string =>
  random.chance(0.95) ? random.pick(['json', 'jsonfull', 'csv', 'ascii']) : random.pick(['html', 'JSON', '']);
const version = (random: Random): string =>
  random.chance(0.9)
    ? `v${random.pick([1, 2, 3, 4])}`
    : random.pick(['v', 'v0', 'v01', '1', 'vx', 'v1.0', 'v1e0', 'v0x1', 'v+1', 'v1 ', 'v-1', 'v99']);

/** A spelling of GPS seconds: mostly near a time in the catalogue, sometimes far away or invalid. */
function seconds(random: Random, sample: CatalogueSample): string {
  if (random.chance(0.06)) return random.pick(['', 'x', '1.5', '1e9', ' 1', '0x1', '99999999999999999', '-']);
  const gps = random.pick(sample.gpsStarts) + random.pick([0, 0, -1, 1, 2048, 4096, -4096, -1e6, 1e6]);
  return random.chance(0.95) ? random.pick([String(gps), `${gps}.0`]) : random.pick(['0', '99999999999', '-5']);
}

function interval(random: Random, sample: CatalogueSample): readonly [string, string] {
  const start = seconds(random, sample);
  if (random.chance(0.05)) return [start, seconds(random, sample)];
  return [start, String(Number(start) + random.pick([0, 1, 4095, 4096, 4097, 1e5, 1e6]))];
}

function flagPath(random: Random, sample: CatalogueSample): readonly string[] {
  const known = random.pick(sample.runFlags);
  const dataset = random.chance(0.5)
    ? known.run
    : random.chance(0.5)
      ? nearly(random, [...sample.datasets, ...sample.runs])
      : 'history';
  const flag = random.chance(0.7) ? known.flag : nearly(random, sample.timelines);
  const some = sample.segments.get(flag) ?? [];
  const [start, stop] = random.pick(some.length > 0 ? some : [[0, 1] as const]);
  const from = random.chance(0.7) ? String(start + random.pick([0, -1, 1, -1e7, 100])) : seconds(random, sample);
  const duration = random.chance(0.9)
    ? String(random.pick([0, 1, stop - start, 4096, 1e6, 1e8]))
    : random.pick(['-1', 'x', '', '1.5', String(Number.MAX_SAFE_INTEGER)]);
  const form = random.pick([['json'], ['json'], ['all'], []]);
  if (random.chance(0.15)) return ['timeline', 'segments', 'all', dataset, from, duration];
  return ['timeline', 'segments', ...form, dataset, flag, from, duration];
}

const PATHS: readonly Make[] = [
  () => ['eventapi', 'json'],
  () => ['eventapi', 'json', 'query', 'params'],
  (random) => ['eventapi', form(random), 'allevents'],
  (random, sample) => ['eventapi', form(random), nearly(random, sample.catalogs)],
  (random, sample) => ['eventapi', form(random), nearly(random, sample.catalogNames)],
  (random, sample) => ['eventapi', 'json', 'event', nearly(random, [...sample.eventNames, ...sample.aliases])],
  (random, sample) => {
    const known = random.pick([...sample.shortNames, ...sample.aliases]);
    const [, name = known, number] = /^(.*)-(v\d+)$/.exec(known) ?? [];
    return [
      'eventapi',
      'json',
      'event',
      nearly(random, [name]),
      random.chance(0.7) ? (number ?? 'v1') : version(random),
    ];
  },
  (random, sample) => {
    const [name = '', catalog = ''] = random.pick(sample.namesInCatalogs).split('@');
    return ['eventapi', 'json', nearly(random, [catalog]), nearly(random, [name])];
  },
  (random, sample) => {
    const [name = '', catalog = ''] = random.pick(sample.namesInCatalogs).split('@');
    const short = random.chance(0.1) ? sample.catalogNames : [catalog];
    return ['eventapi', 'json', nearly(random, short), nearly(random, [name]), version(random)];
  },
  () => ['archive', 'all', 'json'],
  (random, sample) => ['archive', ...interval(random, sample), 'json'],
  (random, sample) => ['archive', 'dataset', nearly(random, sample.datasets), 'json'],
  (random, sample) => [
    ...['archive', 'links', nearly(random, sample.datasets), nearly(random, sample.detectors)],
    ...interval(random, sample),
    random.chance(0.9) ? 'json' : 'simple',
  ],
  flagPath,
  flagPath,
  (random, sample) => ['eventapi', 'html', nearly(random, sample.catalogs)],
];
