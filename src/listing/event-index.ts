/**
 * Index of the event versions: which positions of the listing match a query.
 *
 * Serialised: columns in listing order. A selection is one pass over them. GPS seconds; each parameter in its own unit.
 * Order of the listing (decision): gps descending, then name by code unit, then version ascending. Pure.
 */

import { asciiLowerCase } from '../contract/codecs.ts';
import { FILTER, GPS_TIME, hyphenForm, splitRangeFilter } from '../contract/listings.ts';
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

/** Moves the candidates that match one filter to the front, in order. Returns how many they are. */
type Narrow = (candidates: Uint32Array, length: number) => number;

function keepWhere(matches: (position: number) => boolean): Narrow {
  return (candidates, length) => {
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const position = candidates[i] as number;
      if (matches(position)) candidates[kept++] = position;
    }
    return kept;
  };
}

export function openEventIndex(data: EventIndexData): EventIndex {
  const count = data.names.length;
  const searchNames = data.names.map(asciiLowerCase);
  const shortNames = data.names.map((name, position) => eventVersionId(name, data.versions[position] as number));
  const positions = new Map(shortNames.map((shortName, position) => [shortName, position]));
  // A missing value is NaN, which no comparison matches: versions without the parameter are left out.
  const columns = new Map<string, Float64Array>([[GPS_TIME, Float64Array.from(data.gps)]]);
  for (const [name, values] of Object.entries(data.parameters)) {
    columns.set(
      hyphenForm(name),
      Float64Array.from(values, (value) => value ?? Number.NaN),
    );
  }

  const everyPosition = Uint32Array.from({ length: count }, (_, position) => position);

  /** A loop of its own for each bound, as these are the most frequent filters and calls of a test cost more than the test. */
  function keepRange(values: Float64Array, bound: 'min' | 'max', limit: number): Narrow {
    return (candidates, length) => {
      let kept = 0;
      for (let i = 0; i < length; i++) {
        const position = candidates[i] as number;
        const value = values[position] as number;
        if (bound === 'min' ? value >= limit : value <= limit) candidates[kept++] = position;
      }
      return kept;
    };
  }

  function narrowings({ filters }: Query): Narrow[] {
    const text = filters.get(FILTER.nameContains) as string | undefined;
    const release = filters.get(FILTER.release) as readonly string[] | undefined;
    const found: Narrow[] = [];
    for (const [name, value] of filters) {
      const [bound, parameter] = splitRangeFilter(name) ?? [];
      const values = columns.get(parameter ?? '');
      if (bound && values) found.push(keepRange(values, bound, value as number));
    }
    if (filters.get(FILTER.lastVersion) === true)
      found.push(keepWhere((position) => data.isLastVersion[position] as boolean));
    if (release !== undefined) {
      found.push(keepWhere((position) => release.includes(data.catalogs[position] as string)));
    }
    if (text !== undefined) found.push(keepWhere((position) => (searchNames[position] as string).includes(text)));
    return found;
  }

  return {
    count,
    select(query) {
      const candidates = everyPosition.slice();
      let length = count;
      for (const narrow of narrowings(query)) length = narrow(candidates, length);
      return { count: length, positions: candidates.subarray(0, length) };
    },
    positionOf: (shortName) => positions.get(shortName) ?? -1,
    idAt: (position) => shortNames[position] as string,
  };
}
