/** Apache syntax: sections, rewrite rules and variables. */

import { MAX_COLUMNS, quote } from '../rules/text.ts';
import { fillTemplate } from '../rules/variables.ts';

const INDENT = '  ';

export const section = (name: string, argument: string, lines: readonly string[]): string[] => [
  `<${name} ${argument}>`,
  ...lines.map((line) => INDENT + line),
  `</${name}>`,
];

/** `{name}` -> `%{ENV:sw_name}`. */
export const expand = (text: string): string => fillTemplate(text, (name) => `%{ENV:sw_${name}}`);

/** Quotes a word if necessary. */
export const word = (text: string): string => (/[ "'\\\\]/.test(text) ? quote(text) : text);

/** A rule with its conditions. */
export const rule = (conditions: readonly string[], substitution: string, flags: string, pattern = '^'): string[] => [
  ...conditions.map((condition) => `RewriteCond ${condition}`),
  `RewriteRule ${pattern} ${word(substitution)} ${word(`[${flags}]`)}`,
];

/** Breaks a long line before the last of these texts that leaves it short enough: a variable, or the space before the last word. */
export function wrap(line: string, before = '%{'): string {
  const maxColumns = MAX_COLUMNS - INDENT.length;
  const at = line.lastIndexOf(before, maxColumns - 1);
  return line.length <= maxColumns ? line : `${line.slice(0, at)}\\\n${line.slice(at)}`;
}
