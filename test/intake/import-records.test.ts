/** Imports whose rows are records of lists: every kind adds, completes, replaces and leaves out records in the same way. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFolder, MISMATCHES, readDataFolder } from '../../src/catalogue/load.ts';
import type { Catalogue } from '../../src/catalogue/types.ts';
import { eventVersionId } from '../../src/core/contract/ids.ts';
import type { ImportKind } from '../../src/intake/kinds/kinds.ts';
import { replacedFinding } from '../../src/intake/merge/changes.ts';
import type { Finding } from '../../src/report/problems.ts';
import { contentOf } from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { data, importRows, read, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

/** Imports rows. Out: the counts, summed over all files, and the import's messages. */
function run(...rows: Parameters<typeof importRows>) {
  const { isClean, isWritten, outcomes, problems, mismatches, changes } = importRows(...rows);
  const sum = (count: 'added' | 'completed' | 'changed' | 'kept') => outcomes.reduce((all, one) => all + one[count], 0);
  const counts = [sum('added'), sum('completed'), sum('changed'), sum('kept')];
  const messages = (list: readonly Finding[]) => list.map(({ code, message }) => `${code} ${message}`);
  const replaced = changes.flatMap(({ record, members }) =>
    members.filter(({ old }) => old !== null).map((member) => replacedFinding(record, member)),
  );
  const said = { problems: messages(problems), mismatches: messages(mismatches), replaced: messages(replaced) };
  return { isClean, isWritten, counts, ...said };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(data, path)), { recursive: true });
  writeFileSync(join(data, path), text);
}

function catalogue(): Catalogue {
  const loaded = checkFolder(readDataFolder(data));
  expect(loaded.problems).toEqual([]);
  return loaded.catalogue as Catalogue;
}

const done = { isClean: true, problems: [], mismatches: [], replaced: [] };

interface Sample {
  readonly kind: ImportKind;
  readonly rows: readonly string[];
  /** The outcomes of the rows: added, completed, changed, kept. */
  readonly first: readonly number[];
  /** Rows that replace a value. */
  readonly other: readonly string[];
  readonly replaced: string;
}

const SAMPLES: readonly Sample[] = [
  {
    kind: 'runs',
    rows: ['name,gps_start,gps_end,detectors', 'O1b,1140000000,1141000000,H1', 'O1,1126051217,1137254417,H1|L1'],
    first: [1, 1, 0, 0],
    other: ['name,gps_start,gps_end,detectors', 'O1,1126051217,1137254417,H1|L1|V1'],
    replaced: 'D173 O1 detectors: ["H1","L1"] -> ["H1","L1","V1"]',
  },
  {
    kind: 'catalogs',
    rows: ['name,description,doi,member_of', 'GWTC-3,Third catalog.,https://doi.org/10.1/x,', 'GWTC-1,,https://a.b/c,'],
    first: [1, 1, 0, 0],
    other: ['name,description', 'GWTC-1,Another sentence.'],
    replaced: 'D173 GWTC-1 description: "First catalog." -> "Another sentence."',
  },
  {
    kind: 'events',
    rows: ['name,grace_id,run,aliases', 'GW150914,G184098,O1,GW150914_095045', 'GW151226,,,a|b'],
    first: [2, 0, 0, 0],
    other: ['name,grace_id', 'GW150914,G184099'],
    replaced: 'D173 GW150914 grace_id: "G184098" -> "G184099"',
  },
  {
    kind: 'event-strain-files',
    rows: ['event,version,catalog,detector,gps_start_32,gps_start_4096', 'GW150914,3,GWTC-1,H1,1126259447,1126257415'],
    first: [1, 0, 0, 0],
    other: ['event,version,catalog,detector,gps_start_32', 'GW150914,3,GWTC-1,H1,1126259448'],
    replaced: 'D173 GW150914-v3 H1 gps_start_32: 1126259447 -> 1126259448',
  },
  {
    kind: 'datasets',
    rows: [
      'name,run,description,npoints,duration,gps_start,gps_end,detectors',
      'O2,O2,Second run.,67108864,4096,1164556817,1187733618,H1|L1',
      'O1,O1,First run.,16777216,4096,,,',
    ],
    first: [1, 1, 0, 0],
    other: ['name,run,npoints,duration', 'O1,O2,16777216,4096'],
    replaced: 'D173 O1 run: "O1" -> "O2"',
  },
  {
    kind: 'dataset-bits',
    rows: ['dataset,mask_type,bit,name,description', 'O1,DQ,1,CBC_CAT1,passes', 'O1,DQ,0,DATA,data present'],
    first: [1, 1, 0, 0],
    other: ['dataset,mask_type,bit,name', 'O1,INJ,0,NO_BURST_HW_INJ'],
    replaced: 'D173 O1 INJ bit 0 name: "NO_CBC_HW_INJ" -> "NO_BURST_HW_INJ"',
  },
  {
    kind: 'segments',
    rows: ['flag,run,start,stop', 'H1_CBC_CAT1,O1,1126256700,1126256800', 'H1_CBC_CAT1,O1,1126256600,1126256650'],
    first: [2, 0, 0, 0],
    other: ['flag,run,start,stop', 'H1_CBC_CAT1,O1,1126256600,1126256660'],
    replaced: 'D173 H1_CBC_CAT1 of O1 from GPS 1126256600 stop: 1126256650 -> 1126256660',
  },
  {
    kind: 'parameter-sets',
    rows: ['name,version,set,pipeline_type,is_preferred,redshift,redshift_upper', 'GW150914,3,pe-a,pe,yes,0.1,0.02'],
    first: [1, 0, 0, 0],
    other: ['name,version,set,is_preferred,redshift', 'GW150914,3,pe-a,no,0.1'],
    replaced: 'D173 GW150914-v3 set pe-a is_preferred: true -> nothing',
  },
];

