/** The queries for `npm run bench -- queries`, and the sequences of requests that realistic clients send. */

import { Random } from '../oracle/random.ts';
import { GZIP, IDENTITY, type Request } from './load.ts';

export interface Case {
  readonly name: string;
  readonly url: string;
}

const strain = (pagesize: number, page: number, more = ''): string =>
  `/api/v2/strain-files?pagesize=${pagesize}&page=${page}${more}`;
const events = (more: string): string => `/api/v2/event-versions?${more}`;

export const CASES: readonly Case[] = [
  { name: '20 strain files, page 1', url: strain(20, 1) },
  { name: '20 strain files, middle page', url: strain(20, 1865) },
  { name: '20 strain files, last page', url: strain(20, 3730) },
  { name: '20 strain files as CSV, middle page', url: strain(20, 1865, '&format=csv') },
  { name: '1000 strain files, page 1', url: strain(1000, 1) },
  { name: '1000 strain files, middle page', url: strain(1000, 37) },
  { name: '1000 strain files, last page', url: strain(1000, 75) },
  { name: '1000 strain files as CSV, middle page', url: strain(1000, 37, '&format=csv') },
  { name: '20 of one detector and rate, middle', url: strain(20, 300, '&detector=L1&sample-rate=4') },
  { name: '1000 of one detector and rate, middle', url: strain(1000, 6, '&detector=L1&sample-rate=4') },
  { name: '1000 of V1, page 2 (across runs)', url: strain(1000, 2, '&detector=V1') },
  { name: 'GPS interval, 20 strain files', url: strain(20, 3, '&start=1238166018&stop=1253977218') },
  { name: 'GPS interval, 1000 strain files', url: strain(1000, 3, '&start=1238166018&stop=1253977218') },
  { name: '20 event versions', url: events('page=3') },
  { name: '20 event versions with parameters', url: events('page=3&include-default-parameters=true') },
  { name: 'parameter ranges, 20 event versions', url: events('min-mass-1-source=20&max-far=0.1&lastver=true') },
  { name: 'name search, 20 event versions', url: events('name-contains=gw19') },
  { name: 'all event versions, bare', url: events('pagesize=1000') },
  { name: 'all event versions with parameters', url: events('pagesize=1000&include-default-parameters=true') },
  { name: 'all event versions as CSV', url: events('pagesize=1000&include-default-parameters=true&format=csv') },
  { name: '20 strain files of a run and detector', url: '/api/v2/runs/O3a/strain-files?detector=H1&page=100' },
  { name: '20 segments of an interval', url: '/api/v2/timelines/H1_DATA/segments?start=1240000000&stop=1250000000' },
  {
    name: 'strain files of an event, by format',
    url: '/api/v2/event-versions/GW150914-v3/strain-files?file-format=hdf',
  },
  { name: 'event version in a cumulative catalog', url: '/api/v2/event-versions/GW150914@GWTC' },
  { name: 'record of a strain file', url: '/api/v2/strain-files/H1-1127002112-4kHz' },
];

/** The cases for load tests. */
export const LOAD_CASES: readonly Case[] = [
  '20 strain files, middle page',
  '1000 strain files, middle page',
  '20 event versions with parameters',
  'parameter ranges, 20 event versions',
].map((name) => CASES.find((known) => known.name === name) as Case);

/** Number of requests after which a client starts again. */
const REQUESTS = 500;

/** Walks all pages of a listing, starting with a random one. */
function walker(random: Random): string[] {
  const [size, pages, more] = random.pick([
    [20, 3730, ''],
    [100, 746, ''],
    [500, 150, ''],
    [20, 500, '&detector=L1&sample-rate=4'],
    [100, 100, '&detector=H1'],
  ] as const);
  const first = random.integer(0, pages - 1);
  return Array.from({ length: REQUESTS }, (_, n) => strain(size, 1 + ((first + n) % pages), more));
}

/** Looks up the strain files around random times. */
function searcher(random: Random): string[] {
  return Array.from({ length: REQUESTS }, () => {
    const start = random.integer(1126051217, 1389456018);
    return `/api/v2/strain-files?start=${start}&stop=${start + random.integer(1, 100_000)}`;
  });
}

/** Reads event versions by catalog and by parameters, and some records. */
function reader(random: Random): string[] {
  const catalogs = ['GWTC', 'GWTC-5.0', 'GWTC-4.0', 'GWTC-3-confident', 'GWTC-2.1-confident', 'GWTC-1-confident'];
  const names = ['GW150914', 'GW170817', 'GW190521', 'GW170814', 'GW151226'];
  return Array.from({ length: REQUESTS }, () => {
    const least = random.integer(1, 60);
    return random.pick([
      events(`release=${random.pick(catalogs)}&include-default-parameters=true`),
      events(`min-mass-1-source=${least}&lastver=true`),
      `/api/v2/event-versions/${random.pick(names)}`,
      `/api/v2/event-versions/${random.pick(names)}/parameters`,
    ]);
  });
}

/** Copies whole listings in large pages. */
function copier(random: Random): string[] {
  const first = random.integer(0, 74);
  return Array.from({ length: REQUESTS }, (_, n) => strain(1000, 1 + ((first + n) % 75)));
}

/** Of eight clients, five walk pages; one, a copier, does not accept gzip. */
const CLIENTS: readonly (readonly [(random: Random) => string[], Record<string, string>])[] = [
  [walker, GZIP],
  [walker, GZIP],
  [walker, GZIP],
  [walker, GZIP],
  [walker, GZIP],
  [searcher, GZIP],
  [reader, GZIP],
  [copier, IDENTITY],
];

/** The requests of the nth client. `coding` replaces the clients' own Accept-Encoding. */
export function requestsOfClient(number: number, coding?: Record<string, string>): readonly Request[] {
  const [client, own] = CLIENTS[number % CLIENTS.length] as (typeof CLIENTS)[number];
  return client(new Random(number)).map((path) => ({ path, headers: coding ?? own }));
}
