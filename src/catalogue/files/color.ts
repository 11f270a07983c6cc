/**
 * Colours of reports: which are used for what, and where. NO_COLOR and FORCE_COLOR decide, then whether a person is looking
 * (https://no-color.org, https://force-color.org).
 */

import { styleText } from 'node:util';

/** What colours stand for. */
const STYLES = {
  heading: 'bold',
  bad: 'red',
  good: 'green',
  note: 'yellow',
  place: 'cyan',
  faint: 'dim',
} as const;

export type Paint = (style: keyof typeof STYLES, text: string) => string;

interface Stream {
  readonly isTTY?: boolean;
}

/** True where a stream gets colours: NO_COLOR is empty, and FORCE_COLOR is set or the stream is a terminal that has them. */
export function wantsColor(stream: Stream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false;
  if (FORCE_COLOR !== undefined) return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

/** Creates the function that colours text, or returns it unchanged. */
export function painter(isColored: boolean): Paint {
  // The stream was already checked; newer versions of Node would check standard output again.
  return (style, text) => (isColored ? styleText(STYLES[style], text, ...UNCHECKED) : text);
}

/** Types of Node 20 do not have this argument, which that version does not look at. */
const UNCHECKED = [{ validateStream: false }] as unknown as [];

/** The painter for a stream. */
export const painterOf = (stream: Stream): Paint => painter(wantsColor(stream));
