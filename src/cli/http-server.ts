/** The HTTP server for `serve` and `dev`: how it starts listening, its address, and how it stops. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ExpectedError } from '../report/expected-error.ts';

export interface ListenOptions {
  /** 0 picks a free port. */
  readonly port: number;
  readonly host: string;
}

/** How long a client may take to send a request, in ms. Node's default is five minutes. */
const REQUEST_MS = 60_000;

/**
 * Creates a server that closes a connection if its request is still incomplete after `requestMs`. The server checks connections twice in
 * that time, so a connection may stay open for up to half of `requestMs` longer.
 */
export const createLimitedServer = (requestMs = REQUEST_MS): Server =>
  createServer({ requestTimeout: requestMs, connectionsCheckingInterval: requestMs / 2 });

/** How long requests in progress may take after a signal, in ms. */
const GRACE_MS = 10_000;

/** `http://localhost:8000`, as in the shipped configuration; a server on a wildcard address can be reached there too. */
export function ownAddress(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = ['127.0.0.1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function explainListenError(error: NodeJS.ErrnoException, { host, port }: ListenOptions): string {
  if (error.code === 'EADDRINUSE') return `port ${port} on ${host} is in use. Choose another one with --port`;
  if (error.code === 'EACCES')
    return `you do not have permission to use port ${port}. Choose one from 1024 up with --port`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `${host} is not an address of this machine`;
  return error.message;
}

/**
 * How many connections may wait to be accepted while the server is busy; with Node's default of 511, connections in a burst of thousands
 * are dropped, and clients retry seconds later. Systems cap this at their own limit (Linux: net.core.somaxconn, 4096 by default).
 */
const BACKLOG = 65_535;

/** Resolves once the server is listening. Rejects with ExpectedError if it cannot listen. */
export function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new ExpectedError(explainListenError(error, options))));
    server.listen(options.port, options.host, BACKLOG, resolve);
  });
}

/** Stops accepting connections and closes the open ones: idle connections immediately, the others once their requests are finished. */
export function createStop(server: Server): () => Promise<void> {
  // Connections that have had no request yet. Browsers open some in advance, and Node does not count them as idle.
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return () =>
    new Promise((resolve) => {
      for (const socket of unused) socket.destroy();
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      server.close(() => {
        clearInterval(idle);
        clearTimeout(grace);
        resolve();
      });
    });
}
