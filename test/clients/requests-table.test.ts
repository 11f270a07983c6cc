/** The table of requests in docs/clients.md lists the requests of the replay; `npm run update` writes it. */

import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { parse } from 'yaml';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { expectFile } from '../support/expect-file.ts';
import type { Case } from './case.ts';
import { casesFor } from './cases.ts';
import { readFacts } from './facts.ts';
import { IGNORE_HOST } from './gwosc-client.ts';

interface Enumerated {
  pageSizes: number[];
  filters: Record<string, string[]>;
}
const { enumerate } = parse(readFileSync('stillwave.config.yaml', 'utf8')) as { enumerate: Enumerated };

/** `runs/O1/strain-files?start=1` -> the path with placeholders for ids, and the parameters. */
function shapeOf(request: string): { path: string; query: URLSearchParams } {
  const [asked = '', query] = request.split('?');
  const open = { runs: '<run>', timelines: '<flag>', 'event-versions': '<id>' } as Record<string, string>;
  const [collection = '', id, ...rest] = asked.split('/');
  const parts = id === undefined ? [collection] : [collection, open[collection] ?? id, ...rest];
  return { path: parts.join('/'), query: new URLSearchParams(query) };
}

/** True if a page file or a record of the shipped configuration answers it. */
function isEnumerated(request: string): boolean {
  const { path: asked, query } = shapeOf(request);
  return [...query].every(([name, value]) =>
    name === 'pagesize'
      ? enumerate.pageSizes.includes(Number(value))
      : (enumerate.filters[asked] ?? []).includes(name) && !value.includes(','),
  );
}

function row([name, table]: [string, readonly Case[]]): string {
  const parameters = new Map<string, Set<string>>();
  for (const { path: asked, query } of table.flatMap(({ asks }) => asks).map(shapeOf)) {
    const names = parameters.get(asked) ?? new Set();
    for (const key of query.keys()) {
      if (key !== 'pagesize') names.add(key.replace(/^(min|max)-(?!gps-time).*/, '$1-<param>'));
    }
    parameters.set(asked, names);
  }
  const asks = [...parameters].map(([asked, names]) =>
    names.size === 0 ? `\`${asked}\`` : `\`${asked}\` (${[...names].map((key) => `\`${key}\``).join(', ')})`,
  );
  const answered = table.filter(({ gives }) => gives !== undefined).map((one) => one.asks.every(isEnumerated));
  const byRules = answered.every(Boolean) ? 'yes' : answered.some(Boolean) ? 'in part' : 'no';
  return `| \`${name}\` | ${asks.join(', ')} | ${IGNORE_HOST.includes(name) ? 'ignored' : 'used'} | ${byRules} |`;
}

it('docs/clients.md has the table of requests', () => {
  const path = 'docs/clients.md';
  const rows = ['| function | requests below `/api/v2/` | `host=` | rule-based hosts |', '|---|---|---|---|'];
  rows.push(...Object.entries(casesFor(readFacts(SHIPPED_DATA))).map(row));
  const text = readFileSync(path, 'utf8');
  const written = text.replace(/(<!-- requests:.*?-->\n)[\s\S]*?(<!-- end -->)/, `$1\n${rows.join('\n')}\n\n$2`);
  expectFile(path, written);
});
