/** The Node host over HTTP: all requests of a check, and random requests. */

import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Connection, sendTo } from '../../src/check/send.ts';
import { createHandler, type Handler } from '../../src/hosts/node/handler.ts';
import { buildTestSite, type TestSite, testAnswers } from '../support/hosts/real-host.ts';
import { listen } from '../support/listen.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('node', () => {
  let site: TestSite;
  let handler: Handler;
  let server: Server;
  let connection: Connection;

  beforeAll(async () => {
    site = await buildTestSite({ baseUrl: 'https://user.example/gw' });
    handler = await createHandler({ root: site.root });
    server = createServer(handler.node);
    connection = sendTo((await listen(server)).origin);
  });

  afterAll(() => {
    connection?.close();
    server?.close();
    handler?.close();
    site?.remove();
  });

  testAnswers(() => ({ site, connection }), {
    // More requests than for other hosts, which have the same handler.
    count: propertyRuns(200),
    every: 1,
    // `Vary` is not compared: this host may compress bodies, and then its `Vary` also names `Accept-Encoding`.
    expected: ({ headers, ...answer }) => {
      const { vary, ...others } = headers;
      return { ...answer, headers: others };
    },
  });
});
