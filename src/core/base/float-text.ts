/**
 * Writes a number as Python writes a float, so that programs that infer types from text find no integers among floats: `440.0`, `0.00023`,
 * `1e-05`.
 */
export function floatText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value);
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  // Python's exponents have at least two digits.
  return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
}
