/** nginx syntax: blocks, maps and variables. */

import { columnsInside, pack, quote } from '../rules/text.ts';
import { fillTemplate, type PatternRow } from '../rules/variables.ts';

const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));
export const block = (head: string, lines: readonly string[]): string[] => [`${head} {`, ...indent(lines), '}'];
/** `{name}` -> `$sw_name`; no letter may follow the variable. */
export const expand = (text: string): string => fillTemplate(text, (name) => `$sw_${name}`);

/** A map, on one line if it fits. The operator's http block is around it. */
export function mapLines(source: string, name: string, rows: readonly PatternRow[], otherwise = ''): string[] {
  const pairs = rows.map(([pattern, value]) => `${quote(`~${pattern}`)} ${quote(value)};`);
  const directives = otherwise === '' ? pairs : [`default ${quote(otherwise)};`, ...pairs];
  const head = `map ${source} $sw_${name}`;
  const short = `${head} { ${directives.join(' ')} }`;
  return short.length <= columnsInside(1) ? [short] : block(head, pack(directives, 2));
}
