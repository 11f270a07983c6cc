/**
 * Paths of random requests: every path of the API in several spellings, ids of records or nearly, files elsewhere and junk.
 */
import type { Random } from './random.ts';
import { encoded } from './spelling.ts';
import type { ListingName } from './values.ts';
import type { World } from './world.ts';

/** A listing, or nearly one: its parent may not exist. */
export interface ListingTarget {
  /** Below `/api/v2/`. */
  readonly segments: readonly string[];
  /** Which filters it has. */
  readonly listing: ListingName;
  /** Of a listing of segments. */
  readonly flag?: string;
}

/** The API's path to `segments`: sometimes with a trailing slash, sometimes with letters escaped. */
export function path(random: Random, world: World, ...segments: readonly string[]): string {
  const written = ['api', 'v2', ...segments].map((segment) => {
    if (random.chance(0.05)) return encoded(random, segment);
    const escaped = encodeURIComponent(segment);
    return random.chance(0.6) ? escaped.replace('%40', '@') : escaped;
  });
  return `${world.basePath}/${written.join('/')}${random.chance(0.15) ? '/' : ''}`;
}

/** `share`: of all listings, in any unit. */
interface Choice {
  readonly share: number;
  make(random: Random, world: World): ListingTarget;
}

const listing = (listingName: ListingName, ...segments: readonly string[]): ListingTarget => ({
  listing: listingName,
  segments,
});

/** A third of them are the three listings that stand at the top and have filters, or had none from the start. */
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
    make: (random, world) => listing('strain-files', 'runs', parent(random, world.runs), 'strain-files'),
  },
  { share: 3, make: (random, world) => listing('default-parameters', 'runs', parent(random, world.runs), 'events') },
  { share: 3, make: (random, world) => listing('default-parameters', 'runs', parent(random, world.runs), 'datasets') },
  { share: 3, make: (random, world) => listing('default-parameters', 'runs', parent(random, world.runs), 'timelines') },
  { share: 6, make: segmentsOfRun },
  {
    share: 6,
    make: (random, world) => {
      const flag = parent(random, world.timelines);
      return { ...listing('segments', 'timelines', flag, 'segments'), flag };
    },
  },
  {
    share: 4,
    make: (random, world) => listing('strain-files', 'datasets', parent(random, world.datasets), 'strain-files'),
  },
  {
    share: 6,
    make: (random, world) => listing('catalog-events', 'catalogs', parent(random, world.catalogs), 'events'),
  },
  { share: 5, make: (random, world) => listing('strain-files', 'events', eventId(random, world), 'strain-files') },
  {
    share: 6,
    make: (random, world) =>
      listing(
        'event-strain-files',
        'event-versions',
        eventVersionId(random, world, world.withStrainFiles),
        'strain-files',
      ),
  },
  { share: 3, make: (random, world) => belowVersion(random, world, world.withParameters, 'parameters') },
  { share: 3, make: (random, world) => belowVersion(random, world, world.withParameters, 'default-parameters') },
  { share: 3, make: (random, world) => belowVersion(random, world, world.shortNames, 'timelines') },
];

const SHARES = LISTINGS.reduce((sum, { share }) => sum + share, 0);

export function listingTarget(random: Random, world: World): ListingTarget {
  let left = random.next() * SHARES;
  for (const { share, make } of LISTINGS) {
    left -= share;
    if (left < 0) return make(random, world);
  }
  return listing('strain-files', 'strain-files');
}

function segmentsOfRun(random: Random, world: World): ListingTarget {
  const known = random.pick(world.runFlags);
  const run = random.chance(0.8) ? known.run : parent(random, world.runs);
  const flag = random.chance(0.8) ? known.flag : parent(random, world.timelines);
  return { ...listing('segments', 'runs', run, 'timelines', flag, 'segments'), flag };
}

function belowVersion(random: Random, world: World, likely: readonly string[], name: string): ListingTarget {
  return listing('default-parameters', 'event-versions', eventVersionId(random, world, likely), name);
}

