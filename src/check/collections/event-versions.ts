/** Expectations for event versions. Their ids and catalogs have separate cases. */

import { NAME_CONTAINS_MAX } from '../../core/collections/event-versions.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import { invalidValue } from '../../core/contract/refusals.ts';
import type { Envelope, EventVersionDetail, EventVersionEntry } from '../../core/contract/wire.ts';
import { type Case, testCase } from '../case.ts';
import type { SampledListing } from '../catalogue-sample.ts';
import { all, difference, hasJson, isOk, isRefusal, sameAs } from '../expect.ts';
import { eventIdCases } from './event-ids.ts';
import { bodyOf, type Expectations } from './expectations.ts';

/**
 * Versions in one catalog. Responses do not show whether it is cumulative; if it is, versions name other catalogs, and each event occurs
 * only once.
 */
function areInCatalog(entries: readonly EventVersionEntry[], catalog: string): boolean {
  if (entries.every((entry) => entry.catalog === catalog)) return true;
  return entries.every((entry) => entry.catalog !== catalog) && haveDifferentNames(entries);
}

const haveDifferentNames = (entries: readonly EventVersionEntry[]): boolean =>
  new Set(entries.map(({ name }) => name)).size === entries.length;

function isSelected(entries: readonly EventVersionEntry[], filter: string, text: string): boolean {
  if (filter === 'release') return text.includes(',') || areInCatalog(entries, text);
  return filter !== 'lastver' || haveDifferentNames(entries);
}

/** The text filter and the range filters, which have infinitely many values. */
function filterCases({ listing, path, first }: SampledListing): Case[] {
  const [entry] = first.results as readonly EventVersionEntry[];
  const longest = listing.filters.get('name-contains')?.codec.expected ?? '';
  const finds = (name: string, query: string, look: (results: readonly EventVersionEntry[]) => boolean) =>
    testCase(
      `${listing.path}.${name}`,
      `${path}?${query}`,
      all(
        isOk,
        hasJson<Envelope<EventVersionEntry>>(({ results }) =>
          results.length > 0 && look(results) ? null : 'not the events that the query selects',
        ),
      ),
    );
  return [
    ...(entry
      ? [
          finds('name-contains', `name-contains=${entry.name.toLowerCase()}`, (results) =>
            results.some(({ shortName }) => shortName === entry.shortName),
          ),
          finds('range', `min-gps-time=${entry.gps}&max-gps-time=${entry.gps}`, (results) =>
            results.every(({ gps }) => gps === entry.gps),
          ),
        ]
      : []),
    testCase(`${listing.path}.name-contains.empty`, `${path}?name-contains=`, sameAs(path)),
    testCase(
      `${listing.path}.name-contains.long`,
      `${path}?name-contains=${'x'.repeat(NAME_CONTAINS_MAX + 1)}`,
      isRefusal(invalidValue('name-contains', longest)),
    ),
    testCase(
      `${listing.path}.range.empty`,
      `${path}?min-gps-time=2&max-gps-time=1`,
      all(
        isOk,
        hasJson<Envelope<unknown>>(({ results_count }) => difference('results_count', results_count, 0)),
      ),
    ),
  ];
}

export const eventVersions: Expectations<EventVersionEntry> = {
  // Parsed JSON does not show the number of decimals.
  lookAt: (body) => (/"gps":(?!-?\d+\.\d[,}])/.test(body) ? 'a gps is not written with one decimal' : null),
  shownBy: { release: 'catalog', 'name-contains': 'name', 'min-gps-time': 'gps', 'max-gps-time': 'gps' },
  isSelected,
  otherIds: ({ name, catalog }) => [`${name}@${catalog}`, name],
  below: {
    'catalogs/{}/events': async ({ name, version }, [catalog], { get }) => {
      const found = bodyOf<EventVersionDetail>(await get(`${API_ROOT}/event-versions/${name}@${catalog}`));
      return found.name === name && found.version >= version;
    },
  },
  cases: (sampled) => [...filterCases(sampled), ...eventIdCases(sampled)],
};
