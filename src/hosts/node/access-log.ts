/**
 * The request log for `serve`: one line per response, in the combined log format, which log analysers read
 * (https://httpd.apache.org/docs/2.4/logs.html#combined), or as JSON.
 */

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export const LOG_FORMATS = ['combined', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The facts about a response that a log line contains. */
interface Access {
  readonly time: Date;
  readonly client: string;
  readonly method: string;
  readonly target: string;
  readonly protocol: string;
  /** Null if the connection was closed before a response began. */
  readonly status: number | null;
  /** Bytes sent to the client, including headers. */
  readonly bytes: number;
  readonly ms: number;
  readonly referer: string | null;
  readonly user_agent: string | null;
}

/**
 * The proxies whose X-Forwarded-For is trusted. Throws an error with a readable message if a string is neither an address nor a network.
 */
export function parseProxies(texts: readonly string[]): BlockList {
  const proxies = new BlockList();
  for (const text of texts) {
    const [address = '', prefix = isIP(text) === 4 ? '32' : '128', ...more] = text.split('/');
    const version = isIP(address);
    const isPrefix = /^\d+$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
    if (version === 0 || !isPrefix || more.length > 0)
      throw new Error(`"${text}" is not an address or a network, such as 127.0.0.1, ::1 or 10.0.0.0/8`);
    proxies.addSubnet(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
  }
  return proxies;
}

const isTrusted = (address: string, proxies: BlockList): boolean =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** The client's address: the connection's address or, behind trusted proxies, the last untrusted address in X-Forwarded-For. */
function clientOf({ socket, headers }: IncomingMessage, proxies: BlockList): string {
  const forwarded = headers['x-forwarded-for']?.toString().split(',') ?? [];
  let client = socket.remoteAddress ?? '-';
  while (isTrusted(client, proxies)) {
    const next = forwarded.pop()?.trim();
    if (next === undefined || isIP(next) === 0) break;
    client = next;
  }
  return client;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `02/Mar/2026:13:55:36 +0000`. */
function describeTime(time: Date): string {
  const [year, month, day, clock] = time.toISOString().split(/[-T.]/);
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${clock} +0000`;
}

/** Quotes a string. Quotation marks, backslashes, control characters and characters outside ASCII become `\xNN`. */
const quote = (text: string): string =>
  `"${text.replace(/["\\\p{Cc}\u0080-\uffff]/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;

function toCombined({ client, time, method, target, protocol, status, bytes, referer, user_agent }: Access): string {
  const request = quote([method, target, protocol].filter((part) => part !== '').join(' '));
  const [from, agent] = [referer, user_agent].map((text) => quote(text ?? '-'));
  return `${client} - - [${describeTime(time)}] ${request} ${status ?? '-'} ${bytes} ${from} ${agent}`;
}

const FORMATS: Readonly<Record<LogFormat, (access: Access) => string>> = {
  combined: toCombined,
  // Terminals execute some of the control characters that JSON does not escape.
  json: (access) =>
    JSON.stringify(access).replace(/[\u007f-\u009f]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
};

/** Statuses of requests that cannot be parsed; 400 for all others. */
const CLIENT_ERRORS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The error passed to a 'clientError' listener; `rawPacket` contains the bytes that were being parsed. */
interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Uint8Array;
}

/** Listeners for the events of an HTTP server. */
interface AccessLog {
  request(request: IncomingMessage, response: ServerResponse): void;
  clientError(error: ClientError, socket: Duplex): void;
}

/**
 * Creates listeners that call `write` with a line, including its line ending, once a response has been sent or its connection closed. The
 * target of a request that cannot be parsed is its first line.
 */
export function createAccessLog(format: LogFormat, proxies: BlockList, write: (line: string) => void): AccessLog {
  const log = (access: Access) => write(`${FORMATS[format](access)}\n`);
  return {
    request(request, response) {
      const [time, start] = [new Date(), performance.now()];
      const { socket } = request;
      const client = clientOf(request, proxies);
      const sentBefore = socket.bytesWritten;
      response.once('close', () => {
        const { method = '', url = '', httpVersion, headers } = request;
        log({
          time,
          client,
          method,
          target: url,
          protocol: `HTTP/${httpVersion}`,
          status: response.headersSent ? response.statusCode : null,
          bytes: socket.bytesWritten - sentBefore,
          ms: Number((performance.now() - start).toFixed(1)),
          referer: headers.referer ?? null,
          user_agent: headers['user-agent'] ?? null,
        });
      });
    },
    clientError({ code = '', rawPacket = new Uint8Array() }, socket) {
      const status = CLIENT_ERRORS[code] ?? 400;
      // Node's own answer, which it leaves to the listener if there is one. Earlier responses may be incomplete.
      const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
      const { bytesWritten, remoteAddress = '-' } = socket as Socket;
      const isAnswered = socket.writable && bytesWritten === 0;
      if (isAnswered) socket.write(answer);
      socket.destroy();
      const [target = ''] = Buffer.from(rawPacket)
        .toString('latin1')
        .split(/[\r\n]/);
      const sent = { status: isAnswered ? status : null, bytes: isAnswered ? answer.length : 0 };
      log({
        ...{ time: new Date(), client: remoteAddress, method: '', target, protocol: '', ...sent, ms: 0 },
        ...{ referer: null, user_agent: null },
      });
    },
  };
}
