/** Paths of random requests: every listing and record of the API in several spellings, with ids that exist or nearly exist. */

import type { CatalogueSample } from './catalogue-sample.ts';
import type { Random } from './random.ts';
import { encoded } from './spelling.ts';
import type { ListingName } from './values.ts';

/** A listing, or nearly one: its parent may not exist. */
export interface ListingTarget {
  /** Below `/api/v2/`. */
  readonly segments: readonly string[];
  /** Its filters. */
  readonly listing: ListingName;
  /** For a listing of segments. */
  readonly flag?: string;
}

/** The API path made of `segments`, sometimes with a trailing slash, sometimes with escaped letters. */
export function path(random: Random, sample: CatalogueSample, ...segments: readonly string[]): string {
  const written = ['api', 'v2', ...segments].map((segment) => {
    if (random.chance(0.05)) return encoded(random, segment);
    const escaped = encodeURIComponent(segment);
    return random.chance(0.6) ? escaped.replace('%40', '@') : escaped;
  });
  return `${sample.basePath}/${written.join('/')}${random.chance(0.15) ? '/' : ''}`;
}

/** `share`: relative frequency among all listings. */
interface Choice {
  readonly share: number;
  make(random: Random, sample: CatalogueSample): ListingTarget;
}

const listing = (listingName: ListingName, ...segments: readonly string[]): ListingTarget => ({
  listing: listingName,
  segments,
});

/** A third of them are the three oldest top-level listings. */
const LISTINGS: readonly Choice[] = [
  { share: 14, make: () => listing('strain-files', 'strain-files') },
  { share: 15, make: () => listing('event-versions', 'event-versions') },
  { share: 3, make: () => listing('default-parameters', 'default-parameters') },
  { share: 2, make: () => listing('default-parameters', 'runs') },
  { share: 2, make: () => listing('default-parameters', 'datasets') },
  { share: 2, make: () => listing('default-parameters', 'catalogs') },
  { share: 3, make: () => listing('default-parameters', 'events') },
  { share: 2, make: () => listing('default-parameters', 'timelines') },
  {
    share: 6,
    make: (random, sample) => listing('strain-files', 'runs', parent(random, sample.runs), 'strain-files'),
  },
  { share: 3, make: (random, sample) => listing('default-parameters', 'runs', parent(random, sample.runs), 'events') },
  {
    share: 3,
    make: (random, sample) => listing('default-parameters', 'runs', parent(random, sample.runs), 'datasets'),
  },
  {
    share: 3,
    make: (random, sample) => listing('default-parameters', 'runs', parent(random, sample.runs), 'timelines'),
  },
  { share: 6, make: segmentsOfRun },
  {
    share: 6,
    make: (random, sample) => {
      const flag = parent(random, sample.timelines);
      return { ...listing('segments', 'timelines', flag, 'segments'), flag };
    },
  },
  {
    share: 4,
    make: (random, sample) => listing('strain-files', 'datasets', parent(random, sample.datasets), 'strain-files'),
  },
  {
    share: 6,
    make: (random, sample) => listing('catalog-events', 'catalogs', parent(random, sample.catalogs), 'events'),
  },
  { share: 5, make: (random, sample) => listing('strain-files', 'events', eventId(random, sample), 'strain-files') },
  {
    share: 6,
    make: (random, sample) =>
      listing(
        'event-strain-files',
        'event-versions',
        eventVersionId(random, sample, sample.withStrainFiles),
        'strain-files',
      ),
  },
  { share: 3, make: (random, sample) => belowVersion(random, sample, sample.withParameters, 'parameters') },
  { share: 3, make: (random, sample) => belowVersion(random, sample, sample.withParameters, 'default-parameters') },
  { share: 3, make: (random, sample) => belowVersion(random, sample, sample.shortNames, 'timelines') },
];

const SHARES = LISTINGS.reduce((sum, { share }) => sum + share, 0);

export function listingTarget(random: Random, sample: CatalogueSample): ListingTarget {
  let left = random.next() * SHARES;
  for (const { share, make } of LISTINGS) {
    left -= share;
    if (left < 0) return make(random, sample);
  }
  return listing('strain-files', 'strain-files');
}

