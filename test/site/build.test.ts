/** The build as a program: the same input gives the same bytes, and any error leaves the existing site unchanged. */

import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';
import { lineSetsOf } from '../../src/core/contract/line-sets.ts';
import { callCli } from '../support/call-cli.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { contentOf, timesOf } from '../support/folders.ts';
import { run, runUnprivileged } from '../support/run-cli.ts';

const cli = inject('cli');
const folder = mkdtempSync(join(tmpdir(), 'stillwave-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = join(folder, 'config.yaml');
writeFileSync(config, 'baseUrl: https://x.test/gw\narchiveUrl: https://archive.test\nenumerate: { pageSizes: [2] }\n');

let made = 0;
const newFolder = () => join(folder, `made-${made++}`);
const flags = (data: string, out: string) => ['build', '--data', data, '--site', out, '--config', config];
const build = (data: string, out: string, more: readonly string[] = []) => callCli([...flags(data, out), ...more]);

/** A copy of the small catalogue for editing. */
function smallData(): string {
  const data = newFolder();
  cpSync(SMALL_DATA, data, { recursive: true });
  return data;
}

describe('two builds from the same input', () => {
  const first = newFolder();
  beforeAll(async () => {
    expect(await build(SMALL_DATA, first, ['--quiet'])).toEqual(
      expect.objectContaining({ status: 0, stdout: '', stderr: '' }),
    );
  });

  it('are byte for byte the same, in another time zone and locale, and with another umask', () => {
    const second = newFolder();
    const env = { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANGUAGE: 'tr' };
    expect(run(cli, flags(SMALL_DATA, second), env, '077').status).toBe(0);
    expect(contentOf(second)).toEqual(contentOf(first));
  });

  it('are the same from a copy of the data, started in another folder', async () => {
    const second = newFolder();
    expect((await callCli(flags(smallData(), second), folder)).status).toBe(0);
    expect(contentOf(second)).toEqual(contentOf(first));
  });

  it('are the same if one replaces the site of another catalogue', async () => {
    const data = smallData();
    const second = newFolder();
    rmSync(join(data, 'event-versions/GWTC-1.yaml'));
    rmSync(join(data, 'strain-files/O1_16KHZ.yaml'));
    expect((await build(data, second)).status).toBe(0);
    expect(contentOf(second)).not.toEqual(contentOf(first));
    expect((await build(SMALL_DATA, second)).status).toBe(0);
    expect(contentOf(second)).toEqual(contentOf(first));
  });

  it('are the same if --force builds over the same site', async () => {
    const second = newFolder();
    cpSync(first, second, { recursive: true });
    expect((await build(SMALL_DATA, second, ['--force'])).status).toBe(0);
    expect(contentOf(second)).toEqual(contentOf(first));
  });

  it('write nothing the second time if nothing has changed', async () => {
    const second = newFolder();
    expect((await build(SMALL_DATA, second)).status).toBe(0);
    const before = timesOf(second);
    const { status, stdout } = await build(SMALL_DATA, second, ['--json']);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { ok: true, counts: { written: 0, removed: 0 } }]);
    expect(timesOf(second)).toEqual(before);
  });
});

