/**
 * Paths of random requests: the API's own in several spellings, ids of records or nearly, archive paths and junk.
 */
import type { Random } from './random.ts';
import { encoded } from './spelling.ts';
import type { World } from './world.ts';

/** The API's path to `segments`: sometimes with a trailing slash, sometimes with letters escaped. */
export function path(random: Random, world: World, ...segments: readonly string[]): string {
  const written = ['api', 'v2', ...segments].map((segment) =>
    random.chance(0.05) ? encoded(random, segment) : encodeURIComponent(segment),
  );
  return `${world.basePath}/${written.join('/')}${random.chance(0.15) ? '/' : ''}`;
}

/** The id of a record, or nearly. */
export function recordId(random: Random, ids: readonly string[]): string {
  const known = random.pick(ids);
  if (random.chance(0.75)) return known;
  return random.pick([
    known.toLowerCase(),
    known.replace('-1', '-01'),
    known.replace('-v', '-v0'),
    known.replace(/[0-9]kHz$/, '8kHz'),
    known.replace(/-v[0-9]+$/, ''),
    known.replace(/-v[0-9]+$/, '-v99'),
    known.replace(/[0-9]-/, '7-'),
    `${known} `,
    `${known}.json`,
    `${known}\0`,
    ` ${known}`,
    `${known}/x`,
    '',
    '..',
    '__proto__',
    'constructor',
    '%zz',
  ]);
}

export const ARCHIVE_PATHS = [
  '/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5',
  '/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.gwf',
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
  'BASE/api/v2/default-parameters/far',
  'BASE/api/v2/Strain-Files',
  'BASE/api/v2/strain_files',
  'BASE/api/v2/catalogs',
  'BASE/api/v2/_/x',
  'BASE/api/v2/strain-files/_',
  'BASE/api/v2/strain-files/_/all/all/20/1.json',
  'BASE/api/v2/..',
  'BASE/api/v2/../../etc/passwd',
  'BASE/api/v2/%2e%2e/%2e%2e',
  'BASE/api/v2/__proto__',
  'BASE/api/v2/constructor',
  'BASE/api/v2/%',
  'BASE/api/v2/strain-files/%zz',
  'BASE/api/v2/event-versions/%FF',
  'BASE/api/v2/strain+files',
  'BASE/api/v2/strain-files%2F',
  'BASE/api%2Fv2',
  'BASE/api/v1/events',
  'BASE/API/V2',
  'BASE/release.json.x',
  'BASE/archive',
  'BASE/archive/other',
  'BASE/api/v2%00',
  '/elsewhere/api/v2/strain-files',
];
