/**
 * `npm run bench -- gzip`: sizes and CPU time of gzip and brotli levels, for bodies of the API. The choice in `src/hosts/node/compression.ts` is
 * based on this table; `npm run bench -- queries` measures complete compressed responses.
 *
 * Medians of `RUNS` rounds. CPU time is the user and system time of the process. Prints a table and writes docs/measurements/gzip.md.
 */

import { join } from 'node:path';
import { brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { createHandler, type Handler } from '../../src/hosts/node/handler.ts';
import { buildPacks, describeMachine, median, withFolder, writeReport } from './measure.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const ROUND_MS = 200;

const PAGES: Readonly<Record<string, string>> = {
  '20 strain files': '/api/v2/strain-files?pagesize=20&page=2',
  '100 strain files': '/api/v2/strain-files?pagesize=100&page=2',
  '1000 strain files': '/api/v2/strain-files?pagesize=1000&page=2',
  '20 event versions with parameters': '/api/v2/event-versions?include-default-parameters&page=2',
};

/** CPU time of one call, ms. */
async function cost(work: () => unknown): Promise<number> {
  for (let warm = 0; warm < 50; warm++) await work();
  const rounds: number[] = [];
  for (let round = 0; round < RUNS; round++) {
    const before = process.cpuUsage();
    const end = performance.now() + ROUND_MS;
    let calls = 0;
    while (performance.now() < end) {
      await work();
      calls++;
    }
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 1000 / calls);
  }
  return median(rounds);
}

async function bodyOf(handler: Handler, url: string): Promise<Uint8Array> {
  const { status, body } = await handler.site.respond({ method: 'GET', url, header: () => undefined });
  if (status !== 200) throw new Error(`${url}: ${status}`);
  return body;
}

async function codingRows(handler: Handler): Promise<string[]> {
  const ways: Record<string, (body: Uint8Array) => Promise<Uint8Array> | Uint8Array> = {
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((level) => [`gzip ${level}`, (body: Uint8Array) => gzipSync(body, { level })]),
    ),
    'gzip 3, thread pool': (body) =>
      new Promise((resolve, reject) =>
        gzip(body, { level: 3 }, (error, coded) => (error ? reject(error) : resolve(coded))),
      ),
    ...Object.fromEntries(
      [1, 3, 4].map((quality) => [
        `brotli ${quality}`,
        (body: Uint8Array) =>
          brotliCompressSync(body, {
            params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
          }),
      ]),
    ),
  };
  const bodies = await Promise.all(Object.values(PAGES).map((url) => bodyOf(handler, url)));
  const rows = [`| coding | ${Object.keys(PAGES).join(' | ')} |`, '|---|---|---|---|---|'];
  rows.push(`| none, bytes | ${bodies.map(({ length }) => length).join(' | ')} |`);
  for (const [name, code] of Object.entries(ways)) {
    const cells: string[] = [];
    for (const body of bodies) {
      const { length } = await code(body);
      cells.push(`${length} bytes, ${(await cost(() => code(body))).toFixed(3)} ms`);
    }
    rows.push(`| ${name} | ${cells.join(' | ')} |`);
    console.log(rows.at(-1));
  }
  return rows;
}

await withFolder(async (folder) => {
  const root = join(folder, 'site');
  buildPacks(folder, root);
  const handler = await createHandler({ root });
  const codings = await codingRows(handler);
  handler.close();
  writeReport(
    'gzip.md',
    `# The cost of gzip

Written by \`npm run bench -- gzip\`, for the shipped catalogue. Medians of ${RUNS} rounds.
Machine: ${describeMachine()}.

Bytes and CPU time for each content coding, for page 2 of each listing. \`serve\` uses gzip level 3, in the thread that responds, and
caches the result; [queries.md](queries.md) shows the cost of complete responses.

${codings.join('\n')}
`,
  );
});