describe('invalid data: exit status 1, and the existing site is unchanged', () => {
  const site = newFolder();
  const data = smallData();
  let before: Map<string, string>;
  let times: Map<string, number>;
  beforeAll(async () => {
    expect((await build(data, site)).status).toBe(0);
    before = contentOf(site);
    times = timesOf(site);
  });

  const change = (path: string, from: string | RegExp, to: string) => (folder: string) => {
    const file = join(folder, path);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(file, text.replace(from, to));
  };
  const EVENTS = 'event-versions/GWTC-1.yaml';

  it.each<[string, (folder: string) => void]>([
    ['a typo in a key', change(EVENTS, 'detectors:', 'detector:')],
    ['a string for a number', change(EVENTS, 'version: 1', 'version: one')],
    ['a duplicate', change(EVENTS, /GW151226\n {4}version: 1/, 'GW150914\n    version: 3')],
    ['tabs', change(EVENTS, '    version', '\tversion')],
    ['an empty file', (folder) => writeFileSync(join(folder, EVENTS), '')],
    ['a binary file', (folder) => writeFileSync(join(folder, EVENTS), Uint8Array.of(0x7f, 0x45, 0, 0xff, 0xfe))],
    ['a missing file', (folder) => rmSync(join(folder, 'detectors.yaml'))],
    [
      'a folder in place of a file',
      (folder) => {
        rmSync(join(folder, EVENTS));
        mkdirSync(join(folder, EVENTS));
      },
    ],
    ['a name that leaves the folder', change(EVENTS, 'GW151226', '"../GW151226"')],
    ['statistics that are cut short', change('strain-statistics/O1.ndjson', /.{9}\n$/, '\n')],
    [
      'statistics of no file',
      change('strain-statistics/O1.ndjson', '"gps_start":1126273024', '"gps_start":1126277120'),
    ],
  ])('%s', async (_, damage) => {
    const damaged = newFolder();
    cpSync(data, damaged, { recursive: true });
    damage(damaged);
    const { status, stderr } = await build(damaged, site);
    expect(status).toBe(1);
    expect(stderr).toMatch(/\bD1\d\d\b/);
    expect(contentOf(site)).toEqual(before);
    expect(timesOf(site)).toEqual(times);
    expect(existsSync(join(site, '.stillwave'))).toBe(false);
  });

  it('a folder without a site stays without one', async () => {
    const damaged = newFolder();
    cpSync(data, damaged, { recursive: true });
    writeFileSync(join(damaged, EVENTS), '');
    const out = newFolder();
    expect((await build(damaged, out)).status).toBe(1);
    expect(existsSync(out)).toBe(false);
  });

  it('a file without read permission', () => {
    const damaged = newFolder();
    cpSync(data, damaged, { recursive: true });
    chmodSync(join(damaged, EVENTS), 0);
    const { status, stderr } = runUnprivileged(cli, ['build', '--data', damaged, '--site', site]);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/GWTC-\S+\.yaml:1:1 {2}D102 .*permission/)]);
    expect(contentOf(site)).toEqual(before);
  });
});

it('a catalogue without event versions and strain files becomes a site whose listings of these are empty', async () => {
  const data = newFolder();
  mkdirSync(data);
  for (const name of ['catalogs', 'detectors', 'default-parameters', 'runs']) {
    cpSync(join(SMALL_DATA, `${name}.yaml`), join(data, `${name}.yaml`));
  }
  const out = newFolder();
  expect(await build(data, out)).toMatchObject({ status: 0 });
  const content = contentOf(out);
  for (const name of ['event-versions', 'events', 'strain-files']) {
    const page = JSON.parse(content.get(`api/v2/${name}/_/2/1.json`) as string);
    expect(page).toMatchObject({ results_count: 0, num_pages: 0, next: null, previous: null, results: [] });
  }
  expect(await callCli(['verify', '--site', out, '--quiet'])).toMatchObject({ status: 0, stderr: '' });
});

describe('an unmanaged output folder', () => {
  it('is left alone: exit status 2', async () => {
    const out = newFolder();
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.tex'), 'all of it');
    const { status, stderr } = await build(SMALL_DATA, out);
    expect([status, stderr.includes('thesis.tex')]).toEqual([2, true]);
    expect([...contentOf(out)]).toEqual([['thesis.tex', 'all of it']]);
  });
});

