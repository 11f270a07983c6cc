/** nginx syntax: quoted text, blocks, maps, and directives that share a line. */

import type { PatternRow } from '../rules/variables.ts';

export const quote = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));
export const block = (head: string, lines: readonly string[]): string[] => [`${head} {`, ...indent(lines), '}'];
/** `{name}` -> `$sw_name`; no letter may follow the variable. */
export const expand = (text: string): string => text.replace(/\{(\w+)\}/g, '$sw_$1');

export const MAX_COLUMNS = 116;
/** Puts as many directives on each line as fit. */
export function pack(directives: readonly string[], maxColumns = MAX_COLUMNS): string[] {
  const lines: string[] = [];
  for (const directive of directives) {
    const longer = `${lines.at(-1)} ${directive}`;
    if (lines.length > 0 && longer.length <= maxColumns) lines[lines.length - 1] = longer;
    else lines.push(directive);
  }
  return lines;
}

/** A map, on one line if it fits. */
export function mapLines(source: string, name: string, rows: readonly PatternRow[], otherwise = ''): string[] {
  const pairs = rows.map(([pattern, value]) => `${quote(`~${pattern}`)} ${quote(value)};`);
  const directives = otherwise === '' ? pairs : [`default ${quote(otherwise)};`, ...pairs];
  const head = `map ${source} $sw_${name}`;
  const short = `${head} { ${directives.join(' ')} }`;
  return short.length <= MAX_COLUMNS ? [short] : block(head, pack(directives, MAX_COLUMNS - 4));
}
