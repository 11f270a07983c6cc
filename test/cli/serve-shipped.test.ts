/**
 * The package in an empty folder, packed and unpacked as npm does it, with only the libraries that it depends on: `npx stillwave serve`
 * serves the catalogue that comes with it, from a cache.
 */

import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { installPackage } from '../support/installed-package.ts';
import { ask, eventually } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const caches = join(folder, 'caches');
const cache = join(caches, 'stillwave');
const empty = join(folder, 'project/empty');

/** Replaces the package's catalogue with the small one, so that later builds take a tenth of the time. */
function putSmallCatalogue(): void {
  const data = join(folder, 'project/node_modules/stillwave/data');
  rmSync(data, { recursive: true });
  cpSync(inject('small').data, data, { recursive: true });
}

interface Started {
  readonly stderr: () => string;
  readonly origin: () => string;
  readonly exited: Promise<number | null>;
  readonly kill: (signal: NodeJS.Signals) => void;
}
const started: Started[] = [];

/** Starts `stillwave serve` in a folder, through npx or directly. */
function start(cwd: string, flags: readonly string[] = [], withNpx = false, folders: NodeJS.ProcessEnv = {}): Started {
  const bin = join(folder, 'project/node_modules/.bin/stillwave');
  const words = ['serve', '--port', '0', ...flags];
  const [command, args] = withNpx
    ? ['npx', ['--no', '--', 'stillwave', ...words]]
    : [process.execPath, [bin, ...words]];
  const env = { ...process.env, XDG_CACHE_HOME: caches, npm_config_userconfig: '/dev/null', ...folders };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const program: Started = {
    stderr: () => stderr,
    origin: () => /\(listening on (.*)\)/.exec(stderr)?.[1] ?? '',
    exited,
    // Signals npx and the processes it started, as a terminal does.
    kill: (signal) =>
      child.exitCode === null && child.signalCode === null && process.kill(-(child.pid as number), signal),
  };
  started.push(program);
  return program;
}

const untilServing = (program: Started) =>
  eventually(() => program.origin() !== '', 'it serves').then(
    () => program,
    (error) => Promise.reject(new Error(program.stderr(), { cause: error })),
  );

async function countEvents(origin: string): Promise<number> {
  return JSON.parse((await ask(`${origin}/api/v2/event-versions?name-contains=GW1509`)).body.toString()).results_count;
}

beforeAll(() => {
  mkdirSync(empty, { recursive: true });
  installPackage(join(folder, 'project'));
  writeFileSync(join(folder, 'project/package.json'), '{}');
});
afterAll(async () => {
  for (const { kill } of started) kill('SIGTERM');
  await Promise.all(started.map(({ exited }) => exited));
});

const BUILT = /its site is built once/;

// Each test starts with the cache that the tests before it left.
describe.sequential('npx stillwave serve in an empty folder', () => {
  it('cleans up if it is interrupted while it builds', async () => {
    const program = start(empty);
    await eventually(() => BUILT.test(program.stderr()), 'it builds');
    await eventually(() => existsSync(cache) && readdirSync(cache).length > 0, 'it has begun');
    program.kill('SIGINT');
    expect(await program.exited).toBe(130);
    expect(readdirSync(cache)).toEqual([]);
    putSmallCatalogue();
  });

  it('started twice at once: both serve the shipped catalogue and say so, and only one builds its site', async () => {
    const both = [start(empty, [], true), start(empty)];
    await Promise.all(both.map(untilServing));
    for (const { origin, stderr } of both) {
      expect(stderr()).toContain('serving the catalogue that comes with Stillwave');
      expect(stderr()).toContain(`at ${origin()}/api/v2/`);
      expect(await countEvents(origin())).toBe(2);
      const { status, headers } = await ask(`${origin()}/archive/data/O1/x.gwf`);
      expect([status, headers.location]).toEqual([302, 'https://gwosc.org/archive/data/O1/x.gwf']);
    }
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(readdirSync(empty)).toEqual([]);
  });

  it('the next start builds nothing', async () => {
    const program = await untilServing(start(empty));
    expect(program.stderr()).not.toMatch(BUILT);
    expect(await countEvents(program.origin())).toBe(2);
  });

  it('a cache with missing files is rebuilt', async () => {
    const [id] = readdirSync(cache);
    rmSync(join(cache, id as string, 'packs'), { recursive: true });
    const program = await untilServing(start(empty));
    expect(program.stderr()).toMatch(BUILT);
    expect(await countEvents(program.origin())).toBe(2);
    expect(readdirSync(cache)).toEqual([id]);
  });

  it('a cache folder that cannot be created is replaced by the temporary folder', async () => {
    writeFileSync(join(folder, 'file'), '');
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    const program = await untilServing(
      start(empty, [], false, { XDG_CACHE_HOME: join(folder, 'file'), TMPDIR: temporary }),
    );
    expect(await countEvents(program.origin())).toBe(2);
    const [own] = readdirSync(temporary);
    expect(readdirSync(join(temporary, own as string))).toEqual(readdirSync(cache));
  });

  it('fails with a clear error if the temporary folder cannot be used either', async () => {
    const nowhere = join(folder, 'file');
    const program = start(empty, [], false, { XDG_CACHE_HOME: nowhere, TMPDIR: nowhere });
    expect(await program.exited).toBe(2);
    expect(program.stderr()).toMatch(
      /error: .*file\/stillwave-\d+ cannot be written: .* XDG_CACHE_HOME .* --site\.\n$/,
    );
  });
});

describe.sequential('in a folder with a project', () => {
  it.each([
    ['data', (at: string) => mkdirSync(join(at, 'data'))],
    ['a configuration', (at: string) => writeFileSync(join(at, 'stillwave.config.yaml'), '')],
  ])('with %s, but no site, serve says what to do', async (what, make) => {
    const at = join(folder, 'project', `with ${what}`);
    mkdirSync(at);
    make(at);
    const { status, stderr } = await callCli(['serve', '--port', '0'], at);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: there is no site in dist\. Run "stillwave build" first, or "stillwave dev"/),
    ]);
  });

  it('with data, --shipped serves the catalogue that comes with the program', async () => {
    const at = join(folder, 'project/with data');
    mkdirSync(join(at, 'data'), { recursive: true });
    const shipped = await untilServing(start(at, ['--shipped']));
    expect(await countEvents(shipped.origin())).toBe(2);
  });

  it('with a dist/ that is not a site, serve ignores it', async () => {
    const at = join(folder, 'project/python');
    mkdirSync(join(at, 'dist'), { recursive: true });
    writeFileSync(join(at, 'dist/package-1.0-py3-none-any.whl'), '');
    const program = await untilServing(start(at));
    expect(await countEvents(program.origin())).toBe(2);
  });
});
