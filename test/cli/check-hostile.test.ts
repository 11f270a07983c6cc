/**
 * `stillwave check` against servers that lie, trickle, flood or disconnect: it finishes, in bounded time and memory, with a clear
 * message.
 */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { UnreadableSiteError } from '../../src/check/result.ts';
import { checkSite } from '../../src/check/run.ts';
import { NoAnswerError, sendTo, type TestRequest } from '../../src/check/send.ts';
import { callCli } from '../support/call-cli.ts';
import { failuresOf } from '../support/failures.ts';
import { HANG_MS } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function listen(server: Server | TcpServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  opened.push({
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const http = (answer: RequestListener) => listen(createServer(answer));
/** A TCP server that handles each connection with `use`. */
const tcp = (use: (socket: Socket) => void) => listen(createTcpServer(use));

function connect(origin: string, timeoutMs = HANG_MS) {
  const connection = sendTo(origin, { timeoutMs, maxBytes: 100_000 });
  opened.push(connection);
  return connection;
}

const GET: TestRequest = { method: 'GET', target: '/api/v2/', headers: {} };
/** Sends text repeatedly until the socket is closed. */
function flood(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once('close', () => clearInterval(timer));
}

function trickleHead(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nX: ');
  flood(socket, 'x', 50);
}

describe('one response', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['nothing', 'no complete answer after 400 ms', () => {}],
    ['a byte of the head now and then', 'no complete answer after 400 ms', (socket) => trickleHead(socket)],
    [
      'a byte of the body now and then',
      'no complete answer after 400 ms',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
        flood(socket, 'x', 20);
      },
    ],
    [
      'one provisional answer after the other',
      'no complete answer after 400 ms',
      (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n', 5),
    ],
    [
      'a body without end',
      'the answer is longer than 100000 bytes',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
        flood(socket, 'x'.repeat(10_000), 1);
      },
    ],
    [
      'chunks without end',
      'the answer is longer than 100000 bytes',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        flood(socket, `2710\r\n${'x'.repeat(10_000)}\r\n`, 1);
      },
    ],
    [
      'a head without end',
      'Header',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        flood(socket, `X: ${'x'.repeat(1000)}\r\n`, 1);
      },
    ],
    ['an end at once', 'hang up', (socket) => socket.destroy()],
    ['a body that breaks off', 'aborted', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')],
    ['something else', 'Parse Error', (socket) => socket.end('hello\r\n\r\n')],
  ])('%s: %s', async (_, message, use) => {
    const origin = await tcp((socket) => socket.once('data', () => use(socket)));
    const error = await connect(origin, message.endsWith('400 ms') ? 400 : HANG_MS)
      .send(GET)
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error.message).toContain(message);
  });

  it('that never ends is given up, and the next request uses a new connection', async () => {
    let connections = 0;
    const origin = await tcp((socket) => {
      connections++;
      socket.on('data', () => {
        if (connections === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx');
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      });
    });
    const { send } = connect(origin, 400);
    await expect(send(GET)).rejects.toThrow('no complete answer');
    expect(await send(GET)).toMatchObject({ status: 200, body: '{}' });
  });
});

/** A site without records, which gets fewer requests. */
const project = temporaryFolder();
beforeAll(async () => {
  expect(await callCli(['init', '--empty'], project)).toMatchObject({ status: 0 });
  expect(await callCli(['build', '--layout', 'packs', '--quiet'], project)).toMatchObject({ status: 0 });
});

/** A server with the release of a real site, which answers its other requests with `answer`. */
const withRelease = (answer: RequestListener) =>
  http((request, response) => {
    const path = join(project, 'dist', request.url ?? '');
    const isRead = /\/(?:release\.json|packs\/.*|index\/.*)$/.test(request.url ?? '') && request.method === 'GET';
    if (isRead) response.end(readFileSync(path));
    else answer(request, response);
  });

describe('a whole check', () => {
  it.each(['{}', '[]', 'null', '"x"', '{"release":{}}', '<html>'])(
    'of a server that answers everything with %s ends with a clear message',
    async (body) => {
      const origin = await http((_, response) => response.end(body));
      const error = await checkSite(origin, connect(origin)).catch((caught) => caught);
      expect(error).toBeInstanceOf(UnreadableSiteError);
      expect(error.message).toMatch(/^release\.json is truncated or changed\. If the host/);
    },
  );

  it.each<[string, { requests: number; ms: number }, RegExp]>([
    ['of too many requests', { requests: 300, ms: 60_000 }, /^GET .*: no answer: skipped after 300 requests$/],
    ['that takes too long', { requests: 1e9, ms: 1500 }, /: no answer: skipped after 1\.5 s$/],
  ])('%s gives up', async (_, budget, message) => {
    let asked = 0;
    const origin = await withRelease((_request, response) => {
      asked++;
      setTimeout(() => response.end('{}'), 20);
    });
    const results = await checkSite(origin, sendTo(origin), { budget });
    // Eight requests at once, with answers after 20 ms.
    expect(asked).toBeLessThanOrEqual(Math.min(budget.requests, 8 * Math.ceil(budget.ms / 15)));
    expect(failuresOf(results).at(-1)).toMatch(message);
  });
});

describe('the program', () => {
  function check(url: string, ...flags: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
    const child = spawn(process.execPath, [inject('cli'), 'check', url, ...flags]);
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (output.stdout += chunk));
    child.stderr.on('data', (chunk) => (output.stderr += chunk));
    return new Promise((resolve) => child.once('close', (status) => resolve({ status, ...output })));
  }

  it('says that a server that answers {} is not the API, and exits with 2', async () => {
    const origin = await http((_, response) => response.end('{}'));
    const { status, stderr } = await check(origin);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: cannot check http:\/\/127\.0\.0\.1:\d+: release\.json is truncated[^\n]*\n$/);
    expect(stderr).not.toContain('    at ');
  });

  it('says that the server closed the connection, and exits with 2', async () => {
    const origin = await tcp((socket) => socket.once('data', () => socket.destroy()));
    const { status, stderr } = await check(origin);
    expect([status, stderr]).toEqual([2, `error: ${origin} does not answer: socket hang up\n`]);
  });

  it('escapes text from the server, in text and in JSON', async () => {
    const evil = 'x\u001b[2J\u009b31m\r\nok    passed\u202e';
    const origin = await withRelease((_, response) => response.end(evil));
    for (const flags of [[], ['--json']]) {
      const { stdout, stderr } = await check(origin, ...flags);
      expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(stdout).not.toMatch(/^ok {4}passed/m);
    }
  });
});
