/**
 * Index of the event versions: which positions of the listing match a query.
 *
 * Serialised: columns in listing order. A selection is one pass over them. GPS seconds; each parameter in its own unit.
 * Order of the listing (decision): gps descending, then name by code unit, then version ascending. Pure.
 */

import { asciiLowerCase } from '../contract/codecs.ts';
import { FILTER, GPS_TIME, hyphenForm, nameRangeFilter } from '../contract/listings.ts';
import { eventVersionId } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import type { Selection } from './select.ts';

export interface EventIndexData {
  readonly names: readonly string[];
  readonly versions: readonly number[];
  readonly gps: readonly number[];
  readonly catalogs: readonly string[];
  readonly isLastVersion: readonly boolean[];
  /** `best` by parameter name (underscore form); null where a version lacks the parameter. */
  readonly parameters: Readonly<Record<string, readonly (number | null)[]>>;
}

export interface EventIndex {
  readonly count: number;
  select(query: Query): Selection;
  /** Position of an event version by its short name; -1 where there is none. */
  positionOf(shortName: string): number;
  idAt(position: number): string;
}

export function openEventIndex(data: EventIndexData): EventIndex {
  const count = data.names.length;
  const searchNames = data.names.map(asciiLowerCase);
  const shortNames = data.names.map((name, position) => eventVersionId(name, data.versions[position] as number));
  const positions = new Map(shortNames.map((shortName, position) => [shortName, position]));
  const lastVersions = Float64Array.from(data.isLastVersion, Number);

  // Every pass over the candidates moves those that match to the front, in order, and returns how many they are. The two
  // most frequent ones are loops of their own over one kind of array: that takes a third of the time of calling a test.
  const everyPosition = Uint32Array.from({ length: count }, (_, position) => position);
  const candidates = new Uint32Array(count);

  function keepAtLeast(values: Float64Array, limit: number, length: number): number {
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const position = candidates[i] as number;
      if ((values[position] as number) >= limit) candidates[kept++] = position;
    }
    return kept;
  }

  function keepAtMost(values: Float64Array, limit: number, length: number): number {
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const position = candidates[i] as number;
      if ((values[position] as number) <= limit) candidates[kept++] = position;
    }
    return kept;
  }

  function keepWhere(matches: (position: number) => boolean, length: number): number {
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const position = candidates[i] as number;
      if (matches(position)) candidates[kept++] = position;
    }
    return kept;
  }

  /** By the range filter's name. */
  const ranges = new Map<string, { readonly keep: typeof keepAtLeast; readonly values: Float64Array }>();
  for (const [name, column] of Object.entries({ ...data.parameters, [GPS_TIME]: data.gps })) {
    // A missing value is NaN, which no comparison matches: versions without the parameter are left out.
    const values = Float64Array.from(column, (value) => value ?? Number.NaN);
    ranges.set(nameRangeFilter('min', hyphenForm(name)), { keep: keepAtLeast, values });
    ranges.set(nameRangeFilter('max', hyphenForm(name)), { keep: keepAtMost, values });
  }

  return {
    count,
    select({ filters }) {
      candidates.set(everyPosition);
      let length = count;
      for (const [name, value] of filters) {
        const range = ranges.get(name);
        if (range) length = range.keep(range.values, value as number, length);
      }
      if (filters.get(FILTER.lastVersion) === true) length = keepAtLeast(lastVersions, 1, length);
      const release = filters.get(FILTER.release) as readonly string[] | undefined;
      if (release) length = keepWhere((position) => release.includes(data.catalogs[position] as string), length);
      const text = filters.get(FILTER.nameContains) as string | undefined;
      if (text !== undefined)
        length = keepWhere((position) => (searchNames[position] as string).includes(text), length);
      return { count: length, positions: candidates.slice(0, length) };
    },
    positionOf: (shortName) => positions.get(shortName) ?? -1,
    idAt: (position) => shortNames[position] as string,
  };
}
