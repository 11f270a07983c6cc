/**
 * Compares a response with the oracle's.
 *
 * Headers: each of the oracle's must be present with the same value; others may be present as well. Bodies: byte for byte, except
 * for a 400, whose `detail` can be any sentence. A body that the oracle does not model (null) is ignored.
 */
import type { OracleAnswer } from './answer.ts';

export interface Answer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A line that describes the first difference; null if there is none. */
export function difference(expected: OracleAnswer, actual: Answer): string | null {
  if (actual.status !== expected.status) return `status ${actual.status}, expected ${expected.status}: ${actual.body}`;
  for (const [name, value] of Object.entries(expected.headers)) {
    if (actual.headers[name] !== value) return `${name}: ${actual.headers[name]}, expected ${value}`;
  }
  if (expected.body === null) return null;
  if (expected.check === 'exact') return textDifference(expected.body, actual.body);
  const detail = detailOf(actual.body);
  if (detail === null || !/^\S.*[.?!]$/.test(detail)) return `detail is not a sentence: ${actual.body}`;
  const { detail: _, ...rest } = JSON.parse(expected.body) as Record<string, unknown>;
  return textDifference(JSON.stringify({ detail, ...rest }), actual.body);
}

function detailOf(body: string): string | null {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown };
    return typeof detail === 'string' ? detail : null;
  } catch {
    return null;
  }
}

function textDifference(expected: string, actual: string): string | null {
  if (expected === actual) return null;
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const from = Math.max(at - 40, 0);
  return `body differs at ${at}: …${actual.slice(from, at + 120)}, expected …${expected.slice(from, at + 120)}`;
}
