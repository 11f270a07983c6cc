/** Estimates the size of text before it is drawn, for deciding which labels have space. Pure. */

const LETTER_PX = 7.6;
/** Approximate width of text in a drawing, in pixels. */
export const textWidth = (text: string): number => text.length * LETTER_PX;

/** Height of a line of text in a drawing, in pixels. */
export const LINE_PX = 14;
