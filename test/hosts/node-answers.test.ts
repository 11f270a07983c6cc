/** The Node host over HTTP: the conformance cases and random requests. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendTo } from '../../src/conformance/send.ts';
import { createHandler, type Handler } from '../../src/hosts/node.ts';
import { buildTestSite, compareWithOracle, failedCases, type TestSite } from './real-host.ts';

describe('node', () => {
  let site: TestSite;
  let handler: Handler;
  let server: Server;
  let connection: ReturnType<typeof sendTo>;

  beforeAll(async () => {
    site = await buildTestSite({ baseUrl: 'https://user.example/gw' });
    handler = await createHandler({ root: site.root });
    server = createServer(handler.node);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    connection = sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });

  afterAll(() => {
    connection?.close();
    server?.close();
    handler?.close();
    site?.remove();
  });

  test('passes the conformance cases', async () => {
    expect(await failedCases(site, connection.send, null)).toEqual([]);
  });

  test('1,000 random requests get the same responses as from the oracle', async () => {
    const { differences, asked } = await compareWithOracle({
      site,
      send: connection.send,
      count: 1000,
      // This host compresses, and has the matching headers wherever there is a body that it might compress.
      expect: ({ headers, ...answer }) => {
        const { vary, ...others } = headers;
        return { ...answer, headers: others };
      },
    });
    expect(differences).toEqual([]);
    expect(asked).toBe(1000);
  });
});
