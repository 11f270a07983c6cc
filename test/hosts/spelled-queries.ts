/**
 * Random spellings of enumerated queries: parameters in any order, every spelling of a flag, leading zeros, unknown parameters in
 * between, and occasionally an error. Most of them have a page file; the oracle determines the right response.
 */

import type { OracleRequest } from '../oracle/answer.ts';
import type { CatalogueSample } from '../oracle/catalogue-sample.ts';
import { add, fault, type Pairs, unknownPair } from '../oracle/faults.ts';
import { Random } from '../oracle/random.ts';

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

/** The same seed gives the same request. */
export function spelledQuery(sample: CatalogueSample, pageSizes: readonly number[], seed: number): OracleRequest {
  const random = new Random(seed);
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
  const path = `${sample.basePath}/api/v2/${listing}${random.chance(0.2) ? '/' : ''}`;
  return {
    method: random.chance(0.9) ? 'GET' : 'HEAD',
    url: parts.length === 0 ? path : `${path}?${parts.join('&')}`,
    headers: {},
  };
}
