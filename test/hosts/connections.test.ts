/**
 * Connections of the Node host: one response at a time, and clients that read nothing.
 */

import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLimitedServer } from '../../src/cli/http-server.ts';
import { createHandler, type Handler } from '../../src/hosts/node/handler.ts';
import { type Listening, listen } from '../support/listen.ts';
import { cpuMs } from '../support/process-use.ts';
import {
  eventually,
  exchange,
  HANG_MS,
  open,
  received,
  requestFor,
  type Server,
  startServer,
  statusesOf,
} from '../support/server.ts';

/** The largest response of the shipped catalogue, 1.3 MB. */
const LARGEST = '/api/v2/event-versions?include-default-parameters&pagesize=1000';
/** A request that keeps its connection open, so that another request can follow. */
const keptRequest = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
/** More requests than the server gets with one read. */
const pipelineOf = (target: string, bytes = 256 * 1024) => {
  const one = keptRequest(target);
  return one.repeat(Math.ceil(bytes / one.length));
};

async function openUnread(port: number): Promise<Socket> {
  const socket = await open(port);
  return socket.on('error', () => {}).pause();
}

const peakMb = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe('stillwave serve', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer(inject('cli'), inject('shipped').root);
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'five clients that pipeline the largest page and read nothing hold one response each',
    async () => {
      expect(statusesOf(await exchange(server.port, requestFor(LARGEST)))).toEqual([200]);
      const before = peakMb(server.child.pid);
      const sockets = await Promise.all(Array.from({ length: 5 }, () => openUnread(server.port)));
      for (const socket of sockets) socket.write(pipelineOf(LARGEST));
      await sleep(1500);
      expect(statusesOf(await exchange(server.port, requestFor('/api/v2/')))).toEqual([200]);
      // Each connection has a response of 1.3 MB in progress and the requests of one read, 64 KB; the rest is uncollected garbage.
      expect(peakMb(server.child.pid) - before).toBeLessThan(120);
      for (const socket of sockets) socket.destroy();
    },
  );

  it('3,000 pipelined requests are answered, each with its own page, in order', async () => {
    const pages = Array.from({ length: 3000 }, (_, n) => (n % 30) + 1);
    const target = (page: number) => `/api/v2/event-versions?pagesize=1&page=${page}`;
    const requests = pages.map((page, n) => (n < 2999 ? keptRequest(target(page)) : requestFor(target(page))));
    const answer = await exchange(server.port, requests.join(''));
    expect([...answer.matchAll(/"page_number":(\d+)/g)].map(([, page]) => Number(page))).toEqual(pages);
  });

  it('too many requests in one read close the connection', async () => {
    const shortest = 'GET / HTTP/1.1\r\nHost:\r\n\r\n';
    // Resolves when the server has closed the connection.
    const answer = await exchange(server.port, shortest.repeat(10_000));
    expect(statusesOf(answer).length).toBeLessThanOrEqual(1000);
    expect(statusesOf(await exchange(server.port, requestFor('/api/v2/')))).toEqual([200]);
  });

  it('a pipeline does not delay other clients', async () => {
    const pipelines = Array.from({ length: 10 }, () => openUnread(server.port));
    for (const socket of await Promise.all(pipelines)) socket.write(pipelineOf(LARGEST));
    // The server's CPU time, because the machine may be busy with other work.
    const start = cpuMs(server.child.pid);
    expect(statusesOf(await exchange(server.port, requestFor('/api/v2/')))).toEqual([200]);
    expect(cpuMs(server.child.pid) - start).toBeLessThan(2000);
    for (const socket of await Promise.all(pipelines)) socket.destroy();
  });

  it('a request body does not block the requests after it', async () => {
    const post = (size: number) =>
      `POST /api/v2/ HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;
    const requests = [keptRequest(LARGEST), post(300_000), keptRequest('/api/v2/'), post(10), requestFor('/api/v2/')];
    const answer = await exchange(server.port, requests.join(''));
    expect(statusesOf(answer)).toEqual([200, 405, 200, 405, 200]);
  });

  it('CONNECT after an unread response closes the connection', async () => {
    const socket = await openUnread(server.port);
    socket.write(`${keptRequest(LARGEST)}CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(statusesOf(await received(socket.resume())).length).toBeLessThan(2);
    expect(statusesOf(await exchange(server.port, requestFor('/api/v2/')))).toEqual([200]);
  });
});

