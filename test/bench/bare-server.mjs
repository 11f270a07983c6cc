/** The server that `serve` is compared with: sends one body and its headers from memory, and does nothing else. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const body = readFileSync(process.argv[2]);
const headers = JSON.parse(process.argv[3]);
const server = createServer((_, response) => {
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => process.stderr.write(`(listening on http://127.0.0.1:${server.address().port})\n`));
