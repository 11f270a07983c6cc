/**
 * A manifest that differs from what a build wrote: truncated, with too many or too few lines, with wrong numbers, hashes or paths, or with
 * paths that lead out of the site. A build then creates a correct site, or stops with advice; it never touches anything outside the site.
 */

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { Random } from '../oracle/random.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { compiled, copyTree, differences, type FileState, snapshot } from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [data, edited, site, precious] = ['data', 'edited', 'site', 'precious'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
];

async function build(dataDir: string, out: string, force = false) {
  const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(inject('cli'), 'site/build.js');
  return buildSite({ dataDir, out, force, config: { ...DEFAULT_CONFIG, layout: 'packs' } });
}

let sound: string;
let before: ReadonlyMap<string, FileState>;
let expected: ReadonlyMap<string, FileState>;
beforeAll(async () => {
  for (const folder of [data, edited]) cpSync(SMALL_DATA, folder, { recursive: true });
  const catalogs = join(edited, 'catalogs.yaml');
  writeFileSync(catalogs, readFileSync(catalogs, 'utf8').replace('First', 'The first'));
  await build(data, join(root, 'sound'));
  await build(edited, join(root, 'next'));
  sound = readFileSync(join(root, 'sound/manifest.json'), 'utf8');
  before = snapshot(join(root, 'sound'));
  expected = snapshot(join(root, 'next'));
});

const NUMBERS = ['0', '-1', '1e999', '99999999999', 'null', '"x"', '[]', '{}'];
const PATHS = [
  '../precious',
  '/precious',
  'a/../../precious',
  '',
  '.',
  '..',
  '.stillwave/x',
  'release.json',
  '__proto__',
];
const PIECES = ['null', '{}', '[]', '"', '\\', '\0', '9', '__proto__', ',', '\n'];

/** The kinds of damage, each applied to one or several lines. */
const DAMAGE: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, random.integer(0, text.length)),
  (text, random) => text.replace(/(?<=:)\d+/g, (number) => (random.chance(0.1) ? random.pick(NUMBERS) : number)),
  (text, random) =>
    text.replace(/[0-9a-f]{32,64}/g, (hash) => (random.chance(0.1) ? [...hash].reverse().join('') : hash)),
  (text, random) => text.replace(/(?<="path":")[^"]*/g, (path) => (random.chance(0.1) ? random.pick(PATHS) : path)),
  (text, random) => text.replace(/"name":"[^"]*"/g, (name) => (random.chance(0.1) ? '"name":"__proto__"' : name)),
  (text, random) =>
    text
      .split('\n')
      .filter(() => random.chance(0.9))
      .join('\n'),
  (text, random) =>
    text
      .split('\n')
      .flatMap((line) => (random.chance(0.1) ? [line, line] : [line]))
      .join('\n'),
  (text, random) => {
    const at = random.integer(0, text.length - 1);
    return text.slice(0, at) + random.pick(PIECES) + text.slice(at + 1);
  },
];

it.each(Array.from({ length: propertyRuns(9) }, (_, seed) => seed))('seed %i', async (seed) => {
  const random = new Random(seed);
  copyTree(join(root, 'sound'), site);
  writeFileSync(precious, 'x');
  let text = sound;
  const kinds = 1 + (seed % 3);
  for (let n = 0; n < kinds; n++)
    text = (DAMAGE[(seed + 3 * n) % DAMAGE.length] as (typeof DAMAGE)[number])(text, random);
  writeFileSync(join(site, 'manifest.json'), text);
  try {
    await build(edited, site);
  } catch (error) {
    expect(error).toMatchObject({ name: 'OutputError', message: expect.stringMatching(/--force|in the way/) });
    await build(edited, site, true);
  }
  // A build must not remove files that the manifest does not list.
  const left = ([path]: [string, FileState]) => expected.has(path) || !before.has(path);
  expect(differences(new Map([...snapshot(site)].filter(left)), expected)).toEqual([]);
  expect(existsSync(precious)).toBe(true);
});