/** Segments of the path to a record below `/api/v2/`, or nearly. */
export function recordTarget(random: Random, world: World): readonly string[] {
  const roll = random.next();
  if (roll < 0.22) return ['strain-files', recordId(random, world.strainIds)];
  if (roll < 0.52) return ['event-versions', eventVersionId(random, world, world.shortNames)];
  if (roll < 0.7) return ['events', eventId(random, world)];
  if (roll < 0.78) return ['runs', recordId(random, world.runs)];
  if (roll < 0.85) return ['datasets', recordId(random, world.datasets)];
  if (roll < 0.92) return ['catalogs', recordId(random, world.catalogs)];
  return ['timelines', recordId(random, world.timelines)];
}

function parent(random: Random, ids: readonly string[]): string {
  return random.chance(0.7) ? random.pick(ids) : recordId(random, ids);
}

/** `likely`: short names to prefer. */
function eventVersionId(random: Random, world: World, likely: readonly string[]): string {
  const roll = random.next();
  if (roll < 0.4) return random.pick(likely);
  if (roll < 0.6) return random.pick(world.namesInCatalogs);
  if (roll < 0.72) return random.pick(world.eventNames);
  if (roll < 0.84) return random.pick(world.aliases);
  return random.chance(0.5) ? recordId(random, world.shortNames) : nearlyInCatalog(random, world);
}

function eventId(random: Random, world: World): string {
  const roll = random.next();
  if (roll < 0.6) return random.pick(world.eventNames);
  if (roll < 0.8) return random.pick(world.aliases);
  return random.pick([
    recordId(random, world.eventNames),
    random.pick(world.shortNames),
    random.pick(world.namesInCatalogs),
    nearlyInCatalog(random, world),
  ]);
}

/** Like `NAME@CATALOG`; the third may be one. */
function nearlyInCatalog(random: Random, world: World): string {
  const name = random.pick(world.eventNames);
  const catalog = random.pick(world.catalogs);
  const known = random.pick(world.namesInCatalogs);
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
    `${random.pick(world.aliases)}@${catalog}`,
    `${random.pick(world.shortNames)}@${catalog}`,
    `${catalog}@${name}`,
  ]);
}

