/** On a host that only sends files, `check` finds files that are missing, old or sent wrongly. The host is a small server. */

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { checkSite } from '../../src/check/run.ts';
import { sendTo } from '../../src/check/send.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { failuresOf } from '../support/failures.ts';
import { runCli } from '../support/folders.ts';
import { listen } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE_URL = 'https://x.test/gw';
const root = join(temporaryFolder(), 'site');

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function sendFile(path: string): Sent {
  const file = join(root, path === '' ? 'index.html' : path);
  const type = file.endsWith('.html') ? 'text/html' : 'application/json';
  const headers = { 'content-type': type, 'access-control-allow-origin': '*' };
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile();
  return { status: isFile ? 200 : 404, headers, body: isFile ? readFileSync(file) : Buffer.from('') };
}

/** The paths whose answers are spoilt, and how. */
let fault: readonly [pattern: RegExp, change: (sent: Sent) => Partial<Sent>] = [/^$/, () => ({})];
const server = createServer(({ method, url = '' }, response) => {
  const path = decodeURIComponent(url.split('?')[0] ?? '').replace('/gw/', '');
  const sent = sendFile(path);
  const { status, headers, body } = { ...sent, ...(fault[0].test(path) ? fault[1](sent) : {}) };
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(method === 'HEAD' ? '' : body);
});
let origin: string;
let close: () => unknown;

beforeAll(async () => {
  const flags = ['--layout', 'both', '--links', 'path', '--base-url', BASE_URL, '--data', SMALL_DATA, '--site', root];
  expect(await runCli(inject('cli'), ['build', '--quiet', ...flags])).toMatchObject({ status: 0, stderr: '' });
  ({ origin, close } = await listen(server));
});
afterAll(() => close());

async function failures(pattern: RegExp, change: (sent: Sent) => Partial<Sent>): Promise<string[]> {
  fault = [pattern, change];
  const connection = sendTo(origin);
  const results = await checkSite(BASE_URL, connection, { tier: 'no logic' }).finally(connection.close);
  expect(results.length).toBeGreaterThan(100);
  return failuresOf(results);
}

it('there is no failure if every file is sent', async () => {
  expect(await failures(/^$/, () => ({ status: 200 }))).toEqual([]);
});

const withHeaders =
  (more: Record<string, string>) =>
  ({ headers }: Sent) => ({ headers: { ...headers, ...more } });

it.each<[string, RegExp, (sent: Sent) => Partial<Sent>, RegExp]>([
  [
    'a record that is lost',
    /\/runs\/O1\.json$/,
    () => ({ status: 404 }),
    /^GET \/gw\/api\/v2\/runs\/O1\.json: status: expected 200, got 404$/,
  ],
  [
    'an old page',
    /\/runs\/_\/20\/1\.json$/,
    ({ body }) => ({ body: Buffer.from(body.toString().replace('O1', 'O9')) }),
    /1\.json: body: expected SHA-256 \w+, got \w+: "\{/,
  ],
  [
    'a page that is cut off',
    /\/runs\/_\/20\/1\.json$/,
    ({ body }) => ({ body: body.subarray(9) }),
    /1\.json: size: expected \d+ bytes, got \d+$/,
  ],
  [
    'a pack that is missing',
    /^packs\/runs-/,
    () => ({ status: 403 }),
    /^HEAD \/gw\/packs\/runs-\w+\.ndjson: status: expected 200, got 403$/,
  ],
  [
    'pages of another content type',
    /runs/,
    withHeaders({ 'content-type': 'text/plain' }),
    /content-type: expected application\/json, got text\/plain$/,
  ],
  [
    'pages that other origins cannot read',
    /runs/,
    withHeaders({ 'access-control-allow-origin': 'null' }),
    /access-control-allow-origin: expected \*, got null$/,
  ],
  ['no index.html', /^index\.html$/, () => ({ status: 404 }), /^GET \/gw\/index\.html: status/],
  [
    'a list of files in place of the page',
    /^$/,
    withHeaders({ 'content-type': 'text/plain' }),
    /^GET \/gw\/: content-type: expected text\/html/,
  ],
  ['the id of another release', /^release\.txt$/, () => ({ body: Buffer.from('x\n') }), /release\.txt: size/],
  [
    'the first page for every query',
    /\/runs$/,
    () => ({ status: 200 }),
    /runs\?detector=-: status: expected 404, .* got 200$/,
  ],
])('%s is a failure', async (_, pattern, change, failure) => {
  const found = await failures(pattern, change);
  expect(
    found.filter((line) => failure.test(line)),
    found.slice(0, 5).join('\n'),
  ).not.toEqual([]);
});

it('a site without a manifest cannot be checked, unless there is a copy', async () => {
  await expect(failures(/^manifest\.json$/, () => ({ status: 404 }))).rejects.toThrow(
    'manifest.json cannot be read: the host answers 404',
  );
  const connection = sendTo(origin);
  const readFile = async (path: string) => readFileSync(join(root, path));
  expect(
    failuresOf(await checkSite(BASE_URL, connection, { tier: 'no logic', readFile }).finally(connection.close)),
  ).toEqual([]);
});