function segmentsOfRun(random: Random, sample: CatalogueSample): ListingTarget {
  const known = random.pick(sample.runFlags);
  const run = random.chance(0.8) ? known.run : parent(random, sample.runs);
  const flag = random.chance(0.8) ? known.flag : parent(random, sample.timelines);
  return { ...listing('segments', 'runs', run, 'timelines', flag, 'segments'), flag };
}

function belowVersion(random: Random, sample: CatalogueSample, likely: readonly string[], name: string): ListingTarget {
  return listing('default-parameters', 'event-versions', eventVersionId(random, sample, likely), name);
}

/** Segments of the path to a record below `/api/v2/`, or nearly. */
export function recordTarget(random: Random, sample: CatalogueSample): readonly string[] {
  const roll = random.next();
  if (roll < 0.22) return ['strain-files', recordId(random, sample.strainIds)];
  if (roll < 0.52) return ['event-versions', eventVersionId(random, sample, sample.shortNames)];
  if (roll < 0.7) return ['events', eventId(random, sample)];
  if (roll < 0.78) return ['runs', recordId(random, sample.runs)];
  if (roll < 0.85) return ['datasets', recordId(random, sample.datasets)];
  if (roll < 0.92) return ['catalogs', recordId(random, sample.catalogs)];
  return ['timelines', recordId(random, sample.timelines)];
}

function parent(random: Random, ids: readonly string[]): string {
  return random.chance(0.7) ? random.pick(ids) : recordId(random, ids);
}

/** `likely`: preferred short names. */
function eventVersionId(random: Random, sample: CatalogueSample, likely: readonly string[]): string {
  const roll = random.next();
  if (roll < 0.4) return random.pick(likely);
  if (roll < 0.6) return random.pick(sample.namesInCatalogs);
  if (roll < 0.72) return random.pick(sample.eventNames);
  if (roll < 0.84) return random.pick(sample.aliases);
  return random.chance(0.5) ? recordId(random, sample.shortNames) : nearlyInCatalog(random, sample);
}

function eventId(random: Random, sample: CatalogueSample): string {
  const roll = random.next();
  if (roll < 0.6) return random.pick(sample.eventNames);
  if (roll < 0.8) return random.pick(sample.aliases);
  return random.pick([
    recordId(random, sample.eventNames),
    random.pick(sample.shortNames),
    random.pick(sample.namesInCatalogs),
    nearlyInCatalog(random, sample),
  ]);
}

/** Like `NAME@CATALOG`; the third may exist. */
function nearlyInCatalog(random: Random, sample: CatalogueSample): string {
  const name = random.pick(sample.eventNames);
  const catalog = random.pick(sample.catalogs);
  const known = random.pick(sample.namesInCatalogs);
  return random.pick([
    `${name}@UNKNOWN`,
    `${name}@${name}`,
    `${name}@${catalog}`,
    `${name}@`,
    `@${catalog}`,
    '@',
    '@@',
    known.toLowerCase(),
    known.toUpperCase(),
    known.replace('@', '%40'),
    known.replace('@', ' @'),
    `${known} `,
    `${known}@${catalog}`,
    `${random.pick(sample.aliases)}@${catalog}`,
    `${random.pick(sample.shortNames)}@${catalog}`,
    `${catalog}@${name}`,
  ]);
}

/** The id of a record, or something close to one. */
function recordId(random: Random, ids: readonly string[]): string {
  const known = random.pick(ids);
  if (random.chance(0.75)) return known;
  return random.pick([
    known.toLowerCase(),
    known.toUpperCase(),
    known.replace('-1', '-01'),
    known.replace('-v', '-v0'),
    known.replace(/[0-9]kHz$/, '8kHz'),
    known.replace(/-v[0-9]+$/, ''),
    known.replace(/-v[0-9]+$/, '-v99'),
    known.replace(/[0-9]-/, '7-'),
    known.slice(0, -1),
    `${known} `,
    `${known}.json`,
    `${known}\0`,
    ` ${known}`,
    `${known}/x`,
    `${known}@`,
    '',
    '..',
    '_',
    '__proto__',
    'constructor',
    '%zz',
  ]);
}
