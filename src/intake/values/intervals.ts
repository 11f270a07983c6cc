/** Recognises errors that are the ends of an interval around the best value. */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { decimalsOf } from '../../catalogue/files/number-text.ts';
import type { Finding } from '../../report/problems.ts';

/** True if two values are the ends of an interval around the best value, and cannot be its errors. */
export const isInterval = (best: number, upper: number, lower: number): boolean =>
  lower < best && best < upper && (lower > 0 || upper < 0);

/** The errors of a value for the ends of an interval, with as many decimals as the numbers have. */
export function distances(best: number, upper: number, lower: number): { upper: string; lower: string } {
  const places = Math.min(20, Math.max(...[best, upper, lower].map(decimalsOf)));
  return { upper: (upper - best).toFixed(places), lower: (lower - best).toFixed(places) };
}

/**
 * A finding if the errors of a value are the ends of an interval around it. `show` writes a number as the source does. `isKnown` means that
 * other errors of this parameter are, so that a lower end below 0 and an upper end above 0 are no errors either.
 */
export function intervalFinding(
  name: string,
  { best, upper_error: upper, lower_error: lower }: Mapping,
  { show = (number) => number, isKnown = false }: { show?(number: string): string; readonly isKnown?: boolean } = {},
): Finding | null {
  if (typeof best !== 'number' || typeof upper !== 'number' || typeof lower !== 'number') return null;
  const isCertain = isInterval(best, upper, lower);
  if (!isCertain && !(isKnown && lower < best && best < upper)) return null;
  const shown = (number: number | string): string => show(String(number));
  const errors = distances(best, upper, lower);
  const message = `the upper value ${shown(upper)} and the lower value ${shown(lower)} of ${name} are the ends of an interval around ${shown(best)}, not errors`;
  const subtracted = `subtract ${shown(best)}: the upper error is ${shown(errors.upper)}, and the lower error ${shown(errors.lower)}`;
  const fix = isCertain && lower > 0 ? `${subtracted}; or, if they are errors, write ${shown(-lower)}` : subtracted;
  return { code: 'D144', message, fix, topic: `interval of ${name}` };
}
