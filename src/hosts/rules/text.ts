/** Text helpers shared by the emitters: quoted text, lines, and files with a header comment. */

import type { HostFile } from '../host.ts';

/** Text in double quotes, as in nginx and Apache. */
export const quote = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

/** Maximum length of a line in an emitted file, with its indentation. */
export const MAX_COLUMNS = 120;

/** Maximum length of a line inside this many blocks, each of which indents it by four columns. */
export const columnsInside = (blocks: number): number => MAX_COLUMNS - 4 * blocks;

/** Puts as many items on each line as fit. */
export function fillLines(items: readonly string[], maxColumns = columnsInside(1), separator = ' '): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const longer = `${lines.at(-1)}${separator}${item}`;
    if (lines.length > 0 && longer.length <= maxColumns) lines[lines.length - 1] = longer;
    else lines.push(item);
  }
  return lines;
}

/** A file that begins with the command that made it, for hosts whose comments begin with "#". */
export const hostFile = (command: string, path: string, lines: readonly string[]): HostFile => ({
  path,
  text: `${[`# Made by: ${command}`, ...lines].join('\n')}\n`,
});
