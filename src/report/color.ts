/**
 * Colours for reports, and when to use them: NO_COLOR and FORCE_COLOR decide, or else whether the output is a terminal
 * (https://no-color.org, https://force-color.org).
 */

import { styleText } from 'node:util';

/** The style for each kind of text. */
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

/**
 * True if output to a stream is coloured: NO_COLOR is unset or empty, and either FORCE_COLOR is set (other than to 0 or false), or it is
 * unset or empty and the stream is a terminal that supports colours.
 */
export function wantsColor(stream: Stream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR || FORCE_COLOR === '0' || FORCE_COLOR === 'false') return false;
  if (FORCE_COLOR) return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

/** Creates a function that colours text or returns it unchanged. */
export function painter(isColored: boolean): Paint {
  // The stream was already checked; newer versions of Node would check standard output again.
  return (style, text) => (isColored ? styleText(STYLES[style], text, ...UNCHECKED) : text);
}

/** The types of Node 20 lack this argument, and that version ignores it. */
const UNCHECKED = [{ validateStream: false }] as unknown as [];

/** The painter for a stream. */
export const painterOf = (stream: Stream): Paint => painter(wantsColor(stream));
