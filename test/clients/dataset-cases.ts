/** Calls about runs, and about the names of runs, catalogs and events. */

import { type Case, inside, REFUSED, shortNames } from './case.ts';
import type { Facts } from './facts.ts';
import type { GwoscClient } from './gwosc-client.ts';

export function findDatasets({ runs, catalogs, versions, inCatalogs }: Facts): Case[] {
  const runNames = runs.map(({ name }) => name);
  return [
    {
      call: 'find_datasets()',
      run: (client) => client.findDatasets(),
      asks: ['runs', 'catalogs', 'event-versions'],
      gives: [...runNames, ...catalogs, ...shortNames(versions)].sort(),
    },
    {
      call: "find_datasets(type='runs')",
      run: (client) => client.findDatasets({ type: 'runs' }),
      asks: ['runs'],
      gives: runNames.toSorted(),
    },
    {
      call: "find_datasets(type='run', detector='V1')",
      run: (client) => client.findDatasets({ type: 'run', detector: 'V1' }),
      asks: ['runs'],
      gives: runs.flatMap(({ name, detectors }) => (detectors.includes('V1') ? [name] : [])).sort(),
    },
    {
      call: "find_datasets(type='run', segment=(1126259446, 1126259478))",
      run: (client) => client.findDatasets({ type: 'run', segment: [1126259446n, 1126259478n] }),
      asks: ['runs'],
      gives: ['O1'],
    },
    {
      call: "find_datasets(type='run', detector='X9')",
      run: (client) => client.findDatasets({ type: 'run', detector: 'X9' }),
      asks: ['runs'],
      gives: [],
    },
    {
      call: "find_datasets(type='catalog', pagesize=5)",
      run: (client) => client.findDatasets({ type: 'catalog', pagesize: 5n }),
      asks: ['catalogs?pagesize=5'],
      gives: catalogs.toSorted(),
    },
    {
      call: "find_datasets(type='event', segment=(1126259446, 1126259478))",
      run: (client) => client.findDatasets({ type: 'event', segment: [1126259446n, 1126259478n] }),
      asks: ['event-versions?min-gps-time=1126259446&max-gps-time=1126263574'],
      gives: shortNames(versions.filter(inside(1126259446, 1126263574))).sort(),
    },
    {
      call: "find_datasets(type='event', segment=(1187008880.25, 1187008884.0))",
      run: (client) => client.findDatasets({ type: 'event', segment: [1187008880.25, 1187008884] }),
      asks: ['event-versions?min-gps-time=1187008880.25&max-gps-time=1187012980.0'],
      gives: shortNames(versions.filter(inside(1187008880.25, 1187012980))).sort(),
    },
    {
      call: "find_datasets(type='event', segment=(0, 1))",
      run: (client) => client.findDatasets({ type: 'event', segment: [0n, 1n] }),
      asks: ['event-versions?min-gps-time=0&max-gps-time=4097'],
      gives: [],
    },
    {
      call: "find_datasets(type='event', catalog='GWTC', pagesize=500)",
      run: (client) => client.findDatasets({ type: 'event', catalog: 'GWTC', pagesize: 500n }),
      asks: ['event-versions?release=GWTC&pagesize=500'],
      gives: shortNames(inCatalogs('GWTC')).sort(),
    },
    {
      call: "find_datasets(type='event', catalog=['GWTC-1-confident', 'GWTC-2'])",
      run: (client) => client.findDatasets({ type: 'event', catalog: ['GWTC-1-confident', 'GWTC-2'] }),
      asks: ['event-versions?release=GWTC-1-confident%2CGWTC-2'],
      gives: shortNames(inCatalogs('GWTC-1-confident', 'GWTC-2')).sort(),
    },
    {
      call: "find_datasets(type='event', detector='V1', version=2, match='^GW19')",
      run: (client) => client.findDatasets({ type: 'event', detector: 'V1', version: 2n, match: '^GW19' }),
      asks: ['event-versions'],
      gives: shortNames(
        versions.filter((one) => one.version === 2 && one.detectors.includes('V1') && one.name.startsWith('GW19')),
      ).sort(),
    },
    {
      call: "find_datasets(type='event', catalog='nope')",
      run: (client) => client.findDatasets({ type: 'event', catalog: 'nope' }),
      asks: ['event-versions?release=nope'],
      fails: REFUSED,
    },
  ];
}

export function datasetType(): Case[] {
  const [runs, catalogs, events] = ['runs', 'catalogs', 'event-versions'];
  return [
    { call: "dataset_type('O1')", run: (client) => client.datasetType('O1'), asks: [runs], gives: 'run' },
    {
      call: "dataset_type('GWTC')",
      run: (client) => client.datasetType('GWTC'),
      asks: [runs, catalogs],
      gives: 'catalog',
    },
    {
      call: "dataset_type('GW150914-v3')",
      run: (client) => client.datasetType('GW150914-v3'),
      asks: [runs, catalogs, events],
      gives: 'event',
    },
    {
      call: "dataset_type('GW150914')",
      run: (client) => client.datasetType('GW150914'),
      asks: [runs, catalogs, events],
      fails: ['ValueError', /no dataset/],
    },
  ] as Case[];
}

export function runSegment({ runs }: Facts): Case[] {
  const known = runs.map(({ name, start, stop }) => ({
    call: `run_segment('${name}')`,
    run: (client: GwoscClient) => client.runSegment(name),
    asks: [`runs/${name}`],
    gives: [start, stop],
  }));
  return [
    ...known,
    {
      call: "run_segment('Oh dear')",
      run: (client) => client.runSegment('Oh dear'),
      asks: ['runs/Oh dear'],
      fails: ['ValueError', /no run/],
    },
  ];
}

export function runAtGps({ runs }: Facts): Case[] {
  const holding = (gps: number) => runs.find(({ start, stop }) => start <= gps && gps < stop)?.name;
  const edges = runs.flatMap(({ start, stop }) => [start, stop - 1, stop]);
  return [
    {
      call: 'run_at_gps(1135136350)',
      run: (client) => client.runAtGps(1135136350n),
      asks: ['runs'],
      gives: 'O1',
    },
    ...edges.flatMap((gps): Case[] => {
      const call = { call: `run_at_gps(${gps})`, run: (client: GwoscClient) => client.runAtGps(gps), asks: ['runs'] };
      const name = holding(gps);
      return [name === undefined ? { ...call, fails: ['ValueError', /no run/] } : { ...call, gives: name }];
    }),
    {
      call: 'run_at_gps(0, pagesize=5)',
      run: (client) => client.runAtGps(0n, { pagesize: 5n }),
      asks: ['runs?pagesize=5'],
      fails: ['ValueError', /no run/],
    },
  ];
}
