/** `stillwave dev`: however data and configuration are saved, the API serves them; problems are reported and do no harm. */

import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SMALL_DATA } from '../../support/data-folders.ts';
import { ask, eventually, startServer } from '../../support/server.ts';
import { type Dev, listenTo, makeProject, startDev, type Told, whenStarted } from './running.ts';

const GWTC_1 = 'event-versions/GWTC-1.yaml';

// Each test starts with the data that the test before it saved.
describe.sequential('while it runs', () => {
  const project = makeProject();
  const path = project.file(GWTC_1);
  const config = join(project.folder, 'stillwave.config.yaml');
  const original = readFileSync(path, 'utf8');
  const withMass = (mass: number | string) => original.replace('best: 35.6', `best: ${mass}`);
  let dev: Dev;
  let told: Told[];

  beforeAll(async () => {
    dev = await whenStarted(startDev(project));
    ({ told } = listenTo(dev.origin));
    await eventually(() => told.length > 0, 'the state is told at once');
  });
  afterAll(async () => {
    dev.kill('SIGINT');
    await dev.exited;
  });

  async function mass(): Promise<unknown> {
    const { body } = await ask(`${dev.origin}/api/v2/event-versions/GW150914-v3`);
    return JSON.parse(body.toString()).default_parameters[0].best;
  }
  const save = (text: string) => project.save(GWTC_1, text);
  /** Waits until the mass is served, and pages are told. Before that, `dev` has reported it to the terminal. */
  async function untilMass(value: number): Promise<void> {
    await eventually(async () => (await mass()) === value, `the mass is ${value}`);
    await eventually(async () => {
      const { release } = JSON.parse((await ask(`${dev.origin}/release.json`)).body.toString());
      return told.at(-1)?.release === release.id && told.at(-1)?.problems === '';
    }, 'pages are told');
    expect(await mass()).toBe(value);
  }

  it('serves a saved value, and notifies pages of the release', async () => {
    const before = told.at(-1)?.release;
    expect(before).toMatch(/^[0-9a-f]{32}$/);
    writeFileSync(path, withMass(36.1));
    await untilMass(36.1);
    expect(told.at(-1)?.release).not.toBe(before);
  });

  it('serves a file that is saved by renaming another one', async () => {
    writeFileSync(`${path}~`, withMass(36.2));
    renameSync(`${path}~`, path);
    await untilMass(36.2);
    rmSync(path);
    writeFileSync(path, withMass(36.3));
    await untilMass(36.3);
  });

  it('serves a file that is first written half, then completely', async () => {
    const text = withMass(36.4);
    writeFileSync(path, text.slice(0, text.indexOf('best: 36.4')));
    await eventually(() => told.at(-1)?.problems !== '', 'the half is a problem');
    expect(await mass()).toBe(36.3);
    writeFileSync(path, text);
    await untilMass(36.4);
  });

  it('serves files that depend on each other and are saved one after the other', async () => {
    const catalogs = readFileSync(project.file('catalogs.yaml'), 'utf8');
    const seen = told.length;
    writeFileSync(
      project.file('event-versions/New.yaml'),
      'catalog: New\nevent_versions:\n  - {name: GW270101, version: 1, gps: 1483228818.5, detectors: [H1]}\n',
    );
    writeFileSync(project.file('catalogs.yaml'), `${catalogs}  - name: New\n    description: Another one.\n`);
    const count = async () => JSON.parse((await ask(`${dev.origin}/api/v2/catalogs/New/events`)).body.toString());
    await eventually(async () => (await count()).results_count === 1, 'the new catalog is there');
    await eventually(() => told.length > seen, 'pages are told');
    // Two rounds if it notices the second save later.
    expect(new Set(told.slice(seen).map(({ problems }) => problems))).toEqual(new Set(['']));
  });

  it('serves the last of a hundred quick saves', async () => {
    for (let n = 0; n < 100; n++) {
      writeFileSync(path, withMass(40 + n / 100));
      if (n % 10 === 0) await sleep(20);
    }
    await untilMass(40.99);
  });

  it('follows a folder that is removed and recreated repeatedly', async () => {
    const folder = project.file('event-versions');
    const copy = join(project.folder, 'copy');
    cpSync(folder, copy, { recursive: true });
    for (let n = 0; n < 5; n++) {
      rmSync(folder, { recursive: true });
      cpSync(copy, folder, { recursive: true });
    }
    await sleep(500);
    writeFileSync(path, withMass(41.5));
    await untilMass(41.5);
    rmSync(project.file(''), { recursive: true });
    await eventually(() => /data:1:1 {2}D101/.test(told.at(-1)?.problems ?? ''), 'it is missed');
    expect(await mass()).toBe(41.5);
    mkdirSync(project.file(''));
    cpSync(SMALL_DATA, project.file(''), { recursive: true });
    await untilMass(35.6);
    writeFileSync(path, withMass(42));
    await untilMass(42);
  });

  it('reports the location of broken YAML, and serves the old release until it is fixed', async () => {
    const broken = original.replace('version: 3', 'version: 3: 4');
    const seen = dev.stderr().length;
    save(broken);
    await eventually(() => told.at(-1)?.problems !== '', 'pages are told');
    const place = /data\/event-versions\/GWTC-1\.yaml:10:\d+ {2}D107/;
    expect(told.at(-1)?.problems).toMatch(/^1 problem: this page shows the last valid data/);
    expect(told.at(-1)?.problems).toMatch(place);
    expect(dev.stderr().slice(seen)).toMatch(place);
    expect(dev.stderr().slice(seen)).toMatch(
      /^2 warnings as before .*\n[\s\S]*\n1 problem\n.*shows the last valid data\n$/,
    );
    expect(await mass()).toBe(42);
    save(withMass(43));
    await untilMass(43);
    expect(dev.stderr().slice(seen)).toContain('All problems are fixed.');
  });

  it('shows very many problems with the same message as one, with their lines, and hides no others', async () => {
    const lines = Array.from({ length: 1500 }, (_, n) => {
      const detector = n === 1499 ? 'X2' : 'X1';
      return `  - { name: GW15-${n}, version: 1, gps: 1126259462.4, detectors: [${detector}] }\n`;
    });
    writeFileSync(path, `catalog: GWTC-1\nevent_versions:\n${lines.join('')}`);
    // `dev` may read the file while it is still being written, and then reports that state first.
    const whole = /^1,500 problems: this page shows the last valid data\.\n/;
    await eventually(() => whole.test(told.at(-1)?.problems ?? ''), 'pages are told of the whole file');
    const problems = told.at(-1)?.problems ?? '';
    expect(problems).toContain('also in lines 4 to 1501; 1,499 times in all\n');
    expect(problems).toMatch(/GWTC-1\.yaml:1502:\d+ {2}D133 {2}unknown detector "X2"/);
    writeFileSync(path, original);
    await eventually(() => told.at(-1)?.problems === '', 'the problems are gone');
  });

  it('follows a configuration that is edited, broken, and fixed', async () => {
    const location = async () => (await ask(`${dev.origin}/archive/data/x.gwf`)).headers.location;
    expect(await location()).toBe('https://archive.example/archive/data/x.gwf');
    writeFileSync(config, 'archiveUrl: https://other.example\n');
    await eventually(async () => (await location()) === 'https://other.example/archive/data/x.gwf', 'it is followed');
    writeFileSync(config, 'archiveUrl: nowhere\n');
    await eventually(() => /stillwave\.config\.yaml:1:\d+ {2}D160/.test(told.at(-1)?.problems ?? ''), 'it is told');
    expect(await location()).toBe('https://other.example/archive/data/x.gwf');
    writeFileSync(config, 'archiveUrl: https://third.example\n');
    await eventually(async () => (await location()) === 'https://third.example/archive/data/x.gwf', 'it is mended');
  });

  it('implausible data are reported as a warning, and shown', async () => {
    const seen = dev.stderr().length;
    save(withMass(-1));
    await untilMass(-1);
    expect(dev.stderr().slice(seen)).toMatch(/GWTC-1\.yaml:15:\d+ {2}W202/);
    save(original);
    await untilMass(35.6);
  });

  it('a warning is listed once, and then only counted', async () => {
    save(withMass(-1));
    await untilMass(-1);
    const seen = dev.stderr().length;
    // Two lines further down, it is the same warning.
    save(`# A comment.\n\n${withMass(-1).replace('upper_error: 4.7', 'upper_error: 4.8')}`);
    await eventually(() => / shows data, .*\n$/.test(dev.stderr().slice(seen)), 'the next round is reported');
    expect(dev.stderr().slice(seen)).toMatch(/^\d warnings? as before \("stillwave validate" lists them\)\n/);
    expect(dev.stderr().slice(seen)).not.toContain('W202');
    writeFileSync(path, original);
    await untilMass(35.6);
  });

  it('a port in use is a clear error', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const other = startDev(project, '--port', String(port));
    expect(await other.exited).toBe(2);
    expect(other.stderr()).toMatch(new RegExp(`port ${port} on 127\\.0\\.0\\.1 is in use.*--port`));
    taken.close();
  });
});