describe.each(SAMPLES)('import $kind', ({ kind, rows, first, other, replaced }) => {
  it('adds new records and completes existing ones, and the data stay valid', () => {
    expect(run(kind, rows)).toEqual({ ...done, isWritten: true, counts: first });
    catalogue();
  });

  it('replaces with --overwrite only', () => {
    run(kind, rows);
    const before = contentOf(data);
    expect(run(kind, other)).toMatchObject({ isClean: false, isWritten: false, problems: [replaced] });
    expect(contentOf(data)).toEqual(before);
    const overwritten = run(kind, other, { overwrite: true });
    expect(overwritten).toEqual({ ...done, isWritten: true, counts: [0, 0, 1, 0], replaced: [replaced] });
    expect(run(kind, other)).toMatchObject({ isClean: true, isWritten: false });
    catalogue();
  });
});

describe('import runs', () => {
  it('puts a run in the order of its start, and keeps comments', () => {
    const written = '# Two runs.\nruns:\n  # The first.\n  - {name: O1, gps_start: 1126051217, gps_end: 1137254417}\n';
    write('runs.yaml', `${written}  - {name: O2, gps_start: 1164556817, gps_end: 1187733618}\n`);
    run('runs', ['name,gps_start,gps_end', 'O1b,1140000000,1141000000']);
    expect(read('runs.yaml')).toBe(
      `${written}  - {name: O1b, gps_start: 1140000000, gps_end: 1141000000}\n` +
        '  - {name: O2, gps_start: 1164556817, gps_end: 1187733618}\n',
    );
  });
});

