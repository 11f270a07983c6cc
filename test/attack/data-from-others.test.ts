/**
 * A data folder from somebody else, for example in a pull request: whatever links and forged journals it contains, an import or harvest
 * never touches anything outside the folder.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { importCsv } from '../../src/intake/import-file.ts';
import type { ImportKind } from '../../src/intake/kinds/kinds.ts';
import { fullCatalogue } from '../support/data-folders.ts';
import { differences, runCli, snapshot } from '../support/folders.ts';
import { inFiles } from '../support/problem-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [repository, outside] = [join(root, 'repository'), join(root, 'outside')];
const data = join(repository, 'data');
const sound = join(fullCatalogue(), 'data');

/** One row of every kind that the small catalogue can take; importing it changes a file. */
const ROWS: Readonly<Partial<Record<ImportKind, string>>> = {
  catalogs: 'name,description\nNew-1,New.\n',
  'event-versions': 'name,version,gps,catalog,detectors\nGW150914,9,1126259462.4,GWTC-1,H1|L1\n',
  events: 'name,grace_id\n170423,G1\n',
  segments: 'flag,run,start,stop\nV1_CBC_CAT1,O2,1170000100,1170000200\n',
  'strain-statistics': 'dataset,detector,gps_start,sample_rate_kHz,filesize_bytes\nO1,H1,1126256640,4,99\n',
};

/** Imports a row of every kind. Out: the problems; empty if everything was imported. */
function importAll(): string {
  const messages = Object.entries(ROWS).map(([kind, rows]) => {
    const csv = join(root, `${kind}.csv`);
    writeFileSync(csv, rows);
    try {
      const { problems } = importCsv({ kind: kind as ImportKind, file: csv, data });
      return inFiles(problems)
        .map(({ file, message }) => `${file}: ${message}`)
        .join('\n');
    } catch (error) {
      return (error as Error).message;
    }
  });
  return messages.join('\n');
}

beforeEach(() => {
  for (const folder of [repository, outside]) rmSync(folder, { recursive: true, force: true });
  cpSync(sound, data, { recursive: true });
  for (const name of [
    'new/thesis',
    'lock-1-1-deadbeef-x1',
    '.notes.yaml.812.tmp',
    '.runs.yaml.0123456789abcdef.tmp',
    'keys',
  ]) {
    mkdirSync(dirname(join(outside, name)), { recursive: true });
    writeFileSync(join(outside, name), 'private');
  }
  cpSync(sound, join(outside, 'data'), { recursive: true });
});

/** Replaces a file or folder with a link. */
function link(path: string, target: string): void {
  rmSync(join(repository, path), { recursive: true, force: true });
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  symlinkSync(target, join(repository, path));
}

describe('an import touches nothing behind the link', () => {
  /** Replaces the path with a link and imports. Out: what the imports print. */
  function importWithLink(path: string, target: string): string {
    link(path, target);
    const before = snapshot(outside);
    const messages = importAll().trim();
    expect(differences(snapshot(outside), before)).toEqual([]);
    return messages;
  }

  it.each([
    ['data/notes', '../../outside'],
    ['data/event-versions', '../../outside/data/event-versions'],
    ['data/event-versions/GWTC-1.yaml', '../../../outside/data/event-versions/GWTC-1.yaml'],
    ['data/catalogs.yaml', '../../outside/data/catalogs.yaml'],
    ['data/events.yaml', join(outside, 'data/events.yaml')],
    ['data/events.yaml', '../../outside/missing.yaml'],
    ['data/timelines', '../../outside/data/timelines'],
    ['data/strain-statistics', '../../outside'],
    ['data/strain-files', '../../outside/data/strain-files'],
    ['data/.catalogs.yaml.0123456789abcdef.tmp', '../../outside/keys'],
  ])('%s -> %s, which it refuses', (path, target) => {
    expect(importWithLink(path, target)).toContain(`${join(repository, path)}: this is a symbolic link`);
  });

  it.each([
    ['data/.stillwave', '../../outside'],
    ['data/.stillwave/new', '../../../outside/new'],
    ['data/.stillwave/lock', '../../../outside/keys'],
  ])('%s -> %s, which it replaces', (path, target) => {
    expect(importWithLink(path, target)).toBe('');
  });
});

describe('a forged journal moves nothing', () => {
  it.each([
    ['.stillwave/hook', '../.git/hooks/post-commit'],
    ['event-versions/.payload', '../../outside/keys'],
    ['../../outside/keys', '../stolen'],
  ])('%s to %s', (from, to) => {
    mkdirSync(join(repository, '.git/hooks'), { recursive: true });
    mkdirSync(join(data, '.stillwave'));
    writeFileSync(join(data, '.stillwave/replacing.json'), JSON.stringify([[from, to]]));
    for (const name of ['.stillwave/hook', 'event-versions/.payload']) writeFileSync(join(data, name), '#!/bin/sh');
    const before = snapshot(outside);
    expect(importAll().trim()).toBe('');
    expect(readFileSync(join(data, 'catalogs.yaml'), 'utf8')).toContain('New-1');
    expect(differences(snapshot(outside), before)).toEqual([]);
    expect([join(repository, '.git/hooks/post-commit'), join(repository, 'stolen')].filter(existsSync)).toEqual([]);
  });
});

it('a harvest neither empties nor reads files that links in a repository present as stored answers', async () => {
  link('.data-harvest/.gitignore', '../../outside/keys');
  link('.data-harvest/lock', '../../outside');
  const base = 'http://127.0.0.1:1';
  link('.data-harvest/answers-000000000000.ndjson', '../../outside/keys');
  link('data/.stillwave', '../../outside');
  const before = snapshot(outside);
  const { status } = await runCli(inject('cli'), ['harvest', base, '--data', data, '--quiet'], {
    XDG_CACHE_HOME: join(root, 'cache'),
  });
  expect(status).toBe(2);
  expect(differences(snapshot(outside), before)).toEqual([]);
});
