/** Values of records as text, for people. Pure. */

import type { Parameter } from './diff-records.ts';

/** `35.6 (+4.7 -3.1) M_sun`, `< 1e-7 yr^-1`. */
export function showParameter(parameter: Omit<Parameter, 'name'>): string {
  const { best, unit = '', upper_error: upper, lower_error: lower, ...flags } = parameter;
  const bound = flags.is_upper_limit === true ? '< ' : flags.is_lower_limit === true ? '> ' : '';
  const ends = [
    [upper, '+'],
    [lower, lower === 0 ? '-' : ''],
  ].flatMap(([end, sign]) => (typeof end === 'number' ? [`${sign}${end}`] : []));
  const errors = ends.length > 0 ? ` (${ends.join(' ')})` : '';
  return `${bound}${String(best)}${errors}${unit === '' ? '' : ` ${String(unit)}`}`;
}

/** A value: lists with commas, objects by their values without links. A value that is not there is a dash. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(showValue).join(', ');
  if (typeof value !== 'object') return String(value);
  if ('best' in value) return showParameter(value as unknown as Parameter);
  const facts = Object.entries(value).filter(([member]) => !/(^|_)url$/.test(member));
  return facts.map(([, fact]) => showValue(fact)).join(' ');
}

/** Seconds as hours with two decimals. */
export const toHours = (seconds: number): number => Number((seconds / 3600).toFixed(2));
