/** Edits of data and configuration, each varied by a number: at least one for every kind of data file and configuration key. */

import { DOWNLOAD_NAMES } from '../../src/core/contract/downloads.ts';
import { type Config, DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import {
  CATALOGS,
  detectorsNamed,
  type GeneratedCatalogue,
  type GeneratedEvent,
  parametersDescribed,
  RUNS,
} from '../oracle/catalogue-writer.ts';

export interface State {
  readonly catalogue: GeneratedCatalogue;
  readonly config: Partial<Config>;
}

export type Edit = (state: State, number: number) => State;

/** The enumerated filters before all edits: few, because each of their values has pages. */
export const FILTERS = { 'strain-files': ['detector'], 'event-versions': ['lastver', 'release'] };

const FIRST_GPS_START = 1126256640;

/** The state before all edits. */
export const start: State = {
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
      series: ['H1', 'L1'].map((detector) => ({ detector, blocks: [[FIRST_GPS_START, 15] as const] })),
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

/** Changes the configuration. */
export const ofConfig =
  (change: (number: number) => Partial<Config>): Edit =>
  ({ catalogue, config }, number) => ({ catalogue, config: { ...config, ...change(number) } });

/** The same elements in another order, which starts `number` elements later. */
const rotated = <T>(elements: readonly T[], number: number): T[] => {
  const first = number % elements.length;
  return [...elements.slice(first), ...elements.slice(0, first)];
};

export const edits: Readonly<Record<string, Edit>> = {
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
      series: [{ detector: 'L1', blocks: [[1170001920, 1 + (number % 10)] as const] }],
    };
    return { datasets: [...datasets.slice(0, 2), added] };
  }),
  'a dataset less': ofRest(({ datasets }) => ({ datasets: datasets.slice(0, 2) })),
  'other detectors of a run': ofRest((_, number) => ({
    runs: RUNS.map((run) => ({ ...run, detectors: number % 2 === 0 ? ['H1'] : ['L1', 'H1'] })),
  })),
  'other strain files': ofDataset((_, number) => ({
    series: ['H1', 'L1'].map((detector, n) => ({ detector, blocks: [[FIRST_GPS_START, 1 + ((number + n) % 40)]] })),
  })),
  'other detectors': ofRest((_, number) => ({
    detectors: rotated(detectorsNamed(`Detector ${number}`), number),
  })),
  'other default parameters': ofRest((_, number) => ({
    defaultParameters: rotated(parametersDescribed(`Described ${number}:`), number).map((one) => ({
      ...one,
      unit: number % 3 === 0 ? 'Mpc' : one.unit,
    })),
  })),
  'other statistics': ofDataset((_, number) => ({
    statistics: [{ detector: 'H1', gps_start: FIRST_GPS_START, BNS: number, duty_cycle: 50 }],
  })),
  'another base URL': ofConfig((number) => ({ baseUrl: `https://host${number % 3}.example/gw` })),
  'another layout': ofConfig((number) => ({
    layout: (['pages', 'packs', 'both'] as const)[number % 3] as Config['layout'],
  })),
  'links of the other form': ofConfig((number) => ({ links: number % 2 === 0 ? 'path' : 'query' })),
  'links and short names of the other form': ofConfig((number) => ({
    compatibility: number % 2 === 0 ? 'service' : 'specification',
  })),
  'another title': ofConfig((number) => ({ title: `Catalogue ${number % 2}` })),
  'with or without the older interfaces': ofConfig((number) => ({ legacyInterfaces: number % 2 === 0 })),
  'other enumerated queries': ofConfig((number) => ({
    enumerate: {
      pageSizes: number % 2 === 0 ? [20] : [7, 20],
      filters: number % 3 === 0 ? { 'strain-files': ['sample-rate'], 'event-versions': [] } : FILTERS,
    },
  })),
  'another archive': ofConfig((number) => ({
    archiveUrl: number % 3 === 0 ? null : `https://archive${number % 3}.example`,
  })),
  'another licence': ofConfig((number) => ({
    license: number % 3 === 0 ? null : `https://licences.example/${number % 3}`,
  })),
  'another source, acknowledgement and date of the data': ofConfig((number) => ({
    source: number % 2 === 0 ? null : { name: 'Source', url: `https://source${number % 3}.example` },
    acknowledgement: number % 2 === 0 ? null : `Thanks ${number % 3}`,
    dataDate: number % 2 === 0 ? null : `2026-01-0${1 + (number % 3)}`,
  })),
  'other downloads': ofConfig((number) => ({
    downloads: DOWNLOAD_NAMES.filter((_, n) => ((number >> n) & 1) === 1),
  })),
  'compressed copies': ofConfig((number) => ({ compress: number % 2 === 0 })),
  'the first state again': () => start,
  'other lifetimes of errors': ofConfig((number) => ({
    cache: { ...DEFAULT_CONFIG.cache, errors: { maxAge: number % 60 } },
  })),
  'other lifetimes of listings': ofConfig((number) => ({
    cache: { ...DEFAULT_CONFIG.cache, listings: { ...DEFAULT_CONFIG.cache.listings, maxAge: number } },
  })),
};