describe('a client that reads nothing', () => {
  const STALLED_MS = 2000;
  let handler: Handler;
  let server: HttpServer;
  let listening: Listening;
  beforeAll(async () => {
    handler = await createHandler({ root: inject('shipped').root, stalledMs: STALLED_MS });
    server = createServer(handler.node);
    listening = await listen(server);
  });
  afterAll(() => {
    handler.close();
    return listening.close();
  });
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

  it('is disconnected after a while', async () => {
    const socket = await openUnread(listening.port);
    const start = performance.now();
    socket.write(pipelineOf(LARGEST));
    await eventually(async () => (await connections()) === 1, 'the connection is there');
    await eventually(async () => (await connections()) === 0, 'the connection is closed');
    // Timers may be slightly early.
    expect(performance.now() - start).toBeGreaterThan(STALLED_MS - 50);
    socket.destroy();
  });

  it('is not disconnected while it reads, even very slowly', async () => {
    const socket = await openUnread(listening.port);
    socket.write(`${keptRequest(LARGEST).repeat(25)}${requestFor('/api/v2/')}`);
    let size = 0;
    let isOver = false;
    socket.on('data', ({ length }: Buffer) => {
      size += length;
      socket.pause();
    });
    socket.once('close', () => {
      isOver = true;
    });
    const start = performance.now();
    while (!isOver && performance.now() - start < HANG_MS) {
      // Reads slowly enough for two time limits to pass, but no slower than the system empties its buffers, a megabyte at a time.
      await sleep(performance.now() - start < 2.5 * STALLED_MS ? 10 : 0);
      socket.resume();
    }
    expect(performance.now() - start).toBeGreaterThan(2 * STALLED_MS);
    expect(size).toBeGreaterThan(30_000_000);
    expect(isOver).toBe(true);
  });
});

describe('requests that arrive together', () => {
  const COUNT = 8;
  let handler: Handler;
  let listening: Listening;
  /** The handler's events: `request` when it receives a request, `response` when it sends a response. */
  let events: string[] = [];
  let accepted = 0;
  beforeAll(async () => {
    handler = await createHandler({ root: inject('shipped').root });
    const server = createServer((request, response) => {
      const { writeHead } = response;
      response.writeHead = ((...head: [number]) => {
        events.push('response');
        return writeHead.apply(response, head);
      }) as typeof writeHead;
      events.push('request');
      handler.node(request, response);
    });
    server.on('connection', () => accepted++);
    listening = await listen(server);
  });
  afterAll(() => {
    handler.close();
    return listening.close();
  });

  /** The events of one request on each of several connections. */
  async function eventsOf(target: string): Promise<readonly string[]> {
    accepted = 0;
    const sockets = await Promise.all(Array.from({ length: COUNT }, () => open(listening.port)));
    await eventually(() => accepted === COUNT, 'the server has accepted all connections');
    events = [];
    const answers = sockets.map(received);
    for (const socket of sockets) socket.write(requestFor(target));
    for (const answer of await Promise.all(answers)) expect(statusesOf(answer)).toEqual([200]);
    return events;
  }

  /** Repeats the requests until the order matches: packs may not be in memory yet, or the system may not deliver all requests together. */
  async function expectOrder(target: string, order: readonly string[]): Promise<void> {
    await eventually(
      async () => (await eventsOf(target)).join() === order.join(),
      `the order is ${order.join()}, not ${events.join()}`,
    );
  }

  it('are all answered before the first response is sent, so that the client is only woken once', async () => {
    await expectOrder('/api/v2/event-versions', [...Array(COUNT).fill('request'), ...Array(COUNT).fill('response')]);
  });

  it('are answered one by one if the responses are large', async () => {
    const target = '/api/v2/event-versions?include-default-parameters&pagesize=100';
    await expectOrder(target, Array(COUNT).fill(['request', 'response']).flat());
  });
});

it('a request that never ends is a 408 and closes its connection, even if bytes keep coming', async () => {
  const server = createLimitedServer(400);
  const handler = await createHandler({ root: inject('shipped').root });
  server.on('request', handler.node);
  const { port, close } = await listen(server);
  const [tooSlow, whole] = await Promise.all(
    ['X: ', 'Content-Length: 9999\r\n\r\n'].map(async (end) => {
      const socket = await open(port);
      const answer = received(socket.on('error', () => {}));
      socket.write(`GET /api/v2/ HTTP/1.1\r\nHost: x\r\n${end}`);
      const sending = setInterval(() => socket.write('x'), 50);
      return answer.finally(() => clearInterval(sending));
    }),
  );
  expect(statusesOf(tooSlow as string)).toEqual([408]);
  // The answer does not wait for the body, which is not read.
  expect(statusesOf(whole as string)).toEqual([200, 408]);
  handler.close();
  await close();
});
