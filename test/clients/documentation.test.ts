/** The commands in docs/clients.md work exactly as written. */

import { execFile, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { query } from '../support/downloads/duckdb.ts';
import { printedBlock } from '../support/printed-blocks.ts';
import { isAvailable } from '../support/programs.ts';
import { LONG } from '../support/property-runs.ts';
import { type Server, startServer } from '../support/server.ts';
import { SHIPPED_TOTALS } from '../support/shipped-totals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { readFacts } from './facts.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const { root, data } = inject('shipped');
const facts = readFacts(data);

describe('its commands', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer(inject('cli'), root);
  });
  afterAll(() => server.stop());

  const run = promisify(execFile);
  const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

  const blockOf = (section: string, language: string, origin = server.origin) =>
    printedBlock('docs/clients.md', language, section).replaceAll('https://catalogue.example', origin);

  const linesOf = (output: string): string[] => output.trim().split(/\r?\n/);
  const heavy = () => facts.inCatalogs('GWTC').filter(({ best }) => (best.mass_1_source ?? 0) >= 50);

  it.runIf(isAvailable('curl or jq', has('curl', '--version') && has('jq', '--version')))('curl and jq', async () => {
    const { stdout } = await run('sh', ['-c', blockOf('curl and jq', 'sh')]);
    const [run1, seconds, ...names] = linesOf(stdout);
    expect([run1, Number(seconds)]).toEqual(['O1', 1137254417 - 1126051217]);
    expect(names).toEqual(
      facts.versions.flatMap((one) =>
        (one.best.far ?? 2) <= 1e-5 && (one.best.p_astro ?? 0) >= 0.5 && one.catalog === 'GWTC-3-confident'
          ? [one.shortName]
          : [],
      ),
    );
  });

  it.runIf(isAvailable('Python', has('python3', '--version')))('Python without packages', async () => {
    const { stdout } = await run('python3', ['-c', blockOf('Python without packages', 'python')]);
    const expected = heavy().map(({ shortName, gps }) => `${shortName} ${gps.toFixed(1)}`);
    expect(expected.length).toBeGreaterThan(20); // More than a page, so the code follows `next`.
    expect(linesOf(stdout)).toEqual(expected);
  });

  it('JavaScript', async () => {
    const script = blockOf('JavaScript and TypeScript', 'js');
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toBe(
      heavy()
        .map(({ shortName, gps }) => `${shortName} ${gps.toFixed(1)}\n`)
        .join(''),
    );
  });

  /** A Python with a package: Debian's, if another one is first in the path. */
  const pythonWith = (name: string) =>
    ['python3', '/usr/bin/python3'].find((program) =>
      has(program, '-c', `from importlib.util import find_spec; exit(not find_spec("${name}"))`),
    ) ?? '';
  const withRequests = pythonWith('requests');
  it.runIf(isAvailable("Python's requests", withRequests !== ''))(
    'requests, which gets a 304 the second time',
    async () => {
      const script = blockOf('Python with requests', 'python');
      const statuses =
        'import atexit\nseen = []\nsession.hooks["response"].append(lambda answer, **_: seen.append(answer.status_code))\natexit.register(lambda: print(seen))\n';
      const { stdout } = await run(withRequests, ['-c', script.replace('kept = {}\n', `kept = {}\n${statuses}`)]);
      const lines = linesOf(stdout);
      const expected = heavy().map(({ shortName, gps }) => `${shortName} ${gps.toFixed(1)}`);
      expect(lines.slice(0, -1)).toEqual([...expected, ...expected]);
      const seen = JSON.parse(lines.at(-1) ?? '') as number[];
      const pages = Math.ceil(expected.length / 100);
      expect(seen).toEqual([...Array(pages).fill(200), ...Array(pages).fill(304)]);
    },
  );

  const withPandas = pythonWith('pandas');
  it.runIf(isAvailable('pandas', withPandas !== ''))('pandas reads CSV from its URL', async () => {
    const { stdout } = await run(withPandas, ['-c', blockOf('pandas', 'python')]);
    const [header, ...lines] = linesOf(stdout);
    expect(header).toBe('shortName,mass_1_source,mass_1_source_lower,mass_1_source_upper');
    const expected = facts.inCatalogs('GWTC-5.0').filter(({ best }) => (best.mass_1_source ?? 0) > 50);
    expect(expected.length).toBeGreaterThan(2);
    const events = lines.slice(0, lines.indexOf(''));
    const cells = events.map((line) => line.split(','));
    expect(cells.map(([name, mass]) => [name, Number(mass)])).toEqual(
      expected.map(({ shortName, best }) => [shortName, best.mass_1_source]),
    );
    const flags = lines.slice(lines.indexOf('') + 1).filter((line) => /^[A-Z]\d_/.test(line));
    expect(flags.map((line) => line.split(',')[0])).toEqual([...flags.map((line) => line.split(',')[0])].sort());
    expect(flags.length).toBeGreaterThan(3);
  });

  it('DuckDB (reads the file: its extension for URLs is downloaded when it is first used)', async () => {
    const sql = blockOf('DuckDB', 'sql', root);
    expect(sql).toContain(`'${root}/downloads/strain-files.parquet'`);
    const rows = await query(sql, '');
    const counts = await query(
      'select count(distinct (run, detector))::int as n, sum((sample_rate_kHz = 4)::int)::int as files from read_csv({}) where sample_rate_kHz = 4',
      `${root}/downloads/strain-files.csv.gz`,
    );
    expect(rows).toHaveLength(counts[0]?.n as number);
    expect(rows.reduce((sum, row) => sum + Number(row.files), 0)).toBe(counts[0]?.files);
    expect(Object.keys(rows[0] ?? {})).toEqual(['run', 'detector', 'files', 'duty_cycle']);
  });

  it.runIf(isAvailable('R', has('Rscript', '-e', 'library(jsonlite)')))('R', async () => {
    const { stdout } = await run('Rscript', ['-e', blockOf('R', 'r')]);
    for (const { name, start } of facts.runs) expect(stdout).toMatch(new RegExp(`${name} +${start}`));
    const csv = `nrow(read.csv("${server.origin}/downloads/segments.csv"))`;
    expect((await run('Rscript', ['-e', csv])).stdout).toContain(String(SHIPPED_TOTALS.segments));
  });

  it('TypeScript with openapi-fetch prints what the catalogue contains', async () => {
    const folder = temporaryFolder();
    symlinkSync(fileOf('node_modules'), join(folder, 'node_modules'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const program = (name: string) => fileOf(`node_modules/.bin/${name}`);
    const [, ...args] = blockOf('JavaScript and TypeScript', 'sh').trim().split(' ');
    expect(args[0]).toBe('openapi-typescript');
    await run(program('openapi-typescript'), args.slice(1), { cwd: folder });
    writeFileSync(join(folder, 'client.ts'), blockOf('JavaScript and TypeScript', 'ts'));
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions'];
    const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', 'client.ts'];
    if (LONG) {
      const compiled = spawnSync(program('tsc'), [...options, ...target], { cwd: folder, encoding: 'utf8' });
      expect([compiled.stdout, compiled.status]).toEqual(['', 0]);
    }
    const { stdout } = await run(program('tsx'), ['client.ts'], { cwd: folder });
    const found = facts
      .inCatalogs('GWTC-5.0')
      .filter(({ best }) => (best.network_matched_filter_snr ?? 0) >= 30)
      .map(({ shortName, gps }) => `${shortName} ${gps}`);
    expect(found.length).toBeGreaterThan(0);
    expect(linesOf(stdout)).toEqual(found);
  });
});
