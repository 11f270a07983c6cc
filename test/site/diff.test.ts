import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { buildSite } from '../../src/site/build/build-site.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { diffReleases } from '../../src/site/diff/diff-releases.ts';
import { type GeneratedCatalogue, writeCatalogue } from '../oracle/catalogue-writer.ts';
import { runCli } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');
const root = temporaryFolder();
const GPS = 1126256640;

/** One series longer than a pack, so that everything after an added file moves from pack to pack. */
function catalogue(next: boolean): GeneratedCatalogue {
  const event = (name: string, version: number, more = {}) => ({
    name,
    version,
    gps: 1126259462.4,
    catalog: 'GWTC-2',
    detectors: ['H1', 'L1'],
    ...more,
  });
  const strain = (detector: string, blocks: [number, number][]) => ({ detector, blocks });
  return {
    events: [
      event('GW1', 1, { parameters: { chi_eff: { best: next ? 0.2 : 0.1, upper_error: 1, lower_error: -1 } } }),
      event('GW2', 1, next ? { catalog: 'A', parameters: { far: { best: 2 } } } : {}),
      next ? event('GW1', 2) : event('GW3', 1),
    ],
    datasets: [
      {
        dataset: 'O1_4KHZ_R1',
        run: 'O1',
        sample_rate_kHz: 4,
        series: [
          strain('H1', next ? [[GPS, 2500]] : [[GPS + 4096, 2499]]),
          strain(
            'L1',
            next
              ? [[GPS, 3]]
              : [
                  [GPS, 2],
                  [GPS + 5 * 4096, 1],
                ],
          ),
        ],
        statistics: [{ detector: 'H1', gps_start: GPS + 2000 * 4096, BNS: next ? 61 : 60, duty_cycle: 1 }],
      },
    ],
  };
}

const old = join(root, 'old');
const next = join(root, 'new');

beforeAll(async () => {
  for (const out of [old, next]) {
    writeCatalogue(`${out}-data`, catalogue(out === next));
    await buildSite({ dataDir: `${out}-data`, out, config: { ...DEFAULT_CONFIG, layout: 'packs', downloads: [] } });
  }
});

describe('diff', () => {
  it("describes changes in the catalogue's terms", async () => {
    const { catalogue: found, site } = await diffReleases(old, next);
    const versions = found?.collections.find(({ collection }) => collection === 'event-versions');
    expect(versions).toMatchObject({ title: 'Event Versions', entries: [3, 3] });
    expect(versions?.records).toEqual({
      added: ['GW1-v2'],
      removed: ['GW3-v1'],
      changed: [
        {
          id: 'GW1-v1',
          changes: [
            { member: 'is_last_version', old: true, new: false },
            { member: 'chi_eff.best', old: 0.1, new: 0.2 },
          ],
        },
        {
          id: 'GW2-v1',
          changes: [
            { member: 'catalog', old: 'GWTC-2', new: 'A' },
            { member: 'far', old: null, new: expect.objectContaining({ best: 2 }) },
          ],
        },
      ],
    });
    expect(found?.strainFiles).toEqual([
      expect.objectContaining({
        dataset: 'O1_4KHZ_R1',
        detector: 'H1',
        added: 1,
        removed: 0,
        changed: 1,
        addedSegments: [[GPS, GPS + 4096]],
        changedSegments: [[GPS + 2000 * 4096, GPS + 2001 * 4096]],
        changedMembers: { BNS: 1 },
      }),
      expect.objectContaining({
        detector: 'L1',
        added: 1,
        removed: 1,
        changed: 0,
        addedSegments: [[GPS + 2 * 4096, GPS + 3 * 4096]],
        removedSegments: [[GPS + 5 * 4096, GPS + 6 * 4096]],
      }),
    ]);
    expect(site.changed).toContain('release.json');
    expect(site.bytesToUpload).toBeGreaterThan(0);
  });

  it('finds no difference between a release and itself', async () => {
    const copy = join(root, 'copy');
    cpSync(old, copy, { recursive: true });
    const diff = await diffReleases(old, copy);
    expect(diff.catalogue).toEqual({
      collections: [],
      strainFiles: [],
      vocabulary: [],
    });
    expect(diff.site).toEqual({ added: [], changed: [], removed: [], bytesToUpload: 0 });
    expect(diff.purge).toEqual({ prefixes: [], urls: [] });
  });

  it('lists every URL whose response may differ', async () => {
    const { purge } = await diffReleases(old, next);
    const base = 'http://localhost:8000/api/v2';
    const listings = ['strain-files', 'event-versions', 'events'].flatMap((name) => [
      `${name}/?`,
      `${name}/_`,
      `${name}?`,
    ]);
    // Listings below changed records, and below all records if the collection itself changed.
    const below = ['runs/', 'datasets/', 'catalogs/', 'events/', 'event-versions/'];
    const ofRecords = purge.prefixes
      .filter((url) => /\/(GW|S)[^/]*\/$/.test(url))
      .map((url) => url.slice(base.length + 1));
    const expected = [...listings, ...below, ...ofRecords].map((path) => `${base}/${path}`);
    expect([...purge.prefixes].sort()).toEqual(expected.sort());
    expect(ofRecords).toEqual(
      expect.arrayContaining(['GW1-v1/', 'GW1/', 'GW1@GWTC-2/', 'GW2@A/'].map((id) => `event-versions/${id}`)),
    );
    const isRecord = /^\/(strain-files|event-versions|events)\/[^/?]+$/;
    const records = purge.urls.map((url) => url.slice(base.length)).filter((path) => isRecord.test(path));
    expect([...records].sort()).toEqual(
      [
        `strain-files/H1-${GPS + 2000 * 4096}-4kHz`,
        `strain-files/L1-${GPS + 5 * 4096}-4kHz`,
        // Under all ids that they have or had.
        ...['GW1-v1', 'GW1@GWTC-2', 'GW1', 'GW2-v1', 'GW2@GWTC-2', 'GW2@A', 'GW2', 'GW3-v1', 'GW3@GWTC-2', 'GW3'].map(
          (id) => `event-versions/${id}`,
        ),
        ...['GW1', 'GW2', 'GW3'].map((id) => `events/${id}`),
      ]
        .map((path) => `/${path}`)
        .sort(),
    );
    const asParents = records.filter((record) => !record.startsWith('/strain-files'));
    for (const ending of ['?format=api', '?format=json']) {
      expect(purge.urls).toEqual(expect.arrayContaining(records.map((record) => base + record + ending)));
    }
    for (const record of asParents) expect(purge.prefixes).toContain(`${base}${record}/`);
    const files = records.filter((record) => !asParents.includes(record));
    expect(purge.urls).toEqual(expect.arrayContaining(files.map((record) => `${base}${record}/`)));
  });

  it('lists the whole API if the base URL changed', async () => {
    const moved = join(root, 'moved');
    const config = { ...DEFAULT_CONFIG, layout: 'packs' as const, baseUrl: 'https://user.example/gw' };
    await buildSite({ dataDir: `${old}-data`, out: moved, config: { ...config, downloads: [] } });
    expect((await diffReleases(old, moved)).purge.prefixes).toEqual([
      'https://user.example/gw/api/v2',
      'https://user.example/gw/archive/data/',
      'https://user.example/gw/eventapi/',
    ]);
  });
});

