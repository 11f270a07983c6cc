/**
 * A million different unknown names of every kind: ids, parents, flags, filter values, parameters, tags. Names from requests must not stay
 * in memory, neither in the core nor in `serve`. All of the names contain a mark: the test searches heap snapshots for the mark, and checks
 * that memory does not grow.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCollections } from '../../src/core/collections/registry.ts';
import { ID_PLACEHOLDER } from '../../src/core/contract/collection.ts';
import { createHandler } from '../../src/hosts/node/handler.ts';
import { beyond, memoryMb } from '../support/process-use.ts';
import { open, startServer } from '../support/server.ts';
import { inFolder, keptByServe, keptHere, MARK, MARKED_NUMBERS, snapshotsInto } from './marked-names.ts';
import type { Ground, Scenario } from './scenario.ts';

export interface UnknownRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Existing ids by collection, for the other ids in a path. */
const KNOWN: Readonly<Record<string, string>> = { runs: 'O1', timelines: 'H1_DATA', catalogs: 'GWTC-1-confident' };

type MakeUrl = (name: string, n: number) => string;

/** A function that creates URLs for each kind of name. */
export function kindsOfNames(): readonly MakeUrl[] {
  const collections = createCollections();
  const paths = collections.flatMap(({ listings }) => listings.map(({ segments }) => segments));
  const below = paths.flatMap((segments) =>
    segments.flatMap((segment, index): MakeUrl[] =>
      segment === ID_PLACEHOLDER
        ? [
            (name) =>
              segments
                .map((one, at) =>
                  at === index ? name : one === ID_PLACEHOLDER ? (KNOWN[segments[at - 1] ?? ''] ?? 'O1') : one,
                )
                .join('/'),
          ]
        : [],
    ),
  );
  const filters = collections.flatMap(({ listings }) =>
    listings
      .filter(({ parentNames }) => parentNames.length === 0)
      .flatMap((listing) =>
        [...listing.filters.keys(), 'page', 'pagesize', 'format'].flatMap((filter): MakeUrl[] => [
          (name) => `${listing.path}?${filter}=${name}`,
          (_, n) => `${listing.path}?${filter}=${n}`,
          (_, n) => `${listing.path}?${filter}=${MARKED_NUMBERS + n}`,
        ]),
      ),
  );
  const records = collections.flatMap(({ name: collection }): MakeUrl[] => [
    (name) => `${collection}/${name}`,
    (name) => `${collection}/${name}-v1`,
    (name) => `${collection}/GW150914@${name}`,
  ]);
  const all: readonly MakeUrl[] = [
    ...below,
    ...filters,
    ...records,
    // A detector without files, in an id of the right form: this test once found an error here.
    (name) => `strain-files/${name.toUpperCase().replace(/[^A-Z0-9]/g, '')}-1126256640-4kHz`,
    (_, n) => `strain-files/H1-${n * 4096}-4kHz`,
    (_, n) => `strain-files/H1-${n * 4096}-16kHz`,
    (name) => `${name}`,
    (name) => `strain-files?${name}=1`,
    (name) => `event-versions?min-${name}=1`,
    (name) => `event-versions?${name}`,
    (name) => `event-versions?format=csv&pagesize=1&name-contains=${name.slice(0, 90)}`,
    (name) => `event-versions/${name}/parameters?format=csv`,
    (name) => `openapi.json?${name}`,
    (name) => `schema?format=${name}`,
    (name) => `archive/data/${name}`,
  ];
  return all.map(
    (make): MakeUrl =>
      (name, n) =>
        `/api/v2/${make(name, n)}`,
  );
}

/** Long enough that memory grows measurably if names are kept in a form that the search for marks does not find. */
const PADDING = 'n'.repeat(8000);

/** The nth request: each has a different name and different tags. */
export function unknownRequest(kinds: readonly MakeUrl[], n: number): UnknownRequest {
  // Each kind has short and long names.
  const isShort = Math.floor(n / kinds.length) % 4 === 0;
  const name = isShort ? `${MARK}${n}` : `${MARK}${n}${PADDING}`;
  const headers = n % 3 === 0 ? { 'if-none-match': `"${name}"` } : { 'accept-encoding': `gzip, ${name.slice(0, 40)}` };
  return { url: (kinds[n % kinds.length] as MakeUrl)(name, n), headers };
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
  gc();
}

/** Reachable memory in this process, in MB. */
function reachableMb(): number {
  collectGarbage();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return (heapUsed + external + arrayBuffers) / 2 ** 20;
}

/** The engine and the socket hold a few strings from the last requests. */
const KEPT_LIMIT = 10;

