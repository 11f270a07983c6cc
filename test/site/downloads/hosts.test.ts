/**
 * Downloads over HTTP, from the real programs: types, ETags, CORS, ranges; and Parquet read in ranges, by hyparquet and by DuckDB in a
 * browser.
 */

import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DOWNLOAD_NAMES } from '../../../src/core/contract/downloads.ts';
import { downloadType } from '../../../src/core/contract/files.ts';
import { OTHER_METHOD_NOT_ALLOWED } from '../../../src/core/contract/refusals.ts';
import { ERROR_FOLDER, HOME_BODY_PATH, ROOT_BODY_PATH } from '../../../src/core/contract/site-paths.ts';
import { cloudflare } from '../../../src/hosts/emitters/cloudflare.ts';
import { deno } from '../../../src/hosts/emitters/deno.ts';
import { netlify } from '../../../src/hosts/emitters/netlify.ts';
import type { Host } from '../../../src/hosts/host.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { BROWSER } from '../../support/browser.ts';
import { query } from '../../support/downloads/duckdb.ts';
import { DENO } from '../../support/hosts/deno-program.ts';
import { startDeno, startNetlify, startWorker } from '../../support/hosts/edge-programs.ts';
import { hostSettings } from '../../support/hosts/host-settings.ts';
import { writeHostFiles } from '../../support/hosts/real-host.ts';
import { isInstalled, type RuleHost, startRuleHost } from '../../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../../support/hosts/rule-programs.ts';
import { freePort, isAvailable, type Program, startProgram } from '../../support/programs.ts';
import { LONG } from '../../support/property-runs.ts';
import { startServer } from '../../support/server.ts';
import { temporaryFolderOnDisk } from '../../support/temporary-folder.ts';
import { openDuckDbPage } from './duckdb-browser.ts';

const { root } = inject('partial');
const contentOf = (name: string): Buffer => readFileSync(join(root, 'downloads', name));
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Copies the files that are sent unchanged and the files that handlers read, without the page files, of which there are too many. */
function copySite(parts: readonly string[]): string {
  const site = join(temporaryFolderOnDisk(), 'site');
  mkdirSync(site);
  chmodSync(site, 0o755);
  for (const part of ['downloads', 'release.json', 'index.html', 'robots.txt', ...parts]) {
    cpSync(join(root, part), join(site, part), { recursive: true, preserveTimestamps: true });
  }
  return site;
}

const RULE_PROGRAMS = [NGINX, CADDY, APACHE].map(({ program }) => program);
const ruleHost = (host: RuleHost) => ({
  name: host.program,
  base: '/gw',
  isThere: isAvailable(host.program, isInstalled(host.program)),
  start: (): Promise<Pick<Program, 'origin' | 'stop'>> =>
    startRuleHost(host, copySite([ERROR_FOLDER, ROOT_BODY_PATH, HOME_BODY_PATH]), temporaryFolderOnDisk()),
});

/** A request handler as written by `stillwave host`, with a base URL that may differ from the site's. */
function edgeHost(
  host: Host,
  base: string,
  start: (out: string, site: string) => Promise<Pick<Program, 'origin' | 'stop'>>,
) {
  return {
    name: `${host.name} at ${base || 'a root'}`,
    base,
    isThere: isAvailable('Deno', DENO !== null),
    async start() {
      const site = copySite(['packs', 'index', '_headers']);
      const out = temporaryFolderOnDisk();
      const baseUrl = `https://user.example${base}`;
      writeHostFiles(host, { root: site, out, config: { ...DEFAULT_CONFIG, baseUrl }, remove: () => {} });
      for (const file of readdirSync(out, { recursive: true, withFileTypes: true })) {
        if (!file.name.endsWith('.js')) continue;
        const path = join(file.parentPath, file.name);
        writeFileSync(path, readFileSync(path, 'utf8').replace('const SETTINGS = {', `$&"baseUrl": "${baseUrl}",`));
      }
      return start(out, site);
    },
  };
}

