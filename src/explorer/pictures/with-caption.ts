/** Adds a caption to a picture. */

import { textWidth } from '../text/text-size.ts';
import type { Picture, PictureText } from './picture.ts';

/** Space around a picture, in pixels. */
export const MARGIN = 16;
/** Height of a line of the caption, and its font size, in pixels. */
const CAPTION_LINE_PX = 18;
const CAPTION_PX = 12;

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

/** The picture with its caption below it, as additional text. */
export function withCaption(picture: Picture, caption: readonly string[], fill: string): Picture {
  const lines = caption.flatMap((text) => wrapText(text, picture.width));
  const texts = lines.map(
    (text, n): PictureText => ({
      ...{
        text,
        fill,
        stroke: 'none',
        strokeWidth: 0,
        size: CAPTION_PX,
        weight: '400',
        matrix: [1, 0, 0, 1, 0, 0],
        x: 0,
      },
      y: picture.height + CAPTION_LINE_PX * (n + 1),
    }),
  );
  return {
    ...picture,
    height: picture.height + CAPTION_LINE_PX * (lines.length + 0.5),
    texts: [...picture.texts, ...texts],
  };
}
