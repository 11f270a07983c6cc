/** Links in a site's folder: a build never writes, moves or removes anything in the places that the links point to. */

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { copyTree, differences, snapshot } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [data, built, site, outside] = ['data', 'built', 'site', 'outside'].map((name) => join(root, name)) as [
  string,
  string,
  string,
  string,
];
cpSync(SMALL_DATA, data, { recursive: true });

const build = (layout: string, ...flags: readonly string[]) =>
  callCli(['build', '--quiet', '--data', data, '--site', site, '--layout', layout, ...flags]);

beforeAll(async () => {
  expect(await build('both')).toMatchObject({ status: 0, stderr: '' });
  renameSync(site, built);
});
beforeEach(() => {
  rmSync(outside, { recursive: true, force: true });
  copyTree(built, site);
});

describe('a build does not touch anything behind a link', () => {
  it('in place of its work folder', async () => {
    mkdirSync(join(outside, 'new'), { recursive: true });
    for (const name of ['new/precious', 'new/manifest.json', 'lock']) writeFileSync(join(outside, name), '{}');
    const before = snapshot(outside);
    symlinkSync(outside, join(site, '.stillwave'));
    const ended = await build('packs');
    expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining('.stillwave is not a folder')]);
    expect(differences(snapshot(outside), before)).toEqual([]);
  });

  it('in place of a folder whose files are not in the new release', async () => {
    renameSync(join(site, 'api/v2/runs'), outside);
    symlinkSync(outside, join(site, 'api/v2/runs'));
    const before = snapshot(outside);
    expect(before.size).toBeGreaterThan(10);
    expect((await build('packs', '--force')).status).toBe(0);
    expect(existsSync(join(site, 'api/v2/events'))).toBe(false);
    expect(differences(snapshot(outside), before)).toEqual([]);
  });

  it('in place of the folder with staged files', async () => {
    mkdirSync(outside);
    for (const name of ['secret', 'release.json']) writeFileSync(join(outside, name), 'secret');
    cpSync(join(site, 'manifest.json'), join(outside, 'manifest.json'));
    mkdirSync(join(site, '.stillwave'));
    symlinkSync(outside, join(site, '.stillwave/new'));
    const pointer = readFileSync(join(site, 'release.json'), 'utf8');
    expect((await build('both')).status).toBe(0);
    expect(readFileSync(join(site, 'release.json'), 'utf8')).toBe(pointer);
    expect(snapshot(outside).size).toBe(3);
    expect(existsSync(join(site, 'secret'))).toBe(false);
  });
});
