/**
 * Random requests to hosts with rewrite rules. Two thirds are typical requests of clients: enumerated queries in any spelling, listings
 * below records, records. A third is odd: any query of any listing, odd paths and targets. The same seed gives the same request.
 */

import type { OracleRequest } from '../../oracle/answer.ts';
import type { CatalogueSample } from '../../oracle/catalogue-sample.ts';
import { add, fault, type Pairs, unknownPair } from '../../oracle/faults.ts';
import { randomRequest, sampleCatalogue } from '../../oracle/queries.ts';
import { Random } from '../../oracle/random.ts';
import { sharedOracleData } from '../../oracle/shared-records.ts';
import { listingTarget, path, recordTarget } from '../../oracle/targets.ts';
import { CONFIG } from './rule-hosts.ts';

/** The minimum fraction of GET requests that hosts without an upstream must answer. */
export const LEAST_ANSWERED = 0.4;

/** Paths of the older interfaces, with and without files. */
export const LEGACY_TARGETS = [
  'eventapi/json',
  'eventapi/json/allevents',
  'eventapi/json/event/GW150914',
  'eventapi/json/query/show?min-far=1',
  'eventapi/csv/allevents',
  'archive/all/json',
  'archive/1/2/json',
  'archive/links/O1/H1/1126051217/1126060000/json',
  'timeline/segments/json/O1/H1_DATA/1126051217/10',
].map((path) => `/gw/${path}`);

const TRUE = ['', 'true', 'True', '1'];
const FALSE = ['false', 'False', '0'];
/** Values without a folder, or for another parameter. */
const NEARLY = [
  'all',
  'last',
  'bare',
  'parameters',
  '_',
  '.',
  '..',
  '',
  '1',
  '20',
  '1.json',
  '-',
  'h1',
  'H1.',
  'H1/all',
];

function strainPairs(random: Random, sample: CatalogueSample): Pairs {
  const pairs: Pairs = [];
  if (random.chance(0.6)) plain(random, pairs, 'detector', random.pick(sample.detectors));
  if (random.chance(0.6)) plain(random, pairs, 'sample-rate', random.pick(['4', '16']));
  return pairs;
}

function eventPairs(random: Random, sample: CatalogueSample): Pairs {
  const pairs: Pairs = [];
  if (random.chance(0.6)) plain(random, pairs, 'release', random.pick(sample.catalogs));
  for (const name of ['lastver', 'include-default-parameters']) {
    if (random.chance(0.5)) plain(random, pairs, name, random.pick(random.chance(0.7) ? TRUE : FALSE));
  }
  return pairs;
}

/** Written unchanged. An empty value is written with or without its `=`. */
function plain(random: Random, pairs: Pairs, name: string, text: string): void {
  pairs.push({ name, raw: text === '' && random.chance(0.5) ? name : `${name}=${text}` });
}

/**
 * An enumerated query: parameters in any order, every spelling of a flag, leading zeros, unknown parameters in between, and occasionally
 * an error.
 */
function spelledQuery(random: Random, sample: CatalogueSample, pageSizes: readonly number[]): string {
  const listing = random.pick([
    'strain-files',
    'strain-files',
    'event-versions',
    'event-versions',
    'default-parameters',
  ] as const);
  const pairs =
    listing === 'strain-files'
      ? strainPairs(random, sample)
      : listing === 'event-versions'
        ? eventPairs(random, sample)
        : [];
  const zeros = () => (random.chance(0.1) ? random.pick(['0', '000']) : '');
  if (random.chance(0.5)) plain(random, pairs, 'pagesize', `${zeros()}${random.pick(pageSizes)}`);
  if (random.chance(0.5)) plain(random, pairs, 'page', `${zeros()}${random.integer(1, random.pick([1, 3, 30]))}`);
  if (random.chance(0.4)) plain(random, pairs, 'format', random.pick(['api', 'json']));
  if (random.chance(0.15)) {
    if (random.chance(0.5)) fault(random, sample, listing, pairs);
    else {
      const known = pairs.length > 0 ? random.pick(pairs) : undefined;
      if (known) known.raw = `${known.name}=${random.pick(NEARLY)}`;
    }
  }
  if (random.chance(0.05))
    add(random, pairs, random.pick(['release', 'detector', 'lastver', 'page']), random.pick(NEARLY));
  const parts = random.shuffled(pairs.map(({ raw }) => raw));
  while (random.chance(0.1)) parts.splice(random.integer(0, parts.length), 0, unknownPair(random, listing));
  while (random.chance(0.05)) parts.splice(random.integer(0, parts.length), 0, '');
  const query = parts.length === 0 ? '' : `?${parts.join('&')}`;
  return `${sample.basePath}/api/v2/${listing}${random.chance(0.2) ? '/' : ''}${query}`;
}