/** The id of a record, or nearly. */
export function recordId(random: Random, ids: readonly string[]): string {
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

/** Below `/archive/data` and `/eventapi`. */
export const FILE_PATHS = [
  '/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5',
  '/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.gwf',
  '/json/GWTC-1-confident/GW150914/v3/H-H1_GWOSC_4KHZ_R1-1126259447-32.hdf5',
  '/json/GWTC-3-confident/GW191103_012549/v1/L-L1_GWOSC_16KHZ_R1-1256777715-4096.txt.gz',
  '/x',
  '/a/b/c/d.e-f_g',
  '/a/',
  '/%41/b',
  '',
  '/',
  '//a',
  '/a//b',
  '/../x',
  '/a/..',
  '/./a',
  '/...',
  '/a%2Fb',
  '/%2e%2e/x',
  '/a b'.replace(' ', '%20'),
  '/a+b',
  '/a@b',
  '/%',
  '/%zz',
  '/a%00',
  '/a;b',
  '/%C3%A9',
];

/** `BASE` stands for the path of the base URL. */
export const JUNK_PATHS = [
  'BASE/api',
  'BASE/api/',
  'BASE/api/v2//',
  'BASE//api/v2',
  'BASE/api//v2/strain-files',
  'BASE/api/v2//strain-files',
  'BASE/api/v2/strain-files//',
  'BASE/api/v2/strain-files/H1-1126256640-4kHz/x',
  'BASE/api/v2/strain-files/H1-1126256640-4kHz/strain-files',
  'BASE/api/v2/default-parameters/far',
  'BASE/api/v2/default-parameters/far/x',
  'BASE/api/v2/Strain-Files',
  'BASE/api/v2/strain_files',
  'BASE/api/v2/segments',
  'BASE/api/v2/parameters',
  'BASE/api/v2/catalog',
  'BASE/api/v2/runs//strain-files',
  'BASE/api/v2/runs/O1//',
  'BASE/api/v2/runs/O1/x',
  'BASE/api/v2/runs/O1/runs',
  'BASE/api/v2/runs/O1/segments',
  'BASE/api/v2/runs/O1/event-versions',
  'BASE/api/v2/runs/O1/Events',
  'BASE/api/v2/runs/O1%2Fevents',
  'BASE/api/v2/runs/O1/events/GW150914',
  'BASE/api/v2/runs/O1/datasets/O1',
  'BASE/api/v2/runs/O1/datasets/O1/strain-files',
  'BASE/api/v2/runs/O1/strain-files/H1-1126256640-4kHz',
  'BASE/api/v2/runs/O1/timelines/H1_DATA',
  'BASE/api/v2/runs/O1/timelines//segments',
  'BASE/api/v2/runs/O1/timelines/H1_DATA/segment',
  'BASE/api/v2/runs/O1/timelines/H1_DATA/segments/x',
  'BASE/api/v2/runs/O1/timelines%2FH1_DATA%2Fsegments',
  'BASE/api/v2/runs/O1/x/H1_DATA/segments',
  'BASE/api/v2/datasets/O1/events',
  'BASE/api/v2/datasets/O1/strain-files/x',
  'BASE/api/v2/catalogs/GWTC/event-versions',
  'BASE/api/v2/catalogs/GWTC/events/GW150914-v3',
  'BASE/api/v2/events/GW150914/parameters',
  'BASE/api/v2/events/GW150914/versions',
  'BASE/api/v2/events/GW150914/strain-files/x',
  'BASE/api/v2/events/@/strain-files',
  'BASE/api/v2/event-versions/@',
  'BASE/api/v2/event-versions/%40',
  'BASE/api/v2/event-versions//parameters',
  'BASE/api/v2/event-versions/GW150914@/parameters',
  'BASE/api/v2/event-versions/GW150914-v3/segments',
  'BASE/api/v2/event-versions/GW150914-v3/parameters/x',
  'BASE/api/v2/event-versions/GW150914-v3/timelines/H1_DATA/segments',
  'BASE/api/v2/timelines/H1_DATA/segments/x',
  'BASE/api/v2/timelines/H1_DATA/runs',
  'BASE/api/v2/timelines//segments',
  'BASE/api/v2/_/x',
  'BASE/api/v2/strain-files/_',
  'BASE/api/v2/strain-files/_/all/all/20/1.json',
  'BASE/api/v2/runs/_/20/1.json',
  'BASE/api/v2/runs/O1/events/_/20/1.json',
  'BASE/api/v2/runs/O1.json',
  'BASE/api/v2/..',
  'BASE/api/v2/../../etc/passwd',
  'BASE/api/v2/%2e%2e/%2e%2e',
  'BASE/api/v2/__proto__',
  'BASE/api/v2/constructor',
  'BASE/api/v2/runs/__proto__/events',
  'BASE/api/v2/runs/O1/constructor',
  'BASE/api/v2/%',
  'BASE/api/v2/strain-files/%zz',
  'BASE/api/v2/event-versions/%FF',
  'BASE/api/v2/event-versions/%FF/parameters',
  'BASE/api/v2/strain+files',
  'BASE/api/v2/strain-files%2F',
  'BASE/api%2Fv2',
  'BASE/api/v1/events',
  'BASE/API/V2',
  'BASE/release.json.x',
  'BASE/archive',
  'BASE/archive/other',
  'BASE/eventapi.json',
  'BASE/EventAPI/json',
  'BASE/api/v2%00',
  '/elsewhere/api/v2/strain-files',
  '/elsewhere/eventapi/x',
];
