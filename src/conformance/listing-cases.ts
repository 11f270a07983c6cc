/** Cases of the listings: what each query selects, in which order, and what is refused. */

import {
  allParameters,
  DEFAULT_PAGE_SIZE,
  type Listing,
  MAX_PAGE_SIZE,
  NAME_CONTAINS_MAX,
  type Parameter,
} from '../contract/listings.ts';
import { API_ROOT } from '../contract/paths.ts';
import {
  INVALID_PAGE,
  invalidValue,
  malformedEncoding,
  NOT_FOUND,
  repeatedParameter,
  reversedInterval,
  unknownRangeFilter,
} from '../contract/refusals.ts';
import { type EventVersionEntry, LISTING_NAMES, type ListingName, type StrainFileEntry } from '../contract/wire.ts';
import { type Case, type Expectation, type Need, testCase } from './case.ts';
import { both, differ, first, hasJson, isOk, isPage, isRefusal, sameAs } from './expect.ts';
import type { World } from './world.ts';

const STRAIN_MEMBERS = ['gps_start', 'utc_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url', 'detail_url'];
const EVENT_MEMBERS = ['name', 'shortName', 'gps', 'version', 'catalog', 'doi', 'detectors', 'detail_url'];
const WITH_PARAMETERS = [...EVENT_MEMBERS, 'default_parameters'];
const PARAMETER_MEMBERS = [
  ...['name', 'unit', 'description', 'best', 'upper_error', 'lower_error', 'is_upper_limit', 'is_lower_limit'],
];

/** Names and order of an object's members; `optional` may be left out. */
const members = (entry: object, expected: readonly string[], optional = ''): string | null =>
  differ('members', Object.keys(entry), optional in entry ? expected : expected.filter((name) => name !== optional));

const isStrainFile = (entry: StrainFileEntry): string | null => members(entry, STRAIN_MEMBERS);

function isEventVersion(expected: readonly string[]): (entry: EventVersionEntry) => string | null {
  return (entry) =>
    first(
      members(entry, expected, 'doi'),
      ...(entry.default_parameters ?? []).map((parameter) => members(parameter, PARAMETER_MEMBERS)),
    );
}

const strainOrder = (a: StrainFileEntry, b: StrainFileEntry): boolean => {
  if (a.gps_start !== b.gps_start) return a.gps_start < b.gps_start;
  return a.detector === b.detector ? a.sample_rate_kHz < b.sample_rate_kHz : a.detector < b.detector;
};

const eventOrder = (a: EventVersionEntry, b: EventVersionEntry): boolean => {
  if (a.gps !== b.gps) return a.gps > b.gps;
  return a.name === b.name ? a.version < b.version : a.name < b.name;
};

/** The number of decimals is not JSON's to tell. */
const writesOneDecimal: Expectation = ({ body }) =>
  /"gps":-?\d+(?!\.\d[,}])/.test(body.replace(/"gps":-?\d+\.\d+,/g, '')) ? 'a gps is not written with decimals' : null;

const pageSize = DEFAULT_PAGE_SIZE;
const size = (value: number): string => `pagesize=${value}`;

