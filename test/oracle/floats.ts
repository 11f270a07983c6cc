/**
 * Floats, which are written as Python's `repr` writes them: the shortest digits that give the number, a point between digits, and an exponent
 * if it is below -4, or 16 or more. Until a body is written they are strings with a mark, which `withFloats` and `floatCell` remove.
 */

const MARK = '\ue000';

export const float = (value: number): string => MARK + pythonText(value);

export const floatOrNull = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : float(value);

/** JSON with each marked string as a number. */
export const withFloats = (json: string): string => json.replace(new RegExp(`"${MARK}([^"]*)"`, 'g'), '$1');

/** The text of a cell without the mark. */
export const floatCell = (text: string): string => text.replace(MARK, '');

function pythonText(value: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [, first, rest = '', power] = /^(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(Math.abs(value).toExponential()) ?? [];
  const digits = `${first}${rest}`;
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${first}${rest === '' ? '' : `.${rest}`}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}
