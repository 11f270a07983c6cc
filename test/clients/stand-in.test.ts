/**
 * The shipped catalogue in place of the service: the commands for a CI job in docs/clients.md, and URLs whose endings tell programs which
 * file reader to use. Expected results come from the data files.
 */

import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { installPackage } from '../support/installed-package.ts';
import { printedBlock } from '../support/printed-blocks.ts';
import { freePort, isAvailable } from '../support/programs.ts';
import { ask, type Server, startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { casesFor } from './cases.ts';
import { readFacts } from './facts.ts';
import { replay, startClient } from './replay.ts';

const facts = readFacts(inject('shipped').data);
const cases = casesFor(facts);
const home = temporaryFolder();
const cache = join(home, 'cache');
const cli = installPackage(home);

let server: Server;
beforeAll(async () => {
  // The site's downloads, which are not tested here, take more than half of the time to build.
  const config = join(home, 'node_modules/stillwave/stillwave.config.yaml');
  const text = readFileSync(config, 'utf8');
  const without = text.replace(/^downloads: true$/m, 'downloads: false');
  expect(without).not.toBe(text);
  writeFileSync(config, without);
  vi.stubEnv('XDG_CACHE_HOME', cache);
  server = await startServer(cli, null, ['--shipped']);
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
    writeFileSync(join(folder, 'test_program.py'), TEST_OF_A_PROGRAM);
    const printed = printedBlock('docs/clients.md', 'sh', 'Tests without a network');
    expect(printed.match(/8000/g)).toHaveLength(2);
    const lines = printed.replaceAll('8000', String(await freePort()));
    const env = { ...process.env, PATH: `${dirname(cli)}:${process.env.PATH}`, XDG_CACHE_HOME: cache };
    const [status, output] = await runLines(lines, folder, env);
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

describe('as the service writes it', () => {
  const textAt = async (path: string) => String((await ask(`${server.origin}${path}`)).body);

  it("CSV of event versions: 43 columns in the service's order", async () => {
    const [header = '', ...rows] = (
      await textAt('/api/v2/event-versions?include-default-parameters=true&format=csv')
    ).split('\r\n');
    const columns = header.split(',');
    expect(columns).toHaveLength(43);
    expect(columns.slice(0, 8)).toEqual([
      ...['name', 'shortName', 'gps', 'version', 'catalog', 'doi', 'detail_url', 'mass_1_source'],
    ]);
    expect(columns.filter((name) => !/_(lower|upper)$/.test(name)).slice(7)).toEqual([
      ...['mass_1_source', 'mass_2_source', 'network_matched_filter_snr', 'luminosity_distance', 'chi_eff'],
      ...['total_mass_source', 'chirp_mass_source', 'chirp_mass', 'redshift', 'far', 'p_astro', 'final_mass_source'],
    ]);
    expect(rows.every((row) => row === '' || row.split(',').length === 43)).toBe(true);
  });

  it('parameter objects: the order, units and decimal places of a stored answer', async () => {
    const { default_parameters } = JSON.parse(await textAt('/api/v2/event-versions/GW250118_055802-v1'));
    const read = ({ name, unit, best, decimal_places }: Record<string, unknown>) => [name, unit, best, decimal_places];
    expect(default_parameters.map(read)).toEqual([
      ['chi_eff', '', 0.11, 2],
      ['chirp_mass_source', 'M_sun', 7.36, 2],
      ['final_mass_source', 'M_sun', 16.6, 1],
      ['luminosity_distance', 'Mpc', 940, 0],
      ['mass_1_source', 'M_sun', 10.3, 1],
      ['mass_2_source', 'M_sun', 6.9, 1],
      ['redshift', '', 0.19, 2],
      ['total_mass_source', 'M_sun', 17.5, 1],
      ['far', '1/yr', 0.0089, 4],
      ['p_astro', '', 0.99, 2],
      ['network_matched_filter_snr', '', 10.5, 1],
    ]);
  });
});

it('a stand-in at the address of the archive sends no file link back to itself', async () => {
  const printed = /`stillwave (serve --shipped --base-url (\S+))`/.exec(readFileSync('docs/clients.md', 'utf8'));
  const [, command = '', address = ''] = printed ?? [];
  vi.stubEnv('XDG_CACHE_HOME', cache);
  const mapped = await startServer(cli, null, command.split(' ').slice(1));
  vi.unstubAllEnvs();
  try {
    // Programs reach the stand-in under the mapped name.
    const at = (url: string) => ask(url.replace(address, mapped.origin));
    const { results } = JSON.parse(String((await at(`${address}/api/v2/runs/O1/strain-files?pagesize=1`)).body));
    const { strain } = JSON.parse(String((await at(`${address}/archive/links/O1/H1/1126259462/1126259463/json`)).body));
    for (const url of [results[0].hdf5_url, results[0].gwf_url, strain[0].url]) {
      expect(url.startsWith(`${address}/archive/data/`)).toBe(true);
      expect((await at(url)).status).toBe(404);
    }
  } finally {
    await mapped.stop();
  }
});
