/** Every URL whose response differs from the previous release is in the purge list for caches. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listingPath } from '../../src/core/contract/paths.ts';
import { openRelease, type Release, type ReleaseData } from '../../src/core/handler/release.ts';
import { createSite, type Site } from '../../src/core/handler/site.ts';
import type { IndexData } from '../../src/core/listing/select.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { buildSite } from '../../src/site/build/build-site.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { diffReleases } from '../../src/site/diff/diff-releases.ts';
import type { PurgeList } from '../../src/site/diff/purge-list.ts';
import { type GeneratedCatalogue, writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { everyUrl } from '../support/every-url.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();

interface Built {
  readonly out: string;
  readonly site: Site;
  readonly release: Release;
}

async function build(name: string, catalogue: GeneratedCatalogue): Promise<Built> {
  const [dataDir, out] = [join(root, `${name}-data`), join(root, name)];
  writeCatalogue(dataDir, catalogue);
  const enumerate = { ...DEFAULT_CONFIG.enumerate, pageSizes: [2, 20] };
  const result = await buildSite({
    dataDir,
    out,
    config: { ...DEFAULT_CONFIG, downloads: [], enumerate, layout: 'packs' },
  });
  if (result.kind !== 'built') throw new Error(JSON.stringify(result));
  const site = createSite({ readFile: async (path) => readFileSync(join(out, path)), sha256 });
  await site.reload();
  return { out, site, release: wholeRelease(out, (site.release as Release).data) };
}

/** The release with index parts inserted in place of their names. */
function wholeRelease(out: string, data: ReleaseData): Release {
  const whole = Object.entries(data.index).map(([name, index]) => {
    if (index.kind !== 'part') return [name, index] as const;
    return [name, JSON.parse(readFileSync(join(out, `index/${index.name}.json`), 'utf8')) as IndexData] as const;
  });
  return openRelease({ ...data, index: Object.fromEntries(whole) });
}

async function answerOf({ site }: Built, url: string): Promise<string> {
  const { status, body } = await site.respond({ method: 'GET', url: `/${url}`, header: () => undefined });
  return `${status} ${new TextDecoder().decode(body)}`;
}

/** The first pages below every id of a parent, including ids that links do not use. */
async function belowEveryId({ collections, indexOf }: Release): Promise<string[]> {
  const nested = collections.flatMap(({ listings }) => listings.filter(({ parents }) => parents.length === 1));
  const urls = nested.map(async (listing) => {
    const index = await indexOf(listing.parents[0] as string, () => Promise.reject(new Error('no part is needed')));
    return index.idsFrom(0, index.count).map(([id]) => listingPath(listing, [id]));
  });
  return (await Promise.all(urls)).flat();
}

const isForgotten = ({ prefixes, urls }: PurgeList, url: string): boolean =>
  urls.includes(url) || prefixes.some((prefix) => url.startsWith(prefix));

const {
  events,
  eventFacts = [],
  datasets,
  timelines = [],
  runs = [],
  catalogs = [],
  eventStrainFiles = [],
} = everyKind;

/** Changes the elements that `isMeant` selects. */
const change = <T>(list: readonly T[], isMeant: (one: T) => boolean, more: Partial<T>): T[] =>
  list.map((one) => (isMeant(one) ? { ...one, ...more } : one));

const EDITS: readonly (readonly [string, Partial<GeneratedCatalogue>])[] = [
  [
    'the time of an event, so that other strain files hold it',
    {
      events: change(events, ({ name }) => name === 'GW150914', { gps: 1126261000 }),
    },
  ],
  [
    'a version more',
    { events: [...events, { ...events[0], version: 9, catalog: 'GWTC-2' } as (typeof events)[number]] },
  ],
  ['a version less', { events: events.filter(({ name, version }) => name !== 'GW151226' || version !== 5) }],
  ['an event less', { events: events.filter(({ name }) => name !== 'S1') }],
  ['another catalog', { events: change(events, ({ name }) => name === 'S1', { catalog: 'GWTC-2' }) }],
  ['other detectors of a version', { events: change(events, ({ name }) => name === '170104', { detectors: ['H1'] }) }],
  [
    'a value of a parameter',
    {
      events: change(events, ({ version }) => version === 5, { parameters: { chi_eff: { best: 0.2 } } }),
    },
  ],
  ['a parameter set less', { events: change(events, ({ version }) => version === 3, { parameter_sets: [] }) }],
  [
    'an alias moves to another event',
    {
      eventFacts: eventFacts.map((one) => ({
        ...one,
        aliases: one.name === '170104' ? ['GW15'] : one.name === 'GW150914' ? ['150914-v1'] : [],
      })),
    },
  ],
  ['the run on record', { eventFacts: change(eventFacts, ({ name }) => name === 'GW150914', { run: 'O1' }) }],
  [
    'members of a cumulative catalog',
    {
      catalogs: change(catalogs, ({ name }) => name === 'GWTC', { members: ['GWTC-1-confident'] }),
    },
  ],
  ['the description of a catalog', { catalogs: change(catalogs, ({ name }) => name === 'A', { description: 'New.' }) }],
  ['a run ends later', { runs: change(runs, ({ name }) => name === 'O2', { gps_stop: 1187733619 }) }],
  [
    'the description of a dataset',
    {
      datasets: change(datasets as GeneratedCatalogue['datasets'], ({ run }) => run === 'O3', { description: 'New.' }),
    },
  ],
  [
    'a strain file more',
    {
      datasets: change(datasets as GeneratedCatalogue['datasets'], ({ dataset }) => dataset === 'O3_4KHZ_R1', {
        series: [{ detector: 'V1', blocks: [[1240002560, 1]] }],
      }),
    },
  ],
  [
    'a segment more',
    {
      timelines: change(timelines, ({ name, run }) => name === 'H1_CBC_CAT1' && run === 'O2', {
        segments: [
          [1170000000, 1170000010],
          [1170000020, 1170000030],
        ],
      }),
    },
  ],
  ['a flag more', { timelines: [...timelines, { run: 'O2', name: 'V1_X', segments: [[1170000000, 1170000001]] }] }],
  ['short strain files less', { eventStrainFiles: eventStrainFiles.slice(1) }],
];

describe('every URL whose response has changed is purged', async () => {
  const before = await build('before', everyKind);
  const urls = [...(await everyUrl(before.release)).map(({ url }) => url), ...(await belowEveryId(before.release))];

  it.each(EDITS.map(([name, more], n) => [name, more, n] as const))('%s', async (_, more, n) => {
    const after = await build(`after-${n}`, { ...everyKind, ...more });
    const { purge } = await diffReleases(before.out, after.out);
    const changed: string[] = [];
    for (const url of urls) {
      if ((await answerOf(before, url)) !== (await answerOf(after, url))) changed.push(url);
    }
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((url) => !isForgotten(purge, `${DEFAULT_CONFIG.baseUrl}/${url}`))).toEqual([]);
  });

  it('nothing is purged between a release and itself', async () => {
    const { purge } = await diffReleases(before.out, before.out);
    expect(urls.filter((url) => isForgotten(purge, `${DEFAULT_CONFIG.baseUrl}/${url}`))).toEqual([]);
    expect(urls.length).toBeGreaterThan(400);
  });
});
