/**
 * DuckDB in a real browser, which reads Parquet over HTTP. The package for Node downloads its HTTP reader when first used; this version of
 * the package for browsers is complete.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { sharedBrowser } from '../../support/browser.ts';

/** The path of the page and its files at every origin. They come from this process, so requests for them never reach the host. */
const PAGE = '/duckdb-page/';
const LIBRARY = 'library.js';
const WORKER = 'duckdb-browser-eh.worker.js';
const WASM = 'duckdb-eh.wasm';

/** The parts of the library that the page uses. */
interface Library {
  VoidLogger: new () => object;
  AsyncDuckDB: new (
    logger: object,
    worker: unknown,
  ) => {
    instantiate(wasm: string): Promise<void>;
    connect(): Promise<{ query(sql: string): Promise<{ toArray(): { toJSON(): Row }[] }> }>;
  };
}

/** Globals of the page. */
interface Globals {
  readonly duckdb: Library;
  readonly Worker: new (url: string) => unknown;
}

type Row = Record<string, unknown>;

export interface DuckDbPage {
  /** Runs SQL. Out: the rows, and the ranges that were requested with GET. */
  query(sql: string): Promise<{ readonly rows: Row[]; readonly ranges: readonly (string | undefined)[] }>;
  close(): Promise<void>;
}

async function files(): Promise<Record<string, { readonly body: Buffer; readonly contentType: string }>> {
  const folder = dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm'));
  const bundled = await build({
    stdin: { contents: "export * from '@duckdb/duckdb-wasm';", resolveDir: import.meta.dirname },
    ...{ bundle: true, format: 'esm', platform: 'browser', write: false, logLevel: 'error' },
  });
  const script = 'text/javascript';
  return {
    '': {
      body: Buffer.from(`<!doctype html><script type="module">
        import * as duckdb from './${LIBRARY}';
        globalThis.duckdb = duckdb;
      </script>`),
      contentType: 'text/html',
    },
    [LIBRARY]: { body: Buffer.from(bundled.outputFiles?.[0]?.contents ?? ''), contentType: script },
    [WORKER]: { body: readFileSync(join(folder, WORKER)), contentType: script },
    [WASM]: { body: readFileSync(join(folder, WASM)), contentType: 'application/wasm' },
  };
}

/** The files of DuckDB, which are the same for every page. */
let known: ReturnType<typeof files> | null = null;

/** Opens a page of the host at this origin that has DuckDB. */
export async function openDuckDbPage(origin: string): Promise<DuckDbPage> {
  known ??= files();
  const pageFiles = await known;
  const page = await (await (await sharedBrowser()).newContext()).newPage();
  let ranges: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && !request.url().startsWith(origin + PAGE)) ranges.push(request.headers().range);
  });
  await page.context().route(`${origin}${PAGE}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(PAGE.length);
    const file = pageFiles[name];
    return file ? route.fulfill(file) : route.abort();
  });
  await page.goto(origin + PAGE);
  await page.waitForFunction('globalThis.duckdb');
  return {
    async query(sql) {
      ranges = [];
      const text = await page.evaluate(
        async ({ base, names, sql }) => {
          const { duckdb: library, Worker } = globalThis as unknown as Globals;
          const worker = new Worker(base + names.worker);
          const database = new library.AsyncDuckDB(new library.VoidLogger(), worker);
          await database.instantiate(base + names.wasm);
          const answer = await (await database.connect()).query(sql);
          return JSON.stringify(answer.toArray().map((row) => row.toJSON()));
        },
        { base: origin + PAGE, names: { worker: WORKER, wasm: WASM }, sql },
      );
      return { rows: JSON.parse(text) as Row[], ranges };
    },
    close: () => page.context().close(),
  };
}
