/** Caddy syntax: quoted tokens, blocks and variable tables. */

import { columnsInside, fillLines } from '../rules/text.ts';
import { describeGroup, fillTemplate, groupByMeaning, type Variable } from '../rules/variables.ts';

/** Quotes a token with backquotes, because nothing is escaped inside them. */
export const quote = (text: string): string => (/^[\w.:/*-]+$/.test(text) ? text : `\`${text}\``);

export const block = (head: string, lines: readonly string[]): string[] => [
  `${head} {`,
  ...lines.map((line) => (line === '' ? '' : `\t${line}`)),
  '}',
];

/** `{name}` -> `{sw_name}`. `map` cannot set `pages`, which contains other variables, so `vars` does. */
export const expand = (text: string): string =>
  fillTemplate(text, (name) => (name === 'pages' ? '{vars.sw_pages}' : `{sw_${name}}`));

/** Sets `pages`, part after part; two blocks are around these lines. */
export function pagesLines(pages: string): string[] {
  const set = `vars sw_pages ${expand('{pages}')}`;
  const parts = fillLines(expand(pages).split(/(?=[{])/), columnsInside(2) - set.length, '');
  return parts.map((part, n) => (n === 0 ? `vars sw_pages ${part}` : set + part));
}

type Column = Omit<Variable, 'source'>;

/**
 * A table: each variable is set by the first row that matches the text and has a value for the variable. "-" leaves the variable to later
 * rows.
 */
export function mapLines(source: string, columns: readonly Column[]): string[] {
  const placeholders = (value: string) => value.replace(/\$(\d)/g, (_, group) => `\${${group}}`);
  const cells = new Map<string, string[]>();
  columns.forEach(({ rows }, column) => {
    for (const [pattern, value] of rows) {
      const row = cells.get(pattern) ?? columns.map(() => '-');
      row[column] = quote(placeholders(value));
      cells.set(pattern, row);
    }
  });
  const table = Array.from(cells, ([pattern, row]) => ({ row, line: [quote(`~${pattern}`), ...row].join(' ') }));
  const comments = groupByMeaning(columns.filter(({ about }) => about !== '')).flatMap((group) => {
    const comment = `# ${describeGroup(group)}`;
    const place = table.find(
      ({ row, line }) =>
        group.some((one) => row[columns.indexOf(one)] !== '-') &&
        !line.includes(' # ') &&
        `${line} ${comment}`.length <= columnsInside(2),
    );
    if (place === undefined) return [comment];
    place.line = `${place.line} ${comment}`;
    return [];
  });
  const last = ['default', ...columns.map(({ otherwise }) => quote(otherwise))].join(' ');
  const head = ['map', quote(source), ...columns.map(({ name }) => `{sw_${name}}`)].join(' ');
  const lines = [...comments, ...table.map(({ line }) => line)];
  return block(head, columns.every(({ otherwise }) => otherwise === '') ? lines : [...lines, last]);
}