describe('import catalogs', () => {
  const members = () => catalogue().catalogs.find(({ name }) => name === 'Sum')?.members;
  const header = 'name,cumulative,member_of';

  it('makes a cumulative catalog of the rows that name it', () => {
    run('catalogs', [header, 'Sum,yes,', 'GWTC-1,,Sum', 'GWTC-2,,Sum']);
    expect(members()).toEqual(['GWTC-1', 'GWTC-2']);
  });

  it('adds members to an existing cumulative catalog, whether it has a row or not', () => {
    run('catalogs', [header, 'Sum,yes,', 'GWTC-1,,Sum']);
    expect(run('catalogs', [header, 'GWTC-2,,Sum'])).toMatchObject({ isClean: true, counts: [0, 1, 0, 1] });
    expect(run('catalogs', [header, 'Empty-1,,Sum', 'Sum,yes,'])).toMatchObject({
      isClean: true,
      counts: [0, 1, 0, 1],
    });
    expect(members()).toEqual(['GWTC-1', 'GWTC-2', 'Empty-1']);
  });

  it('puts new catalogs after the cumulative ones, in the order of the rows', () => {
    run('catalogs', [header, 'Sum,yes,', 'GWTC-1,,Sum']);
    run('catalogs', [header, 'New-2,,Sum', 'New-1,,', 'More,yes,', 'GWTC-2,,More']);
    const names = catalogue().catalogs.map(({ name }) => name);
    expect(names).toEqual(['Sum', 'More', 'New-2', 'New-1', 'GWTC-2', 'GWTC-1', 'Empty-1']);
  });

  it('leaves out the membership of a row that is left out', () => {
    const result = run('catalogs', ['name,doi,member_of', 'GWTC-1,,Sum', 'GWTC-9,no link,Sum', 'Sum,,']);
    expect(result).toMatchObject({ isClean: false, isWritten: true });
    expect(result.problems).toHaveLength(1);
    expect(members()).toEqual(['GWTC-1']);
  });
});

describe('import parameter-sets', () => {
  it('keeps the names of parameters as published, in columns and in rows', () => {
    const names = ['online far', 'spin,p', 'cos(theta_JN)'];
    const defined = names.map((name) => `  - { name: "${name}", unit: "", description: As published. }\n`);
    const defaults = read('default-parameters.yaml');
    write('default-parameters.yaml', `${defaults}other_parameters:\n${defined.join('')}`);
    const sets = ['name,version,set,online far', 'GW150914,3,pe-a,0.5'];
    const values = [
      'event,version,set,parameter,best,lower_error',
      'GW150914,3,pe-a,"spin,p",0.4,-0.0',
      'GW150914,3,pe-a,cos(theta_JN),0,',
    ];
    expect(run('parameter-sets', sets)).toMatchObject({ isClean: true, counts: [1, 0, 0, 0] });
    expect(run('parameter-sets', values)).toMatchObject({ isClean: true, counts: [0, 1, 0, 0] });
    const version = catalogue().eventVersions.find((one) => eventVersionId(one.name, one.version) === 'GW150914-v3');
    expect(version?.parameter_sets?.[0]?.parameters).toEqual({
      'online far': { best: 0.5 },
      'spin,p': { best: 0.4, lower_error: 0 },
      'cos(theta_JN)': { best: 0 },
    });
    for (const again of [run('parameter-sets', sets), run('parameter-sets', values)]) {
      expect(again).toMatchObject({ isClean: true, isWritten: false });
    }
  });

  it('reads links, parameters and any spelling of a version, and keeps the order of sets', () => {
    const header =
      'name,version,set,pipeline_type,waveform_family,data_url,is_preferred,links,far,far_limit,redshift,pipeline,date_added';
    const links = 'skymap=https://example.org/s?a=b|posterior-samples=https://example.org/p';
    run('parameter-sets', [
      header,
      `GW150914,v4,pe-a,pe,C01:Mixed,https://example.org/d,yes,${links},,,0.1,bilby,2021-11-01`,
      'GW150914,4.0,search-a,search,,,false,,1e-7,upper,,,',
    ]);
    const version = catalogue().eventVersions.find(({ name, version: number }) => name === 'GW150914' && number === 4);
    expect(version?.parameter_sets).toEqual([
      {
        name: 'pe-a',
        date_added: '2021-11-01',
        pipeline: 'bilby',
        pipeline_type: 'pe',
        waveform_family: 'C01:Mixed',
        data_url: 'https://example.org/d',
        is_preferred: true,
        links: [
          { url: 'https://example.org/s?a=b', label: 'skymap' },
          { url: 'https://example.org/p', label: 'posterior-samples' },
        ],
        parameters: { redshift: { best: 0.1 } },
      },
      {
        name: 'search-a',
        pipeline_type: 'search',
        parameters: { far: { best: 1e-7, is_upper_limit: true } },
      },
    ]);
  });

  it('adds values, one a row, to an existing set in the unit of the parameter', () => {
    const header = 'event,version,set,parameter,unit,best,upper_error,lower_error,is_upper_limit';
    run('parameter-sets', ['name,version,set,pipeline_type', 'GW150914,3,pe-a,pe']);
    const rows = [
      'GW150914,3,pe-a,redshift,,0.09,0.03,-0.03,false',
      'GW150914,3,pe-a,far,1/yr,1e-7,,,true',
      'GW150914,3,pe-a,mass_1_source,kg,35.6,,,',
      'GW150914,3,pe-b,redshift,,0.1,,,',
    ];
    const result = run('parameter-sets', [header, ...rows]);
    expect(result.problems).toEqual([
      'D172 row skipped (GW150914-v3 set pe-a mass_1_source): unit cannot be "kg"',
      'D172 row skipped (GW150914-v3 set pe-b redshift): the event version has no parameter set "pe-b"',
    ]);
    const sets = catalogue().eventVersions.find(
      ({ name, version }) => name === 'GW150914' && version === 3,
    )?.parameter_sets;
    expect(sets?.map(({ name, parameters }) => [name, Object.entries(parameters ?? {})])).toEqual([
      [
        'pe-a',
        [
          ['redshift', { best: 0.09, upper_error: 0.03, lower_error: -0.03 }],
          ['far', { best: 1e-7, is_upper_limit: true }],
        ],
      ],
    ]);
  });
});

