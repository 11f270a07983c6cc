/** Breaks a picture's caption into lines. */

import { textWidth } from '../text/text-size.ts';

/** The lines of a caption are never shorter than this, in pixels, even if the picture is narrower. */
const LEAST_PX = 126;

/** Breaks text into lines that fit within a width in pixels. */
export function wrapText(text: string, width: number): readonly string[] {
  const most = Math.max(LEAST_PX, width);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