/** A listing, often below a record, or a record itself. Without filters, as in the links to them. */
function followedLink(random: Random, sample: CatalogueSample, pageSizes: readonly number[]): string {
  const isListing = random.chance(0.6);
  const segments = isListing ? listingTarget(random, sample).segments : recordTarget(random, sample);
  const parts = random.chance(0.7) ? ['format=api'] : [];
  if (isListing && random.chance(0.3)) parts.push(`page=${random.pick([1, 1, 2, 3, 30])}`);
  if (isListing && random.chance(0.3)) parts.push(`pagesize=${random.pick(pageSizes)}`);
  return `${path(random, sample, ...segments)}${parts.length === 0 ? '' : `?${random.shuffled(parts).join('&')}`}`;
}

/** Targets that are not a plain path and query, or that differ slightly from one. */
const ODDITIES: readonly ((target: string) => string)[] = [
  (target) => `http://other.example:1${target}`,
  (target) => `/${target}`,
  (target) => target.replace('/v2/', '/v2//'),
  (target) => target.replace('/v2/', '/./v2/'),
  (target) => target.replace('/v2/', '/x/../v2/'),
  (target) => target.replace('/v2/', '/v2/%2e/'),
  (target) => target.replace('/v2/', '/v2;x/'),
  (target) => target.replace('?', '?&?'),
  (target) => target.replace('?', '%3F'),
  (target) => target.replace('?', '#x?'),
  (target) => target.replace('?', '/_/20/1.json?'),
  (target) => target.replace('?', '.json?'),
  (target) => target.replace('?', '~?'),
  (target) => target.replace('-', '%2D'),
  (target) => target.toUpperCase(),
  (target) => `${target}#x`,
  (target) => `${target}?`,
  (target) => `${target}/`,
  (target) => `${target}&`,
];

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

function anyMethod(random: Random): string {
  const roll = random.next();
  if (roll < 0.88) return 'GET';
  if (roll < 0.94) return 'HEAD';
  return roll < 0.97 ? 'OPTIONS' : random.pick(METHODS);
}

function hostRequest(sample: CatalogueSample, pageSizes: readonly number[], seed: number): OracleRequest {
  const random = new Random(seed);
  const roll = random.next();
  if (roll < 0.25) return randomRequest(sample, random.integer(0, 2 ** 32 - 1));
  const make = random.chance(0.6) ? spelledQuery : followedLink;
  const usual = make(random, sample, pageSizes);
  return { method: anyMethod(random), url: roll < 0.33 ? random.pick(ODDITIES)(usual) : usual, headers: {} };
}

interface HostRequests {
  /** The data of the site, which has the base URL in CONFIG. */
  readonly dataDir: string;
  /** The enumerated page sizes. */
  readonly pageSizes: readonly number[];
  readonly count: number;
  readonly seed: number;
}

export function* hostRequests({ dataDir, pageSizes, count, seed }: HostRequests): Generator<OracleRequest> {
  const sample = sampleCatalogue(sharedOracleData(dataDir), new URL(CONFIG.baseUrl).pathname);
  for (let n = 0; n < count; n++) yield hostRequest(sample, pageSizes, seed + n);
}