it('a row whose parameter is empty is skipped', () => {
  const before = read('event-versions/GWTC-1.yaml');
  const value = run('parameter-sets', ['name,version,set,parameter,best', 'GW150914,3,a,,5']);
  expect(value.problems).toContainEqual(expect.stringContaining('the text "" is not a'));
  expect(read('event-versions/GWTC-1.yaml')).toBe(before);
});

describe('import events: aliases', () => {
  it('adds aliases to the existing ones', () => {
    run('events', ['name,aliases', 'GW150914,a']);
    expect(run('events', ['name,aliases', 'GW150914,b|a'])).toMatchObject({ isClean: true, counts: [0, 1, 0, 0] });
    const [event] = catalogue().events;
    expect(event).toEqual({ name: 'GW150914', aliases: ['a', 'b'] });
  });

  it('leaves out aliases that another row or event has', () => {
    const result = run('events', ['name,aliases', 'GW150914,a', 'GW151226,A', '170423,GW150914-v4']);
    expect(result.problems).toEqual([
      'D172 row skipped (GW151226): alias A differs from a, an alias of GW150914, only in case',
      'D172 row skipped (170423): alias GW150914-v4 is already the short name of an event version',
    ]);
    expect(catalogue().events).toHaveLength(1);
  });
});

describe('import event-strain-files', () => {
  const header = 'event,version,catalog,detector,gps_start_32,gps_start_4096,long_duration,prefix_16k,prefix_4k';

  it('takes other lengths and names of files', () => {
    const row = 'GW150914,3,GWTC-1,H1,,1126258000,2048,H-H1_LOSC_CLN_16_V1,H-H1_LOSC_CLN_4_V1';
    expect(run('event-strain-files', [header, row])).toMatchObject({ isClean: true, counts: [1, 0, 0, 0] });
    expect(catalogue().eventStrainFiles).toEqual([
      {
        ...{ name: 'GW150914', version: 3, detector: 'H1', gps_start_2048: 1126258000 },
        ...{ file_prefix_16kHz: 'H-H1_LOSC_CLN_16_V1', file_prefix_4kHz: 'H-H1_LOSC_CLN_4_V1' },
      },
    ]);
  });
});

