/** The bytes of a pack file: every line with a line feed at its end. */
export const packBytes = (lines: readonly string[]): Uint8Array =>
  Buffer.from(lines.map((line) => `${line}\n`).join(''));
