/**
 * Random requests to the whole API: all listings, top-level and nested, all records, the root, files elsewhere and junk.
 *
 * About 70 % are intended to be valid, in mixed spellings and encodings; the others have an error, sometimes two, so that the
 * order of failures is tested as well. The same sample and seed give the same request. The path `/` alone is never requested,
 * because its response differs by host.
 */
import fc from 'fast-check';
import type { OracleRequest } from './answer.ts';
import type { CatalogueSample } from './catalogue-sample.ts';
import { add, fault, unknownPair } from './faults.ts';
import { listingPairs } from './listing-queries.ts';
import { olderPath } from './older-targets.ts';
import { FILE_PATHS, JUNK_PATHS } from './other-paths.ts';
import { Random } from './random.ts';
import { malformed, pair } from './spelling.ts';
import { listingTarget, path, recordTarget } from './targets.ts';
import * as values from './values.ts';

export { type CatalogueSample, sampleCatalogue } from './catalogue-sample.ts';

/** Example: `randomRequest(sampleCatalogue(data, ''), 42)`. `seed`: an integer, its low 32 bits count. */
export function randomRequest(sample: CatalogueSample, seed: number): OracleRequest {
  const random = new Random(seed);
  return { method: method(random), url: target(random, sample), headers: headers(random) };
}

/** The same requests for fast-check; a counterexample shows its seed. */
export function requestArbitrary(sample: CatalogueSample): fc.Arbitrary<{ seed: number; request: OracleRequest }> {
  return fc
    .noShrink(fc.integer({ min: 0, max: 2 ** 32 - 1 }))
    .map((seed) => ({ seed, request: randomRequest(sample, seed) }));
}

function method(random: Random): string {
  const roll = random.next();
  if (roll < 0.92) return 'GET';
  if (roll < 0.96) return 'HEAD';
  if (roll < 0.98) return 'OPTIONS';
  return random.pick(['POST', 'DELETE', 'PUT', 'PATCH', 'PROPFIND']);
}

const ACCEPTED = ['application/json', 'text/html', '*/*', 'image/png', '', 'text/html, */*;q=0.1', 'junk;;;'];

function headers(random: Random): Record<string, string> {
  return random.chance(0.3) ? { accept: random.pick(ACCEPTED) } : {};
}

function target(random: Random, sample: CatalogueSample): string {
  const roll = random.next();
  if (roll < 0.7) return listing(random, sample);
  if (roll < 0.82) return older(random, sample);
  const query = random.chance(0.7) ? '' : `?${recordQuery(random)}`;
  if (roll < 0.93) return `${path(random, sample, ...recordTarget(random, sample))}${query}`;
  if (roll < 0.94) return `${path(random, sample)}${query}`;
  if (roll < 0.97) {
    const folder = random.pick(['archive/data', 'eventapi']);
    return `${sample.basePath}/${folder}${random.pick(FILE_PATHS)}${query}`;
  }
  return `${random.pick(JUNK_PATHS).replace('BASE', sample.basePath)}${query}`;
}

/** Only searches read the query. */
function older(random: Random, sample: CatalogueSample): string {
  if (random.chance(0.75)) {
    const query = random.chance(0.8) ? '' : `?${recordQuery(random)}`;
    return `${sample.basePath}/${olderPath(random, sample)}${query}`;
  }
  const asked = { segments: [], listing: 'event-versions' } as const;
  const pairs = listingPairs(random, sample, asked);
  if (random.chance(0.2)) fault(random, sample, asked.listing, pairs);
  const query = pairs.map(({ raw }) => raw).join('&');
  return `${sample.basePath}/eventapi/${random.pick(['json', 'jsonfull', 'csv'])}/query/show?${query}`;
}

function recordQuery(random: Random): string {
  const parts: string[] = [];
  if (random.chance(0.7)) parts.push(pair(random, 'format', random.pick(['api', 'json', 'html', '', 'csv'])));
  if (random.chance(0.1)) parts.push(pair(random, 'format', 'api'));
  if (random.chance(0.1)) parts.push(`format=${malformed(random)}`);
  if (random.chance(0.3)) parts.push(unknownPair(random));
  if (random.chance(0.3))
    parts.push(pair(random, random.pick(['page', 'pagesize', 'start']), random.pick(['0', 'x', ''])));
  return parts.join('&');
}

function listing(random: Random, sample: CatalogueSample): string {
  const asked = listingTarget(random, sample);
  const pairs = listingPairs(random, sample, asked);
  if (random.chance(0.3)) add(random, pairs, 'format', values.validValue(random, sample, 'format'));
  if (random.chance(0.22)) {
    fault(random, sample, asked.listing, pairs);
    if (random.chance(0.3)) fault(random, sample, asked.listing, pairs);
  }
  const parts = pairs.map(({ raw }) => raw);
  while (random.chance(0.08)) parts.push(unknownPair(random, asked.listing));
  while (random.chance(0.03)) parts.push('');
  const query = (random.chance(0.7) ? random.shuffled(parts) : parts).join('&');
  return `${path(random, sample, ...asked.segments)}${query === '' && random.chance(0.9) ? '' : `?${query}`}`;
}
