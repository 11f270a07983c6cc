/**
 * No request target makes a host with rewrite rules contact a server other than its upstream, or request a path outside the site from its
 * upstream. The upstream and the other server run in this process and record the requests that reach them.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createPlainServer, type Server as PlainServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isInstalled, startRuleHost } from '../support/hosts/rule-hosts.ts';
import { APACHE, CADDY, NGINX } from '../support/hosts/rule-programs.ts';
import { isAvailable, type Program } from '../support/programs.ts';
import { open, received, requestFor } from '../support/server.ts';

const asked: string[] = [];
const hosts = new Set<string | undefined>();
let strangers = 0;
let upstream: Server;
const other = createPlainServer((socket) => {
  strangers++;
  socket.destroy();
});
const listen = (server: PlainServer): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

let port: number;
let otherPort: number;
beforeAll(async () => {
  upstream = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    hosts.add(headers.host);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"from":"upstream"}');
  });
  [port, otherPort] = [await listen(upstream), await listen(other)];
});
afterAll(() => {
  upstream.close();
  other.close();
});

/** Targets that name another server wherever a careless rule could read an authority. */
function targetsTo(authority: string): string[] {
  const asked = [
    '/gw/api/v2/strain-files?pagesize=7',
    '/gw/api/v2/event-versions/x%20y',
    '/gw/api/v2/runs/O1/events?start=1',
  ];
  const at = authority.replace(':', '%3A');
  return asked.flatMap((path) => [
    path,
    `@${authority}${path}`,
    `x@${authority}${path}`,
    `.${authority}${path}`,
    `:1@${authority}${path}`,
    `:@${authority}${path}`,
    `%40${at}${path}`,
    `//${authority}${path}`,
    `///${authority}${path}`,
    `/@${authority}${path}`,
    `/\\${authority}${path}`,
    `\\\\${authority}${path}`,
    `http://${authority}${path}`,
    `HTTP://${authority}${path}`,
    `http:/${authority}${path}`,
    `http:${authority}${path}`,
    `http://x@${authority}${path}`,
    `http://${authority}@${authority}${path}`,
    `http://user.example@${authority}${path}`,
    `http://user.example:80@${authority}${path}`,
    `http://@${authority}${path}`,
    `http://${authority}?${path}`,
    `http://${authority}#${path}`,
    `http://http://${authority}${path}`,
    `unix:/tmp/x|http://${authority}${path}`,
    `/unix:/tmp/x|http://${authority}${path}`,
    `${path}&@${authority}`,
    `${path}#@${authority}/`,
    `${path}&x=http://${authority}/`,
    `/gw/api/v2/@${authority}/strain-files?pagesize=7`,
    `/gw/api/v2/..//${authority}/?x`,
    `/gw@${authority}${path}`,
    `/gw/../@${authority}${path}`,
    `/gw/api/v2/strain-files/%2e%2e/%2e%2e/@${authority}`,
    `/gw/api/v2/strain-files?url=//${authority}&pagesize=7`,
  ]);
}

const HEADERS = [
  '',
  'X-Forwarded-Host: OTHER\r\n',
  'Forwarded: host=OTHER\r\n',
  'X-Original-URL: http://OTHER/\r\n',
  'X-Rewrite-URL: //OTHER/\r\n',
];

describe.each([NGINX, CADDY, APACHE])('$host.name', (ruleHost) => {
  const isThere = isAvailable(ruleHost.program, isInstalled(ruleHost.program));
  const own = mkdtempSync(join(tmpdir(), 'stillwave-other-'));
  let program: Program;
  beforeAll(async () => {
    if (!isThere) return;
    const settings = { upstream: `http://127.0.0.1:${port}` };
    program = await startRuleHost(ruleHost, inject('small').root, own, settings);
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(own, { recursive: true, force: true });
  });

  it.runIf(isThere)('only contacts its own upstream, with a path', async () => {
    asked.length = 0;
    hosts.clear();
    const authority = `127.0.0.1:${otherPort}`;
    const sent = targetsTo(authority).flatMap((target) => HEADERS.map((header) => [target, header] as const));
    for (const [target, header] of sent) {
      const socket = await open(Number(new URL(program.origin).port));
      const answer = received(socket);
      const host = target.length % 2 === 0 ? 'user.example' : authority;
      const request = requestFor(target, 'GET', header.replace('OTHER', authority)).replace('Host: x', `Host: ${host}`);
      socket.write(request, 'latin1');
      expect(await answer, target).not.toMatch(/^HTTP\/1\.1 5/);
    }
    expect(strangers).toBe(0);
    expect(asked.filter((url) => !url.startsWith('/'))).toEqual([]);
    // Hosts may pass on a path with an empty first segment unchanged, and a request handler answers it with a 404. No rule creates such a
    // path.
    const targets = sent.map(([target]) => target);
    expect(asked.filter((url) => url.startsWith('//') && !targets.includes(url))).toEqual([]);
    expect(asked.length).toBeGreaterThan(HEADERS.length);
    // The upstream sees its own host name, not the one in the request.
    expect([...hosts]).toEqual([`127.0.0.1:${port}`]);
  });
});