describe('--compatibility', () => {
  const project = makeProject();
  it.each([
    ['specification', /\.hdf5\?format=api$/],
    ['service', /\.hdf5$/],
  ])('%s decides how links to files end', async (value, expected) => {
    const dev = await whenStarted(startDev(project, '--compatibility', value));
    try {
      const { body } = await ask(`${dev.origin}/api/v2/strain-files`);
      expect(JSON.parse(body.toString()).results[0].hdf5_url).toMatch(expected);
    } finally {
      dev.kill('SIGINT');
      await dev.exited;
    }
  });
});

describe('data that are invalid from the start', () => {
  const project = makeProject();
  const path = project.file(GWTC_1);
  const original = readFileSync(path, 'utf8');
  let dev: Dev;

  beforeAll(async () => {
    writeFileSync(path, original.replace('gps: 1126259462.4', 'gbs: 1126259462.4'));
    dev = await whenStarted(startDev(project));
  });
  afterAll(async () => {
    dev.kill('SIGTERM');
    await dev.exited;
  });

  it('the page says so, and no response looks like one of the API', async () => {
    const page = await ask(dev.origin);
    expect([page.status, page.body.toString()]).toEqual([503, expect.stringContaining('There is no release yet')]);
    expect((await ask(`${dev.origin}/api/v2/runs`)).status).toBe(503);
    expect(dev.stderr()).toMatch(/GWTC-1\.yaml:11:\d+ {2}D104 [\s\S]* has nothing to show yet\n$/);
  });

  it('the catalogue appears once they are fixed', async () => {
    writeFileSync(path, original);
    await eventually(async () => (await ask(`${dev.origin}/api/v2/runs`)).status === 200, 'it answers');
    const page = await ask(dev.origin);
    expect([page.status, page.headers['content-security-policy']]).toEqual([200, "default-src 'self'"]);
    expect(page.body.toString()).toMatch(/<head><script type="module" src="_dev\/page\.js\?release=[0-9a-f]{32}">/);
  });
});

