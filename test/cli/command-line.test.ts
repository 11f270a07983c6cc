/** Features shared by all commands: help and version, one name for the site's folder, and finding the project from its subfolders. */

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { callCli } from '../support/call-cli.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { runUnprivileged } from '../support/run-cli.ts';
import { startServer } from '../support/server.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stillwave-command-line-')));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

// Commands keep their cache here, not in the user's own cache folder.
vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));

const run = (cwd: string, ...args: string[]) => callCli(args, cwd);

const names = (await createProgram([])).commands.map((command) => command.name());
const { commands } = await createProgram(names);

describe('every command', () => {
  it.each(names)('%s -h prints its help', async (name) => {
    const { status, stdout, stderr } = await run(folder, name, '-h');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Usage: stillwave ${name}`);
    expect(stdout).toContain('Examples:');
  });

  it('--help prints the same as -h', async () => {
    expect(await run(folder, 'build', '--help')).toEqual(await run(folder, 'build', '-h'));
  });

  it("calls the site's folder --site", () => {
    const named = commands.flatMap((command) =>
      command.options.filter(({ description }) => /folder of the site/.test(description)).map(({ long }) => long),
    );
    expect(named).toEqual(named.map(() => '--site'));
    expect(named.length).toBeGreaterThanOrEqual(5);
    expect(commands.flatMap(({ options }) => options.map(({ long }) => long))).not.toContain('--root');
  });
});

it('help of a command prints its help', async () => {
  expect((await run(folder, 'help', 'import')).stdout).toBe((await run(folder, 'import', '-h')).stdout);
});

describe('the start on a Node that', () => {
  const main = readFileSync(inject('cli'), 'utf8').replace(/^#!.*/, '');
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [major, minor] = engines.node.replace('>=', '').split('.').map(Number);

  /** The entry file's output and status; null if it starts the program. The file runs as a script, so `import(` is replaced. */
  function start(node: string): [string, number] | null {
    let printed = '';
    const process = { versions: { node }, stderr: { write: (text: string) => (printed += text) }, exitCode: 0 };
    const load = () => {
      printed = 'started';
      return Promise.resolve({ main() {} });
    };
    runInNewContext(main.replace('import(', 'load('), { process, load });
    return printed === 'started' ? null : [printed, process.exitCode];
  }

  it.each(['8.17.0', '18.20.8', `${major}.${minor - 1}.9`])(
    'is too old (%s) fails with one sentence and status 2',
    (node) => {
      expect(start(node)).toEqual([
        `error: Stillwave needs Node ${major}.${minor} or later, but this is Node ${node}\n`,
        2,
      ]);
    },
  );

  it.each([`${major}.${minor}.0`, '26.0.0'])('is new enough (%s) succeeds', (node) => {
    expect(start(node)).toBeNull();
  });
});

it('-V prints the version', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  for (const flag of ['-V', '--version']) {
    expect(await run(folder, flag)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  }
});

describe('in a folder that has been removed', () => {
  function runInRemoved(...args: string[]) {
    const gone = mkdtempSync(join(folder, 'gone-'));
    const words = ['-c', 'cd "$0" && rmdir "$0" && exec "$@"', gone, process.execPath, inject('cli'), ...args];
    const { status, stdout, stderr } = spawnSync('sh', words, { encoding: 'utf8' });
    return { status, stdout, stderr };
  }
  const stderr =
    'error: the current folder no longer exists. ' +
    'Change to a folder that exists; if it was created again, cd "$PWD" enters the new one\n';

  it.each([
    ['validate', '--data', folder],
    ['import', 'runs', join(folder, 'x.csv'), '--json'],
    ['dev', '--port', '0'],
    ['serve', '--site', folder],
    ['check', 'http://127.0.0.1:1'],
  ])('%s says so', (...args) => {
    expect(runInRemoved(...args)).toEqual({ status: 2, stdout: '', stderr });
  });

  it.each([['--help'], ['--version'], ['build', '--help']])('%s %s works', async (...args) => {
    expect(runInRemoved(...args)).toEqual(await run(folder, ...args));
  });
});

describe('from a subfolder of the project', () => {
  const project = join(folder, 'project');
  const below = join(project, 'notes/deep');
  mkdirSync(below, { recursive: true });
  cpSync(SMALL_DATA, join(project, 'data'), { recursive: true });
  writeFileSync(join(project, 'stillwave.config.yaml'), 'baseUrl: https://found.example\nlayout: packs\n');

  it('uses configuration, data and site of the project', async () => {
    expect(await run(below, 'validate', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(await run(below, 'build', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(project, 'dist/release.json'), 'utf8')).toContain('https://found.example');
    expect(await run(below, 'verify', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect((await run(below, 'explain', '/api/v2/runs')).stdout).toContain('https://found.example/api/v2/runs');
  });

  it('a path in a flag is used unchanged, relative to the working folder', async () => {
    expect(await run(below, 'validate', '--data', 'data')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^data:1:1 {2}D101/),
    });
    expect(await run(below, 'validate', '--config', 'none.yaml')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('none.yaml'),
    });
  });

  it('the report of an invalid configuration names its path', async () => {
    const config = join(project, 'stillwave.config.yaml');
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, `${text}colour: blue\n`);
    expect(await run(below, 'validate')).toMatchObject({ status: 1, stderr: expect.stringContaining(config) });
    writeFileSync(config, text);
  });
});

it.each([
  ['import', 'runs', 'runs.csv', '--data', 'HIDDEN'],
  ['diff', 'HIDDEN', 'HIDDEN'],
])('%s: a folder without permission is a problem with an explanation', (...args) => {
  const hidden = join(folder, 'hidden');
  mkdirSync(hidden, { recursive: true, mode: 0 });
  const path = join(hidden, 'x');
  const { status, stderr } = runUnprivileged(
    inject('cli'),
    args.map((arg) => (arg === 'HIDDEN' ? path : arg)),
  );
  expect(status).toBe(args[0] === 'import' ? 1 : 2);
  expect(stderr).toContain(path);
  expect(stderr).not.toContain('DEBUG');
});

describe('outside a project', () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);

  it.each([[['validate']], [['build']], [['import', 'runs', 'runs.csv']]])('%j says how to get data', async (args) => {
    const { status, stderr } = await run(empty, ...args);
    expect(status).toBe(1);
    expect(stderr).toContain('data:1:1  D101  the folder is missing\n');
    expect(stderr).toContain('set it with --data, or start one with "stillwave init"');
  });
});

describe('import --rejected', () => {
  const project = join(folder, 'rejected');
  const rejected = join(project, 'rejected.csv');
  const missing = join(project, 'nothing/rejected.csv');
  const csv = join(project, 'runs.csv');

  const importRuns = (...args: readonly string[]) => run(project, 'import', 'runs', csv, ...args);

  beforeEach(() => {
    rmSync(project, { recursive: true, force: true });
    cpSync(SMALL_DATA, join(project, 'data'), { recursive: true });
    writeFileSync(csv, 'name,gps_start,gps_end\nO8,1900000000,1900000010\nO9,1900000030,1900000020\n');
  });

  it('saves the skipped rows; a dry run only says so', async () => {
    const dry = await importRuns('--dry-run', '--rejected', rejected);
    expect(dry).toMatchObject({ status: 1, stdout: expect.stringMatching(/^rejected.csv: 1 row would be written$/m) });
    expect(existsSync(rejected)).toBe(false);
    const saved = await importRuns('--rejected', rejected);
    expect(saved).toMatchObject({ status: 1, stdout: expect.stringMatching(/^rejected.csv: 1 row$/m) });
    expect(readFileSync(rejected, 'utf8')).toContain('O9,1900000030,1900000020,');
  });

  it('does not replace a link or a device', async () => {
    const target = join(project, 'target.csv');
    writeFileSync(target, '');
    symlinkSync(target, rejected);
    const { status, stderr } = await importRuns('--rejected', rejected);
    expect([status, readFileSync(target, 'utf8'), lstatSync(rejected).isSymbolicLink()]).toEqual([2, '', true]);
    expect(stderr).toContain('rejected.csv is a folder, a link or a device. The skipped rows were not saved');
  });

  it('reports the problems even if the rows cannot be saved', async () => {
    const { status, stdout, stderr } = await importRuns('--rejected', missing);
    expect([status, stdout]).toEqual([2, expect.stringContaining('runs: 1 added')]);
    expect(stderr).toMatch(/ D172 .*\n[\s\S]*error: .*The skipped rows were not saved; the others were imported\.\n/);
    // Nothing is left to import.
    expect((await importRuns('--rejected', missing)).stderr).toMatch(/The skipped rows were not saved\.\n$/);
    const dry = await importRuns('--dry-run', '--rejected', missing);
    expect(dry).toMatchObject({ status: 1, stderr: expect.not.stringContaining('error:') });
  });
});

describe('--json', () => {
  const project = join(folder, 'json');
  const site = join(project, 'dist');
  const old = join(project, 'old');
  mkdirSync(project);
  cpSync(SMALL_DATA, join(project, 'data'), { recursive: true });
  const csv = join(project, 'runs.csv');
  writeFileSync(csv, 'name,gps_start,gps_end\nO1,1126051217,1137254417\n');

  /** In this order, because `build` creates the sites that later commands read. */
  const CASES: readonly (readonly string[])[] = [
    ['validate'],
    ['init', 'started'],
    ['build', '--layout', 'packs'],
    ['build', '--layout', 'packs', '--site', old],
    ['build', '--layout', 'packs'],
    ['import', 'runs', csv, '--dry-run'],
    ['verify'],
    ['diff', old, site],
    ['explain', '/api/v2/runs'],
    ['explain', '/api/v2/runs?page=0'],
    ['host'],
    ['host', 'deno'],
    ['host', 'deno', '--out', 'host'],
    ['validate', '--data', 'nothing'],
    ['build', '--data', 'nothing'],
  ];

  /** Checks that a command's output has the common form, and that standard error is empty. */
  const testForm = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await run(project, ...args, '--json');
    expect([status, stderr]).toEqual([args.includes('nothing') ? 1 : 0, '']);
    const result = JSON.parse(stdout) as {
      ok: boolean;
      counts: Record<string, unknown>;
      requests?: unknown;
    };
    expect(Object.keys(result).slice(0, 2)).toEqual(['ok', 'counts']);
    expect(result.ok).toBe(status === 0);
    const numbers = Object.values(result.counts).flatMap((value) =>
      typeof value === 'object' ? Object.values(value as object) : [value],
    );
    expect(numbers.filter((number) => typeof number !== 'number')).toEqual([]);
    expect(stdout).toBe(`${JSON.stringify(result, null, 2)}\n`);
    return result;
  };

  it.each(CASES)('%s %s %s %s', async (...args) => {
    await testForm(...args.filter((arg) => arg !== undefined));
  });

  it('check and harvest, with a site that is served', async () => {
    // A site without records gets fewer requests.
    await run(project, 'init', 'bare', '--empty');
    const bare = join(project, 'bare');
    await run(bare, 'build', '--layout', 'packs', '--quiet');
    const server = await startServer(inject('cli'), join(bare, 'dist'));
    try {
      const { counts, requests } = await testForm('check', server.origin, '--verbose');
      expect(counts).toEqual({ passed: expect.any(Number), failed: 0, skipped: 0 });
      expect(requests).toHaveLength(Number(counts.passed));
      expect(requests).not.toEqual([]);
      await testForm('harvest', server.origin, '--only', 'runs', '--rate', '100', '--quiet');
    } finally {
      await server.stop();
    }
  });

  it('is an option of every command in these tests, and of no other', () => {
    const tried = [...CASES.map(([name]) => name), 'check', 'harvest'];
    const withJson = commands.filter(({ options }) => options.some(({ long }) => long === '--json'));
    expect([...new Set(tried)].sort()).toEqual(withJson.map((one) => one.name()).sort());
  });

  it('a command that cannot run only prints its error', async () => {
    const { status, stdout, stderr } = await run(project, 'verify', '--site', 'nothing', '--json');
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^error: /)]);
  });
});

describe('colours', () => {
  const runColored = (environment: Record<string, string>, ...args: string[]) => {
    const { NO_COLOR = '', FORCE_COLOR = '' } = environment;
    vi.stubEnv('NO_COLOR', NO_COLOR).stubEnv('FORCE_COLOR', FORCE_COLOR);
    return run(folder, ...args);
  };
  const RED = '\u001b[31m';
  const BOLD = '\u001b[1m';

  it.each([
    [['validate', '--data', join(folder, 'nothing')], `${RED}D101`],
    [['verify', '--site', join(folder, 'nothing')], `${RED}error:`],
    [['buildd'], `${RED}error:`],
  ])('are used for the errors of %j only if requested', async (args, colored) => {
    expect((await runColored({ FORCE_COLOR: '1' }, ...args)).stderr).toContain(colored);
    for (const environment of [{}, { FORCE_COLOR: '1', NO_COLOR: '1' }]) {
      expect((await runColored(environment, ...args)).stderr).not.toContain('\u001b');
    }
  });

  it.each([[['--help']], [['host']], [['explain', '/api/v2/runs', '--site', inject('shipped').root]]])(
    'are used for the headings of %j only if requested',
    async (args) => {
      expect((await runColored({ FORCE_COLOR: '1' }, ...args)).stdout).toContain(BOLD);
      expect((await runColored({}, ...args)).stdout).not.toContain('\u001b');
    },
  );
});
