/**
 * `stillwave check` with an address other than the base URL in the site's links: there is one failure, which names both addresses and says what to do.
 */

import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { listen } from '../support/listen.ts';
import { type Server, startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');
const folder = temporaryFolder();
const site = join(folder, 'site');
const check = (...args: string[]) => callCli(['check', ...args]);
let server: Server;
/** The same server by another name. */
let other: string;

beforeAll(async () => {
  // A site without records gets fewer requests.
  expect(await callCli(['init', join(folder, 'project'), '--empty'])).toMatchObject({ status: 0 });
  const flags = ['--quiet', '--layout', 'packs', '--data', join(folder, 'project/data'), '--site', site];
  expect(await callCli(['build', ...flags])).toMatchObject({ status: 0, stderr: '' });
  server = await startServer(cli, site);
  other = `http://127.0.0.1:${server.port}`;
});
afterAll(() => server.stop());

it('the first line names both addresses, and nothing else fails', async () => {
  const { status, stdout, stderr } = await check(other);
  expect([status, stderr]).toEqual([1, '']);
  const failures = stdout.split('\n').filter((line) => line.startsWith('FAIL'));
  expect(failures).toEqual([
    `FAIL  links to ${server.origin}: the links of this site start with ${server.origin}, not with ${other}. ` +
      `Check ${server.origin} instead; or, if clients use ${other}, build the site (or run "serve") with --base-url ${other}. ` +
      'The other requests accept these links',
  ]);
  expect(stdout.startsWith(failures[0] as string)).toBe(true);
  expect(stdout).toMatch(/\n\d,\d{3} passed, 1 failed, 0 skipped\n$/);
});

it('https for a server without TLS: the error names the http address', async () => {
  const { status, stdout, stderr } = await check(server.origin.replace('http:', 'https:'));
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^error: https:\S+ does not answer: TLS fails: [^:\n]+\. If the site has none there, check http:\S+\n$/,
  );
});

it('https for a server with which TLS fails: the error gives the reason', async () => {
  // A server without a certificate has no cipher in common with any client.
  const server = createTlsServer({}, () => {});
  const { port, close } = await listen(server);
  const { status, stdout, stderr } = await check(`https://127.0.0.1:${port}`);
  await close();
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^error: https:\S+ does not answer: TLS fails: [^:\n]*handshake failure\. /);
});

it('the error names the address that a redirect leads to', async () => {
  const redirecting = createServer(({ url, headers }, response) => {
    const host = headers.host?.replace('127.0.0.1', 'catalogue.example').replace(/:.*/, '');
    response.writeHead(301, { location: `https://${host}${url}` }).end();
  });
  const { origin, close } = await listen(redirecting);
  const { status, stdout, stderr } = await check(`${origin}/gw`);
  await close();
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^error: cannot check \S+: GET \/gw\/api\/v2\/: expected status 200, got 301, which leads to https:\/\/catalogue\.example\/gw\/api\/v2\/\n$/,
  );
});
