/**
 * Index of the event versions: which positions of the listing match a query.
 *
 * Serialised: columns in listing order. A selection is one pass over them. GPS seconds; each parameter in its own unit.
 * Order of the listing (decision): gps descending, then name by code unit, then version ascending. Pure.
 */

import { asciiLowerCase } from '../contract/codecs.ts';
import { GPS_TIME, hyphenForm, splitRangeFilter } from '../contract/listings.ts';
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

/** True for a position that matches one filter. */
type Test = (position: number) => boolean;

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

  function rangeTest(name: string, limit: number): Test | null {
    const [bound, parameter] = splitRangeFilter(name) ?? [];
    const values = columns.get(parameter ?? '');
    if (!values) return null;
    if (bound === 'min') return (position) => (values[position] as number) >= limit;
    return (position) => (values[position] as number) <= limit;
  }

  function tests({ filters }: Query): Test[] {
    const text = filters.get('name-contains') as string | undefined;
    const release = filters.get('release') as readonly string[] | undefined;
    const found: Test[] = [];
    if (text !== undefined) found.push((position) => (searchNames[position] as string).includes(text));
    if (release !== undefined) found.push((position) => release.includes(data.catalogs[position] as string));
    if (filters.get('lastver') === true) found.push((position) => data.isLastVersion[position] as boolean);
    for (const [name, value] of filters) {
      const test = typeof value === 'number' ? rangeTest(name, value) : null;
      if (test) found.push(test);
    }
    return found;
  }

  return {
    count,
    select(query) {
      const matching = everyPosition.slice();
      let found = count;
      // Filter after filter, each over what the ones before it left.
      for (const test of tests(query)) {
        let kept = 0;
        for (let i = 0; i < found; i++) {
          const position = matching[i] as number;
          if (test(position)) matching[kept++] = position;
        }
        found = kept;
      }
      return { count: found, positions: matching.subarray(0, found) };
    },
    positionOf: (shortName) => positions.get(shortName) ?? -1,
    idAt: (position) => shortNames[position] as string,
  };
}
