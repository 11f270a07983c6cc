/** Changes that show only in some listings: cumulative catalogs and segments. All three formats contain them. */

import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GeneratedCatalogue, writeCatalogue } from '../../oracle/catalogue-writer.ts';
import { callCli } from '../../support/call-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = temporaryFolder();
const GPS = 1126256640;

const event = (name: string, catalog: string) => ({
  name,
  version: 1,
  gps: 1126259462.4,
  catalog,
  detectors: ['H1'],
});

/** The next release has one more member in the cumulative catalog, and one fewer segment in one of the two flags. */
function catalogue(isNext: boolean): GeneratedCatalogue {
  const [kept, lost] = [
    [GPS, GPS + 60],
    [GPS + 100, GPS + 1530],
  ] as [[number, number], [number, number]];
  const catalog = (name: string, more = {}) => ({ name, description: `Catalog ${name}.`, ...more });
  return {
    events: [event('GW1', 'A'), event('GW2', 'B')],
    datasets: [],
    catalogs: [catalog('A'), catalog('B'), catalog('GWTC', { members: isNext ? ['A', 'B'] : ['A'] })],
    timelines: [
      { run: 'O1', name: 'H1_CBC_CAT1', segments: isNext ? [kept] : [kept, lost] },
      { run: 'O1', name: 'L1_CBC_CAT1', segments: [[GPS, GPS + 3600]] },
    ],
  };
}

const [old, next] = [join(root, 'old'), join(root, 'next')];
const diff = async (...flags: string[]) => (await callCli(['diff', old, next, ...flags])).stdout;

beforeAll(async () => {
  for (const site of [old, next]) {
    writeCatalogue(`${site}-data`, catalogue(site === next));
    const flags = ['--data', `${site}-data`, '--site', site, '--layout', 'packs', '--quiet'];
    expect(await callCli(['build', ...flags])).toMatchObject({ status: 0, stderr: '' });
  }
});

describe('a new member of a cumulative catalog', () => {
  it('is in the text', async () => {
    expect(await diff()).toContain('  catalogs/GWTC/events: 1 -> 2 entries (+ GW2-v1)\n');
  });

  it('is in the JSON', async () => {
    const { listings } = JSON.parse(await diff('--json')).catalogue;
    expect(listings).toContainEqual(
      expect.objectContaining({ path: 'catalogs/GWTC/events', entries: [1, 2], added: ['GW2-v1'], removed: [] }),
    );
  });

  it('is in the release notes', async () => {
    expect(await diff('--format', 'markdown')).toContain('- catalogs/GWTC/events: 1 -\\> 2 entries (+ GW2-v1)\n');
  });
});

describe('a segment that is removed', () => {
  const seconds = { old: 1490, new: 60, added: 0, removed: 1430 };

  it('is in the text, in seconds of its flag', async () => {
    expect(await diff()).toContain(
      '  timelines/H1_CBC_CAT1/segments: 2 -> 1 segments, 0 s added, 1,430 s removed, 0.41 h -> 0.02 h\n',
    );
  });

  it('is in the JSON', async () => {
    const { listings } = JSON.parse(await diff('--json')).catalogue;
    expect(listings).toContainEqual(expect.objectContaining({ path: 'timelines/H1_CBC_CAT1/segments', seconds }));
  });

  it('is in the release notes', async () => {
    expect(await diff('--format', 'markdown')).toContain(
      '- timelines/H1_CBC_CAT1/segments: 2 -\\> 1 segments, 0 s added, 1,430 s removed, 0.41 h -\\> 0.02 h\n',
    );
  });
});

it('unchanged catalogs and flags are in none of the formats', async () => {
  const { catalogue: found } = JSON.parse(await diff('--json'));
  expect(found.listings.map(({ path }: { path: string }) => path).sort()).toEqual([
    'catalogs/GWTC/events',
    'runs/O1/timelines/H1_CBC_CAT1/segments',
    'timelines/H1_CBC_CAT1/segments',
  ]);
  expect(found.collections).toEqual([]);
  for (const flags of [[], ['--format', 'markdown']]) {
    expect(await diff(...flags)).not.toMatch(/L1_CBC_CAT1|Event Strain Files|Default Parameters|GW1/);
  }
});
