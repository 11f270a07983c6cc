/** Cases of the strain files: what each query selects, and in which order. */

import { API_ROOT } from '../contract/paths.ts';
import { reversedInterval } from '../contract/refusals.ts';
import type { StrainFileEntry } from '../contract/wire.ts';
import { type Case, type Need, testCase } from './case.ts';
import { both, differ, first, hasJson, isPage, isRefusal, sameAs } from './expect.ts';
import { members, pageSize, refusedValue } from './expect-entries.ts';
import type { World } from './world.ts';

const STRAIN_MEMBERS = ['gps_start', 'utc_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url', 'detail_url'];

const isStrainFile = (entry: StrainFileEntry): string | null => members(entry, STRAIN_MEMBERS);

const strainOrder = (a: StrainFileEntry, b: StrainFileEntry): boolean => {
  if (a.gps_start !== b.gps_start) return a.gps_start < b.gps_start;
  return a.detector === b.detector ? a.sample_rate_kHz < b.sample_rate_kHz : a.detector < b.detector;
};

const size = (value: number): string => `pagesize=${value}`;

export function strainCases({ listings, strainFiles, otherPageSize }: World): Case[] {
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
