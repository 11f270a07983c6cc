/** Finds the mark that a pointer or a key means. Pure. */

import type { Point } from './marks.ts';

/** The mark nearest to a point, if it is within `reach` pixels. */
export function nearest<T extends Point>(points: readonly T[], { x, y }: Point, reach: number): T | undefined {
  let found: T | undefined;
  let least = reach ** 2;
  for (const point of points) {
    const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
    if (distance <= least) {
      least = distance;
      found = point;
    }
  }
  return found;
}

interface Step {
  readonly axis: keyof Point;
  readonly by: number;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: { axis: 'x', by: 1 },
  ArrowLeft: { axis: 'x', by: -1 },
  ArrowDown: { axis: 'y', by: 1 },
  ArrowUp: { axis: 'y', by: -1 },
  PageDown: { axis: 'x', by: 10 },
  PageUp: { axis: 'x', by: -10 },
  Home: { axis: 'x', by: Number.NEGATIVE_INFINITY },
  End: { axis: 'x', by: Number.POSITIVE_INFINITY },
};

/**
 * The mark that a key goes to from `current`, or from outside the plot (null): the first one from the left. Marks with the same id
 * count once. Undefined for other keys, and without marks.
 */
export function nextMark<T extends Point & { readonly id: string }>(
  marks: readonly T[],
  current: Pick<T, 'id'> | null,
  key: string,
): T | undefined {
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const first = new Map(marks.toReversed().map((mark) => [mark.id, mark]));
  const { axis, by } = current === null ? { axis: 'x' as const, by: Number.NEGATIVE_INFINITY } : step;
  const other = axis === 'x' ? 'y' : 'x';
  const order = [...first.values()].sort((a, b) => a[axis] - b[axis] || a[other] - b[other] || (a.id < b.id ? -1 : 1));
  const at = order.findIndex(({ id }) => id === current?.id);
  return order[Math.min(Math.max(at + by, 0), order.length - 1)];
}