describe('import event-versions', () => {
  it('stores the current address of a DOI', () => {
    const rows = ['name,version,doi', 'GW150914,3,http://dx.doi.org/10.7935/K5MW2F23'];
    expect(run('event-versions', rows, { overwrite: true })).toMatchObject({ isClean: true });
    expect(read('event-versions/GWTC-1.yaml')).toContain('doi: https://doi.org/10.7935/K5MW2F23\n');
  });

  it('takes the short name of the service and the reference, and says whose id a short name is', () => {
    const header = 'event,version,short_name,reference';
    const rows = ['GW150914,3,GW150914-v3,/GWTC-1/', 'GW151226,1,BOXING-v1,/GWTC-1/', 'GW150914,4,GW151226-v1,'];
    const result = run('event-versions', [header, ...rows]);
    expect(result).toMatchObject({ isWritten: true, counts: [0, 2, 0, 0] });
    expect(result.problems).toEqual([
      'D172 row skipped (GW150914-v4): short name GW151226-v1 is already the short name of an event version',
    ]);
    const names = catalogue().eventVersions.flatMap(({ short_name: name = [] }) => name);
    expect(names).toEqual(['BOXING-v1']);
    expect(read('event-versions/GWTC-1.yaml').match(/reference: .*/g)).toEqual([
      'reference: /GWTC-1/',
      'reference: /GWTC-1/',
    ]);
  });

  it('names the detectors of bulk files', () => {
    const row = (detectors: string) => ['name,version,catalog,bulk_detectors', `GW150914,3,GWTC-1,${detectors}`];
    expect(run('event-versions', row('H1|L1'))).toMatchObject({ problems: [], counts: [0, 1, 0, 0] });
    expect(read('event-versions/GWTC-1.yaml')).toContain('bulk_detectors: [H1, L1]\n');
    expect(run('event-versions', row('X9')).problems).toEqual([
      'D172 row skipped (GW150914-v3): unknown detector "X9"',
    ]);
  });
});

describe('import events: ids matched by time', () => {
  it('marks ids that were matched by time, until a source gives them', () => {
    const header = 'name,grace_id,grace_id_source';
    run('events', [header, 'GW150914,G184098,time']);
    expect(read('events.yaml')).toContain('grace_id: G184098\n    grace_id_source: time\n');
    run('events', [header, 'GW150914,G184098,record'], { overwrite: true });
    expect(read('events.yaml')).not.toContain('grace_id_source');
    run('events', [header, 'GW150914,G184098,time'], { overwrite: true });
    run('events', ['name,grace_id', 'GW150914,G184099'], { overwrite: true });
    expect(read('events.yaml')).not.toContain('grace_id_source');
  });
});

describe('import datasets and dataset-bits', () => {
  it('writes the fields of a dataset in the order of the schema', () => {
    run('datasets', ['name,run,description,npoints,duration,detectors', 'O1_16KHZ,O1,At 16 kHz.,67108864,4096,H1']);
    run('dataset-bits', ['dataset,mask_type,bit,name', 'O1_16KHZ,INJ,1,B', 'O1_16KHZ,DQ,0,DATA']);
    const fields = [...read('strain-files/O1_16KHZ.yaml').matchAll(/^(\w+):/gm)].map(([, field]) => field);
    expect(fields).toEqual(['dataset', 'run', 'description', 'sample_rate_kHz', 'detectors', 'bits', 'series']);
    expect(catalogue().datasets.find(({ dataset }) => dataset === 'O1_16KHZ')?.bits).toEqual([
      { bit: 0, name: 'DATA' },
      { bit: 33, name: 'B' },
    ]);
  });
});

