import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { allPaths, listInputFiles } from '../../src/catalogue/files/input-files.ts';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { readStatistics } from '../../src/catalogue/statistics.ts';
import { fullCatalogue, SHIPPED_DATA, smallCatalogue } from '../support/data-folders.ts';
import { inFiles } from '../support/problem-text.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';

describe('the small catalogue', () => {
  const data = join(smallCatalogue(), 'data');
  const folder = readDataFolder(data);
  const { inputs } = folder;
  const { catalogue, problems } = checkFolder(folder);

  it('has no problems', () => {
    expect(problems).toEqual([]);
    expect(catalogue).not.toBeNull();
  });

  it('has event versions in the order of the catalogs', () => {
    const names = catalogue?.eventVersions.map((event) => `${event.catalog} ${event.name}-v${event.version}`);
    expect(names).toEqual(['GWTC-2 GW150914-v4', 'GWTC-2 170423-v1', 'GWTC-1 GW151226-v1', 'GWTC-1 GW150914-v3']);
  });

  it('has values as in the files', () => {
    const event = catalogue?.eventVersions.find((one) => one.version === 3);
    expect(event?.parameters?.redshift).toEqual({ best: 0.09, upper_error: 0.03, lower_error: 0 });
    expect(event?.parameters?.far).toEqual({ best: 1e-7, is_upper_limit: true });
    expect(catalogue?.eventVersions[1]).not.toHaveProperty('doi');
  });

  it('names the statistics of a dataset', () => {
    const files = catalogue?.datasets.map((one) => [one.dataset, one.statisticsFile]);
    expect(files).toEqual([
      ['O1', join(data, 'strain-statistics/O1.ndjson')],
      ['O1_16KHZ', null],
    ]);
  });

  it('lists its input files, sorted, like the listing without reading', () => {
    expect(allPaths(inputs)).toHaveLength(9);
    expect(allPaths(inputs)).toEqual([...allPaths(inputs)].sort());
    expect(allPaths(listInputFiles(data))).toEqual(allPaths(inputs));
  });

  it('reads statistics as in the file', () => {
    const dataset = catalogue?.datasets[0];
    if (!dataset) throw new Error('no dataset');
    const records = [...readStatistics(dataset)];
    expect(records.map((record) => [record.gps_start, record.detector])).toEqual([
      [1126256640, 'H1'],
      [1126256640, 'L1'],
      [1126273024, 'H1'],
    ]);
    expect(records[1]).toMatchObject({ BNS: 68.6 });
    expect(records[1]).not.toHaveProperty('min_strain');
  });
});

