/** Estimates the size of text before it is drawn, for deciding which labels have space. */

/** Approximate widths of characters in DejaVu Sans, a wide font, at the size of text in drawings (12 px). In pixels. */
const WIDTHS: readonly (readonly [characters: RegExp, pixels: number])[] = [
  [/[\s.,:;()’]/, 3.9],
  [/[a-z]/, 6.6],
  // The wide letters of `GW`, because most capitals are in the names of events.
  [/[A-Z]/, 10],
];
const OTHER_PX = 7.6;

/** Approximate width of text in a drawing, in pixels. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, one) => sum + (WIDTHS.find(([characters]) => characters.test(one))?.[1] ?? OTHER_PX), 0);

/** Height of a line of text in a drawing, in pixels. */
export const LINE_PX = 14;
