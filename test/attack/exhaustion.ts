/**
 * Opens more connections than a server can hold: thousands that send nothing, half a request or a slow body, or that never read; and
 * hundreds to a server that may open only a few files. Other clients are served in the meantime or, if the server has no descriptors left,
 * afterwards.
 */

import type { Socket } from 'node:net';
import { beyond, memoryMb } from '../support/process-use.ts';
import { eventually, exchange, open, requestFor, type Server, startServer, statusesOf } from '../support/server.ts';
import type { Scenario } from './scenario.ts';

const KINDS: readonly string[] = [
  '',
  'GET /api/v2/runs HTTP/1.1\r\nHost: x\r\nX: ',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\nx',
  requestFor('/api/v2/event-versions?pagesize=100'),
];
/** Limit for the server's memory: kilobytes for each connection, and megabytes for everything else. */
const CONNECTION_KB = 40;
const SLACK_MB = 150;
const FEW_FILES = 150;

const SMALL = '/api/v2/runs/O1';
const isServed = async (server: Server): Promise<boolean> =>
  (await exchange(server.port, requestFor(SMALL)).then(statusesOf, () => []))[0] === 200;

async function connectAll(server: Server, count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = await open(server.port);
    sockets.push(socket.on('error', () => {}).pause());
    socket.write(KINDS[n % KINDS.length] as string);
  }
  return sockets;
}

export const exhaustion: Scenario = {
  name: 'more connections than fit',
  async run({ cli, shipped, isLong, say }) {
    const wrong: string[] = [];
    const server = await startServer(cli, shipped);
    const count = isLong ? 10_000 : 400;
    const before = memoryMb(server.child.pid, 'now');
    const sockets = await connectAll(server, count);
    if (!(await isServed(server))) wrong.push(`beside ${count} connections, another client is not served`);
    const grown = memoryMb(server.child.pid, 'peak') - before;
    say(`${count} connections: ${grown.toFixed(0)} MB more`);
    wrong.push(...beyond('memory grew by MB', grown, SLACK_MB + (count * CONNECTION_KB) / 1024));
    for (const socket of sockets) socket.destroy();
    if ((await server.stop()) !== 0) wrong.push(`serve ended: ${server.stderr()}`);

    const limited = await startServer(cli, shipped, [], [], ['sh', '-c', `ulimit -n ${FEW_FILES} && exec "$@"`, 'sh']);
    const many = await connectAll(limited, 400);
    for (const socket of many) socket.destroy();
    await eventually(() => isServed(limited), 'a server without descriptors serves again once clients are gone');
    if ((await limited.stop()) !== 0) wrong.push(`serve with ${FEW_FILES} files ended: ${limited.stderr()}`);
    return wrong;
  },
};
