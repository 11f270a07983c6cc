/** Breaks a picture's caption into lines. Pure. */

/** Approximate width of a letter in the caption, in pixels. */
const LETTER_PX = 6.3;

/** Breaks text into lines that fit within a width. */
export function wrapText(text: string, width: number): readonly string[] {
  const most = Math.max(20, Math.floor(width / LETTER_PX));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
