/** The Netlify edge function as `stillwave host netlify` writes it, on Deno, which Netlify uses too. */

import { afterAll, beforeAll, describe } from 'vitest';
import { type Connection, sendTo } from '../../src/check/send.ts';
import { netlify } from '../../src/hosts/emitters/netlify.ts';
import { DENO } from '../support/hosts/deno-program.ts';
import { startNetlify } from '../support/hosts/edge-programs.ts';
import {
  buildTestSite,
  isAvailable,
  type Program,
  survivesUrlParser,
  type TestSite,
  testAnswers,
  writeHostFiles,
} from '../support/hosts/real-host.ts';

describe.runIf(isAvailable('Deno', DENO !== null))('netlify', () => {
  let site: TestSite;
  let program: Program;
  let connection: Connection;

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

  // Netlify calls the function only for paths below the base URL.
  testAnswers(() => ({ site, connection }), {
    isAsked: (request) => survivesUrlParser(request) && request.url.startsWith('/gw/'),
  });
});
