/**
 * Tracks the facts that each record, and each part of a record, comes from during a merge, so that a finding is reported at the place of
 * those facts.
 */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { Block } from '../../catalogue/types.ts';
import { STRAIN_FILE_DURATION_S } from '../../core/contract/wire.ts';
import type { DataPath, Place } from '../../report/problems.ts';
import type { SourcedFacts } from './facts.ts';

/** The facts that a record, or a part of it, comes from. */
export interface RecordSource extends Pick<SourcedFacts<unknown>, 'place' | 'placeOf' | 'owner'> {
  readonly label: string;
  readonly record: object;
}

export class RecordSources {
  readonly #byRecord = new Map<object, RecordSource[]>();
  readonly #elements = new WeakMap<
    readonly RecordSource[],
    { size: number; member: unknown; map: ReadonlyMap<unknown, RecordSource> }
  >();

  add(record: object, sources: readonly RecordSource[]): void {
    const known = this.#byRecord.get(record) ?? [];
    this.#byRecord.set(record, known);
    for (const source of sources) known.push(source);
  }

  /** The facts that supplied the value of one part of a file. */
  find(value: unknown, at: DataPath): readonly RecordSource[] {
    const found = this.#findAt(value, at);
    return found ? narrowed(found.sources, found.member, found.element) : [];
  }

  /** The place of the facts that a part of a file's value comes from, or undefined. */
  placeOf(value: unknown, at: DataPath): Place | undefined {
    const found = this.#findAt(value, at);
    if (!found) return undefined;
    const { sources, depth, member, element } = found;
    const source = this.#byElement(sources, member).get(idOf(element)) ?? (sources[0] as RecordSource);
    return source.placeOf?.(at.slice(depth)) ?? source.place;
  }

  /** The facts about a record, indexed by the elements of one of its lists, because there may be very many facts and elements. */
  #byElement(sources: readonly RecordSource[], member: string | number): ReadonlyMap<unknown, RecordSource> {
    const known = this.#elements.get(sources);
    if (known?.size === sources.length && known.member === member) return known.map;
    const entries = sources.flatMap((source) => {
      const given = (source.record as Mapping)[member];
      return Array.isArray(given) ? given.map((one) => [idOf(one), source] as const) : [];
    });
    const map = new Map(entries.reverse());
    this.#elements.set(sources, { size: sources.length, member, map });
    return map;
  }

  #findAt(whole: unknown, at: DataPath): FoundSources | undefined {
    let value = whole;
    let found: FoundSources | undefined;
    for (let depth = 0; typeof value === 'object' && value !== null; depth++) {
      const sources = this.#byRecord.get(value);
      const [member = '', index = -1] = at.slice(depth);
      const list = (value as Mapping)[member];
      const element = Array.isArray(list) ? (list[Number(index)] as unknown) : undefined;
      if (sources) found = { sources, depth, member, element };
      if (depth === at.length) break;
      value = (value as Mapping)[at[depth] as string];
    }
    return found;
  }
}

/** The facts about a record, the member that a path leads to, and the element if the member is a list. */
interface FoundSources {
  readonly sources: readonly RecordSource[];
  readonly depth: number;
  readonly member: string | number;
  readonly element: unknown;
}

/** A block of strain files is identified by its start. */
const idOf = (element: unknown): unknown => (Array.isArray(element) ? element[0] : element);

/**
 * Selects, from the facts about a record, the facts that contain a member or, if the member is a list, one of its elements. Returns all
 * facts if none do.
 */
function narrowed(
  sources: readonly RecordSource[],
  member: string | number,
  element: unknown,
): readonly RecordSource[] {
  const gave = sources.filter((source) => {
    const given = (source.record as Mapping)[member];
    return element !== undefined && Array.isArray(given)
      ? given.some((one) => isWithin(one, element))
      : given !== undefined;
  });
  return gave.length > 0 ? gave : sources;
}

/** True if an element equals the given element or, for joined blocks of strain files, contains it. */
function isWithin(given: unknown, element: unknown): boolean {
  if (!Array.isArray(given) || !Array.isArray(element)) return given === element;
  const [first, count] = element as unknown as Block;
  return given[0] >= first && given[0] < first + count * STRAIN_FILE_DURATION_S;
}
