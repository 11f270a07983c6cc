/** Facts of the shipped catalogue from stored responses of the real service. */

import { SHIPPED_TOTALS } from './shipped-totals.ts';

const OF_O1 = 'http://gwosc.org/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096';
const O4A = 'http://gwosc.org/archive/data/O4a_4KHZ_R1/1368391680/L-L1_GWOSC_O4a_4KHZ_R1-1369415680-4096';

/** Text in the bodies at paths below `/api/v2/`, with the base URL http://gwosc.org. */
export const KNOWN_TEXTS: readonly (readonly [path: string, text: string])[] = [
  ['strain-files/H1-1126256640-4kHz', '"utc_start":"2015-09-14T09:03:43"'],
  ['strain-files/L1-1369415680-16kHz', '"utc_start":"2023-05-29T17:14:22"'],
  ['strain-files/H1-1127002112-4kHz', '"utc_start":"2015-09-23T00:08:15"'],
  [
    'strain-files?start=1126259462&stop=1126259462&detector=H1&sample-rate=4',
    '{"next":null,"previous":null,"results_count":1,"results_per_page":20,"num_pages":1,"page_number":1,"results":[' +
      '{"gps_start":1126256640,"utc_start":"2015-09-14T09:03:43","detector":"H1","sample_rate_kHz":4,' +
      `"hdf5_url":"${OF_O1}.hdf5?format=api","gwf_url":"${OF_O1}.gwf?format=api",` +
      '"detail_url":"http://gwosc.org/api/v2/strain-files/H1-1126256640-4kHz?format=api"}]}',
  ],
  [
    'strain-files/L1-1126256640-16kHz',
    '"http://gwosc.org/archive/data/O1_16KHZ/1126170624/L-L1_LOSC_16_V1-1126256640-4096.gwf?format=api"',
  ],
  ['strain-files/L1-1369415680-4kHz', `"hdf5_url":"${O4A}.hdf5?format=api"`],
  ['runs/O1', '"name":"O1","gps_start":1126051217,"gps_end":1137254417,'],
  ['event-versions?name-contains=170423', '"gps":1176984663.0,"version":1,'],
  [
    'event-versions/GW150914-v3/',
    '{"name":"GW150914","shortName":"GW150914-v3","gps":1126259462.4,"version":3,"catalog":"GWTC-1',
  ],
  [
    'event-versions/GW150914-v3',
    '"detail_url":"http://gwosc.org/api/v2/event-versions/GW150914-v3?format=api","run":"O1",',
  ],
  ['event-versions/GW150914-v3', '"is_last_version":false,"versions":[{"version":1,'],
  // In its recorded run, not in O4b, which contains its time.
  ['event-versions/GW241110_124123-v1', '"gps":1415277701.7,"version":1,"catalog":"O4_Discovery_Papers",'],
  ['event-versions/GW241110_124123-v1', '"run":"O4b2Disc","grace_id":"S241110br","aliases":["GW241110_124123"],'],
  ['runs/O4b2Disc/events', '"results_count":1,'],
  [
    'event-versions/GW200322_091133/strain-files?duration=4096',
    '"results":[{"gps_start":1268901464,"detector":"H1","sample_rate_kHz":16,"duration":4096,"file_format":"GWF",' +
      '"download_url":"http://gwosc.org/eventapi/json/GWTC-3-confident/GW200322_091133/v1/' +
      'H-H1_GWOSC_16KHZ_R1-1268901464-4096.gwf"}',
  ],
  [
    'timelines/H1_DATA/segments?start=1126114860&stop=1126123000',
    '"results":[{"start":1126114860,"stop":1126114861},{"start":1126121462,"stop":1126123000}]',
  ],
];

/** The ids of the bulk strain files at an event's second, in order. */
export const KNOWN_FILES: readonly (readonly [event: string, gps: number, ids: readonly string[]])[] = [
  ['GW230529_181500', 1369419318, ['L1-1369415680-4kHz', 'L1-1369415680-16kHz']],
  ['GW150914', 1126259462, ['H1-1126256640-4kHz', 'H1-1126256640-16kHz', 'L1-1126256640-4kHz', 'L1-1126256640-16kHz']],
];

/** Ids, and the short name of the version that each finds. */
export const KNOWN_IDS: readonly (readonly [id: string, shortName: string])[] = [
  ['GW190814_211039-v3', 'GW190814-v3'],
  ['200311_103121-v1', 'GW200311_103121-v1'],
  ['GW150914@GWTC', 'GW150914-v4'],
  ['GW150914%40GWTC', 'GW150914-v4'],
  ['GW150914@GWTC-2.1-confident', 'GW150914-v4'],
  ['GW150914%40GWTC-1-confident', 'GW150914-v3'],
  ['GW150914', 'GW150914-v4'],
];

export const KNOWN_COUNTS: readonly (readonly [listing: string, count: number])[] = [
  ['strain-files', SHIPPED_TOTALS.strainFiles],
  ['event-versions', SHIPPED_TOTALS.eventVersions],
  ['runs', SHIPPED_TOTALS.runs],
  ['datasets', SHIPPED_TOTALS.datasets],
  ['catalogs', SHIPPED_TOTALS.catalogs],
  ['events', SHIPPED_TOTALS.events],
  ['timelines', SHIPPED_TOTALS.flags],
  ['catalogs/GWTC/events', SHIPPED_TOTALS.eventsInGwtc],
  ['event-versions?release=GWTC', SHIPPED_TOTALS.eventsInGwtc],
  ['catalogs/GWTC-5.0/events', SHIPPED_TOTALS.eventsInGwtc5],
  ['event-versions?release=GWTC-4.0', 129],
  ['event-versions?release=GWTC-4.0&lastver=true', 129],
  ['catalogs/GWTC-4.0/events?lastver', 129],
  ['runs/O1/events', 6],
  ['events/GW150914/strain-files', 4],
  ['event-versions/GW200322_091133/strain-files', 36],
  ['event-versions/GW200322_091133/strain-files?duration=4096', 18],
  ['runs/O1/timelines/H1_DATA/segments', 655],
];
