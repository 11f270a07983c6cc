/** The Netlify edge function as `stillwave host netlify` writes it, on Deno, which is what Netlify runs them on. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendTo } from '../../src/conformance/send.ts';
import { netlify } from '../../src/hosts/emitters/netlify.ts';
import { DENO } from './deno-program.ts';
import {
  buildTestSite,
  compareWithOracle,
  failedCases,
  freePort,
  isAvailable,
  type Program,
  startProgram,
  survivesUrlParser,
  type TestSite,
  writeHostFiles,
} from './real-host.ts';

const STAND_IN = fileURLToPath(new URL('netlify-stand-in.js', import.meta.url));

describe.runIf(isAvailable('Deno', DENO !== null))('netlify', () => {
  let site: TestSite;
  let program: Program;
  let connection: ReturnType<typeof sendTo>;

  beforeAll(async () => {
    site = await buildTestSite({ baseUrl: 'https://user.example/gw' });
    writeHostFiles(netlify, site);
    const port = await freePort();
    const allowed = ['--no-config', '--allow-net', '--allow-read', '--allow-import'];
    const args = ['run', ...allowed, STAND_IN, String(port), site.root, site.out];
    program = await startProgram(DENO as string, args, `http://127.0.0.1:${port}`);
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

  test('1,000 random requests below the base URL get the answers of the oracle', async () => {
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
