/** nginx syntax: blocks, maps and variables. */

import { columnsInside, fillLines, quote } from '../rules/text.ts';
import { fillTemplate, type PatternRow } from '../rules/variables.ts';

const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `    ${line}`));
export const block = (head: string, lines: readonly string[]): string[] => [`${head} {`, ...indent(lines), '}'];

/** The port of the server for a base URL. Only the operator has the certificate that TLS needs. */
export function listenLine(baseUrl: string): string {
  const { protocol, port } = new URL(baseUrl);
  if (protocol !== 'https:') return `listen ${port || 80};`;
  return 'listen 80; # TLS: listen 443 ssl; with ssl_certificate and ssl_certificate_key.';
}

/** The syntax for a site's variables. Their names begin with `prefix`, because names are shared by all sites of a server. */
export function createSyntax(prefix: string) {
  const variable = (name: string): string => `$${prefix}_${name}`;
  /** `{name}` -> `$prefix_name`; no letter may follow the variable. */
  const expand = (text: string): string => fillTemplate(text, variable);

  /** A map, on one line if it fits. The operator's http block is around it. */
  function mapLines(source: string, name: string, rows: readonly PatternRow[], otherwise = ''): string[] {
    const pairs = rows.map(([pattern, value]) => `${quote(`~${pattern}`)} ${quote(value)};`);
    const directives = otherwise === '' ? pairs : [`default ${quote(otherwise)};`, ...pairs];
    const head = `map ${source} ${variable(name)}`;
    const short = `${head} { ${directives.join(' ')} }`;
    return short.length <= columnsInside(1) ? [short] : block(head, fillLines(directives, columnsInside(2)));
  }

  /** Sets a variable to a long text, part after part. An existing server and its location are around the block with these lines. */
  function setLines(name: string, text: string): string[] {
    const target = variable(name);
    const parts = expand(text).split(/(?=[$])/);
    const fitting = fillLines(parts, columnsInside(3) - `set ${target} "${target}";`.length, '');
    return fitting.map((part, n) => `set ${target} "${n === 0 ? '' : target}${part}";`);
  }

  return { prefix, variable, expand, mapLines, setLines };
}

export type NginxSyntax = ReturnType<typeof createSyntax>;
