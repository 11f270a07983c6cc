/**
 * A column index finds the positions that match a list of conditions.
 *
 * A selection makes one pass per condition, over the entries that passed the earlier conditions.
 */

import { asciiLowerCase } from '../contract/codecs.ts';
import type { RecordIds } from '../contract/collection.ts';
import { ALL_TIME, type Condition } from '../contract/conditions.ts';
import { type ColumnIndexData, type Columns, INTERVAL, openColumns } from './column-data.ts';
import type { RowIndex } from './row-index.ts';

/**
 * Moves the candidates whose value is from `least` to `greatest` to the front, in order, and returns their number. This is the most
 * frequent test, so its loop calls no function.
 */
function keepBetween(
  candidates: Uint32Array,
  values: Float64Array,
  least: number,
  greatest: number,
  length: number,
): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const position = candidates[i] as number;
    const value = values[position] as number;
    if (value >= least && value <= greatest) candidates[kept++] = position;
  }
  return kept;
}

/** Like `keepBetween`, for any test. */
function keepWhere(candidates: Uint32Array, matches: (position: number) => boolean, length: number): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const position = candidates[i] as number;
    if (matches(position)) candidates[kept++] = position;
  }
  return kept;
}

/** Like `keepBetween`, for the candidates with the highest value among those that share a group. */
function keepHighest(candidates: Uint32Array, groups: Uint32Array, values: Float64Array, length: number): number {
  const highest = new Float64Array(groups.length).fill(Number.NEGATIVE_INFINITY);
  for (const position of candidates.subarray(0, length)) {
    const [group, value] = [groups[position] as number, values[position] as number];
    if (value > (highest[group] as number)) highest[group] = value;
  }
  return keepWhere(candidates, (position) => values[position] === highest[groups[position] as number], length);
}

/** Like `keepBetween`, for a condition that can be tested entry by entry. */
function keep(
  candidates: Uint32Array,
  columns: Columns,
  condition: Exclude<Condition, { test: 'belongsTo' | 'isHighest' }>,
  length: number,
): number {
  switch (condition.test) {
    case 'atLeast':
      return keepBetween(candidates, columns.numbers(condition.column), condition.value, ALL_TIME.to, length);
    case 'atMost':
      return keepBetween(candidates, columns.numbers(condition.column), ALL_TIME.from, condition.value, length);
    case 'is':
      return keepWhere(candidates, columns.hasName(condition.column, [condition.value]), length);
    case 'isOneOf':
      return keepWhere(candidates, columns.hasName(condition.column, condition.value), length);
    case 'contains': {
      const texts = columns.searchTexts(condition.column);
      return keepWhere(candidates, (position) => (texts[position] as string).includes(condition.value), length);
    }
    case 'overlaps': {
      const [starts, stops] = [columns.numbers(INTERVAL.start), columns.numbers(INTERVAL.stop)];
      const { from, to } = condition;
      const overlaps = (position: number) =>
        Math.min(stops[position] as number, to) > Math.max(starts[position] as number, from);
      return keepWhere(candidates, overlaps, length);
    }
  }
}

/** Creates the function that selects the entries that match all conditions. `count`: number of entries in the index. */
function createSelect(columns: Columns, count: number): RowIndex['select'] {
  const everyPosition = new Uint32Array(count).map((_, position) => position);
  const candidates = new Uint32Array(count);

  /** The positions of the entries below the parent that a condition names, or all positions if no condition names a parent. */
  function candidatesOf(conditions: readonly Condition[]): Uint32Array {
    const parent = conditions.find((condition) => condition.test === 'belongsTo');
    if (!parent) return everyPosition;
    const starts = columns.groupStarts(parent.column);
    return everyPosition.subarray(starts[parent.value], starts[parent.value + 1]);
  }

  return (conditions) => {
    const first = candidatesOf(conditions);
    let length = first.length;
    let isNarrowed = false;
    let highest: Extract<Condition, { test: 'isHighest' }> | undefined;
    for (const condition of conditions) {
      if (condition.test === 'belongsTo') continue;
      if (!isNarrowed) candidates.set(first);
      isNarrowed = true;
      if (condition.test === 'isHighest') highest = condition;
      else length = keep(candidates, columns, condition, length);
    }
    if (!isNarrowed) return first;
    if (highest) {
      length = keepHighest(candidates, columns.firstAlike(highest.group), columns.numbers(highest.column), length);
    }
    return candidates.slice(0, length);
  };
}

/** Opens a column index. The table of ids is made when an id is first looked up. */
export function openColumnIndex(data: ColumnIndexData, { idOf, otherIds }: Partial<RecordIds> = {}): RowIndex {
  const { count } = data;
  const columns = openColumns(data);
  const { rowAt } = columns;
  let positions: Map<string, number> | undefined;

  function findPositions(): Map<string, number> {
    const byId = new Map<string, number>();
    if (!idOf) return byId;
    const rows = Array.from({ length: count }, (_, position) => rowAt(position));
    for (const row of rows) byId.set(idOf(row), row.position);
    for (const [id, position] of otherIds?.(rows) ?? []) {
      if (!byId.has(id)) byId.set(id, position);
    }
    return byId;
  }

  function positionsById(): Map<string, number> {
    positions ??= findPositions();
    return positions;
  }

  return {
    count,
    select: createSelect(columns, count),
    positionOf: (id) => positionsById().get(id) ?? -1,
    idLike(id) {
      const lower = asciiLowerCase(id);
      return [...positionsById().keys()].find((known) => asciiLowerCase(known) === lower) ?? null;
    },
    valuesOf: columns.valuesOf,
    idAt: (position) => idOf?.(rowAt(position)) ?? '',
    idsBetween: (first, end) => [...positionsById()].filter(([, position]) => position >= first && position < end),
    rowAt,
  };
}