describe('termination', () => {
  const projects = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => [signal, makeProject()] as const);

  it.each(projects)('%s, twice, during a round, with a page open', async (signal, project) => {
    const dev = await whenStarted(startDev(project));
    expect(readdirSync(project.temporary)).toHaveLength(1);
    const { told, isOpen } = listenTo(dev.origin);
    await eventually(() => told.length > 0, 'the page is told');
    for (let n = 0; n < 20; n++) writeFileSync(project.file(`event-versions/x${n}.yaml`), '');
    await sleep(200);
    dev.kill(signal);
    dev.kill(signal);
    // The second signal may arrive when everything is done and Node no longer handles signals.
    expect([0, null]).toContain(await dev.exited);
    expect(readdirSync(project.temporary)).toEqual([]);
    expect(isOpen()).toBe(false);
    expect(dev.stderr()).not.toContain('    at ');
  });
});

describe('termination before anything is served', () => {
  const project = makeProject();
  const slowScan = {
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../../support/slow-scan.mjs'))}`,
  };
  const hasFolder = () => readdirSync(project.temporary).length > 0;

  /** Starts `dev`, interrupts it `ms` after its folder exists, and resolves to its status and messages. */
  async function interrupted(ms: number, env: Readonly<Record<string, string>>) {
    const dev = startDev({ ...project, env });
    await eventually(hasFolder, 'its folder is made');
    await sleep(ms);
    dev.kill('SIGINT');
    const status = await dev.exited;
    expect(readdirSync(project.temporary)).toEqual([]);
    return { status, stderr: dev.stderr() };
  }

  it.each([0, 700])('%i ms into the first scan of the folders, on a slow disk', async (ms) => {
    const { status, stderr } = await interrupted(ms, slowScan);
    expect([status, stderr]).toEqual([130, 'ended by SIGINT\n']);
  });

  it.each([0, 60, 120])('%i ms into the start', async (ms) => {
    const { status, stderr } = await interrupted(ms, {});
    expect(status).toBe(/localhost/.test(stderr) ? 0 : 130);
    expect(stderr).not.toContain('    at ');
  });
});

describe('its temporary folder', () => {
  const project = makeProject();

  it('is removed, and the process ends, if an unexpected error occurs while it starts', async () => {
    const fault =
      "import http from 'node:http'; http.Server.prototype.address = () => { throw new Error('made up'); };";
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fault)}` };
    const dev = startDev({ ...project, env });
    expect(await dev.exited).toBe(2);
    expect(dev.stderr()).toMatch(/made up\n/);
    expect(readdirSync(project.temporary)).toEqual([]);
  });

  it('that cannot be created is named, with a fix', async () => {
    const dev = startDev({ ...project, temporary: join(project.folder, 'nowhere') });
    expect(await dev.exited).toBe(2);
    expect(dev.stderr()).toMatch(/^error: \S+nowhere\S* cannot be written: .* Set TMPDIR to another folder/);
  });
});

it('a built site contains nothing of dev', async () => {
  const { root } = inject('shipped');
  const server = await startServer(inject('cli'), root);
  expect((await ask(`${server.origin}/_dev/events`)).status).toBe(404);
  expect((await ask(server.origin)).body.toString()).not.toContain('_dev');
  await server.stop();
});