function strainCases({ listings, strainFiles, otherPageSize }: World): Case[] {
  const listing = listings['strain-files'];
  const path = `${API_ROOT}/strain-files`;
  const detectors = listing.filters.get('detector')?.codec.allowed ?? [];
  const rates = listing.filters.get('sample-rate')?.codec.allowed ?? [];
  const plain = { entry: isStrainFile, order: strainOrder };
  const [entry] = strainFiles.results;
  const detector = entry?.detector ?? (detectors[0] as string);
  const rate = String(entry?.sample_rate_kHz ?? rates[0]);
  const of = (code: string, kHz: string): typeof plain => ({
    ...plain,
    entry: (found) =>
      first(
        isStrainFile(found),
        code === '' ? null : differ('detector', found.detector, code),
        kHz === '' ? null : differ('sample rate', found.sample_rate_kHz, Number(kHz)),
      ),
  });
  const filtered = (code: string, kHz: string) =>
    new Map<string, string>([
      ...(code === '' ? [] : [['detector', code] as const]),
      ...(kHz === '' ? [] : [['sample-rate', kHz] as const]),
    ]);
  const query = `detector=${detector}&sample-rate=${rate}`;
  const anyQuery: readonly Need[] = ['any-query'];
  const gps = entry?.gps_start ?? 0;
  const within =
    (start: number, stop: number) =>
    ({ results }: { results: StrainFileEntry[] }): string | null =>
      results.every((file) => file.gps_start <= stop && file.gps_start + 4096 > start) ? null : 'a file is outside';

  return [
    testCase('strain-files', path, isPage(listing, { pageSize }, plain)),
    testCase('strain-files.slash', `${path}/`, sameAs(path)),
    ...detectors.map((code) =>
      testCase(
        `strain-files.detector.${code}`,
        `${path}?detector=${code}`,
        isPage(listing, { filters: filtered(code, ''), pageSize }, of(code, '')),
      ),
    ),
    ...rates.map((kHz) =>
      testCase(
        `strain-files.sample-rate.${kHz}`,
        `${path}?sample-rate=${kHz}`,
        isPage(listing, { filters: filtered('', kHz), pageSize }, of('', kHz)),
      ),
    ),
    testCase(
      'strain-files.both-filters',
      `${path}?${query}`,
      isPage(listing, { filters: filtered(detector, rate), pageSize }, of(detector, rate)),
    ),
    testCase(
      'strain-files.any-order',
      `${path}?page=1&x=y&sample-rate=${rate}&format=json&&detector=${detector}&${size(pageSize)}`,
      sameAs(`${path}?${query}`),
    ),
    ...(otherPageSize === null
      ? []
      : [
          testCase(
            'strain-files.pagesize',
            `${path}?${size(otherPageSize)}&detector=${detector}`,
            isPage(listing, { filters: filtered(detector, ''), pageSize: otherPageSize }, of(detector, '')),
          ),
        ]),
    testCase('strain-files.counts', path, async (answer, { get }) => {
      const counts = await Promise.all(
        detectors.map(async (code) => JSON.parse((await get(`${path}?detector=${code}`)).body).results_count as number),
      );
      const total = counts.reduce((sum, count) => sum + count, 0);
      return hasJson<{ results_count: number }>((body) => differ('sum of detectors', total, body.results_count))(
        answer,
        {} as never,
      );
    }),
    testCase(
      'strain-files.start-stop',
      `${path}?start=${gps}&stop=${gps}`,
      both(
        isPage(
          listing,
          {
            filters: new Map([
              ['start', gps],
              ['stop', gps],
            ]),
            pageSize,
          },
          plain,
        ),
        hasJson(within(gps, gps)),
      ),
      { needs: anyQuery },
    ),
    testCase(
      'strain-files.start-stop.decimals',
      `${path}?start=${gps}.0&stop=${gps}.00`,
      sameAs(`${path}?start=${gps}&stop=${gps}`),
      {
        needs: anyQuery,
      },
    ),
    testCase(
      'strain-files.interval.empty',
      `${path}?start=1&stop=2`,
      isPage(
        listing,
        {
          filters: new Map([
            ['start', 1],
            ['stop', 2],
          ]),
          pageSize,
        },
        { count: 0 },
      ),
      { needs: anyQuery },
    ),
    testCase(
      'strain-files.interval.reversed',
      `${path}?start=${gps + 1}&stop=${gps}`,
      isRefusal(reversedInterval('start', 'stop')),
      { needs: anyQuery },
    ),
    testCase('strain-files.filters-in-order', `${path}?stop=x&detector=-`, refusedValue(listing, 'detector')),
  ];
}

/** The refusal of a value that a parameter does not have. */
function refusedValue(listing: Listing, name: string): Expectation {
  const { codec } = parameterOf(listing, name);
  return isRefusal(invalidValue(name, codec.expected, codec.allowed));
}

function parameterOf(listing: Listing, name: string): Parameter {
  return allParameters(listing).find((parameter) => parameter.name === name) as Parameter;
}

