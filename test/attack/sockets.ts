/**
 * Badly behaved clients: some pipeline requests but never read, some open connections and send slowly, and some disconnect midway. `serve`
 * holds no more than one response for each of them, and continues to serve others.
 */

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beyond, cpuMs, memoryMb } from '../support/process-use.ts';
import { exchange, open, requestFor, startServer, statusesOf } from '../support/server.ts';
import type { Scenario } from './scenario.ts';

const LARGEST = '/api/v2/event-versions?include-default-parameters&pagesize=1000';
const kept = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
/** Enough to need several reads by the server. */
const PIPELINE_BYTES = 256 * 1024;
const fill = (request: string) => request.repeat(Math.ceil(PIPELINE_BYTES / request.length));

const ANSWER_MB = 1.3;
/** Memory for the request objects that wait on one connection, up to 1000. */
const WAITING_MB = 2.5;
/** Garbage that has not been collected yet. */
const SLACK_MB = 150;
/**
 * CPU time (ms) that the server may spend on a hundred busy connections before it serves another client. Wall-clock time would depend on
 * other processes.
 */
const OTHERS_WAIT_MS = 8000;

interface Kind {
  readonly name: string;
  attack(socket: Socket, number: number): void;
}

const KINDS: readonly Kind[] = [
  { name: 'the largest page, nothing read', attack: (socket) => socket.pause().write(fill(kept(LARGEST))) },
  {
    name: 'the shortest request, nothing read',
    attack: (socket) => socket.pause().write(fill('GET / HTTP/1.1\r\nHost:\r\n\r\n')),
  },
  { name: 'HEAD, gzip and refusals in turns', attack: (socket) => socket.pause().write(fill(mixed)) },
  { name: 'half a request', attack: (socket) => socket.write(`GET ${LARGEST} HTTP/1.1\r\nHost: x\r\nX: `) },
  {
    name: 'a body that never comes',
    attack: (socket) => socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\nx'),
  },
  {
    name: 'gone in the middle of the answers',
    attack: (socket, number) => {
      socket.write(fill(kept(LARGEST)));
      setTimeout(() => socket.destroy(), 5 * (number % 20));
    },
  },
  {
    name: 'half closed behind the last request',
    attack: (socket) => socket.pause().end(kept(LARGEST).repeat(20)),
  },
  {
    name: 'CONNECT behind answers that are not taken',
    attack: (socket) => socket.pause().write(`${kept(LARGEST).repeat(9)}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`),
  },
];
const mixed = [
  kept('/api/v2/nothing'),
  `HEAD ${LARGEST} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`,
  `GET ${LARGEST} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`,
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc',
].join('');

export const sockets: Scenario = {
  name: 'sockets and pipelines',
  async run({ cli, shipped, isLong, say }) {
    const connections = isLong ? 100 : 10;
    const seconds = isLong ? 10 : 0.25;
    const server = await startServer(cli, shipped);
    const wrong: string[] = [];
    try {
      const ask = async (target: string) => statusesOf(await exchange(server.port, requestFor(target)))[0];
      await ask(LARGEST);
      const start = memoryMb(server.child.pid, 'now');
      for (const { name, attack } of KINDS) {
        const opened = await Promise.all(Array.from({ length: connections }, () => open(server.port)));
        for (const [number, socket] of opened.entries())
          attack(
            socket.on('error', () => {}),
            number,
          );
        const end = performance.now() + seconds * 1000;
        let slowest = 0;
        let peak = 0;
        while (performance.now() < end) {
          const asked = cpuMs(server.child.pid);
          const status = await ask('/api/v2/strain-files');
          slowest = Math.max(slowest, cpuMs(server.child.pid) - asked);
          peak = Math.max(peak, memoryMb(server.child.pid, 'now'));
          if (status !== 200) wrong.push(`${name}: another client got ${status}`);
          await sleep(50);
        }
        say(
          `${connections} x ${name}: peak ${peak.toFixed(0)} MB, another client waited for ${slowest.toFixed(0)} ms of CPU at most`,
        );
        const limit = start + connections * (ANSWER_MB + WAITING_MB) + SLACK_MB;
        wrong.push(...beyond(`${name}: peak of memory in MB`, peak, limit));
        wrong.push(...beyond(`${name}: ms of CPU that another client waited for`, slowest, OTHERS_WAIT_MS));
        for (const socket of opened) socket.destroy();
      }
      if (server.child.exitCode !== null) wrong.push(`serve ended with ${server.child.exitCode}`);
    } finally {
      const status = await server.stop();
      if (status !== 0) wrong.push(`serve ended with ${status} after SIGTERM`);
    }
    return wrong;
  },
};
