/** Formats Caddyfiles: tokens, blocks, headers and snippets. Pure. */

import type { Headers } from '../../core/contract/headers.ts';

/** Quotes a token, in backquotes because nothing is escaped inside them. */
export const quote = (text: string): string => `\`${text}\``;
/** A directive or matcher with a block. */
export const block = (head: string, lines: readonly string[]): string[] => [
  `${head} {`,
  ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
  '}',
];

/** Sets headers, deferred so that they replace those of the file server. */
export function headerLines(headers: Headers): string[] {
  return block('header', [...Object.entries(headers).map(([name, value]) => `${name} ${quote(value)}`), 'defer']);
}

/**
 * Blocks that are defined once and imported wherever they are needed. None may start with an import: Caddy 2.6 recognises imports by
 * their line number, which must be higher than that of the preceding text.
 */
export interface Snippets {
  /** Returns the line that imports a snippet with these lines. `name` is its name, unless the same lines already have another. */
  share(name: string, lines: readonly string[]): string;
  /** The definitions of all snippets. */
  lines(): string[];
}

/** Creates an empty set of snippets. */
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
