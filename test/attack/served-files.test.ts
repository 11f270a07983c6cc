/**
 * `serve` when its site contains wrong files: a pointer in an unexpected format but with a valid hash; pipes, devices and links instead of
 * packs. `serve` answers what it can, immediately returns 503 for everything else, and recovers when the files are restored.
 */

import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTree } from '../support/folders.ts';
import { ask, eventually, type Server, startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makePipe } from './pipes.ts';

const root = join(temporaryFolder(), 'site');
let server: Server;
beforeAll(async () => {
  copyTree(inject('small').root, root);
  server = await startServer(inject('cli'), root);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const statusAt = async (origin: string, path: string) => (await ask(`${origin}/api/v2/${path}`)).status;
const status = (path: string) => statusAt(server.origin, path);

describe('a pointer with a valid hash', () => {
  const sound = readFileSync(join(inject('small').root, 'release.json'));
  const { release } = JSON.parse(sound.toString()) as { release: { readonly format: number } };

  function point(to: Buffer | string): void {
    writeFileSync(join(root, 'release.part'), to);
    renameSync(join(root, 'release.part'), join(root, 'release.json'));
  }

  const deep = `{"format":${release.format},"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const changed = (change: object) => JSON.stringify({ ...release, ...change });

  it.each([
    ['is null', 'null'],
    ['is a number', '7'],
    ['is a list', '[]'],
    ['has a format alone', JSON.stringify({ format: release.format })],
    ['has no index', changed({ index: undefined })],
    ['has no packs', changed({ packs: null })],
    ['has no downloads', changed({ downloads: undefined })],
    ['has no vocabulary', changed({ vocabulary: null })],
    ['has texts where lists belong', changed({ vocabulary: { detectors: 'x', catalogs: 1, parameters: [null] } })],
    ['has no lifetimes', changed({ cache: null })],
    ['is very deep', deep],
  ])('that %s does not end the program, and gives a 503', async (_, text) => {
    const hash = createHash('sha256').update(text).digest('hex');
    point(`{"sha256":"${hash}","release":${text}}\n`);
    await eventually(async () => (await status('runs')) === 503, 'the site is refused');
    point(sound);
    await eventually(async () => (await status('runs')) === 200, 'the site is back');
    expect(server.child.exitCode).toBeNull();
  });
});

it('packs outside the site, named by the pointer, are never used', async () => {
  const path = join(root, 'release.json');
  const sound = readFileSync(path);
  const { release } = JSON.parse(sound.toString());
  const packs = { ...release.packs, timelines: { names: ['../../../../etc/passwd'], starts: [0] } };
  const text = JSON.stringify({ ...release, packs });
  writeFileSync(path, `{"sha256":"${createHash('sha256').update(text).digest('hex')}","release":${text}}\n`);
  const fresh = await startServer(inject('cli'), root);
  expect(await statusAt(fresh.origin, 'timelines')).toBe(503);
  expect(await statusAt(fresh.origin, 'events')).toBe(200);
  expect(await fresh.stop()).toBe(0);
  writeFileSync(path, sound);
});

describe('packs', () => {
  const packs = (set: string): string[] => {
    const { release } = JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'));
    return release.packs[set].names.map((name: string) => join(root, 'packs', `${name}.ndjson`));
  };

  it.each<[string, (path: string) => boolean]>([
    ['a pipe', makePipe],
    ['a device', (path) => symlinkSync('/dev/zero', path) === undefined],
    ['a link to itself', (path) => symlinkSync(path, path) === undefined],
  ])('replaced by %s give a 503 immediately, without affecting anything else', async (_, put) => {
    const sets = ['timelines', 'catalogs', 'datasets', 'event-version-details', 'strain-file-details'];
    const places = sets.flatMap(packs).map((path) => [path, readFileSync(path)] as const);
    const targets = ['timelines', 'catalogs', 'datasets', 'event-versions/GW150914'];
    // A server that has no pack in memory yet.
    const fresh = await startServer(inject('cli'), root);
    const statuses = () => Promise.all(targets.map((target) => statusAt(fresh.origin, target)));
    try {
      for (const [path] of places) {
        rmSync(path);
        put(path);
      }
      expect(await statuses()).toEqual(targets.map(() => 503));
      expect(await statusAt(fresh.origin, 'events')).toBe(200);
      // After ten seconds, `serve` gives up a read that has not finished, and reports it.
      expect(fresh.stderr()).not.toContain('timed out');
    } finally {
      for (const [path, content] of places) {
        rmSync(path);
        writeFileSync(path, content);
      }
    }
    expect(await statuses()).toEqual(targets.map(() => 200));
    expect(await fresh.stop()).toBe(0);
  });
});
