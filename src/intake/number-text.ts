/** Numbers whose text says more than their value, in tables and in JSON. */
import type { Finding } from '../report/problems.ts';

/** True if a number's text has a finite value, and the value is 0 only if all digits are. */
export function isRepresentable(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(text.replace(/e.*/i, '')));
}

/** A finding for a time in scientific notation that lacks the digits of its seconds, such as `1.12626E+09`; spreadsheets write such times. */
export function lostDigitsFinding(text: string): Finding | null {
  const [, decimals = '', exponent] = /^[-+]?\d*(?:\.(\d*))?e\+?(\d+)$/i.exec(text) ?? [];
  if (exponent === undefined || decimals.length >= Number(exponent)) return null;
  return {
    code: 'D113',
    message: `the time "${text}" has lost the digits of its seconds`,
    fix: 'take it from the original table, and format its cells as numbers: 1126259462.4',
    topic: 'time without the digits of its seconds',
  };
}

/** Number of decimal places in a number's shortest form: 2 for 0.25, 7 for 1e-7. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}
