/** A site keeps the options that it was built with, and no printed command changes them. */

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { copyTree } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE_URL = 'https://catalogue.example/gw';
const GIVEN = ['--layout', 'packs', '--base-url', BASE_URL];

let project: string;
let site: string;
beforeEach(() => {
  project = temporaryFolder();
  site = join(project, 'dist');
  cpSync(SMALL_DATA, join(project, 'data'), { recursive: true });
  writeFileSync(join(project, 'stillwave.config.yaml'), 'title: T\n');
});

const call = (...words: string[]) => callCli(words, project);
const release = (folder = site) => JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')).release;
const loseOnePack = () => {
  const [name = ''] = readdirSync(join(site, 'packs'));
  rmSync(join(site, 'packs', name));
};

describe('a site built with options', () => {
  beforeEach(async () => {
    await call('build', ...GIVEN);
  });

  it('keeps them in a build without options, which says so', async () => {
    writeFileSync(join(project, 'stillwave.config.yaml'), 'title: Another\n');
    const { status, stderr } = await call('build');
    expect(status).toBe(0);
    expect(stderr).toBe(
      `note: dist was built with --base-url ${BASE_URL} --layout packs, and keeps this. To drop it, add --as-configured\n`,
    );
    expect(release()).toMatchObject({ layout: 'packs', baseUrl: BASE_URL });
  });

  it('keeps the options that are not given again', async () => {
    await call('build', '--base-url', 'https://other.example');
    expect(release()).toMatchObject({ layout: 'packs', baseUrl: 'https://other.example' });
  });

  it('is built as configured when told to, and then has no options', async () => {
    await call('build', '--as-configured');
    expect(release()).toMatchObject({ layout: 'both', baseUrl: 'http://localhost:8000' });
    writeFileSync(join(project, 'stillwave.config.yaml'), `baseUrl: ${BASE_URL}\n`);
    expect((await call('build')).stderr).toBe('');
    expect(release()).toMatchObject({ layout: 'both', baseUrl: BASE_URL });
  });

  it('forgets an option that the configuration has too', async () => {
    writeFileSync(join(project, 'stillwave.config.yaml'), `baseUrl: ${BASE_URL}\nlayout: packs\ntitle: X\n`);
    expect((await call('build')).stderr).toBe('');
    writeFileSync(join(project, 'stillwave.config.yaml'), 'baseUrl: https://new.example\nlayout: packs\n');
    await call('build');
    expect(release()).toMatchObject({ layout: 'packs', baseUrl: 'https://new.example' });
  });

  it('forgets an option that the configuration has too, even if nothing else is new', async () => {
    const config = join(project, 'stillwave.config.yaml');
    writeFileSync(config, `baseUrl: ${BASE_URL}\nlayout: packs\n`);
    await call('build');
    expect(JSON.parse(readFileSync(join(site, 'manifest.json'), 'utf8')).options).toEqual({});
    expect((await call('build')).stdout).toContain('Nothing to do');
    writeFileSync(config, 'baseUrl: https://new.example\nlayout: packs\n');
    await call('build');
    expect(release()).toMatchObject({ layout: 'packs', baseUrl: 'https://new.example' });
  });

  it('keeps them if only the pointer can be read', async () => {
    rmSync(join(site, 'manifest.json'));
    await call('build', '--force');
    expect(release()).toMatchObject({ layout: 'packs', baseUrl: BASE_URL });
  });

  it('is repaired by the command that verify prints', async () => {
    const before = release();
    loseOnePack();
    const { stderr } = await call('verify');
    expect(stderr).toContain('stillwave build --force --site dist\n');
    await call('build', '--force');
    expect(release()).toEqual(before);
    expect((await call('verify')).status).toBe(0);
  });

  it('is not rebuilt from edited data to repair it', async () => {
    const runs = join(project, 'data/catalogs.yaml');
    writeFileSync(runs, `${readFileSync(runs, 'utf8')}\n# A comment.\n`);
    loseOnePack();
    const { stderr } = await call('verify');
    expect(stderr).not.toContain('--force');
    expect(stderr).toMatch(/upload or copy the site again from where it was built; a build from data would be/);
  });

  it('is uploaded again if it has no data', async () => {
    const server = temporaryFolder();
    copyTree(site, join(server, 'site'));
    rmSync(join(server, 'site/packs'), { recursive: true });
    const { stderr } = await callCli(['verify', '--site', join(server, 'site')], server);
    expect(stderr).not.toContain('--force');
    expect(stderr).toMatch(/To repair, upload or copy the site again from where it was built\n$/);
    expect(existsSync(join(server, 'site/packs'))).toBe(false);
  });
});
