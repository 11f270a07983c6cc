/** The programs of docs/hosts/node.md, as printed: plain `http`, Express, fastify and Hono. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { runConformance } from '../../src/check/run.ts';
import { sendTo } from '../../src/check/send.ts';
import { findHost } from '../../src/hosts/hosts.ts';
import { ROOT } from '../support/data-folders.ts';
import { printedBlocks } from '../support/printed-blocks.ts';
import { freePort } from '../support/programs.ts';
import { EVERY } from '../support/property-runs.ts';
import { ask, eventually } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const programs = printedBlocks('docs/hosts/node.md', 'js');
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill();
});

/** Starts a program of the page on another port, with another site. Out: the URL of its own page, if it has one, and its base URL. */
async function start(program: string) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/@hono'), { recursive: true });
  for (const name of ['express', 'fastify', 'hono', '@hono/node-server'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  symlinkSync(ROOT, join(folder, 'node_modules/stillwave'));
  const port = await freePort();
  const text = program.replaceAll('8000', `${port}`).replace("'dist'", JSON.stringify(inject('small').root));
  writeFileSync(join(folder, 'program.mjs'), text);
  started.push(spawn(process.execPath, ['program.mjs'], { cwd: folder, stdio: 'inherit' }));
  const [baseUrl = ''] = /http:[^']*/.exec(text) ?? [];
  await eventually(async () => (await ask(`${baseUrl}/api/v2/runs`).catch(() => null))?.status === 200, 'it answers');
  return { origin: `http://localhost:${port}`, baseUrl };
}

const names = programs.map((program) => /from '((?!node:)[^']*)'/.exec(program)?.[1] ?? '');

it('the page has four programs', () => {
  expect(names).toEqual(['stillwave', 'express', 'fastify', '@hono/node-server']);
});

/** The paths that each program leaves to the handler, and a host whose requests arrive in the same way. */
const HANDLED = {
  stillwave: [/^/, 'node'],
  express: [/^\/gw\/(?:api\/v2|eventapi|archive|timeline)(?:\/|$)/, 'node'],
  fastify: [/^\/api\/v2\//, 'node'],
  '@hono/node-server': [/^\/api\/v2\//, 'deno'],
} as const;
/** Cases that fastify answers itself. The Request of the Fetch API, which Hono uses, resolves dots in paths. */
const OF_FRAMEWORKS = ['path.malformed', 'method.other'];
const hasDots = (path: string): boolean => /\/\.\.?(?:\/|$)/.test(path);

describe.each(programs.map((program, n) => [names[n] as keyof typeof HANDLED, program] as const))(
  '%s',
  (name, program) => {
    it('answers the API, and leaves other requests to the program', async () => {
      const { origin, baseUrl } = await start(program);
      const [isOurs, hostName] = HANDLED[name];
      const host = findHost(hostName);
      const { send, close } = sendTo(origin);
      try {
        const results = await runConformance(baseUrl, send, host, { every: EVERY });
        const failed = results.filter(({ outcome, id, request }) => {
          const [, path = ''] = request.split(' ');
          return (
            outcome === 'failed' &&
            isOurs.test(path) &&
            !OF_FRAMEWORKS.includes(id) &&
            !(hasDots(path) && hostName === 'deno')
          );
        });
        expect(failed).toEqual([]);
        expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(1000 / EVERY);
      } finally {
        close();
      }
      if (name === 'stillwave') return;
      const { status, body } = await ask(`${origin}/`);
      expect([status, body.toString()]).toEqual([200, 'A page of our own']);
    });
  },
);
