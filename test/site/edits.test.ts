/**
 * Random sequences of edits of data and configuration, with packs of the site deleted or damaged and builds interrupted in
 * between: the result of an incremental build equals a build from nothing byte for byte; files with unchanged content keep their
 * modification time, others never do, even in whole seconds.
 */

import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { type Config, DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import {
  CATALOGS,
  type GeneratedCatalogue,
  type GeneratedEvent,
  RUNS,
  writeCatalogue,
} from '../oracle/catalogue-writer.ts';
import { compiled, differences, snapshot, temporaryFolder } from '../support/folders.ts';

interface State {
  readonly catalogue: GeneratedCatalogue;
  readonly config: Partial<Config>;
}

type Edit = (state: State, number: number) => State;

const FIRST_GPS_START = 1126256640;

const start: State = {
  config: {},
  catalogue: {
    events: Array.from({ length: 12 }, (_, n) => ({
      name: `GW15${n % 8}`,
      version: 1 + Math.floor(n / 8),
      gps: 1126259462 + n,
      catalog: CATALOGS[n % 3] as string,
      detectors: ['H1', 'L1'],
      parameters: { chi_eff: { best: n / 10 } },
    })),
    datasets: ([4, 16] as const).map((rate) => ({
      dataset: `O1_${rate}KHZ_R1`,
      run: 'O1',
      sample_rate_kHz: rate,
      // Without names of bits there is a warning, and every build reads datasets with warnings.
      bits: [{ bit: 0, name: 'DATA' }],
      series: ['H1', 'L1'].map((detector) => ({ detector, file_runs: [[FIRST_GPS_START, 15] as const] })),
      statistics: [{ detector: 'H1', gps_start: FIRST_GPS_START, BNS: 60 }],
    })),
    eventFacts: [{ name: 'GW151', grace_id: 'G1', aliases: ['S1'] }],
    eventStrainFiles: [{ name: 'GW152', version: 1, detector: 'H1', gps_start_32: 1126259447 }],
    timelines: [{ run: 'O1', name: 'H1_CBC_CAT1', segments: [[1126256700, 1126257000]] }],
    runs: RUNS,
    catalogs: catalogsWith(['GWTC-2', 'A']),
  },
};

/** The catalogs; the first one consists of the others. */
function catalogsWith(members: readonly string[]): NonNullable<GeneratedCatalogue['catalogs']> {
  const others = CATALOGS.map((name) => ({ name, description: `Catalog ${name}.` }));
  return [{ name: 'GWTC', description: 'The sum.', members }, ...others];
}

/** Removes facts about event versions that no longer exist. */
function withoutOrphans(catalogue: GeneratedCatalogue): GeneratedCatalogue {
  const { events, eventFacts = [], eventStrainFiles = [] } = catalogue;
  return {
    ...catalogue,
    eventFacts: eventFacts.filter(({ name }) => events.some((event) => event.name === name)),
    eventStrainFiles: eventStrainFiles.filter(({ name, version }) =>
      events.some((event) => event.name === name && event.version === version),
    ),
  };
}

const ofEvents =
  (change: (events: readonly GeneratedEvent[], number: number) => readonly GeneratedEvent[]): Edit =>
  ({ catalogue, config }, number) => ({
    config,
    catalogue: withoutOrphans({ ...catalogue, events: change(catalogue.events, number) }),
  });

/** Changes one of the event versions. */
const ofEvent = (change: (event: GeneratedEvent, number: number) => Partial<GeneratedEvent>): Edit =>
  ofEvents((events, number) =>
    events.map((event, n) => (n === number % events.length ? { ...event, ...change(event, number) } : event)),
  );

const ofDataset =
  (change: (dataset: GeneratedCatalogue['datasets'][number], number: number) => object): Edit =>
  ({ catalogue, config }, number) => {
    const datasets = catalogue.datasets.map((one, n) => (n === number % 2 ? { ...one, ...change(one, number) } : one));
    return { config, catalogue: { ...catalogue, datasets } };
  };

/** Changes data other than event versions and strain files. */
const ofRest =
  (change: (catalogue: GeneratedCatalogue, number: number) => Partial<GeneratedCatalogue>): Edit =>
  ({ catalogue, config }, number) => ({ config, catalogue: { ...catalogue, ...change(catalogue, number) } });

const nameOf = ({ events }: GeneratedCatalogue, number: number): string =>
  (events[number % events.length] as GeneratedEvent).name;

const ofConfig =
  (change: (number: number) => Partial<Config>): Edit =>
  ({ catalogue, config }, number) => ({ catalogue, config: { ...config, ...change(number) } });

const edits: Readonly<Record<string, Edit>> = {
  nothing: (state) => state,
  'an event version more': ofEvents((events, number) => {
    const version = 100 + number;
    const others = events.filter((event) => event.name !== 'GW150' || event.version !== version);
    return [...others, { ...(events[0] as GeneratedEvent), name: 'GW150', version, gps: 1126259462 }];
  }),
  'an event version less': ofEvents((events, number) => {
    return events.length > 3 ? events.filter((_, n) => n !== number % events.length) : events;
  }),
  'another gps': ofEvent((_, number) => ({ gps: 1126259400 + (number % 500) / 2 })),
  'another catalog': ofEvent((_, number) => ({ catalog: CATALOGS[number % 3] as string })),
  'another value': ofEvent((_, number) => ({ parameters: { far: { best: number } } })),
  'a parameter set': ofEvent((_, number) => ({ parameter_sets: [{ name: `set ${number}`, links: [] }] })),
  'an alias': ofRest((catalogue, number) => ({
    eventFacts: [{ name: nameOf(catalogue, number), aliases: [`S${number}`], grace_id: `G${number % 2}` }],
  })),
  'the run on record': ofRest((catalogue, number) => ({
    eventFacts: [{ name: nameOf(catalogue, number), run: (['O1', 'O2'] as const)[number % 2] as string }],
  })),
  'other short strain files': ofRest(({ events }, number) => {
    const { name, version } = events[number % events.length] as GeneratedEvent;
    return { eventStrainFiles: [{ name, version, detector: 'L1', gps_start_4096: 1126257000 + number }] };
  }),
  'other segments': ofRest((_, number) => ({
    timelines: [
      { run: 'O1', name: 'H1_CBC_CAT1', segments: [[1126256700, 1126257000 + number]] },
      { run: 'O2', name: `L1_CBC_CAT${number % 3}`, segments: [[1170000000, 1170000001 + number]] },
    ],
  })),
  'other members of a cumulative catalog': ofRest((_, number) => ({
    catalogs: catalogsWith([CATALOGS[number % CATALOGS.length] as string]),
  })),
  'a catalog more': ofRest(({ catalogs = [] }, number) => {
    const name = `New-${number}`;
    const others = catalogs.filter((one) => one.name !== name);
    return { catalogs: [...others, { name, description: 'A new one.' }] };
  }),
  'another description': ofRest(({ catalogs = [] }, number) => ({
    catalogs: catalogs.map((one, n) =>
      n === number % catalogs.length ? { ...one, description: `Described ${number}.` } : one,
    ),
  })),
  'a dataset more': ofRest(({ datasets }, number) => {
    const added = {
      dataset: 'O2_4KHZ_R1',
      run: 'O2',
      sample_rate_kHz: 4 as const,
      description: `The ${number}th.`,
      series: [{ detector: 'L1', file_runs: [[1170001920, 1 + (number % 10)] as const] }],
    };
    return { datasets: [...datasets.slice(0, 2), added] };
  }),
  'a dataset less': ofRest(({ datasets }) => ({ datasets: datasets.slice(0, 2) })),
  'other detectors of a run': ofRest((_, number) => ({
    runs: RUNS.map((run) => ({ ...run, detectors: number % 2 === 0 ? ['H1'] : ['L1', 'H1'] })),
  })),
  'other strain files': ofDataset((_, number) => ({
    series: ['H1', 'L1'].map((detector, n) => ({ detector, file_runs: [[FIRST_GPS_START, 1 + ((number + n) % 40)]] })),
  })),
  'other statistics': ofDataset((_, number) => ({
    statistics: [{ detector: 'H1', gps_start: FIRST_GPS_START, BNS: number, duty_cycle: 50 }],
  })),
  'another base URL': ofConfig((number) => ({ baseUrl: `https://host${number % 3}.example/gw` })),
  'another layout': ofConfig((number) => ({
    layout: (['pages', 'packs', 'both'] as const)[number % 3] as Config['layout'],
  })),
  'links of the other form': ofConfig((number) => ({ links: number % 2 === 0 ? 'path' : 'query' })),
  'other enumerated queries': ofConfig((number) => ({
    enumerate: {
      pageSizes: number % 2 === 0 ? [20] : [7, 20],
      filters:
        number % 3 === 0 ? { 'strain-files': ['detector'], 'event-versions': [] } : DEFAULT_CONFIG.enumerate.filters,
    },
  })),
  'compressed copies': ofConfig((number) => ({ compress: number % 2 === 0 })),
  'the first state again': () => start,
  'other lifetimes': ofConfig((number) => ({ cache: { ...DEFAULT_CONFIG.cache, errors: { maxAge: number % 60 } } })),
};

const isOfPacks = (path: string) => /^(packs|index)\//.test(path);

/** Damage to packs between two builds; a build does not check page and detail files of the previous one. */
const harms: Readonly<Record<string, (path: string) => void>> = {
  'a pack is deleted': (path) => rmSync(path),
  'a pack is cut': (path) => truncateSync(path, 0),
  'a pack is made longer': (path) => writeFileSync(path, 'x', { flag: 'a' }),
};

/** Damage to the manifest, after which the inputs of files are unknown. */
function editManifest(out: string): void {
  const path = join(out, 'manifest.json');
  const text = readFileSync(path, 'utf8');
  const edited = text.replace(/"inputs":"[0-9a-f]/, '"inputs":"x');
  // An edit made twice changes nothing more.
  expect(edited !== text || text.includes('"inputs":"x')).toBe(true);
  writeFileSync(path, edited);
}

/** Applies even to a build that only repairs. */
const ALWAYS_WRITTEN = ['release.json', 'manifest.json'];
const CUT_OFF = 'the next build is cut off';
const EDITED_MANIFEST = 'the manifest is edited';
const steps = [...Object.keys(edits), ...Object.keys(harms), CUT_OFF, EDITED_MANIFEST];
const sequences = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(1000)), { minLength: 2, maxLength: 8 });
/** Gives the last build something to do. */
const last = ofConfig(() => ({ cache: { ...DEFAULT_CONFIG.cache, errors: { maxAge: 77 } } }));

