/** The programs of docs/hosts/node.md, as printed: plain `http`, Express, fastify and Hono. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { CheckResult } from '../../src/check/result.ts';
import { checkSite } from '../../src/check/run.ts';
import { sendTo } from '../../src/check/send.ts';
import { ROOT } from '../support/data-folders.ts';
import { failuresOf } from '../support/failures.ts';
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

/** The paths that each program leaves to the handler. */
const HANDLED = {
  stillwave: /^/,
  express: /^\/gw\/(?:api\/v2|eventapi|archive|timeline)(?:\/|$)/,
  fastify: /^\/api\/v2\//,
  '@hono/node-server': /^\/api\/v2\//,
} as const;

describe.each(programs.map((program, n) => [names[n] as keyof typeof HANDLED, program] as const))(
  '%s',
  (name, program) => {
    it('answers the API, and leaves other requests to the program', async () => {
      const { origin, baseUrl } = await start(program);
      const connection = sendTo(origin);
      try {
        const readFile = async (path: string) => readFileSync(join(inject('small').root, path));
        const results = await checkSite(baseUrl, connection, { readFile, every: EVERY });
        const isHandled = ({ request }: CheckResult) => HANDLED[name].test(request.split(' ')[1] ?? '');
        expect(failuresOf(results.filter(isHandled))).toEqual([]);
        expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(1000 / EVERY);
      } finally {
        connection.close();
      }
      if (name === 'stillwave') return;
      const { status, body } = await ask(`${origin}/`);
      expect([status, body.toString()]).toEqual([200, 'A page of our own']);
    });
  },
);
