/**
 * The shipped catalogue in place of the service: the commands for a CI job in docs/clients.md, and URLs whose endings tell programs which
 * file reader to use. Expected results come from the data files.
 */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { printedBlock } from '../support/printed-blocks.ts';
import { freePort, isAvailable } from '../support/programs.ts';
import { ask, type Server, startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { casesFor } from './cases.ts';
import { readFacts } from './facts.ts';
import { replay, startClient } from './replay.ts';

const facts = readFacts(inject('shipped').data);
const cases = casesFor(facts);
const cache = temporaryFolder();

let server: Server;
beforeAll(async () => {
  vi.stubEnv('XDG_CACHE_HOME', cache);
  server = await startServer(inject('cli'), null, ['--shipped']);
  vi.unstubAllEnvs();
});
afterAll(() => server.stop());

/** A program's own test, which takes the service's address from the environment. */
const TEST_OF_A_PROGRAM = `
import json, os, unittest, urllib.request

class StandIn(unittest.TestCase):
    def test_event(self):
        with urllib.request.urlopen(os.environ["GWOSC_SERVER_URL"] + "/api/v2/event-versions/GW150914") as answer:
            self.assertEqual(json.load(answer)["gps"], ${facts.last('GW150914').gps})
`;

/** Runs shell lines in a folder, then ends the processes that they started. Out: the status of the last line, and the output. */
async function runLines(lines: string, cwd: string, env: NodeJS.ProcessEnv): Promise<[number | null, string]> {
  const child = spawn('sh', ['-c', lines], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  const closed = new Promise((resolve) => child.once('close', resolve));
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid as number), 'SIGTERM');
  await closed;
  return [status, output];
}

const hasTools = ['python3', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

it.runIf(isAvailable('Python or curl', hasTools))(
  'the lines for a CI job work as printed, except for the port',
  async () => {
    const folder = temporaryFolder();
    const bin = join(folder, 'bin');
    const project = join(folder, 'project');
    for (const path of [bin, project]) mkdirSync(path);
    const installed = `#!/bin/sh\nexec ${process.execPath} ${inject('cli')} "$@"\n`;
    writeFileSync(join(bin, 'stillwave'), installed, { mode: 0o755 });
    writeFileSync(join(project, 'test_program.py'), TEST_OF_A_PROGRAM);
    const printed = printedBlock('docs/clients.md', 'sh', 'Tests without a network');
    expect(printed.match(/8000/g)).toHaveLength(2);
    const lines = printed.replaceAll('8000', String(await freePort()));
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, XDG_CACHE_HOME: cache };
    const [status, output] = await runLines(lines, project, env);
    expect(output).toMatch(/^Ran 1 test/m);
    expect([status, output.includes('\nOK\n')]).toEqual([0, true]);
  },
);

describe('gwosc: URLs of files end with their names', () => {
  const { get_event_urls, get_run_urls, get_urls } = cases;
  const table = [get_event_urls, get_run_urls, get_urls].flatMap((some) => some ?? []);
  it.each(table.map((one) => [one.call, one] as const))('%s', async (_, one) => {
    await replay(one, server.origin, one.gives);
  });
});

describe("GWpy's TimeSeries.fetch_open_data", () => {
  /** The reader for a URL, chosen by the end of the URL. If no ending matches, GWpy guesses wrong and fails. */
  const readerOf = (url: string) => /\.(hdf5|gwf|txt)(?:\.gz)?$/.exec(url)?.[1];
  /** `A-B-<start>-<duration>.<ext>` */
  const extentOf = (url: string): [number, number] => {
    const [, start = '', duration = ''] = /-(\d+)-(\d+)\.[^/]*$/.exec(url) ?? [];
    return [Number(start), Number(start) + Number(duration)];
  };

  /** The files that GWpy downloads: all files in the interval or, if some overlap, the shortest file that contains the interval. */
  async function filesToRead(detector: string, start: number, stop: number, format: string): Promise<string[]> {
    const { client } = startClient(server.origin);
    const urls = await client.getUrls(detector, BigInt(start), BigInt(stop), { format });
    const inside = urls.filter((url) => extentOf(url)[0] < stop && extentOf(url)[1] > start);
    const overlap = inside.some((a) =>
      inside.some((b) => a !== b && extentOf(a)[0] < extentOf(b)[1] && extentOf(b)[0] < extentOf(a)[1]),
    );
    if (!overlap) return inside;
    const length = (url: string) => extentOf(url)[1] - extentOf(url)[0];
    const shortest = inside
      .toSorted((a, b) => length(a) - length(b))
      .find((url) => extentOf(url)[0] <= start && extentOf(url)[1] >= stop);
    return shortest === undefined ? inside : [shortest];
  }

  const TWO_FILES = ['1238290432', '1238294528'].map((first) => `H-H1_GWOSC_O3a_4KHZ_R1-${first}-4096`);
  it.each([
    [
      'the file of a run around an event',
      'L1',
      1126259446,
      1126259478,
      'hdf5',
      ['L-L1_LOSC_4_V1-1126256640-4096.hdf5'],
    ],
    ['the shortest file of an event', 'V1', 1187008870, 1187008890, 'gwf', ['V-V1_GWOSC_4KHZ_R1-1187008867-32.gwf']],
    ['the longer file of an event', 'H1', 1187008000, 1187008890, 'txt', ['H-H1_GWOSC_4KHZ_R1-1187006835-4096.txt.gz']],
    ['two files of a run', 'H1', 1238294432, 1238294628, 'hdf5', TWO_FILES.map((name) => `${name}.hdf5`)],
    ['two frame files of a run', 'H1', 1238294432, 1238294628, 'gwf', TWO_FILES.map((name) => `${name}.gwf`)],
  ])('%s: %s, %s to %s, as %s', async (_, detector, start, stop, format, names) => {
    const urls = await filesToRead(detector, start, stop, format);
    expect(urls.map((url) => url.split('/').at(-1))).toEqual(names);
    for (const url of urls) {
      expect(readerOf(url)).toBe(format);
      const { status, headers } = await ask(url);
      expect([status, headers.location]).toEqual([302, `https://gwosc.org${new URL(url).pathname}`]);
    }
  });
});

describe("GWpy's DataQualityFlag.fetch_open_data", () => {
  /** Times are widened to whole seconds. */
  const activeOf = (flag: string, start: number, stop: number) =>
    startClient(server.origin).client.getSegments(flag, BigInt(Math.floor(start)), BigInt(Math.ceil(stop)));

  it('the active segments within the requested interval', async () => {
    const active = await activeOf('H1_DATA', 1126051217.4, 1126151216.2);
    expect(active).toEqual(facts.segments('H1_DATA', 1126051217, 1126151217));
    expect(active.length).toBeGreaterThan(3);
  });

  it('an error if the data have no list, rather than a flag that is never active', async () => {
    for (const [flag, start] of [
      ['H1_DATA', 934000000],
      ['H1_CBC_CAT2', 1126051217],
      ['L1_DATA', 1400000000],
    ] as const) {
      await expect(activeOf(flag, start, start + 1000), flag).rejects.toMatchObject({ name: 'HTTPError' });
    }
  });
});