describe('an incremental build', () => {
  it('equals a build from nothing, whatever was edited', async () => {
    const { buildSite } = await compiled<typeof import('../../src/site/build/build-site.ts')>(
      inject('cli'),
      'site/build/build-site.js',
    );
    const root = temporaryFolder();
    const [dataDir, out, scratch] = [join(root, 'data'), join(root, 'site'), join(root, 'scratch')];
    const build = async ({ catalogue, config }: State, to: string, onProgress?: () => void, signal?: AbortSignal) => {
      rmSync(dataDir, { recursive: true, force: true });
      writeCatalogue(dataDir, catalogue);
      const enumerate = { ...DEFAULT_CONFIG.enumerate, pageSizes: [20] };
      const options = { dataDir, out: to, config: { ...DEFAULT_CONFIG, enumerate, ...config } };
      const result = await buildSite({ ...options, ...(onProgress && signal && { onProgress, signal }) });
      expect(result.kind).not.toBe('problems');
      return result.kind;
    };
    let cutOffs = 0;
    /** A build that is aborted after `number` progress reports, which leaves everything unchanged. */
    const cutOff = async (state: State, number: number) => {
      const before = snapshot(out);
      const controller = new AbortController();
      let left = number % 30;
      const onProgress = () => {
        if (left-- === 0) controller.abort(new Error('cut off'));
      };
      await build(state, out, onProgress, controller.signal).catch((error) => {
        cutOffs++;
        expect(String(error)).toContain('cut off');
        expect(differences(snapshot(out), before)).toEqual([]);
      });
    };
    const harm = (name: string, number: number) => {
      const paths = [...snapshot(out).keys()].filter(isOfPacks);
      for (const path of paths.filter((_, n) => n % 7 === number % 7)) harms[name]?.(join(out, path));
    };
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        rmSync(out, { recursive: true, force: true });
        let state = start;
        /** A build that finds missing or changed files trusts nothing, and writes every file. */
        let isSound = true;
        await build(state, out);
        for (const [name, number] of sequence) {
          isSound &&= name !== EDITED_MANIFEST && !(name in harms);
          if (name === CUT_OFF) await cutOff((edits['another value'] as Edit)(state, number), number);
          else if (name === EDITED_MANIFEST) editManifest(out);
          else if (name in harms) harm(name, number);
          if (!(name in edits)) continue;
          state = (edits[name] as Edit)(state, number);
          const before = snapshot(out);
          const kind = await build(state, out);
          const after = snapshot(out);
          for (const [path, { hash, mtimeMs }] of after) {
            const old = before.get(path);
            if (isSound && old?.hash === hash && !ALWAYS_WRITTEN.includes(path))
              expect(mtimeMs, path).toBe(old.mtimeMs);
            else if (old && old.hash !== hash) {
              expect(Math.floor(mtimeMs / 1000), path).toBeGreaterThan(Math.floor(old.mtimeMs / 1000));
            }
          }
          isSound ||= kind === 'built';
        }
        state = last(state, 0);
        await build(state, out);
        rmSync(scratch, { recursive: true, force: true });
        await build(state, scratch);
        expect(differences(snapshot(out), snapshot(scratch))).toEqual([]);
      }),
      { numRuns: 20, seed: Number(process.env.SEED ?? 5) },
    );
    expect(cutOffs).toBeGreaterThan(0);
  }, 240_000);
});
