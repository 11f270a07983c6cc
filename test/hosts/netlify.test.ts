/** The Netlify edge function as `stillwave host netlify` writes it, on Deno, which Netlify uses. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendTo } from '../../src/conformance/send.ts';
import { netlify } from '../../src/hosts/emitters/netlify.ts';
import { DENO } from './deno-program.ts';
import { startNetlify } from './edge-programs.ts';
import {
  buildTestSite,
  compareWithOracle,
  failedCases,
  isAvailable,
  type Program,
  survivesUrlParser,
  type TestSite,
  writeHostFiles,
} from './real-host.ts';

describe.runIf(isAvailable('Deno', DENO !== null))('netlify', () => {
  let site: TestSite;
  let program: Program;
  let connection: ReturnType<typeof sendTo>;

  beforeAll(async () => {
    site = await buildTestSite({ baseUrl: 'https://user.example/gw' });
    writeHostFiles(netlify, site);
    program = await startNetlify(site.out, site.root);
    connection = sendTo(program.origin);
  });

  afterAll(async () => {
    connection?.close();
    await program?.stop();
    site?.remove();
  });

  test('passes the conformance cases', async () => {
    expect(await failedCases(site, connection.send, netlify)).toEqual([]);
  });

  test('1,000 random requests below the base URL get the same responses as from the oracle', async () => {
    const { differences, asked } = await compareWithOracle({
      site,
      send: connection.send,
      count: 1000,
      isAsked: (request) => survivesUrlParser(request) && request.url.startsWith('/gw/'),
    });
    expect(differences).toEqual([]);
    expect(asked).toBe(1000);
  });
});
