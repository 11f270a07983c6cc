/** nginx syntax: blocks, maps and variables. */

import { quote } from '../rules/text.ts';
import { fillTemplate, type PatternRow } from '../rules/variables.ts';

const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));
export const block = (head: string, lines: readonly string[]): string[] => [`${head} {`, ...indent(lines), '}'];

/** The syntax for a site's variables. Their names begin with `prefix`, because names are shared by all sites of a server. */
export function createSyntax(prefix: string) {
  const variable = (name: string): string => `$${prefix}_${name}`;
  /** `{name}` -> `$prefix_name`; no letter may follow the variable. */
  const expand = (text: string): string => fillTemplate(text, variable);

  /** A map, with a line for each of its rows if it has several. */
  function mapLines(source: string, name: string, rows: readonly PatternRow[], otherwise = ''): string[] {
    const pairs = rows.map(([pattern, value]) => `${quote(`~${pattern}`)} ${quote(value)};`);
    const directives = otherwise === '' ? pairs : [`default ${quote(otherwise)};`, ...pairs];
    const head = `map ${source} ${variable(name)}`;
    return rows.length === 1 ? [`${head} { ${directives.join(' ')} }`] : block(head, directives);
  }

  return { prefix, variable, expand, mapLines };
}

export type NginxSyntax = ReturnType<typeof createSyntax>;
