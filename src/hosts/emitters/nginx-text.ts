/** Formats nginx configuration: quotes, blocks and headers. Pure. */

import type { Headers } from '../../core/contract/headers.ts';

/** Prefix of internal paths, which clients cannot request. */
export const INTERNAL = '/.stillwave';

/** Quotes a parameter. */
export const quote = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));
/** A directive with a block. */
export const block = (head: string, lines: readonly string[]): string[] => [`${head} {`, ...indent(lines), '}'];

/** Headers as directives. Without `always`, nginx omits them from errors that it finds while sending a file. */
export function headerLines({ 'content-type': type = '', ...headers }: Headers, isError = false): string[] {
  const always = isError ? ' always' : '';
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} ${quote(value)}${always};`);
  return [...(type === '' ? [] : ['types { }', `default_type ${quote(type)};`]), ...added];
}
