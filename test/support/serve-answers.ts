/** Services for harvests: the handler of a real site behind a server that can misbehave, and a server with stored bodies. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** A received request, numbered from 1. */
export interface Asked {
  readonly number: number;
  /** Path and query, without the leading slash. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface TestService {
  readonly origin: string;
  /** All requests so far, in order. */
  readonly asked: Asked[];
  close(): Promise<void>;
}

/** Serves on a free port of the loopback interface. */
export async function startService(
  answer: (asked: Asked, request: IncomingMessage, response: ServerResponse, origin: string) => void | Promise<void>,
): Promise<TestService> {
  const asked: Asked[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    const one = { number: asked.length + 1, path: (request.url ?? '').slice(1), headers: request.headers };
    asked.push(one);
    void answer(one, request, response, origin);
  });
  const { port, close } = await listen(server);
  origin = `http://localhost:${port}`;
  return { origin, asked, close };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A page with all entries of a listing. */
export const pageOf = (results: readonly unknown[], more: object = {}): object => ({
  next: null,
  previous: null,
  results_count: results.length,
  results_per_page: 1000,
  num_pages: results.length === 0 ? 0 : 1,
  page_number: 1,
  results,
  ...more,
});
