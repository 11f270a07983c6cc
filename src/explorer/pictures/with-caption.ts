/** Adds a caption to a picture. */

import type { Picture, PictureText } from './picture.ts';
import { wrapText } from './wrap-text.ts';

/** Space around a picture, in pixels. */
export const MARGIN = 16;
/** Height of a line of the caption, and its font size, in pixels. */
const CAPTION_LINE_PX = 18;
const CAPTION_PX = 12;

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