async function startWorkerd(out: string) {
  const worker = startWorker(out);
  return { origin: (await worker.ready).origin, stop: () => worker.dispose() };
}

const HOSTS = [
  {
    name: 'stillwave serve',
    base: '/gw',
    isThere: true,
    start: async () => {
      const server = await startServer(inject('cli'), root, ['--base-url', 'https://user.example/gw']);
      return { origin: server.origin, stop: async () => void (await server.stop()) };
    },
  },
  ruleHost(NGINX),
  ruleHost(CADDY),
  ruleHost(APACHE),
  edgeHost(cloudflare, '', startWorkerd),
  edgeHost(cloudflare, '/gw', startWorkerd),
  edgeHost(deno, '/gw', startDeno),
  edgeHost(netlify, '/gw', startNetlify),
];

const IN_BROWSER = LONG ? ['stillwave serve', NGINX.program, 'cloudflare at /gw'] : ['stillwave serve'];

describe.each(HOSTS.filter(({ isThere }) => isThere))('$name', ({ name: host, base, start }) => {
  let program: Pick<Program, 'origin' | 'stop'>;
  let url: string;
  beforeAll(async () => {
    program = await start();
    url = `${program.origin}${base}/downloads/`;
  });
  afterAll(() => program.stop());

  const ask = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${url}${name}`, { method, headers: { 'accept-encoding': 'identity', ...headers } });

  it.each(DOWNLOAD_NAMES)('%s is sent unchanged', async (name) => {
    const answer = await ask(name);
    expect(answer.status).toBe(200);
    expect(digest(new Uint8Array(await answer.arrayBuffer()))).toBe(digest(contentOf(name)));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': downloadType(name),
      'content-length': String(contentOf(name).length),
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Accept-Ranges, Content-Range',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"/),
    });
    const head = await ask(name, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(contentOf(name).length)]);
  });

  it.each([
    ['the first bytes', 'bytes=0-3', 0, 4],
    ['the first byte', 'bytes=0-0', 0, 1],
    ['the last bytes', 'bytes=-8', -8, undefined],
    ['from a byte on', 'bytes=100-', 100, undefined],
    ['beyond the end', 'bytes=100-999999999', 100, undefined],
  ])('a range: %s', async (_, range, from, to) => {
    const content = contentOf('event-versions.parquet');
    const answer = await ask('event-versions.parquet', { range });
    const expected = content.subarray(from, to);
    expect(answer.status).toBe(206);
    expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true);
    const start = from < 0 ? content.length + from : from;
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${start + expected.length - 1}/${content.length}`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('HEAD with a range is a 206, which is how DuckDB finds out that there are ranges', async () => {
    const answer = await ask('segments.csv', { range: 'bytes=0-' }, 'HEAD');
    expect([answer.status, answer.headers.get('content-length')]).toEqual([
      206,
      String(contentOf('segments.csv').length),
    ]);
  });

  it('an unsatisfiable range is a 416', async () => {
    const answer = await ask('segments.csv', { range: 'bytes=999999999-' });
    expect(answer.status).toBe(416);
    // Apache omits this header.
    expect([null, `bytes */${contentOf('segments.csv').length}`]).toContain(answer.headers.get('content-range'));
  });

  it('a range of another release gives the whole file of this one', async () => {
    const etag = (await ask('segments.csv')).headers.get('etag') as string;
    expect((await ask('segments.csv', { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206);
    expect((await ask('segments.csv', { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200);
  });

  it('clients that have the file get a 304', async () => {
    const etag = (await ask('segments.csv')).headers.get('etag') as string;
    const answer = await ask('segments.csv', { 'if-none-match': etag });
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, '']);
  });

  it('other methods and names are refused as usual', async () => {
    const post = await ask('segments.csv', {}, 'POST');
    const isRuleHost = RULE_PROGRAMS.includes(host);
    const refusal = isRuleHost ? OTHER_METHOD_NOT_ALLOWED.body : { detail: 'Method "POST" not allowed.' };
    expect([post.status, await post.json()]).toEqual([405, refusal]);
    const preflight = await ask('segments.csv', {}, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      isRuleHost ? 204 : 200,
      '*',
    ]);
    for (const name of ['other.csv', 'segments.csv.gz', 'x/segments.csv', '', '%73egments.csv']) {
      expect([name, [400, 404].includes((await ask(name)).status)]).toEqual([name, true]);
    }
  });

  it('release.json is revalidated by caches, and can be read from other origins', async () => {
    const { status, headers } = await fetch(`${program.origin}${base}/release.json`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('robots.txt is text', async () => {
    const answer = await fetch(`${program.origin}${base}/robots.txt`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toBe(readFileSync(join(root, 'robots.txt'), 'utf8'));
  });

  it('responses of the API have no ranges', async () => {
    const answer = await fetch(`${program.origin}${base}/api/v2/`, { headers: { range: 'bytes=0-3' } });
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
      200,
      expect.arrayContaining(['strain-files', 'event-versions']),
    ]);
  });

  it('Parquet is read in ranges: a few columns need only a few bytes', async () => {
    const name = 'strain-files.parquet';
    let bytes = 0;
    let answers = 0;
    const counted: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method !== 'HEAD') {
        expect(answer.status).toBe(206);
        bytes += Number(answer.headers.get('content-length'));
        answers++;
      }
      return answer;
    };
    const file = await asyncBufferFromUrl({ url: `${url}${name}`, fetch: counted });
    const columns = ['gps_start', 'detector', 'duty_cycle'];
    const metadata = await parquetMetadataAsync(file, { initialFetchSize: 8192 });
    const rows = await parquetReadObjects({ file, metadata, columns, rowStart: 100, rowEnd: 200 });
    const expected = await query(
      `select ${columns.join()} from {} limit 100 offset 100`,
      join(root, 'downloads', name),
    );
    expect(rows).toEqual(expected);
    expect(answers).toBeGreaterThan(1);
    expect(bytes).toBeLessThan(file.byteLength / 2);
  });

  // The needs of DuckDB are tested above on each host.
  if (!IN_BROWSER.includes(host)) return;
  it.runIf(isAvailable('Chromium', BROWSER !== null))('DuckDB reads the URL', async () => {
    const sql = `select detector, count(*)::int as files, sum(duty_cycle)::double as duty_cycle
      from {} where sample_rate_kHz = 4 group by detector order by detector`;
    const name = 'strain-files.parquet';
    const page = await openDuckDbPage(program.origin);
    try {
      const { rows, ranges } = await page.query(sql.replace('{}', `'${url}${name}'`));
      const expected = await query(sql, join(root, 'downloads', name));
      expect(rows).toEqual(expected);
      expect(rows.length).toBeGreaterThan(1);
      expect(ranges.length).toBeGreaterThan(1);
      for (const range of ranges) expect(range).toMatch(/^bytes=\d+-\d+$/);
    } finally {
      await page.close();
    }
  });
});

describe('serve, the host of plain files', () => {
  it('sends downloads with their types, in ranges', async () => {
    const { serve } = await import('../../../src/hosts/emitters/serve.ts');
    const folder = temporaryFolderOnDisk();
    const { put } = await import('../../support/hosts/rule-hosts.ts');
    const config = put(folder, 'serve.json', serve.emit(hostSettings({ root, out: folder }))[0]?.text ?? '');
    const port = await freePort();
    const program = await startProgram(
      process.execPath,
      [
        'node_modules/serve/build/main.js',
        '--config',
        config,
        '--listen',
        `tcp://127.0.0.1:${port}`,
        '--no-port-switching',
        root,
      ],
      `http://127.0.0.1:${port}`,
    );
    try {
      const answer = await fetch(`${program.origin}/downloads/event-versions.parquet`, {
        headers: { range: 'bytes=0-3' },
      });
      expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
        206,
        'PAR1',
        'application/vnd.apache.parquet',
      ]);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    } finally {
      await program.stop();
    }
  });
});
