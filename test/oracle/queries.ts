/**
 * Random requests over the whole API: both listings, details, default parameters, the root, archive paths and junk.
 *
 * About 70 % are meant to be valid, in mixed spellings and encodings; the rest has a fault, sometimes two, so that the
 * order of failures is tested as well. The same world and seed give the same request.
 * The path `/` alone is never asked: what a host shows there is its own affair.
 */
import fc from 'fast-check';
import type { OracleRequest } from './answer.ts';
import { add, fault, type Pairs, unknownPair } from './faults.ts';
import { Random } from './random.ts';
import { malformed, pair } from './spelling.ts';
import { ARCHIVE_PATHS, JUNK_PATHS, path, recordId } from './targets.ts';
import * as values from './values.ts';
import { countKey, type World } from './world.ts';

export { createWorld, type World } from './world.ts';

/** Example: `randomRequest(createWorld(data, ''), 42)`. `seed`: an integer, its low 32 bits count. */
export function randomRequest(world: World, seed: number): OracleRequest {
  const random = new Random(seed);
  return { method: method(random), url: target(random, world), headers: headers(random) };
}

/** The same requests for fast-check; a counterexample names its seed. */
export function requestArbitrary(world: World): fc.Arbitrary<{ seed: number; request: OracleRequest }> {
  return fc
    .noShrink(fc.integer({ min: 0, max: 2 ** 32 - 1 }))
    .map((seed) => ({ seed, request: randomRequest(world, seed) }));
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

function target(random: Random, world: World): string {
  const roll = random.next();
  if (roll < 0.38) return listing(random, world, 'strain-files');
  if (roll < 0.78) return listing(random, world, 'event-versions');
  if (roll < 0.82) return listing(random, world, 'default-parameters');
  const query = random.chance(0.7) ? '' : `?${recordQuery(random)}`;
  if (roll < 0.86) return `${path(random, world, 'strain-files', recordId(random, world.strainIds))}${query}`;
  if (roll < 0.9) return `${path(random, world, 'event-versions', recordId(random, world.shortNames))}${query}`;
  if (roll < 0.93) return `${path(random, world)}${query}`;
  if (roll < 0.96) return `${world.basePath}/archive/data${random.pick(ARCHIVE_PATHS)}${query}`;
  return `${random.pick(JUNK_PATHS).replace('BASE', world.basePath)}${query}`;
}

function recordQuery(random: Random): string {
  const parts: string[] = [];
  if (random.chance(0.7)) parts.push(pair(random, 'format', random.pick(['api', 'json', 'html', ''])));
  if (random.chance(0.1)) parts.push(pair(random, 'format', 'api'));
  if (random.chance(0.1)) parts.push(`format=${malformed(random)}`);
  if (random.chance(0.3)) parts.push(unknownPair(random));
  if (random.chance(0.3))
    parts.push(pair(random, random.pick(['page', 'pagesize', 'start']), random.pick(['0', 'x', ''])));
  return parts.join('&');
}

function listing(random: Random, world: World, name: values.ListingName): string {
  const pairs = name === 'strain-files' ? strainPairs(random, world) : eventPairs(random, world, name);
  if (random.chance(0.3)) add(random, pairs, 'format', values.validValue(random, world, 'format'));
  if (random.chance(0.27)) {
    fault(random, world, name, pairs);
    if (random.chance(0.3)) fault(random, world, name, pairs);
  }
  const parts = pairs.map(({ raw }) => raw);
  while (random.chance(0.08)) parts.push(unknownPair(random, name));
  while (random.chance(0.03)) parts.push('');
  const query = (random.chance(0.7) ? random.shuffled(parts) : parts).join('&');
  return `${path(random, world, name)}${query === '' && random.chance(0.9) ? '' : `?${query}`}`;
}

function strainPairs(random: Random, world: World): Pairs {
  const pairs: Pairs = [];
  const detector = random.chance(0.4) ? values.validValue(random, world, 'detector') : '';
  const rate = random.chance(0.4) ? values.validValue(random, world, 'sample-rate') : '';
  if (detector !== '') add(random, pairs, 'detector', detector);
  if (rate !== '') add(random, pairs, 'sample-rate', rate);
  const narrow = random.chance(0.55);
  if (narrow) {
    let start = values.gpsBorder(random, world);
    let stop = random.chance(0.3) ? start : values.gpsBorder(random, world);
    if (random.chance(0.4)) stop = Math.min(start + random.integer(0, 400_000), Number.MAX_SAFE_INTEGER);
    if (start > stop) [start, stop] = [stop, start];
    const which = random.pick(['both', 'both', 'start', 'stop']);
    if (which !== 'stop') add(random, pairs, 'start', values.gpsText(random, start));
    if (which !== 'start') add(random, pairs, 'stop', values.gpsText(random, stop));
  }
  paging(random, world, pairs, narrow ? undefined : world.counts.get(countKey('strain-files', detector, rate)));
  return pairs;
}

function eventPairs(random: Random, world: World, name: values.ListingName): Pairs {
  const pairs: Pairs = [];
  let count: number | undefined = world.rangeNames.length;
  if (name === 'event-versions') {
    const release = random.chance(0.35) ? values.validValue(random, world, 'release') : '';
    const last = random.chance(0.25) ? values.validValue(random, world, 'lastver') : 'false';
    count = world.counts.get(countKey(name, release, /^(false|False|0)$/.test(last) ? '' : 'last'));
    if (release !== '') add(random, pairs, 'release', release);
    if (last !== 'false') add(random, pairs, 'lastver', last);
    const other = 'include-default-parameters';
    if (random.chance(0.25)) add(random, pairs, other, values.validValue(random, world, other));
    if (random.chance(0.25)) {
      add(random, pairs, 'name-contains', values.validValue(random, world, 'name-contains'));
      count = undefined;
    }
    const ranges = random.shuffled(world.rangeNames).slice(0, random.pick([0, 0, 0, 1, 1, 2, 3]));
    if (ranges.length > 0) count = undefined;
    for (const range of ranges) {
      const which = random.pick(['both', 'min', 'max']);
      let [min, max] = [values.rangeValue(random, world, range), values.rangeValue(random, world, range)];
      if (min > max && random.chance(0.9)) [min, max] = [max, min];
      if (which !== 'max') add(random, pairs, `min-${range}`, values.numberText(random, min));
      if (which !== 'min') add(random, pairs, `max-${range}`, values.numberText(random, max));
    }
  }
  paging(random, world, pairs, count);
  return pairs;
}

/** `count`: how many records match, where it is known; then pages near the last one are likely. */
function paging(random: Random, world: World, pairs: Pairs, count: number | undefined): void {
  let size = '20';
  if (random.chance(0.6)) {
    size = values.validValue(random, world, 'pagesize');
    add(random, pairs, 'pagesize', size);
  }
  if (random.chance(0.4)) return;
  if (count === undefined || random.chance(0.2)) {
    add(random, pairs, 'page', values.validValue(random, world, 'page'));
    return;
  }
  const pages = Math.ceil(count / Math.min(Number(size), 1000));
  const page = random.pick([1, 2, pages - 1, pages, pages, random.integer(1, Math.max(pages, 1))]);
  const written = String(Math.max(page, 1));
  add(random, pairs, 'page', random.chance(0.1) ? `00${written}` : written);
}