function eventCases({ listings, eventVersions }: World): Case[] {
  const listing = listings['event-versions'];
  const path = `${API_ROOT}/event-versions`;
  const catalogs = listing.filters.get('release')?.codec.allowed ?? [];
  const plain = { entry: isEventVersion(EVENT_MEMBERS), order: eventOrder };
  const full = { entry: isEventVersion(WITH_PARAMETERS), order: eventOrder };
  const flags = ['lastver', 'include-default-parameters'] as const;
  const [entry] = eventVersions.results;
  const gps = entry?.gps ?? 0;
  const anyQuery: readonly Need[] = ['any-query'];
  const inCatalog = (catalog: string): typeof plain => ({
    ...plain,
    entry: (found) => first(plain.entry(found), differ('catalog', found.catalog, catalog)),
  });
  return [
    testCase('event-versions', path, both(isPage(listing, { pageSize }, plain), writesOneDecimal)),
    testCase('event-versions.slash', `${path}/`, sameAs(path)),
    ...catalogs.map((catalog) =>
      testCase(
        `event-versions.release.${catalog}`,
        `${path}?release=${catalog}`,
        isPage(listing, { filters: new Map([['release', [catalog]]]), pageSize }, inCatalog(catalog)),
      ),
    ),
    testCase(
      'event-versions.release.two',
      `${path}?release=${catalogs.slice(0, 2).join(',')}`,
      isPage(listing, { filters: new Map([['release', catalogs.slice(0, 2).toSorted()]]), pageSize }, plain),
      { needs: anyQuery },
    ),
    testCase(
      'event-versions.release.comma-encoded',
      `${path}?release=${catalogs.slice(0, 2).join('%2C')}`,
      sameAs(`${path}?release=${catalogs.slice(0, 2).join(',')}`),
      { needs: anyQuery },
    ),
    testCase(
      'event-versions.lastver',
      `${path}?lastver=true`,
      isPage(listing, { filters: new Map([['lastver', true]]), pageSize }, plain),
    ),
    testCase(
      'event-versions.include-default-parameters',
      `${path}?include-default-parameters=true`,
      isPage(listing, { filters: new Map([['include-default-parameters', true]]), pageSize }, full),
    ),
    ...flags.flatMap((name) => [
      ...['=True', '=1', '=', ''].map((text) =>
        testCase(`event-versions.${name}${text || '.bare'}`, `${path}?${name}${text}`, sameAs(`${path}?${name}=true`)),
      ),
      ...['=false', '=False', '=0'].map((text) =>
        testCase(`event-versions.${name}${text}`, `${path}?${name}${text}`, sameAs(path)),
      ),
    ]),
    testCase(
      'event-versions.all-filters',
      `${path}?include-default-parameters&lastver=1&release=${entry?.catalog}`,
      isPage(
        listing,
        {
          filters: new Map<string, never>([
            ['include-default-parameters', true],
            ['lastver', true],
            ['release', [entry?.catalog]],
          ] as never),
          pageSize,
        },
        full,
      ),
    ),
    testCase(
      'event-versions.name-contains',
      `${path}?name-contains=${entry?.name.toLowerCase()}`,
      both(
        isOk,
        hasJson<{ results: EventVersionEntry[] }>(({ results }) =>
          results.some(({ shortName }) => shortName === entry?.shortName) ? null : 'the event is not found',
        ),
      ),
      { needs: anyQuery },
    ),
    testCase('event-versions.name-contains.empty', `${path}?name-contains=`, sameAs(path), { needs: anyQuery }),
    testCase(
      'event-versions.name-contains.long',
      `${path}?name-contains=${'x'.repeat(NAME_CONTAINS_MAX + 1)}`,
      refusedValue(listing, 'name-contains'),
      { needs: anyQuery },
    ),
    testCase(
      'event-versions.range',
      `${path}?min-gps-time=${gps}&max-gps-time=${gps}`,
      both(
        isOk,
        hasJson<{ results: EventVersionEntry[] }>(({ results }) =>
          results.length > 0 && results.every((found) => found.gps === gps) ? null : 'not the events of this time',
        ),
      ),
      { needs: anyQuery },
    ),
    testCase(
      'event-versions.range.empty',
      `${path}?min-gps-time=2&max-gps-time=1`,
      both(
        isOk,
        hasJson<{ results_count: number }>((body) => differ('results_count', body.results_count, 0)),
      ),
      { needs: anyQuery },
    ),
    ...listing.rangeFilters.map((name) =>
      testCase(`event-versions.${name}.invalid`, `${path}?${name}=x`, refusedValue(listing, name), { needs: anyQuery }),
    ),
    testCase(
      'event-versions.range.unknown',
      `${path}?min-what=1`,
      isRefusal(unknownRangeFilter('min-what', listing.rangeFilters)),
      { needs: ['echo'] },
    ),
    testCase('event-versions.range.unknown-refused', `${path}?min-what=1`, ({ status, body }) =>
      status >= 400 && status < 500 ? null : `status ${status}: ${body.slice(0, 80)}`,
    ),
  ];
}

function defaultParameterCases({ listings }: World): Case[] {
  const listing = listings['default-parameters'];
  const names = listings['event-versions'].rangeFilters
    .filter((name) => name.startsWith('min-'))
    .map((name) => name.slice(4));
  return [
    testCase(
      'default-parameters',
      `${API_ROOT}/default-parameters`,
      both(
        isPage<string>(listing, { pageSize }, { count: names.length }),
        hasJson<{ results: string[] }>(({ results }) => differ('results', results, names.slice(0, pageSize))),
      ),
    ),
  ];
}