describe('--compatibility', () => {
  it.each(['specification', 'service'])(
    '%s: links to files have the same ending in packs, page files, detail files and downloads',
    async (value) => {
      const out = newFolder();
      expect((await build(SMALL_DATA, out, ['--compatibility', value])).status).toBe(0);
      const compressed = join(out, 'downloads/strain-files.csv.gz');
      const texts = [...contentOf(out)].filter(([path]) => !path.endsWith('.gz') && /strain-files?[-/]/.test(path));
      const ends = [...texts, ['strain-files.csv', gunzipSync(readFileSync(compressed)).toString()] as const].map(
        ([path, text]) =>
          [path, new Set([...text.matchAll(/-4096\.(?:hdf5|gwf)([^",]*)/g)].map(([, end]) => end))] as const,
      );
      const withLinks = ends.filter(([, found]) => found.size > 0);
      const kinds = ['packs/', 'api/v2/strain-files/_/', 'api/v2/strain-files/H1-', 'strain-files.csv'];
      for (const kind of kinds)
        expect(
          withLinks.some(([path]) => path.startsWith(kind)),
          kind,
        ).toBe(true);
      for (const [path, found] of withLinks) {
        // The older interfaces never name a format.
        const isPlain = value === 'service' || path.startsWith('packs/legacy-');
        expect([path, [...found]]).toEqual([path, [isPlain ? '' : '?format=api']]);
      }
    },
  );

  it('a site built again with the other value has the links of that value', async () => {
    const [out, fresh] = [newFolder(), newFolder()];
    for (const value of ['service', 'specification'])
      expect((await build(SMALL_DATA, out, ['--compatibility', value])).status).toBe(0);
    expect((await build(SMALL_DATA, fresh)).status).toBe(0);
    expect(contentOf(out)).toEqual(contentOf(fresh));
  });
});

describe('--base-url', () => {
  const out = newFolder();
  beforeAll(async () => {
    expect((await build(SMALL_DATA, out, ['--base-url', 'https://y.test/a/b/'])).status).toBe(0);
  });

  it('is in every link of page and detail files, and in no pack', () => {
    const content = contentOf(out);
    const page = JSON.parse(content.get('api/v2/strain-files/_/2/2.json') as string);
    const base = 'https://y.test/a/b';
    expect(page.next).toBe(`${base}/api/v2/strain-files?format=api&page=3&pagesize=2`);
    expect(page.previous).toBe(`${base}/api/v2/strain-files?format=api&page=1&pagesize=2`);
    const [{ detail_url, hdf5_url }] = page.results;
    expect(detail_url).toMatch(new RegExp(`^${base}/api/v2/strain-files/`));
    expect(hdf5_url).toMatch(new RegExp(`^${base}/archive/data/`));
    for (const [path, text] of content) {
      if (path.startsWith('packs/')) expect(text).not.toContain('https://y.test');
      else expect(text).not.toContain('//x.test');
    }
  });

  it('does not change packs: one set works for every base URL', async () => {
    const other = newFolder();
    expect((await build(SMALL_DATA, other)).status).toBe(0);
    const packsOf = (root: string) => [...contentOf(root)].filter(([path]) => path.startsWith('packs/'));
    expect(packsOf(other)).toEqual(packsOf(out));
    // One pack for each line set with lines, and one for the OpenAPI document. These data have no timelines and no event strain files.
    const sets = createCollections().flatMap(lineSetsOf);
    const names = packsOf(out).map(([path]) => path.replace(/^packs\/|-[0-9a-f]{32}\.ndjson$/g, ''));
    const filled = sets.filter((set) => set !== 'timelines' && set !== 'event-strain-files');
    expect(names.sort()).toEqual([...filled, 'documents'].sort());
  });

  it.each(['x.test', 'ftp://x.test', 'https://x.test/?a', 'https://x.test/a b', 'https://u:p@x.test'])(
    '%s is refused',
    async (url) => {
      const { status, stderr } = await build(SMALL_DATA, newFolder(), ['--base-url', url]);
      expect([status, stderr.includes('--base-url')]).toEqual([2, true]);
    },
  );
});

it('legacyInterfaces: false leaves out the lines and files of the older interfaces', async () => {
  const out = newFolder();
  const own = `${out}.yaml`;
  writeFileSync(own, 'legacyInterfaces: false\n');
  expect((await callCli(['build', '--data', SMALL_DATA, '--site', out, '--config', own])).status).toBe(0);
  const paths = [...contentOf(out).keys()];
  expect(paths.filter((path) => /^(eventapi|archive)\/|^packs\/legacy-/.test(path))).toEqual([]);
});

describe('--layout', () => {
  it('packs: no page files; pages: no packs; both: the sum', async () => {
    const filesOf = async (layout: string) => {
      const out = newFolder();
      expect((await build(SMALL_DATA, out, ['--layout', layout])).status).toBe(0);
      return [...contentOf(out).keys()];
    };
    const [packs, pages, both] = [await filesOf('packs'), await filesOf('pages'), await filesOf('both')];
    expect(packs.filter((path) => path.startsWith('api/'))).toEqual(['api/v2/openapi.json']);
    expect(pages.filter((path) => path.startsWith('packs/'))).toEqual([]);
    expect(new Set([...packs, ...pages])).toEqual(new Set(both));
  });
});
