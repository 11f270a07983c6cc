/**
 * Clients that send many requests at once with long headers, malformed requests among them. The log of `serve` goes to a socket that takes
 * only parts of lines; it must still have every line whole.
 */

import { exchange, startServer, statusesOf } from '../support/server.ts';
import type { Scenario } from './scenario.ts';

const AGENT = 'a\u009b'.repeat(400);
const REFUSED = ['BREW / HTTP/1.1\r\n\r\n', 'GET /\u0001 HTTP/1.1\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'];

/** The lines of a log in JSON that are not whole, or contain control characters. */
function findBroken(log: string): string[] {
  const lines = log.split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    if (/\p{Cc}/u.test(line)) return [`a control character in ${JSON.stringify(line.slice(0, 200))}`];
    try {
      JSON.parse(line);
      return [];
    } catch {
      return [`a broken line: ${line.slice(0, 200)}`];
    }
  });
}

export const logs: Scenario = {
  name: 'logs',
  async run({ cli, shipped, isLong, say }) {
    const [connections, requests] = isLong ? [64, 100] : [16, 50];
    const server = await startServer(cli, shipped, ['--log', 'json']);
    const request = (more = '') => `GET /api/v2/ HTTP/1.1\r\nHost: x\r\n${more}User-Agent: ${AGENT}\r\n\r\n`;
    const pipeline = request().repeat(requests - 1) + request('Connection: close\r\n');
    const sent = Array.from({ length: connections }, () => [pipeline, ...REFUSED]).flat();
    const answers = await Promise.all(sent.map((text) => exchange(server.port, text)));
    const status = await server.stop();
    const answered = answers.reduce((sum, text) => sum + statusesOf(text).length, 0);
    const logged = server.stdout().split('\n').length - 1;
    say(`${answered} answers, ${logged} lines`);
    return [
      ...findBroken(server.stdout()),
      ...(logged === answered ? [] : [`${answered} answers, but ${logged} lines`]),
      ...(status === 0 ? [] : [`serve ended with ${status} after SIGTERM`]),
    ];
  },
};
