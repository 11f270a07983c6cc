/** Remembers which items in a source each record, and each part of a record, comes from, so that a finding is reported there. */
import { blocksIn, gpsStopOf, isBlock } from '../../catalogue/blocks.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { Block } from '../../catalogue/types.ts';
import { findFirst } from '../../core/base/binary-search.ts';
import type { DataPath } from '../../report/problems.ts';
import { type Layout, layoutWithin } from './layout.ts';
import { memberText } from './merge-values.ts';
import type { Origin } from './records.ts';

/** The origins of a part of a value, and the path of the part in their records. */
export interface FoundOrigins {
  readonly origins: readonly Origin[];
  readonly path: DataPath;
}

type GivenBlock = readonly [block: Block, origin: Origin];

export class Origins {
  readonly #byRecord = new Map<Mapping, readonly Origin[]>();
  /** All blocks of strain files that the origins of a series gave, ascending; there may be very many. */
  readonly #blocks = new Map<readonly Origin[], readonly GivenBlock[]>();

  add(record: Mapping, origins: readonly Origin[]): void {
    this.#byRecord.set(record, origins);
  }

  /**
   * The origins of the part at a path: of the innermost record around it or, if it has none, of the records in it. If the part is a block of
   * strain files, only those of some of the `files`. `layout` is the layout of the whole.
   */
  find(whole: Mapping, at: DataPath, layout: Layout, files?: Block): FoundOrigins {
    let inner: Layout | undefined = layout;
    let value = whole;
    let found = this.#recordAt(value, 0);
    for (const [depth, step] of at.entries()) {
      const isRecord = inner?.key != null;
      const next: unknown = value[step];
      if (!isObject(next)) break;
      value = next;
      inner = inner && layoutWithin(inner, step);
      const own = this.#recordAt(value, depth + 1);
      // A record in a list is not part of the record around the list, unless that record gave the list.
      if (own || (isRecord && found && !found.origins.some(({ record }) => hasPart(record.value, at[depth - 1]))))
        found = own;
    }
    if (!found) return { origins: value === whole ? [] : this.within(value), path: [] };
    const path = at.slice(found.depth);
    return { origins: this.#ofPart(found.origins, found.record, path, files), path };
  }

  /** The origins of all records in a value. */
  within(value: Mapping): readonly Origin[] {
    const own = this.#byRecord.get(value) ?? [];
    const inner = Object.values(value).flatMap((one: unknown) => (isObject(one) ? this.within(one) : []));
    return [...own, ...inner];
  }

  #recordAt(record: Mapping, depth: number) {
    const origins = this.#byRecord.get(record);
    return origins && { record, origins, depth };
  }

  #ofPart(origins: readonly Origin[], record: Mapping, path: DataPath, files: Block | undefined): readonly Origin[] {
    const [member = '', index = -1] = path;
    const list = record[member];
    const element: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
    return isBlock(element)
      ? this.#ofFiles(origins, String(member), element, files ?? element)
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

const isObject = (value: unknown): value is Mapping => typeof value === 'object' && value !== null;

const hasPart = (value: Mapping, step: string | number | undefined): boolean =>
  step !== undefined && value[step] !== undefined;

/**
 * The origins that gave a part of a merged record, with this value if it is a single one. If none gave exactly this part, those that gave
 * the value around it.
 */
export function originsOfPart(origins: readonly Origin[], record: unknown, path: DataPath): readonly Origin[] {
  let left: { origin: Origin; given: unknown }[] = origins.map((origin) => ({ origin, given: origin.record.value }));
  let merged: unknown = record;
  for (const step of path) {
    const element: unknown = Object(merged)[step];
    const inner = left.flatMap(({ origin, given }) => {
      const part =
        Array.isArray(given) && element !== undefined
          ? given.find((one) => memberText(one) === memberText(element))
          : Object(given)[step];
      return part === undefined ? [] : [{ origin, given: part }];
    });
    if (inner.length === 0) break;
    const same = isObject(element) ? [] : inner.filter(({ given }) => given === element);
    left = same.length > 0 ? same : inner;
    merged = element;
  }
  return left.map(({ origin }) => origin);
}