const stillThere = (where: string, kept: readonly string[]): string[] =>
  beyond(`names that stay in memory of ${where}, such as ${kept.slice(0, 3).join(' ')}`, kept.length, KEPT_LIMIT);

/** Compiling, opening and caching during the first few thousand requests does not count as growth. */
const WARM_UP = { short: 5_000, long: 20_000 };
/** Some names are filter values that select something; the data read for them have their own limit. */
const CACHE_MB = 4;
const CORE_LIMIT_MB = 1.5;
const SERVE_LIMIT_MB = 60;

async function attackCore({ shipped, say }: Ground, count: number): Promise<string[]> {
  const kinds = kindsOfNames();
  const handler = await createHandler({ root: shipped, cacheBytes: CACHE_MB * 2 ** 20, codedBytes: 0 });
  const statuses = new Map<number, number>();
  const ask = async (first: number, end: number) => {
    for (let n = first; n < end; n++) {
      const { url, headers } = unknownRequest(kinds, n);
      const { status } = await handler.site.respond({
        method: 'GET',
        url,
        header: (name) => (headers as Record<string, string>)[name],
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await ask(0, WARM_UP.long);
  const before = reachableMb();
  await ask(WARM_UP.long, WARM_UP.long + count);
  const grown = reachableMb() - before;
  const kept = await keptHere();
  handler.close();
  const told = [...statuses].map(([status, number]) => `${number} x ${status}`).join(', ');
  say(
    `core: ${count} unknown names of ${kinds.length} kinds, memory grew by ${grown.toFixed(1)} MB (${told}), ${kept.length} kept`,
  );
  return [
    ...stillThere('the core', kept),
    ...beyond('memory of the core grew by MB', grown, CORE_LIMIT_MB),
    ...[...statuses.keys()].filter((status) => status >= 500).map((status) => `the core answered ${status}`),
  ];
}

const AT_ONCE = 100;

/** Sends requests on one connection, a hundred at a time. */
async function askServe(port: number, kinds: readonly MakeUrl[], first: number, end: number): Promise<number> {
  const socket = await open(port);
  let failures = 0;
  let tail = '';
  let awaited = 0;
  let resume: () => void = () => {};
  socket.setEncoding('latin1').on('data', (part: string) => {
    const text = tail + part;
    // Each response has one status line; a status line that is cut off at the end of a chunk is examined with the next chunk.
    for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      awaited--;
      if (status?.startsWith('5')) failures++;
    }
    const cut = text.lastIndexOf('H');
    tail = cut >= 0 && text.length - cut < 13 ? text.slice(cut) : '';
    if (awaited === 0) resume();
  });
  const closed = new Promise<never>((_, reject) =>
    socket.once('close', () => reject(new Error('serve closed the connection'))),
  );
  closed.catch(() => {});
  for (let n = first; n < end; n += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, end - n) }, (_, index) => n + index);
    const texts = numbers.map((number) => {
      const { url, headers } = unknownRequest(kinds, number);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      return `HEAD ${url} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`;
    });
    awaited = numbers.length;
    const answered = new Promise<void>((resolve) => {
      resume = resolve;
    });
    socket.write(texts.join(''));
    await Promise.race([answered, closed]);
  }
  socket.destroy();
  return failures;
}

function attackServe({ cli, shipped, isLong, say }: Ground, count: number): Promise<string[]> {
  return inFolder(async (folder) => {
    const kinds = kindsOfNames();
    const server = await startServer(cli, shipped, [], snapshotsInto(folder));
    try {
      const warmUp = isLong ? WARM_UP.long : WARM_UP.short;
      await askServe(server.port, kinds, 0, warmUp);
      const before = memoryMb(server.child.pid, 'now');
      const failures = await askServe(server.port, kinds, warmUp, warmUp + count);
      const grown = memoryMb(server.child.pid, 'now') - before;
      const kept = await keptByServe(server, folder);
      say(
        `serve: ${count} unknown names, ${before.toFixed(0)} MB and ${grown.toFixed(0)} MB more, ${kept.length} kept`,
      );
      return [
        ...stillThere('serve', kept),
        ...beyond('memory of serve grew by MB', grown, SERVE_LIMIT_MB),
        ...beyond('answers of 500 and above', failures, 0),
      ];
    } finally {
      await server.stop();
    }
  });
}

export const unknownNames: Scenario = {
  name: 'a million unknown names',
  async run(ground) {
    if (!ground.isLong) return attackServe(ground, 10_000);
    const count = 1_000_000;
    // The core is only attacked in the separate process of `npm run long -- attack`: a heap snapshot of a test's process takes minutes.
    return [...(await attackCore(ground, count)), ...(await attackServe(ground, count))];
  },
};
