/** The Cloudflare Worker as `stillwave host cloudflare` writes it, on workerd. */

import { connect } from 'node:net';
import type { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, sendTo } from '../../src/check/send.ts';
import { cloudflare } from '../../src/hosts/emitters/cloudflare.ts';
import { startWorker } from '../support/hosts/edge-programs.ts';
import {
  buildTestSite,
  survivesUrlParser,
  type TestSite,
  testAnswers,
  testRandomAnswers,
  writeHostFiles,
} from '../support/hosts/real-host.ts';

/** Sends a request, and disconnects before the response can arrive. */
function askAndLeave(origin: string, url: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  return new Promise((done) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${url} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`, () => {
        socket.destroy();
        done();
      });
    });
  });
}

describe.each(['https://catalogue.example', 'https://user.example/gw'])('cloudflare at %s', (baseUrl) => {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  let site: TestSite;
  let worker: Miniflare;
  let origin: string;
  let connection: Connection;

  beforeAll(async () => {
    site = await buildTestSite({ baseUrl });
    writeHostFiles(cloudflare, site);
    worker = startWorker(site.out);
    origin = (await worker.ready).origin;
    connection = sendTo(origin);
  });

  afterAll(async () => {
    connection?.close();
    await worker?.dispose();
    site?.remove();
  });

  test('answers other clients after some disconnected early', async () => {
    const path = `${basePath}/api/v2/strain-files?pagesize=1000`;
    await Promise.all(Array.from({ length: 20 }, (_, n) => askAndLeave(origin, `${path}&page=${n + 1}`)));
    const answer = await connection.send({ method: 'GET', target: `${path}&page=1`, headers: {} });
    expect(answer.status).toBe(200);
  });

  const served = () => ({ site, connection });
  if (basePath === '') testRandomAnswers(served, { isAsked: survivesUrlParser });
  else testAnswers(served, { isAsked: survivesUrlParser });
});