describe('stillwave diff', () => {
  it('prints text, JSON or URLs, and exits with 0', async () => {
    const text = await runCli(cli, ['diff', old, next]);
    expect(text).toMatchObject({ status: 0, stderr: '' });
    expect(text.stdout).toContain(
      'Event Versions: 1 added, 1 removed, 2 changed\n  + GW1-v2\n  - GW3-v1\n  ~ GW1-v1\n',
    );
    expect(text.stdout).toContain('      chi_eff.best: 0.1 -> 0.2\n');
    expect(text.stdout).toContain(`  ~ O1_4KHZ_R1 H1: 1, GPS [${GPS + 2000 * 4096}, ${GPS + 2001 * 4096}) (BNS 1)\n`);
    expect(text.stdout).toMatch(/Files: \d+ added, \d+ removed, \d+ changed; \d+\.\d [kM]B to upload/);
    expect(JSON.parse((await runCli(cli, ['diff', old, next, '--json'])).stdout)).toHaveProperty(
      'catalogue.strainFiles',
    );
    const urls = (await runCli(cli, ['diff', old, next, '--purge'])).stdout.trim().split('\n');
    for (const url of urls) expect(url).toMatch(/^http:\/\/localhost:8000(\/[^ *]*\*?)?$/);
  });

  it('compares mere manifests by files, and says so', async () => {
    const ended = await runCli(cli, ['diff', join(old, 'manifest.json'), next]);
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain(
      'is a manifest without a site, so event versions and strain files cannot be compared',
    );
  });

  it('exits with 2 if one of the two cannot be compared', async () => {
    expect(await runCli(cli, ['diff', old, join(root, 'nowhere')])).toMatchObject({ status: 2 });
    expect(await runCli(cli, ['diff', `${old}-data`, next])).toMatchObject({ status: 2 });
  });
});

describe('diff --format', () => {
  const notes = (format: string) => runCli(cli, ['diff', old, next, '--format', format]);

  it('markdown writes release notes', async () => {
    const { status, stdout, stderr } = await notes('markdown');
    expect([status, stderr]).toEqual([0, '']);
    const text = stdout.replace(/Release \S+ → \S+\./, 'Release A → B.');
    await expect(text).toMatchFileSnapshot('release-notes.md');
  });

  it('json writes them as data', async () => {
    const { status, stdout } = await notes('json');
    expect(status).toBe(0);
    const { collections, strainFiles } = JSON.parse(stdout);
    const versions = collections.find(({ collection }: { collection: string }) => collection === 'event-versions');
    expect(versions).toMatchObject({ added: [{ id: 'GW1-v2', facts: { catalog: 'GWTC-2' } }], removed: ['GW3-v1'] });
    expect(strainFiles).toMatchObject([
      { detector: 'H1', added: 1, hoursAdded: 1.14, hoursOfDataAdded: null },
      { detector: 'L1', added: 1, removed: 1 },
    ]);
  });

  it('reports that catalogues without packs cannot be compared, and conflicts with other outputs', async () => {
    const manifests = [join(old, 'manifest.json'), join(next, 'manifest.json')];
    const { status, stdout } = await runCli(cli, ['diff', ...manifests, '--format', 'markdown']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('The catalogues cannot be compared:')]);
    expect(await runCli(cli, ['diff', old, next, '--format', 'json', '--json'])).toMatchObject({ status: 2 });
  });
});
