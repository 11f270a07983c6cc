/**
 * Kills harvests (SIGKILL) at random moments. After each kill every data file must be old or new; the next run
 * must finish, and must not repeat answered requests.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createHandler } from '../../src/hosts/node/handler.ts';
import { runCli } from './folders.ts';
import { startService } from './serve-answers.ts';

interface KillOptions {
  readonly cli: string;
  /** The service's catalogue. */
  readonly data: string;
  /** Empty folder for copies. */
  readonly folder: string;
  readonly kills: number;
  readonly say?: (text: string) => void;
}

/** All data files with their content. */
function contentOf(data: string): ReadonlyMap<string, string> {
  if (!existsSync(data)) return new Map();
  const files = readdirSync(data, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((one) => one.isFile() && !one.name.startsWith('.') && one.name !== 'README.md')
    .map((one) => join(one.parentPath, one.name));
  return new Map(paths.sort().map((path) => [path.slice(data.length), readFileSync(path, 'latin1')]));
}

/** Out: a message for each failure. */
export async function killHarvests({ cli, data, folder, kills, say = () => {} }: KillOptions): Promise<string[]> {
  const wrong: string[] = [];
  const site = join(folder, 'site');
  await runCli(cli, ['build', '--quiet', '--data', data, '--site', site, '--layout', 'packs']);
  let handler: ReturnType<typeof createHandler> | null = null;
  const service = await startService(async (_asked, request, response, origin) => {
    handler ??= createHandler({ root: site, baseUrl: origin });
    (await handler).node(request, response);
  });
  // Harvests start with these data, which lack several files, or with no data.
  const older = join(folder, 'older');
  cpSync(data, older, { recursive: true });
  for (const path of ['event-strain-files', 'timelines', 'strain-statistics', 'events.yaml']) {
    rmSync(join(older, path), { recursive: true, force: true });
  }
  const copy = join(folder, 'data');
  const args = ['harvest', service.origin, '--data', copy, '--rate', '10000', '--quiet'];
  const env = { XDG_CACHE_HOME: join(folder, 'cache') };
  const begin = (from: string | null): void => {
    for (const name of ['data', 'cache']) rmSync(join(folder, name), { recursive: true, force: true });
    if (from !== null) cpSync(from, copy, { recursive: true });
  };
  interface Expected {
    readonly before: ReadonlyMap<string, string>;
    readonly after: ReadonlyMap<string, string>;
    readonly ms: number;
    readonly requests: number;
  }
  const expected = new Map<string | null, Expected>();
  for (const from of [older, null]) {
    begin(from);
    const before = contentOf(copy);
    const [start, asked] = [performance.now(), service.asked.length];
    const { status, stderr } = await runCli(cli, args, env);
    if (status !== 0) wrong.push(`an undisturbed harvest ended with ${status}: ${stderr}`);
    const [ms, requests] = [performance.now() - start, service.asked.length - asked];
    expected.set(from, { before, after: contentOf(copy), ms, requests });
  }
  for (let kill = 1; kill <= kills && wrong.length === 0; kill++) {
    const from = kill % 2 === 0 ? null : older;
    const { before, after, ms, requests } = expected.get(from) as Expected;
    begin(from);
    const first = service.asked.length;
    // In every three kills, one comes while the harvest reads, one at any time, and one while files are merged and installed.
    const last = first + Math.ceil(Math.random() * requests);
    const part = kill % 3 === 0 ? 0.85 + 0.15 * Math.random() : Math.random();
    const isTime = kill % 3 === 1 ? () => service.asked.length >= last : later(part * ms);
    const wasKilled = await runKilled(cli, args, env, isTime);
    const now = contentOf(copy);
    const odd = [...now].find(([path, text]) => text !== before.get(path) && text !== after.get(path));
    if (odd) wrong.push(`kill ${kill}: ${odd[0]} is neither old nor new`);
    const isNew = isDeepStrictEqual(now, after);
    const second = service.asked.length;
    const { status, stderr } = await runCli(cli, args, env);
    if (status !== 0) wrong.push(`kill ${kill}: the next run ended with ${status}: ${stderr}`);
    if (!isDeepStrictEqual(contentOf(copy), after)) wrong.push(`kill ${kill}: the next run made other data`);
    const asked = service.asked.map(({ path }) => path);
    const answered = new Set(asked.slice(first, second));
    const again = asked.slice(second).filter((path) => answered.has(path) && path !== 'release.json');
    // Up to four requests were in progress when the process was killed. After a finished run, all requests are sent again, conditionally.
    if (wasKilled && again.length > 4 && !isNew) {
      wrong.push(`kill ${kill}: ${again.length} paths were asked again, such as ${again[5]}`);
    }
    const state = isNew ? 'new' : isDeepStrictEqual(now, before) ? 'as it was' : 'partly new';
    say(`${kill}/${kills} ${wasKilled ? 'killed' : 'done'} after ${second - first} requests, data ${state}: finished`);
  }
  await service.close();
  (await (handler as ReturnType<typeof createHandler> | null))?.close();
  return wrong;
}

function later(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

/** Runs the program, and kills it after a time. Out: whether it was still running. */
function runKilled(
  cli: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  isTime: () => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], { stdio: 'ignore', env: { ...process.env, ...env } });
    const timer = setInterval(() => isTime() && child.kill('SIGKILL'), 1);
    child.once('close', (_code, signal) => {
      clearInterval(timer);
      resolve(signal === 'SIGKILL');
    });
  });
}