/** Texts that are no value of a parameter; those of the range filters are in the cases of the event versions. */
const BAD_VALUES: Readonly<Record<string, readonly string[]>> = {
  start: ['', 'x', '1.5', '9007199254740992'],
  stop: ['', 'x', '1.', '-9007199254740992'],
  detector: ['', '-', 'all', 'h1', '_', '..'],
  'sample-rate': ['', '8', '04', '4.0', 'all'],
  release: ['', '-', 'all', '_', '..'],
  lastver: ['TRUE', '2', 'yes', 'last', 'all'],
  'include-default-parameters': ['TRUE', '2', 'parameters', 'bare'],
  pagesize: ['', '0', '000', '-1', '1.0', 'x'],
};

/** For every listing: the table's parameters, one by one. */
function parameterCases({ listings, otherPageSize }: World, name: ListingName): Case[] {
  const listing = listings[name];
  const path = `${API_ROOT}/${name}`;
  const refusal = (target: string, expectation: Expectation, needs: readonly Need[] = []) =>
    testCase(`${name}?${target}`, `${path}?${target}`, expectation, { needs });
  const badValues = Object.entries(BAD_VALUES).filter(([parameter]) =>
    allParameters(listing).some((known) => known.name === parameter),
  );
  const hasFolder = (parameter: string) => parameter === 'pagesize' || parameterOf(listing, parameter).segment;
  return [
    ...badValues.flatMap(([parameter, texts]) =>
      texts.map((text) =>
        refusal(`${parameter}=${text}`, refusedValue(listing, parameter), hasFolder(parameter) ? [] : ['any-query']),
      ),
    ),
    ...allParameters(listing).map(({ name: parameter, codec }) =>
      refusal(
        `${parameter}=1&x&${parameter}=1`,
        isRefusal(repeatedParameter(parameter, codec.allowed)),
        listing.rangeFilters.includes(parameter) ? ['repeated-range'] : [],
      ),
    ),
    ...['0', '', 'x', '-1', '1.0', '1e0', '999999999', '9'.repeat(300)].map((text) =>
      refusal(`page=${text}`, isRefusal(INVALID_PAGE)),
    ),
    ...['', 'xml', 'JSON', 'api,json'].map((text) => refusal(`format=${text}`, isRefusal(NOT_FOUND))),
    refusal('page=01', sameAs(path)),
    refusal('pagesize=020', sameAs(path)),
    refusal(`pagesize=${MAX_PAGE_SIZE + 1}`, sameAs(`${path}?pagesize=${MAX_PAGE_SIZE}`), ['any-query']),
    refusal('pagesize=7', isPage(listing, { pageSize: 7 }), ['any-query']),
    // The order of failures: repeated, format, page size, filters, page.
    refusal('page=1&page=1&format=xml', isRefusal(repeatedParameter('page'))),
    refusal('format=xml&pagesize=0', isRefusal(NOT_FOUND)),
    refusal('page=0&pagesize=0', refusedValue(listing, 'pagesize')),
    ...badValues.flatMap(([parameter]) =>
      parameter === 'pagesize' || !hasFolder(parameter)
        ? []
        : [
            refusal(`${parameter}=-&pagesize=0`, refusedValue(listing, 'pagesize')),
            refusal(`${parameter}=-&page=0`, refusedValue(listing, parameter)),
          ],
    ),
    // Names and values that are not quite a parameter's.
    refusal('Page=2&page_=2&xpage=2&page%5B%5D=2', sameAs(path), ['decoding']),
    refusal('Page=2&page_=2&xpage=2&constructor&__proto__=1', sameAs(path)),
    // Decoding.
    refusal('page=%31', sameAs(path), ['decoding']),
    refusal('p%61ge=1&format=%61pi', sameAs(path), ['decoding']),
    refusal('x=%zz&y=%', sameAs(path), ['decoding']),
    refusal('pagesize=+20', refusedValue(listing, 'pagesize'), ['decoding']),
    refusal('pagesize=%zz', isRefusal(malformedEncoding('pagesize')), ['decoding']),
    ...(otherPageSize === null
      ? []
      : [refusal(`pagesize=${otherPageSize}&page=1`, isPage(listing, { pageSize: otherPageSize }))]),
  ];
}

export function listingCases(world: World): Case[] {
  return [
    ...strainCases(world),
    ...eventCases(world),
    ...defaultParameterCases(world),
    ...LISTING_NAMES.flatMap((name) => parameterCases(world, name)),
  ];
}
