/**
 * A catalogue small enough to compute responses by hand, with something of every kind: a run inside another, cumulative catalogs,
 * event versions with and without parameters and sets, aliases, short strain files, and segments that match the strain files.
 */
import type { GeneratedCatalogue } from './catalogue-writer.ts';

const catalogs = [
  { name: 'GWTC', description: 'The sum.', members: ['GWTC-2', 'GWTC-1-confident'] },
  { name: 'GWTC-2', description: 'The second.', aliases: ['Second'] },
  { name: 'GWTC-1-confident', description: 'The first.', doi: 'https://doi.org/10.7935/82H3-HH23' },
  { name: 'A', description: 'Another.' },
  { name: 'Empty', description: 'Without event versions.' },
  {
    name: 'Later',
    description: 'Another sum.',
    doi: 'https://doi.org/10.7935/later',
    members: ['Empty', 'A', 'GWTC-2'],
  },
];

const runs = [
  { name: 'O2', gps_start: 1164556817, gps_end: 1187733618, detectors: ['H1', 'L1', 'V1'] },
  { name: 'O1', gps_start: 1126051217, gps_end: 1137254417, detectors: ['L1', 'H1'] },
  { name: 'O1-Disc', gps_start: 1126250000, gps_end: 1126270000 },
  { name: 'O3', gps_start: 1238166018, gps_end: 1253977218 },
];

const HL = ['H1', 'L1'];

const events = [
  { name: 'GW150914', version: 1, gps: 1126259462.4, catalog: 'A', detectors: HL },
  {
    name: 'GW150914',
    version: 2,
    gps: 1126259462.4,
    catalog: 'GWTC-1-confident',
    detectors: HL,
    parameters: {
      far: { best: 1e-7, is_upper_limit: true as const },
      chi_eff: { best: -0.01, upper_error: 0.12, lower_error: -0.13 },
    },
  },
  {
    name: 'GW150914',
    version: 3,
    gps: 1126259462.5,
    catalog: 'GWTC-2',
    detectors: ['L1', 'H1'],
    parameters: { total_mass_source: { best: 65 } },
    parameter_sets: [
      {
        name: 'C01:Mixed',
        description: 'Both waveforms.',
        date_added: '2021-11-01',
        pipeline: 'bilby',
        pipeline_type: 'pe' as const,
        waveform_family: 'C01:Mixed',
        data_url: 'https://data.example/GW150914.h5',
        is_preferred: true,
        links: [{ url: 'https://data.example/skymap.fits', label: 'skymap', description: 'Where it is.' }],
        parameters: { chi_p: { best: 0.3 }, redshift: { best: 0.09 }, total_mass_source: { best: 65 } },
      },
      { name: 'gstlal', pipeline_type: 'search' as const, parameters: { far: { best: 1e-8 } } },
      { name: 'bare' },
    ],
  },
  {
    name: 'GW151226',
    version: 1,
    short_name: 'BOXING-v7',
    gps: 1135136350.6,
    catalog: 'GWTC-1-confident',
    detectors: HL,
  },
  {
    name: 'GW151226',
    version: 5,
    gps: 1135136350.6,
    catalog: 'A',
    detectors: ['H1'],
    parameters: { chi_eff: { best: 0.18 } },
  },
  { name: '170104', version: 1, gps: 1167559936, catalog: 'A', detectors: ['V1'] },
  { name: 'S1', version: 1, gps: 1000000000, catalog: 'A', detectors: ['G1'] },
];

const FIRST = 1126256640;

const datasets = [
  {
    dataset: 'O2_4KHZ_R1',
    run: 'O2',
    sample_rate_kHz: 4 as const,
    series: [{ detector: 'V1', blocks: [[1167556608, 1]] as const }],
  },
  {
    dataset: 'O1_4KHZ_R1',
    run: 'O1',
    sample_rate_kHz: 4 as const,
    description: 'The first run.',
    bits: [
      { bit: 32, name: 'NO_INJ', description: 'no injection' },
      { bit: 1, name: 'CBC_CAT1' },
      { bit: 0, name: 'DATA', description: 'data present' },
    ],
    series: [
      { detector: 'L1', blocks: [[FIRST, 1]] as const },
      { detector: 'H1', blocks: [[FIRST, 2]] as const },
    ],
    statistics: [
      { detector: 'H1', gps_start: FIRST, duty_cycle: 74.12109375, BNS: 60, bitsums: [{ bit: 1, sum: 100 }] },
      { detector: 'L1', gps_start: FIRST, duty_cycle: 50, bitsums: [{ bit: 0, sum: 2048 }] },
    ],
  },
  {
    dataset: 'O1_16KHZ_R1',
    run: 'O1',
    sample_rate_kHz: 16 as const,
    gps_start: 1126051218,
    gps_end: 1137254416,
    bits: [{ bit: 5, name: 'DATA' }],
    series: [{ detector: 'H1', blocks: [[FIRST, 2]] as const }],
  },
  {
    dataset: 'O3_4KHZ_R1',
    run: 'O3',
    sample_rate_kHz: 4 as const,
    description: 'Files are not known.',
    detectors: ['V1', 'H1'],
    series: [],
  },
];

/** H1 has data for 300 + 2736 s of its first file and for 264 s of its second one. */
const timelines = [
  {
    run: 'O1',
    name: 'H1_DATA',
    segments: [
      [1126256700, 1126257000],
      [1126258000, 1126261000],
    ] as const,
  },
  { run: 'O1', name: 'H1_CBC_CAT1', segments: [[1126258100, 1126258200]] as const },
  { run: 'O2', name: 'V1_DATA', segments: [[1167556608, 1167560704]] as const },
  { run: 'O2', name: 'H1_CBC_CAT1', segments: [[1170000000, 1170000010]] as const },
  { run: 'O1-Disc', name: 'L1_CBC_CAT1', segments: [[1126250000, 1126250001]] as const },
];

export const everyKind: GeneratedCatalogue = {
  events,
  datasets,
  runs,
  catalogs,
  timelines,
  eventFacts: [
    { name: 'GW150914', grace_id: 'G184098', run: 'O1-Disc', aliases: ['150914-v1', 'GW15'] },
    { name: '170104', aliases: ['GW170104'] },
    { name: 'GW151226', grace_id: 'G211117' },
  ],
  eventStrainFiles: [
    { name: 'GW150914', version: 2, detector: 'L1', gps_start_32: 1126259447 },
    { name: 'GW150914', version: 2, detector: 'H1', gps_start_32: 1126259447, gps_start_4096: 1126257415 },
    { name: 'GW150914', version: 3, detector: 'V1', gps_start_4096: 1126257415 },
    {
      ...{ name: 'GW150914', version: 1, detector: 'H1', gps_start_2048: 1126257500 },
      ...{ file_prefix_16kHz: 'H-H1_LOSC_CLN_16_V1', file_prefix_4kHz: 'H-H1_LOSC_CLN_4_V1' },
    },
  ],
};
