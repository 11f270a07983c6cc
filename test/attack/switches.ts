/**
 * Releases that change under load, in two ways: files are moved in the same order as in a build (downloads first, the pointer last), or a
 * link is switched. The tag of every response is compared with its bytes, and each range with the file whose tag was sent in If-Range. The
 * releases differ by a few digits, so most downloads keep their size.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMALL_DATA } from '../support/data-folders.ts';
import { startServer } from '../support/server.ts';
import type { Ground, Scenario } from './scenario.ts';

const CLIENTS = 8;

const tagOf = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;

/** Two sites whose event versions differ by two digits. */
function buildSites(cli: string, folder: string): [string, string] {
  const data = join(folder, 'data');
  cpSync(SMALL_DATA, data, { recursive: true });
  const build = (name: string): string => {
    const site = join(folder, name);
    execFileSync(process.execPath, [cli, 'build', '--quiet', '--data', data, '--site', site, '--layout', 'packs']);
    return site;
  };
  const first = build('first');
  const edited = join(data, 'event-versions/GWTC-1.yaml');
  writeFileSync(edited, readFileSync(edited, 'utf8').replace('35.6', '36.5'));
  return [first, build('second')];
}

/** Replaces a file in one step. */
function replace(from: string, to: string): void {
  cpSync(from, `${to}.new`);
  renameSync(`${to}.new`, to);
}

/** Moves a release into a folder in the order of a build, with a pause before the pointer. */
async function moveRelease(from: string, to: string): Promise<void> {
  for (const folder of ['packs', 'index', 'downloads']) {
    for (const name of readdirSync(join(from, folder))) replace(join(from, folder, name), join(to, folder, name));
  }
  await sleep(10);
  replace(join(from, 'release.json'), join(to, 'release.json'));
}

interface Count {
  answers: number;
  unavailable: number;
  readonly wrong: string[];
}

/** One client: requests every path in turn, sometimes as a range or conditionally, until `isOver`. */
async function runClient(origin: string, paths: readonly string[], first: number, count: Count, isOver: () => boolean) {
  /** Files that were received whole, by path and tag. */
  const whole = new Map<string, Uint8Array>();
  const tags = new Map<string, string>();
  for (let n = first; !isOver(); n++) {
    const path = paths[n % paths.length] as string;
    const tag = tags.get(path);
    const condition = n % 3;
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (tag && condition === 1) Object.assign(headers, { range: 'bytes=5-', 'if-range': tag });
    if (tag && condition === 2) headers['if-none-match'] = tag;
    const response = await fetch(`${origin}${path}`, { headers });
    const body = new Uint8Array(await response.arrayBuffer());
    const etag = response.headers.get('etag') ?? '';
    count.answers++;
    if (response.status === 503) count.unavailable++;
    else if (response.status === 200) {
      if (etag !== tagOf(body)) count.wrong.push(`200 ${path}: ${etag}, but the body has ${tagOf(body)}`);
      whole.set(`${path} ${etag}`, body);
      tags.set(path, etag);
    } else if (response.status === 206) {
      const known = whole.get(`${path} ${tag}`)?.subarray(5);
      if (etag !== tag || known === undefined || Buffer.compare(known, body) !== 0) count.wrong.push(`206 ${path}`);
    } else if (response.status !== 304 || etag !== tag) count.wrong.push(`${response.status} ${path}`);
  }
}

/** Sends requests to a server of `root` while `switchTo` alternates between the two releases there. */
async function watch(ground: Ground, root: string, switches: number, switchTo: (n: number) => Promise<void>) {
  const server = await startServer(ground.cli, root, ['--base-url', 'http://localhost:8000']);
  const { release } = JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'));
  const paths = [
    ...Object.keys(release.downloads).map((name) => `/${name}`),
    '/api/v2/event-versions?include-default-parameters',
    '/api/v2/event-versions/GW150914-v3',
    '/',
  ];
  const count: Count = { answers: 0, unavailable: 0, wrong: [] };
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, (_, n) => runClient(server.origin, paths, n, count, () => isOver));
  for (let n = 1; n <= switches; n++) {
    await switchTo(n % 2);
    await sleep(20);
  }
  isOver = true;
  await Promise.all(clients);
  if ((await server.stop()) !== 0) count.wrong.push(`serve ended: ${server.stderr()}`);
  ground.say(`${switches} switches, ${count.answers} answers, ${count.unavailable} of them 503`);
  if (count.unavailable > count.answers / 2) count.wrong.push(`${count.unavailable} of ${count.answers} are 503`);
  return count.wrong;
}

export const switches: Scenario = {
  name: 'releases that change under load',
  async run(ground) {
    const folder = mkdtempSync(join(tmpdir(), 'stillwave-switches-'));
    try {
      const sites = buildSites(ground.cli, folder);
      const number = ground.isLong ? 250 : 8;
      const moved = join(folder, 'moved');
      cpSync(sites[0], moved, { recursive: true });
      const wrong = await watch(ground, moved, number, (n) => moveRelease(sites[n] as string, moved));
      const linked = join(folder, 'linked');
      symlinkSync(sites[0], linked);
      const more = await watch(ground, linked, number, async (n) => {
        symlinkSync(sites[n] as string, `${linked}.new`);
        renameSync(`${linked}.new`, linked);
      });
      return [...new Set([...wrong, ...more])];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
