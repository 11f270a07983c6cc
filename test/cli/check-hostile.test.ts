/**
 * `stillwave check` against servers that lie, trickle, flood or disconnect: it finishes, in bounded time and memory, with a clear
 * message.
 */

import { spawn } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { OtherSiteError } from '../../src/check/catalogue-sample.ts';
import { runConformance } from '../../src/check/run.ts';
import { NoAnswerError, sendTo, type TestRequest } from '../../src/check/send.ts';

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

function connect(origin: string) {
  const connection = sendTo(origin, { timeoutMs: 400, maxBytes: 100_000 });
  opened.push(connection);
  return connection.send;
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
    const error = await connect(origin)(GET).catch((caught) => caught);
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
    const send = connect(origin);
    await expect(send(GET)).rejects.toThrow('no complete answer');
    expect(await send(GET)).toMatchObject({ status: 200, body: '{}' });
  });
});

const page = (members: object) =>
  JSON.stringify({
    next: null,
    previous: null,
    results_count: 1,
    results_per_page: 20,
    num_pages: 1,
    page_number: 1,
    results: [],
    ...members,
  });

describe('a whole check', () => {
  it.each([
    '{}',
    '[]',
    'null',
    '1',
    '"x"',
    'true',
    page({ results: null }),
    page({ results: {} }),
    page({ results: [null] }),
    page({ results: [{ detail_url: 1 }] }),
    page({ results: ['x', 1, {}] }),
    page({ num_pages: 'x' }),
    '{"results":[[]],"num_pages":3}',
    '{"allowed":{"0":"x"},"results":["a"],"num_pages":1}',
  ])('of a server that answers everything with %s ends with a clear message', async (body) => {
    const origin = await http((_, response) => response.end(body));
    const result = await runConformance(origin, connect(origin), null).catch((error) => error);
    if (result instanceof Error) {
      expect(result).toBeInstanceOf(OtherSiteError);
      expect(result.message).toMatch(/does not answer|no listing is there/);
    } else {
      const reasons = result.map(({ reason }: { reason: string | null }) => reason ?? '');
      expect(reasons.filter((reason: string) => reason !== '').length).toBeGreaterThan(50);
    }
  });

  it('gives up on an endless listing', async () => {
    let asked = 0;
    const origin = await http(({ headers: { host } }, response) => {
      asked++;
      const next = `http://${host}/api/v2/default-parameters?format=api&page=${asked}`;
      response.end(page({ next, results_count: 1e15, num_pages: 1e12, results: ['a-b'] }));
    });
    const error = await runConformance(origin, connect(origin), null, { budget: { requests: 300, ms: 20_000 } }).catch(
      (caught) => caught,
    );
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error.message).toBe('skipped after 300 requests');
    expect(asked).toBe(300);
  });

  it('gives up on a server that is slow for every request', async () => {
    const origin = await http((_, response) => setTimeout(() => response.end(page({ num_pages: 1e12 })), 50));
    const error = await runConformance(origin, connect(origin), null, { budget: { requests: 1e9, ms: 500 } }).catch(
      (caught) => caught,
    );
    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error.message).toBe('skipped after 0.5 s');
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
    expect(stderr).toMatch(/^error: http:\/\/127\.0\.0\.1:\d+\S* does not answer[^\n]*\n$/);
    expect(stderr).not.toContain('    at ');
  });

  it('says that the server closed the connection, and exits with 2', async () => {
    const origin = await tcp((socket) => socket.once('data', () => socket.destroy()));
    const { status, stderr } = await check(origin);
    expect([status, stderr]).toEqual([2, `error: ${origin} does not answer: socket hang up\n`]);
  });

  it('escapes text from the server, in text and in JSON', async () => {
    const evil = 'x\u001b[2J\u009b31m\r\nok    passed\u202e';
    const origin = await http((_, response) => response.end(page({ results: [evil] })));
    for (const flags of [[], ['--json']]) {
      const { stdout, stderr } = await check(origin, ...flags);
      expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(stdout).not.toMatch(/^ok {4}passed/m);
    }
  });
});
