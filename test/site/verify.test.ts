/** `verifySite` finds every file that was modified, truncated, deleted, added or swapped. */

import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifySite } from '../../src/site/install/verify-site.ts';
import { writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { Random } from '../oracle/random.ts';
import { callCli } from '../support/call-cli.ts';
import { copyTree } from '../support/folders.ts';
import { manifestFiles } from '../support/manifests.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [site, data] = [join(root, 'site'), join(root, 'data')];
let paths: string[];

beforeAll(async () => {
  // Fewer pages, because most tests read all files.
  const config = join(root, 'config.yaml');
  writeFileSync(config, 'enumerate:\n  pageSizes: [20]\n  filters: {}\n');
  writeCatalogue(data, everyKind);
  for (const [out, baseUrl] of [
    [site, 'https://one.example'],
    [join(root, 'other'), 'https://other.example'],
  ] as const) {
    await callCli(['build', '--data', data, '--site', out, '--config', config, '--base-url', baseUrl]);
  }
  paths = [...manifestFiles(site).map(({ path }) => path), 'manifest.json'];
});

const damages: Readonly<Record<string, (file: string, source: Random) => void>> = {
  flip(file, source) {
    const bytes = readFileSync(file);
    const at = source.integer(0, bytes.length - 1);
    bytes[at] = (bytes[at] as number) ^ (1 << source.integer(0, 7));
    writeFileSync(file, bytes);
  },
  cut: (file, source) => truncateSync(file, source.integer(0, readFileSync(file).length - 1)),
  lengthen: (file) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from(' ')])),
  delete: (file) => rmSync(file),
  'make a folder of': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
};

describe('verify', () => {
  it('finds no faults in an undamaged site', async () => {
    const { faults, unmanaged, files } = await verifySite(site);
    expect({ faults, unmanaged, files }).toEqual({ faults: [], unmanaged: [], files: paths.length });
  });

  it.each(Object.keys(damages))('finds each damaged file: %s', async (name) => {
    const source = new Random(name.length);
    const special = ['manifest.json', 'release.json', paths.find((path) => path.startsWith('packs/')) as string];
    for (const path of [...special, ...Array.from({ length: propertyRuns(5) }, () => source.pick(paths))]) {
      const file = join(site, path);
      renameSync(file, join(root, 'kept'));
      copyFileSync(join(root, 'kept'), file);
      damages[name]?.(file, source);
      const { faults } = await verifySite(site);
      rmSync(file, { recursive: true, force: true });
      renameSync(join(root, 'kept'), file);
      // A manifest that is still valid blames the files that it describes incorrectly.
      if (path !== 'manifest.json') expect(faults.map((fault) => fault.path)).toContain(path);
      expect(faults.length, `${name} ${path}`).toBeGreaterThan(0);
    }
    expect((await verifySite(site)).faults).toEqual([]);
  });

  it('lists added files, which are not faults', async () => {
    const added = ['CNAME', 'api/v2/extra.json', 'own/a/b.txt', 'packs/strain-files-0.ndjson'];
    for (const path of added) {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      writeFileSync(join(site, path), 'x');
    }
    const { faults, unmanaged } = await verifySite(site);
    expect({ faults, unmanaged }).toEqual({
      faults: [],
      unmanaged: ['CNAME', 'api/v2/extra.json', 'own/', 'packs/strain-files-0.ndjson'],
    });
    for (const path of added) rmSync(join(site, path.startsWith('own/') ? 'own' : path), { recursive: true });
  });

  it('finds a pointer, or a manifest, of another release', async () => {
    for (const name of ['release.json', 'manifest.json']) {
      const mixed = join(root, 'mixed');
      copyTree(site, mixed);
      copyFileSync(join(root, 'other', name), join(mixed, name));
      const { faults } = await verifySite(mixed);
      expect(faults.map(({ path }) => path)).toContain('release.json');
    }
  });

  it('does not take an unreadable pointer for a missing one', async () => {
    const damaged = join(root, 'unreadable');
    mkdirSync(join(damaged, 'release.json'), { recursive: true });
    const expected = [{ path: 'manifest.json', kind: 'missing' }];
    expect((await verifySite(damaged)).faults).toMatchObject(expected);
    copyFileSync(join(site, 'manifest.json'), join(damaged, 'manifest.json'));
    const { faults } = await verifySite(damaged);
    expect(faults.find(({ path }) => path === 'release.json')).toMatchObject({ kind: 'unreadable' });
  });

  it('is refused if there is no site', async () => {
    await expect(verifySite(data)).rejects.toThrow('contains no site');
    await expect(verifySite(join(root, 'nowhere'))).rejects.toThrow('contains no site');
  });
});

describe('stillwave verify', () => {
  it('exits with 0, 1 or 2, and reports each fault with its path', async () => {
    expect(await callCli(['verify', '--site', site, '--quiet'])).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
    const copy = join(root, 'copy');
    copyTree(site, copy);
    writeFileSync(join(copy, 'CNAME'), '');
    // Hashed files of earlier releases, which an upload leaves for two days, and a file that only looks similar.
    const [pack, asset] = ['packs/', 'assets/'].map((start) => paths.find((path) => path.startsWith(start)) as string);
    for (const path of [pack, asset]) writeFileSync(join(copy, `${path?.replace(/^(\w+\/)/, '$1old-')}`), '');
    writeFileSync(join(copy, 'packs/notes.txt'), '');
    expect(await callCli(['verify', '--site', copy])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^Not part of the site:\n {2}CNAME\n {2}packs\/notes\.txt\n2 hashed files of earlier releases: can be removed two days after release [0-9a-f]{32} was published\n.* has no faults: [0-9,]+ files/,
      ),
    });
    rmSync(join(copy, paths[0] as string));
    const ended = await callCli(['verify', '--site', copy]);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(`missing     ${paths[0]} is missing\n1 fault in`);
    const json = await callCli(['verify', '--site', copy, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      counts: { faults: 1, outdated: 2, unmanaged: 2 },
      faults: [{ path: paths[0], kind: 'missing' }],
    });
    expect(await callCli(['verify', '--site', data])).toMatchObject({ status: 2 });
  });
});