// Root can read every file, so as root the test drops its own rights for a moment, which a thread (of the mutation test) cannot do.
const isRoot = process.getuid?.() === 0;
describe.skipIf(process.platform === 'win32' || (isRoot && !isMainThread))('a file without read permission', () => {
  it('has a problem of its own', () => {
    const folder = smallCatalogue();
    const data = join(folder, 'data');
    checkFolder(readDataFolder(data));
    chmodSync(folder, 0o755);
    chmodSync(join(data, 'runs.yaml'), 0);
    chmodSync(join(data, 'strain-statistics/O1.ndjson'), 0);
    if (isRoot) process.seteuid?.(65534);
    try {
      const { problems } = checkFolder(readDataFolder(data));
      expect(
        inFiles(problems).map((problem) => `${problem.file.slice(data.length + 1)} ${problem.code} ${problem.message}`),
      ).toEqual([
        'runs.yaml D102 no permission to read it',
        'strain-statistics/O1.ndjson D102 no permission to read it',
      ]);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});

describe('events, event strain files, timelines and parameter sets', () => {
  const data = join(fullCatalogue(), 'data');
  const folder = readDataFolder(data);
  const { inputs } = folder;
  const { catalogue, problems } = checkFolder(folder);

  it('are read as in the files', () => {
    expect(problems).toEqual([]);
    expect(allPaths(inputs)).toEqual(
      expect.arrayContaining([join(data, 'events.yaml'), join(data, 'timelines/O2.yaml')]),
    );
    expect(catalogue?.catalogs[0]).toMatchObject({ name: 'GWTC', members: ['GWTC-2', 'GWTC-1'] });
    expect(catalogue?.events).toEqual([
      { name: 'GW150914', grace_id: 'G184098', aliases: ['GW150914_095045'] },
      { name: '170423', run: 'O2' },
    ]);
    expect(catalogue?.eventStrainFiles).toEqual([
      { name: 'GW150914', version: 3, detector: 'H1', gps_start_32: 1126259447 },
    ]);
    expect(catalogue?.timelines.map(({ name, run }) => `${run} ${name}`)).toEqual([
      'O1 H1_DATA',
      'O1 L1_DATA',
      'O2 V1_CBC_CAT1',
    ]);
    const segments = [[1170000000, 1170000010]];
    expect(catalogue?.timelines[2]).toEqual({ name: 'V1_CBC_CAT1', detector: 'V1', run: 'O2', segments });
    expect(catalogue?.eventVersions.find(({ name }) => name === 'X1')?.parameter_sets).toEqual([
      {
        name: 'a',
        pipeline_type: 'pe',
        is_preferred: true,
        links: [{ url: 'https://a.b', label: 'x' }],
        parameters: { far: { best: 2 } },
      },
    ]);
  });

  it('are not reported as naming unknown event versions if the versions could not be read', () => {
    const overlay = new Map([[join(data, 'event-versions/GWTC-1.yaml'), 'catalog: [\n']]);
    expect(checkFolder(readDataFolder(data, { overlay })).problems.map(({ code }) => code)).toEqual(['D107']);
  });

  it('are not reported as lacking strain files if the strain files could not be read', () => {
    const overlay = new Map([[join(data, 'strain-files/O1.yaml'), 'dataset: [\n']]);
    expect(checkFolder(readDataFolder(data, { overlay })).problems.map(({ code }) => code)).toEqual(['D107']);
  });

  it('are not reported as missing for strain files of O1 if they could not be read', () => {
    const overlay = new Map([[join(data, 'timelines/O1.yaml'), 'run: [\n']]);
    expect(checkFolder(readDataFolder(data, { overlay })).problems.map(({ code }) => code)).toEqual(['D107']);
  });
});

describe('checks against a file with findings', () => {
  const run = 'O1';
  const series = [{ detector: 'H1', file_prefix: 'H-H1_X', blocks: [[1, 1]] }];
  const facts = [{ name: 'GW150914', version: 3, detector: 'H1', gps_start_32: 1126259447 }];
  it.each([
    ['strain-files/X.yaml', 'D141', { dataset: 'X', run, sample_rate_kHz: 4, series }],
    ['timelines/O1.yaml', 'D149', { run, flags: [{ name: 'H1_X', segments: [[2, 1]] }] }],
    ['event-strain-files/X.yaml', 'D132', { catalog: 'X', event_strain_files: facts }],
  ])('are skipped, which the result says: %s', (path, code, value) => {
    const data = join(fullCatalogue(), 'data');
    writeFileSync(join(data, path), JSON.stringify(value));
    const { problems, isPartial } = checkFolder(readDataFolder(data));
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(isPartial).toBe(true);
  });
});

describe('the shipped catalogue', () => {
  const { catalogue, problems, counts } = checkFolder(readDataFolder(SHIPPED_DATA));

  it('is valid and complete', () => {
    expect(problems).toEqual([]);
    expect(counts).toEqual({
      eventVersions: SHIPPED_TOTALS.eventVersions,
      catalogs: SHIPPED_TOTALS.catalogs,
      strainFiles: SHIPPED_TOTALS.strainFiles,
      datasets: SHIPPED_TOTALS.datasets,
      statistics: SHIPPED_TOTALS.statistics,
      eventStrainFiles: SHIPPED_TOTALS.eventStrainFiles,
      segments: SHIPPED_TOTALS.segments,
    });
    expect(catalogue?.detectors.map((detector) => detector.code)).toEqual(['H1', 'H2', 'L1', 'V1', 'G1', 'K1']);
    expect(catalogue?.runs.map((run) => run.name)).toEqual(
      'S5 S6 O1 O2 O3a O3b O3GK O4a O4b O4b1Disc O4b2Disc O4b3Disc O4c1DiscC00'.split(' '),
    );
    expect(catalogue?.parameters).toHaveLength(12);
  });

  it('has a schema line at the top of each YAML file', () => {
    const files = allPaths(listInputFiles(SHIPPED_DATA)).filter((one) => one.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(50);
    for (const path of files) {
      const [line = ''] = readFileSync(path, 'utf8').split('\n');
      const schema = /^# yaml-language-server: \$schema=(\S+)$/.exec(line)?.[1] ?? '';
      expect(JSON.parse(readFileSync(join(path, '..', schema), 'utf8'))).toHaveProperty('$schema');
    }
  });

  it('has the published events in the cumulative catalog, which comes first', () => {
    const [cumulative] = catalogue?.catalogs ?? [];
    expect(cumulative?.name).toBe('GWTC');
    const members = catalogue?.eventVersions.filter(({ catalog }) => cumulative?.members?.includes(catalog));
    expect(new Set(members?.map(({ name }) => name)).size).toBe(SHIPPED_TOTALS.eventsInGwtc);
  });

  it('has the versions of each event, starting with 1 and without gaps', () => {
    const all = catalogue?.eventVersions ?? [];
    const names = [...new Set(all.map(({ name }) => name))];
    expect(names).toHaveLength(SHIPPED_TOTALS.events);
    for (const name of names) {
      const versions = all.filter((one) => one.name === name).map(({ version }) => version);
      expect(versions.toSorted((a, b) => a - b)).toEqual(versions.map((_, index) => index + 1));
    }
  });

  it('finds the nine versions that the service names differently, by the service’s names', () => {
    const names = catalogue?.eventVersions.flatMap(({ short_name: name = [] }) => name);
    expect(names?.toSorted()).toEqual([
      '191118_212859-v1',
      '200201_203549-v1',
      '200311_103121-v1',
      'GW190412_053044-v4',
      'GW190425_081805-v3',
      'GW190521_030229-v4',
      'GW190814_211039-v3',
      'GW200105-v1',
      'GW200115-v1',
    ]);
  });

  it('contains facts as published', () => {
    const events = new Map(catalogue?.eventVersions.map((event) => [`${event.name}-v${event.version}`, event]));
    expect(events.get('GW150914-v3')).toMatchObject({
      gps: 1126259462.4,
      catalog: 'GWTC-1-confident',
      detectors: ['H1', 'L1'],
    });
    expect(events.get('GW250119_190238-v1')?.parameters?.far).toMatchObject({ best: 1e-5, is_upper_limit: true });
    expect(events.has('GRB051103-v1')).toBe(false);
    const runs = catalogue?.runs.filter(({ name }) => name.startsWith('O4b'));
    expect(runs?.map(({ detectors }) => detectors?.join())).toEqual(['H1,L1,V1', 'H1,V1', 'H1,L1,V1', 'H1,L1']);
    expect(catalogue?.catalogs.find(({ name }) => name === 'GWTC-5.0')?.doi).toBe('https://doi.org/10.7935/bk00-6a89');
    expect(catalogue?.datasets.find(({ dataset }) => dataset === 'S5')).toMatchObject({
      series: [],
      detectors: ['H1', 'H2', 'L1'],
    });
  });
});
