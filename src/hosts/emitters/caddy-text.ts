/** Text of a Caddyfile: tokens, blocks, headers, and snippets that blocks are imported from. Pure. */

import type { Headers } from '../../contract/headers.ts';

/** A token; in backquotes nothing is escaped. */
export const quote = (text: string): string => `\`${text}\``;
export const block = (head: string, lines: readonly string[]): string[] => [
  `${head} {`,
  ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
  '}',
];

/** Set at the end, so that they replace what the file server sets. */
export function headerLines(headers: Headers): string[] {
  return block('header', [...Object.entries(headers).map(([name, value]) => `${name} ${quote(value)}`), 'defer']);
}

/**
 * Blocks that are written once and imported where they are needed. None may begin with an import: Caddy 2.6 finds one by the number
 * of its line, which has to be higher than that of the text before it.
 */
export interface Snippets {
  /** The line that imports these lines. `name` is the snippet's, unless the same lines already have another. */
  share(name: string, lines: readonly string[]): string;
  /** The definitions of what is shared. */
  lines(): string[];
}

export function createSnippets(): Snippets {
  const names = new Map<string, string>();
  return {
    share(name, lines) {
      const text = lines.join('\n');
      const known = names.get(text) ?? `stillwave_${name}`;
      names.set(text, known);
      return `import ${known}`;
    },
    lines: () => [...names].flatMap(([text, name]) => [...block(`(${name})`, text.split('\n')), '']),
  };
}
