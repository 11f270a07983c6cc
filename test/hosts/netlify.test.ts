/** The Netlify edge function as `stillwave host netlify` writes it, on Deno, which Netlify uses too. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Base URLs, and the paths for which Netlify calls the function. */
const PLACES: readonly (readonly [baseUrl: string, own: RegExp])[] = [
  ['https://user.example/gw', /^[/]gw[/]/],
  ['https://user.example', /^[/](?:api|eventapi|archive|timeline|downloads)(?:[/?]|$)/],
];

const isThere = isAvailable('Deno', DENO !== null);

describe.runIf(isThere).each(PLACES)('netlify, with the base URL %s', (baseUrl, own) => {
  let site: TestSite;
  let program: Program;
  let connection: Connection;

  beforeAll(async () => {
    site = await buildTestSite({ baseUrl, downloads: ['event-versions.csv'] });
    writeHostFiles(netlify, site);
    program = await startNetlify(site.out, site.root);
    connection = sendTo(program.origin);
  });

  afterAll(async () => {
    connection?.close();
    await program?.stop();
    site?.remove();
  });

  test('sends downloads and their ranges', async () => {
    const target = `${new URL(baseUrl).pathname.replace(/[/]$/, '')}/downloads/event-versions.csv`;
    const file = readFileSync(join(site.root, 'downloads/event-versions.csv'), 'utf8');
    const send = (headers: Record<string, string>) => connection.send({ method: 'GET', target, headers });
    expect(await send({})).toMatchObject({ status: 200, body: file });
    expect(await send({ range: 'bytes=0-9' })).toMatchObject({ status: 206, body: file.slice(0, 10) });
  });

  testAnswers(() => ({ site, connection }), {
    isAsked: (request) => survivesUrlParser(request) && own.test(request.url),
  });
});
