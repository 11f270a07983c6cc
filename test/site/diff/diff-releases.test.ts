import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatRelease, type ReleaseData } from '../../../src/core/release/release.ts';
import { sha256 } from '../../../src/fs/hash.ts';
import { buildSite } from '../../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { diffReleases } from '../../../src/site/diff/diff-releases.ts';
import { readRelease } from '../../../src/site/install/site-files.ts';
import { type GeneratedCatalogue, writeCatalogue } from '../../oracle/catalogue-writer.ts';
import { buildPacks } from '../../support/built-site.ts';
import { callCli } from '../../support/call-cli.ts';
import { expectFile } from '../../support/expect-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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
    await buildPacks(`${out}-data`, out);
  }
});

describe('diff', () => {
  it("describes changes in the catalogue's terms", async () => {
    const { catalogue: found, site } = await diffReleases(old, next);
    const versions = found?.collections.find(({ collection }) => collection === 'event-versions');
    expect(versions).toMatchObject({ title: 'Event Versions', entries: [3, 3] });
    expect(versions).toMatchObject({
      added: [{ id: 'GW1-v2', facts: { catalog: 'GWTC-2' } }],
      removed: ['GW3-v1'],
      changed: [
        {
          id: 'GW1-v1',
          changes: [
            { member: 'is_last_version', old: true, new: false },
            { member: 'versions', old: [{ version: 1 }], new: [{ version: 1 }, { version: 2 }] },
            { member: 'chi_eff.best', old: 0.1, new: 0.2 },
          ],
        },
        {
          id: 'GW2-v1',
          changes: [
            { member: 'catalog', old: 'GWTC-2', new: 'A' },
            { member: 'versions', old: [{ catalog: 'GWTC-2' }], new: [{ catalog: 'A' }] },
            { member: 'far', old: null, new: { best: 2 } },
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
        gps: [GPS, GPS + 2001 * 4096],
      }),
      expect.objectContaining({
        detector: 'L1',
        added: 1,
        removed: 1,
        changed: 0,
        gps: [GPS + 2 * 4096, GPS + 6 * 4096],
      }),
    ]);
    expect(site.changed).toContain('release.json');
    expect(site.bytesToUpload).toBeGreaterThan(0);
  });

  it('finds no difference between a release and itself', async () => {
    const copy = join(root, 'copy');
    cpSync(old, copy, { recursive: true });
    const diff = await diffReleases(old, copy);
    expect(diff.catalogue).toMatchObject({ collections: [], listings: [], strainFiles: [], vocabulary: [] });
    expect(diff.site).toEqual({ added: [], changed: [], removed: [], bytesToUpload: 0 });
  });

  it('lists changes in every listing below a record', async () => {
    const { catalogue: found } = await diffReleases(old, next);
    const listings = new Map(found?.listings.map((one) => [one.path, one]));
    expect(listings.get('catalogs/GWTC-2/events')).toMatchObject({
      entries: [3, 2],
      added: ['GW1-v2'],
      removed: ['GW2-v1', 'GW3-v1'],
    });
    expect(listings.get('catalogs/A/events')).toMatchObject({ entries: [0, 1], added: ['GW2-v1'], removed: [] });
    expect(listings.get('event-versions/GW1-v1/default-parameters')).toMatchObject({
      entries: [1, 1],
      changed: ['chi_eff'],
    });
    expect(listings.get('event-versions/GW2-v1/default-parameters')).toMatchObject({ added: ['far'] });
    expect(listings.get('runs/O1/strain-files')?.entries).toEqual([2502, 2503]);
    // Equal records, and listings with equal entries, are left out.
    for (const path of listings.keys()) expect(path).not.toMatch(/^(default-parameters|timelines)|GW3/);
  });

  it('of a release with another base URL names the URL, and no record', async () => {
    const moved = join(root, 'moved');
    const config = { ...DEFAULT_CONFIG, layout: 'packs' as const, baseUrl: 'https://user.example/gw' };
    await buildSite({ dataDir: `${old}-data`, out: moved, config: { ...config, downloads: [] } });
    expect((await diffReleases(old, moved)).catalogue).toMatchObject({
      collections: [],
      listings: [],
      strainFiles: [],
      vocabulary: ['links lead to https://user.example/gw instead of http://localhost:8000'],
    });
  });

  it('of a release with another compatibility names it, and no link', async () => {
    const service = join(root, 'service');
    await buildPacks(`${old}-data`, service, { compatibility: 'service' });
    expect((await diffReleases(old, service)).catalogue).toMatchObject({
      collections: [],
      strainFiles: [],
      vocabulary: ['compatibility is service instead of specification'],
    });
  });
});

describe('stillwave diff', () => {
  it('prints text or JSON, and exits with 0', async () => {
    const text = await callCli(['diff', old, next]);
    expect(text).toMatchObject({ status: 0, stderr: '' });
    expect(text.stdout).toContain(
      'Event Versions: 1 added, 1 removed, 2 changed\n  + GW1-v2: gps 1126259462.4; version 2; ',
    );
    expect(text.stdout).toContain('\n  - GW3-v1\n');
    expect(text.stdout).toContain('\n  ~ GW1-v1 chi_eff.best: 0.1 -> 0.2\n');
    expect(text.stdout).toContain(
      `  O1_4KHZ_R1 H1: 1 added, 0 removed, 1 changed, GPS ${GPS} to ${GPS + 2001 * 4096}\n`,
    );
    expect(text.stdout).toMatch(/Files: \d+ added, \d+ removed, \d+ changed; \d+\.\d [kM]B to upload/);
    const json = await callCli(['diff', old, next, '--json']);
    const { catalogue } = JSON.parse(json.stdout);
    expect(catalogue).toHaveProperty('strainFiles');
    const versions = catalogue.collections.find((one: { collection: string }) => one.collection === 'event-versions');
    expect(versions.changed[0].changes).toContainEqual({ member: 'chi_eff.best', old: 0.1, new: 0.2 });
  });

  it('compares a manifest without a site by files, and says so', async () => {
    const ended = await callCli(['diff', join(old, 'manifest.json'), next]);
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain(
      'is a manifest without a site, so event versions and strain files cannot be compared',
    );
  });

  it('exits with 2 if one of the two cannot be compared', async () => {
    expect(await callCli(['diff', old, join(root, 'nowhere')])).toMatchObject({ status: 2 });
    expect(await callCli(['diff', `${old}-data`, next])).toMatchObject({ status: 2 });
  });
});

describe('diff --format', () => {
  const notes = (...flags: string[]) => callCli(['diff', old, next, '--format', 'markdown', ...flags]);

  it('markdown writes release notes', async () => {
    const { status, stdout } = await notes('--date', '2026-03-01');
    expect(status).toBe(0);
    const text = stdout.replace(/Release `\w+`(.*) `\w+`/, 'Release `B`$1 `A`');
    expectFile(join(import.meta.dirname, 'release-notes.md'), text);
    expect((await notes()).stdout).not.toContain('2026');
    expect(await callCli(['diff', old, next, '--date', '2026-03-01'])).toMatchObject({ status: 0, stdout });
    expect(await notes('--date', '2026-02-30')).toMatchObject({ status: 2, stdout: '' });
  });

  it.each([
    ['--format', 'markdown'],
    ['--date', '2026-03-01'],
  ])('%s cannot be combined with --json', async (...flags) => {
    const { status, stdout, stderr } = await callCli(['diff', old, next, ...flags, '--json']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: option '--\w+ <\w+>' cannot be used with option '--json'\n/);
  });

  it('reports that catalogues without packs cannot be compared', async () => {
    const manifests = [join(old, 'manifest.json'), join(next, 'manifest.json')];
    const { status, stdout } = await callCli(['diff', ...manifests, '--format', 'markdown']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('The catalogues cannot be compared:')]);
  });
});

it('a release that cannot be opened is reported as damage', async () => {
  const damaged = join(root, 'damaged');
  cpSync(old, damaged, { recursive: true });
  const data = await readRelease(damaged);
  const { cache: _, ...rest } = data;
  writeFileSync(join(damaged, 'release.json'), await formatRelease(rest as ReleaseData, sha256));
  await expect(diffReleases(damaged, next)).rejects.toThrow('a site is damaged: release.json cannot be used');
});
