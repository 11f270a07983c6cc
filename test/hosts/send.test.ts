/** The requests of `check` when a connection is closed. */

import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createPlainServer, type Server as PlainServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { NoAnswerError, sendTo } from '../../src/check/send.ts';

let server: Server | PlainServer;
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function listen(): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const REQUEST = { method: 'GET', target: '/', headers: {} };

it('a request on an idle connection that the host closes is sent again', async () => {
  const answered = new WeakSet<object>();
  let cut = 0;
  server = createServer((request, response) => {
    if (answered.has(request.socket)) {
      cut++;
      request.socket.resetAndDestroy();
      return;
    }
    answered.add(request.socket);
    response.end('yes');
  });
  const { send, close } = sendTo(await listen());
  for (let n = 0; n < 5; n++) expect(await send(REQUEST)).toMatchObject({ status: 200, body: 'yes' });
  close();
  expect(cut).toBe(4);
});

it('a new connection that the host closes counts as no response', async () => {
  let connections = 0;
  server = createPlainServer((socket) => {
    connections++;
    socket.resetAndDestroy();
  });
  const { send, close } = sendTo(await listen());
  await expect(send(REQUEST)).rejects.toThrow(NoAnswerError);
  close();
  expect(connections).toBe(1);
});

it('an IPv6 address is reached without its brackets', async () => {
  server = createServer((_, response) => response.end('yes'));
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  const { send, close } = sendTo(`http://[::1]:${(server.address() as AddressInfo).port}`);
  expect(await send(REQUEST)).toMatchObject({ status: 200, body: 'yes' });
  close();
});
