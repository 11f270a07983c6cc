/**
 * Runs the commands in docs/publish.md with the real programs, from one folder to another, and interrupts them during and after every step.
 * The target always answers every query from a single release, and in the end equals the site. Until the clean-up, the target also has the
 * files that the old pointer and the old page refer to.
 */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { HOME_PATH, RELEASE_PATH } from '../../src/core/contract/site-paths.ts';
import { createSite } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { random } from '../oracle/generated.ts';
import { Random } from '../oracle/random.ts';
import { compiled, copyTree, differences, runCli, snapshot } from '../support/folders.ts';
import { printedBlock } from '../support/printed-blocks.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');
const root = temporaryFolder();
const [old, next, target] = [join(root, 'old'), join(root, 'dist'), join(root, 'target')];

const QUERIES = [
  ...['', '?pagesize=3&page=2', '?start=1126256640&stop=1126300000', '?detector=H1'].map(
    (query) => `strain-files${query}`,
  ),
  ...['?include-default-parameters=true', '?lastver=true&pagesize=7', '?min-chi-eff=0'].map(
    (query) => `event-versions${query}`,
  ),
  'default-parameters',
  // From an index file.
  'timelines/L1_DATA/segments',
];

/** The responses from a folder, as one string; `pointer` is the folder whose pointer the handler has read. */
async function answers(folder: string, pointer = folder): Promise<string> {
  const readFile = async (path: string) => readFileSync(join(path === RELEASE_PATH ? pointer : folder, path));
  const site = createSite({ readFile, sha256 });
  const decoder = new TextDecoder();
  const bodies = [];
  for (const query of QUERIES) {
    const { status, body } = await site.respond({ method: 'GET', url: `/api/v2/${query}`, header: () => undefined });
    expect(status, query).toBe(200);
    bodies.push(`${status} ${decoder.decode(body)}`);
  }
  return bodies.join('\n');
}

/** The assets that the page of a site refers to and that are not at the target. */
function missingAssets(site: string): string[] {
  const page = readFileSync(join(site, HOME_PATH), 'utf8');
  const assets = [...page.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path as string);
  expect(assets.length).toBeGreaterThan(2);
  return assets.filter((path) => !existsSync(join(target, path)));
}

/** The commands below a heading of the page, in order. */
function commandsOf(tool: string): string[] {
  return printedBlock('docs/publish.md', 'sh', tool)
    .split('\n')
    .filter((line) => line.startsWith(`${tool} `));
}

/** Sends a signal to a process group; false if all of its processes are gone. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Runs a command and kills all its processes after `ms`; true if it completed before. Waits until all of them are gone. */
function runFor(command: string, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const env = { ...process.env, TARGET: target, RCLONE_CONFIG: join(root, 'rclone.conf') };
    const child = spawn('sh', ['-c', command], { cwd: root, env, detached: true, stdio: 'ignore' });
    const pid = child.pid as number;
    const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), ms);
    child.once('close', async (code) => {
      clearTimeout(timer);
      // The shell may exit before the programs that it has started. Dead ones can stay in the process list forever.
      for (let tries = 0; tries < 50 && signalGroup(pid, 0); tries++) await sleep(1);
      resolve(code === 0);
    });
  });
}

const hasTool = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0;

/** As the page says, rclone before 1.63 writes files of a local target in place. */
function writesInPlace(tool: string): boolean {
  if (tool !== 'rclone') return false;
  const [, major, minor] = /v(\d+)\.(\d+)/.exec(spawnSync(tool, ['version']).stdout.toString()) ?? [];
  return Number(major) === 1 && Number(minor) < 63;
}

/** The explorer of an earlier version of Stillwave: no file is in the current one. */
function writeEarlierExplorer(): string {
  const folder = join(root, 'explorer');
  mkdirSync(folder);
  for (const name of ['explorer-EARLIER0.js', 'style-EARLIER0.css', 'icon-EARLIER0.svg']) {
    writeFileSync(join(folder, name), '');
  }
  return folder;
}

beforeAll(async () => {
  const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(cli, 'site/build.js');
  const config = { ...DEFAULT_CONFIG, enumerate: { pageSizes: [500], filters: {} } };
  for (const [seed, out, upgrade] of [
    [1, old, { explorer: writeEarlierExplorer() }],
    [2, next, {}],
  ] as const) {
    random(seed).write(`${out}-data`);
    // rsync considers files with the same size and time, in seconds, unchanged.
    if (out === next) await sleep(1000);
    const { kind } = await buildSite({ dataDir: `${out}-data`, out, config, ...upgrade });
    expect(kind).toBe('built');
  }
});

describe.each(['rsync', 'rclone'])('publishing with %s', (tool) => {
  const isThere = hasTool(tool);
  if (!isThere) console.warn(`${tool} is not installed: publishing with it is not tested`);
  if (!isThere && process.env.CI === 'true')
    it('fails without the program', () => expect.fail(`${tool} is not installed`));

  it.runIf(isThere)('leaves one release, even if it is interrupted anywhere', async () => {
    const commands = commandsOf(tool);
    expect(commands).toHaveLength(5);
    const source = new Random(tool.length);
    const before = await answers(old);
    const after = await answers(next);
    const expectOldIsUsable = async () => {
      expect(missingAssets(old)).toEqual([]);
      expect(await answers(target, old)).toBe(before);
    };
    const wholeFiles = new Set([...snapshot(old).values(), ...snapshot(next).values()].map(({ hash }) => hash));
    for (const [step, command] of commands.entries()) {
      const isPointer = step === 2;
      for (let round = 0; round < (isPointer && writesInPlace(tool) ? 0 : propertyRuns(1)); round++) {
        copyTree(old, target);
        for (const earlier of commands.slice(0, step)) expect(await runFor(earlier, 60_000)).toBe(true);
        await runFor(command, source.integer(1, 60));
        const now = await answers(target);
        if (step < 2) expect(now).toBe(before);
        else if (step > 2) expect(now).toBe(after);
        else expect([before, after]).toContain(now);
        expect(missingAssets(target)).toEqual([]);
        if (step < 4) await expectOldIsUsable();
        if (writesInPlace(tool)) continue;
        for (const [path, { hash }] of snapshot(target)) {
          // A partial file has a hidden name.
          if (!/(^|\/)\.[^/]*$/.test(path)) expect(wholeFiles.has(hash), path).toBe(true);
        }
      }
    }
    // Whatever the last interruption left, running all commands makes the target equal to the site.
    copyTree(old, target);
    await runFor(commands[1] as string, 20);
    for (const command of commands.slice(0, 4)) expect(await runFor(command, 60_000)).toBe(true);
    await expectOldIsUsable();
    expect(await runFor(commands[4] as string, 60_000)).toBe(true);
    expect(differences(snapshot(target), snapshot(next))).toEqual([]);
    expect((await runCli(cli, ['verify', '--site', target])).status).toBe(0);
  });
});
