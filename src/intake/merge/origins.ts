/** Remembers which items in a source each record, and each part of a record, comes from, so that a finding is reported there. */
import { blocksIn, gpsStopOf, isBlock } from '../../catalogue/blocks.ts';
import type { Block } from '../../catalogue/types.ts';
import { findFirst } from '../../core/base/binary-search.ts';
import { type DataPath, type Place, placeOfFile } from '../../report/problems.ts';
import { isObject, keyOf, type Layout, layoutOf, layoutWithin, partOf } from './layout.ts';
import { memberText } from './merge-values.ts';
import type { MergedFile } from './merged-file.ts';
import type { Origin } from './records.ts';

/** The origins of a part of a value, and the path of the part in their records. */
export interface FoundOrigins {
  readonly origins: readonly Origin[];
  readonly path: DataPath;
}

type GivenBlock = readonly [block: Block, origin: Origin];

export class Origins {
  /** By the elements that hold the records in the files' values; a merge changes these in place. */
  readonly #byElement = new Map<object, readonly Origin[]>();
  /** All blocks of strain files that the origins of a series gave, ascending; there may be very many. */
  readonly #blocks = new Map<readonly Origin[], readonly GivenBlock[]>();

  add(element: object, origins: readonly Origin[]): void {
    this.#byElement.set(element, origins);
  }

  /** The origins of all records in a value. */
  within(value: object): readonly Origin[] {
    const own = this.#byElement.get(value) ?? [];
    const inner = Object.values(value).flatMap((one: unknown) => (isObject(one) ? this.within(one) : []));
    return [...own, ...inner];
  }

  /**
   * The origins of the value at a path in a changed file; empty if it was there before. If it is a block of strain files, only the origins
   * of some of its `files`.
   */
  of(file: MergedFile, at: DataPath, files?: Block): FoundOrigins {
    const found = this.#find(file, at, files);
    // All of a new file comes from the source.
    return found.origins.length > 0 || file.before ? found : { origins: this.within(file.value), path: [] };
  }

  /** A value's place: the place in the source that it comes from, or its place in the file. */
  placeOf(file: MergedFile, at: DataPath, onKey?: boolean): Place {
    const { origins, path } = this.#find(file, at);
    const [origin] = origins;
    if (origin) return origin.record.placeAt?.(path) ?? origin.item.place;
    return file.before ? file.before.place(pathBefore(file, at), onKey) : placeOfFile(file.path);
  }

  /** The origins of the innermost record around the value or, if none is given, of the records in it. */
  #find({ value: whole, kind }: MergedFile, at: DataPath, files?: Block): FoundOrigins {
    let layout: Layout | undefined = layoutOf(kind);
    let value: object = whole;
    let [record, origins, path] = [value, this.#byElement.get(value), at];
    for (const [n, step] of at.entries()) {
      const next = partOf(value, step);
      if (!isObject(next)) break;
      const own = this.#byElement.get(next);
      // A record in a list belongs to the record around it only if that record was given with the list.
      if (own || (layout?.key && !origins?.some((origin) => isGiven(origin, at[n - 1]))))
        [record, origins, path] = [next, own, at.slice(n + 1)];
      layout = layoutWithin(layout, step);
      value = next;
    }
    if (!origins) return { origins: value === whole ? [] : this.within(value), path: [] };
    return { origins: this.#ofPart(origins, record, path, files), path };
  }

  #ofPart(origins: readonly Origin[], record: object, path: DataPath, files: Block | undefined): readonly Origin[] {
    const [member = '', index = -1] = path;
    const part = partOf(partOf(record, member), index);
    return isBlock(part)
      ? this.#ofFiles(origins, String(member), part, files ?? part)
      : originsOfPart(origins, record, path);
  }

  /** The origins whose blocks are in this block, and have some of the strain files. */
  #ofFiles(origins: readonly Origin[], member: string, [start]: Block, files: Block): Origin[] {
    let blocks = this.#blocks.get(origins);
    if (!blocks) {
      blocks = origins
        .flatMap((origin) => blocksIn(origin.record.value[member]).map((block): GivenBlock => [block, origin]))
        .sort(([a], [b]) => a[0] - b[0]);
      this.#blocks.set(origins, blocks);
    }
    const all = blocks;
    const indexOf = (gps: number): number => findFirst(all.length, (n) => (all[n]?.[0][0] ?? 0) >= gps);
    return all
      .slice(indexOf(start), indexOf(gpsStopOf(files)))
      .filter(([block]) => gpsStopOf(block) > files[0])
      .map(([, origin]) => origin);
  }
}

/** True if the origin's record has the member. */
const isGiven = ({ record }: Origin, member: string | number | undefined): boolean =>
  member !== undefined && record.value[member] !== undefined;

/** The path before the merge of a value in a file. Records are found by their keys. */
function pathBefore({ before, value, kind }: MergedFile, at: DataPath): DataPath {
  const path: (string | number)[] = [];
  let [old, now]: unknown[] = [before?.value, value];
  let layout: Layout | undefined = layoutOf(kind);
  for (const step of at) {
    now = partOf(now, step);
    const list = layout;
    const place =
      list?.key && Array.isArray(old) ? old.findIndex((one) => keyOf(list, one) === keyOf(list, now)) : step;
    if (place === -1) break;
    path.push(place);
    old = partOf(old, place);
    layout = layout && layoutWithin(layout, step);
  }
  return path;
}

/**
 * The origins that gave a part of a merged record, with this value if it is a single one. If none gave exactly this part, those that gave
 * the value around it.
 */
export function originsOfPart(origins: readonly Origin[], record: unknown, path: DataPath): readonly Origin[] {
  let left: { origin: Origin; given: unknown }[] = origins.map((origin) => ({ origin, given: origin.record.value }));
  let merged: unknown = record;
  for (const step of path) {
    const element = partOf(merged, step);
    const inner = left.flatMap(({ origin, given }) => {
      const part =
        Array.isArray(given) && element !== undefined
          ? given.find((one) => memberText(one) === memberText(element))
          : partOf(given, step);
      return part === undefined ? [] : [{ origin, given: part }];
    });
    if (inner.length === 0) break;
    const same = isObject(element) ? [] : inner.filter(({ given }) => given === element);
    left = same.length > 0 ? same : inner;
    merged = element;
  }
  return left.map(({ origin }) => origin);
}
