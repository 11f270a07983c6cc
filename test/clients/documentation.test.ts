/** docs/clients.md: its table is what the replay asks (written with UPDATE_DOCS=1), and its commands work as they stand. */

import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { type Server, startServer } from '../hosts/program.ts';
import type { Case } from './case.ts';
import { casesFor } from './cases.ts';
import { readFacts } from './facts.ts';
import { IGNORE_HOST } from './gwosc-client.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const path = fileOf('docs/clients.md');
const text = readFileSync(path, 'utf8');

const { root, data } = inject('shipped');
const facts = readFacts(data);
const cases = casesFor(facts);

interface Enumerated {
  pageSizes: number[];
  filters: Record<string, string[]>;
}
const { enumerate } = parse(readFileSync(fileOf('stillwave.config.yaml'), 'utf8')) as { enumerate: Enumerated };

/** `runs/O1/strain-files?start=1` -> the path with ids left open, and the parameters. */
function shapeOf(request: string): { path: string; query: URLSearchParams } {
  const [asked = '', query] = request.split('?');
  const open = { runs: '<run>', timelines: '<flag>', 'event-versions': '<id>' } as Record<string, string>;
  const [collection = '', id, ...rest] = asked.split('/');
  const parts = id === undefined ? [collection] : [collection, open[collection] ?? id, ...rest];
  return { path: parts.join('/'), query: new URLSearchParams(query) };
}

/** Whether a page file or a record of the shipped configuration answers it. */
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

describe('docs/clients.md', () => {
  it('has the table of requests', () => {
    const rows = ['| function | requests below `/api/v2/` | `host=` | rule-based hosts |', '|---|---|---|---|'];
    rows.push(...Object.entries(cases).map(row));
    const written = text.replace(/(<!-- requests:.*?-->\n)[\s\S]*?(<!-- end -->)/, `$1\n${rows.join('\n')}\n\n$2`);
    if (process.env.UPDATE_DOCS) writeFileSync(path, written);
    expect(readFileSync(path, 'utf8')).toBe(written);
  });
});

describe('its commands', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer(inject('cli'), root);
  });
  afterAll(() => server.stop());

  const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
  /** The first block of a section, run against the shipped catalogue. */
  async function outputOf(section: string, program: string, flag: string): Promise<string> {
    const block = new RegExp(`^## ${section}\\n[^]*?\`\`\`\\w+\\n([^]*?)\`\`\``, 'm').exec(text)?.[1];
    if (block === undefined) throw new Error(`no block in ${section}`);
    const script = block.replaceAll('https://catalogue.example', server.origin);
    return (await promisify(execFile)(program, [flag, script])).stdout;
  }

  /** On a user's machine a missing program skips its test; in CI it fails it. */
  const isMissing = (...command: readonly [string, ...string[]]): boolean => !process.env.CI && !has(...command);

  it.skipIf(isMissing('curl', '--version'))('curl', async () => {
    const [run, found] = (await outputOf('curl', 'sh', '-c'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(run).toMatchObject({ name: 'O1', gps_start: 1126051217, gps_end: 1137254417 });
    const names = found.results.map(({ shortName }: { shortName: string }) => shortName);
    expect(names).toEqual(
      facts.versions.flatMap((one) =>
        (one.best.far ?? 2) <= 1e-5 && (one.best.p_astro ?? 0) >= 0.5 && one.catalog === 'GWTC-3-confident'
          ? [one.shortName]
          : [],
      ),
    );
  });

  it.skipIf(isMissing('python3', '--version'))('Python', async () => {
    const lines = facts.inCatalogs('GWTC').filter(({ best }) => (best.mass_1_source ?? 0) >= 50);
    expect(await outputOf('Python without packages', 'python3', '-c')).toBe(
      lines.map(({ shortName, gps }) => `${shortName} ${gps.toFixed(1)}\n`).join(''),
    );
  });

  it.skipIf(isMissing('Rscript', '-e', 'library(jsonlite)'))('R', async () => {
    const output = await outputOf('R', 'Rscript', '-e');
    for (const { name, start } of facts.runs) expect(output).toMatch(new RegExp(`${name} +${start}`));
  });
});
