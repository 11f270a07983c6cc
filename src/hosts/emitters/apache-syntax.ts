/** Apache syntax: sections, rewrite rules and variables. */

import { quote } from '../rules/text.ts';
import { fillTemplate } from '../rules/variables.ts';

export const section = (name: string, argument: string, lines: readonly string[]): string[] => [
  `<${name} ${argument}>`,
  ...lines.map((line) => `  ${line}`),
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