describe('import segments', () => {
  const header = 'flag,run,start,stop';

  it('sorts them into the list of their flag', () => {
    run('segments', [header, 'H1_X,O1,1126256700,1126256800']);
    run('segments', [
      header,
      'L1_X,O1,1126256600,1126256650',
      'H1_X,O1,1126256600,1126256650',
      'H1_X,O2,1170000000,1170000001',
    ]);
    const lists = catalogue().timelines.map(({ name, run: inRun, segments }) => [name, inRun, segments]);
    expect(lists).toEqual([
      [
        'H1_X',
        'O1',
        [
          [1126256600, 1126256650],
          [1126256700, 1126256800],
        ],
      ],
      ['L1_X', 'O1', [[1126256600, 1126256650]]],
      ['H1_X', 'O2', [[1170000000, 1170000001]]],
    ]);
  });

  it.each(['1126256700,', ',1126256800', ','])('skips a row without a time: %s', (times) => {
    const { counts, problems } = run('segments', [header, `H1_X,O1,${times}`, 'H1_X,O1,1126256600,1126256650']);
    expect(counts).toEqual([1, 0, 0, 0]);
    expect(problems[0]).toContain('should be a whole number, found nothing');
  });

  it('merges DATA before its strain files exist, and says so until they do', () => {
    const segments = run('segments', [header, 'H1_DATA,O1,1126256640,1126277120']);
    expect(segments).toMatchObject({ isClean: false, isWritten: true, counts: [1, 0, 0, 0], problems: [] });
    expect(segments.mismatches).toEqual([
      'D155 H1_DATA [1126256640, 1126277120) is not in a strain file of H1 in O1 from GPS 1126264832',
    ]);
    const columns = 'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count';
    const files = run('strain-files', [columns, 'O1,O1,H1,4,H-H1_LOSC_4_V1,1126264832,2']);
    expect(files).toMatchObject({ ...done, isWritten: true, counts: [2, 0, 0, 0] });
    catalogue();
  });

  it('a new prefix of the names changes all files of a series', () => {
    const columns = 'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count';
    const rowsOf = (prefix: string) => [columns, `O1,O1,H1,4,${prefix},1126264832,2`];
    const { counts: added } = run('strain-files', rowsOf('H-H1_LOSC_4_V1'));
    const { counts } = run('strain-files', rowsOf('H-H1_LOSC_4_V2'), { overwrite: true });
    expect([added, counts]).toEqual([
      [2, 0, 0, 0],
      [0, 0, 5, 0],
    ]);
  });

  it('a single strain file that is added is among the changes', () => {
    const columns = 'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count';
    const { changes } = importRows('strain-files', [columns, 'O1,O1,H1,4,H-H1_LOSC_4_V1,1126264832,1']);
    expect(changes.flatMap(({ members }) => members)).toEqual([{ path: ['files added'], old: null, new: 1 }]);
  });
});

describe('rows with random cells', () => {
  const texts = [
    '',
    'GW150914',
    'GW150914-v3',
    'GWTC-1',
    'GWTC-9',
    'O1',
    'O1|O2',
    'H1',
    'H1|L1',
    'H1_DATA',
    'yes',
    'a=b',
  ];
  const numbers = ['-1', '0', '3', '0.1', '1e400', '4096', '16777216', '1126256640', '1126256650', '1170000000'];
  const hostile = ['../x', '__proto__', 'constructor', '#', '- a', '{', 'é', '"', 'null', 'https://a.b/c', 'con', '*a'];
  const change = fc.record({
    sample: fc.constantFrom(...SAMPLES),
    row: fc.nat(2),
    cells: fc.array(fc.tuple(fc.nat(8), fc.constantFrom(...texts, ...numbers, ...hostile)), { maxLength: 2 }),
  });
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

  it('leave the data valid, whichever rows are merged', () => {
    let merged = 0;
    let leftOut = 0;
    fc.assert(
      fc.property(change, ({ sample: { kind, rows }, row, cells }) => {
        const [header = '', ...sound] = rows;
        const changed = (sound[row % sound.length] ?? '').split(',');
        for (const [index, text] of cells) changed[index % changed.length] = text;
        const before = contentOf(data);
        const result = run(kind, [header, ...sound, changed.map(quoted).join(',')], { overwrite: true });
        if (result.isWritten) merged++;
        else expect(contentOf(data)).toEqual(before);
        leftOut += result.problems.length;
        const { problems } = checkFolder(readDataFolder(data));
        expect(problems.filter(({ code }) => !MISMATCHES.has(code))).toEqual([]);
      }),
      { numRuns: propertyRuns(70) },
    );
    expect(merged).toBeGreaterThan(0);
    expect(leftOut).toBeGreaterThan(0);
  });
});
