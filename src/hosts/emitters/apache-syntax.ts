/** Apache syntax: sections, rewrite rules and variables. */

import { quote } from '../rules/text.ts';

export const section = (name: string, argument: string, lines: readonly string[]): string[] => [
  `<${name} ${argument}>`,
  ...lines.map((line) => `  ${line}`),
  `</${name}>`,
];

/** `{name}` -> `%{ENV:sw_name}`. */
export const expand = (text: string): string => text.replace(/\{(\w+)\}/g, '%{ENV:sw_$1}');

/** Quotes a word if necessary. */
export const word = (text: string): string => (/[ "'\\\\]/.test(text) ? quote(text) : text);

/** A rule with its conditions. */
export const rule = (conditions: readonly string[], substitution: string, flags: string, pattern = '^'): string[] => [
  ...conditions.map((condition) => `RewriteCond ${condition}`),
  `RewriteRule ${pattern} ${word(substitution)} ${word(`[${flags}]`)}`,
];

/** Breaks a long line between two variables. */
export function wrap(line: string): string {
  const at = line.lastIndexOf('%{', 110);
  return line.length <= 118 ? line : `${line.slice(0, at)}\\\n${line.slice(at)}`;
}
