/** Reports about files, data and URLs contain no terminal control characters. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { SMALL_DATA } from '../support/data-folders.ts';

const EVIL = '\u001b[2J\u009b31m\u202e';
const SHOWN = '\\x1b[2J\\x9b31m\\u202e';
const folder = mkdtempSync(join(tmpdir(), 'stillwave-escaped-'));
const data = join(folder, 'data');
const sites = ['old', 'new'].map((name) => join(folder, name)) as [string, string];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const { status, stdout, stderr } = await callCli(args);
  return { status, text: stdout + stderr };
}

beforeAll(async () => {
  cpSync(SMALL_DATA, data, { recursive: true });
  writeFileSync(join(data, `${EVIL}\n.yaml`), 'a: 1\n');
  writeFileSync(
    join(data, 'catalogs.yaml'),
    `catalogs:\n  - { name: GWTC-2, ${JSON.stringify(`nmae${EVIL}\n`)}: x }\n`,
  );
  for (const site of sites) await run('build', '--quiet', '--data', SMALL_DATA, '--layout', 'packs', '--site', site);
  writeFileSync(join(sites[1], `${EVIL}\n.txt`), '');
});

it.each<[string, () => string[]]>([
  ['validate', () => ['validate', '--data', data]],
  ['validate --json', () => ['validate', '--data', data, '--json']],
  ['build', () => ['build', '--data', data, '--site', join(folder, 'none')]],
  [
    'build over a file that is not its own',
    () => ['build', '--data', SMALL_DATA, '--layout', 'packs', '--force', '--site', sites[1]],
  ],
  ['verify', () => ['verify', '--site', sites[1]]],
  ['verify --json', () => ['verify', '--site', sites[1], '--json']],
  ['explain', () => ['explain', `/api/v2/event-versions?name-contains=${EVIL}`, '--site', sites[0]]],
  ['explain --json', () => ['explain', `/api/v2/strain-files?detector=${EVIL}`, '--site', sites[0], '--json']],
  ['a folder that is not there', () => ['verify', '--site', `/nothing/${EVIL}\n`]],
  ['check of what is no URL', () => ['check', `http://${EVIL}`]],
  ['diff with what is no site', () => ['diff', sites[0], `${folder}/${EVIL}`]],
])('%s', async (_, args) => {
  const { text } = await run(...args());
  expect(text.length).toBeGreaterThan(10);
  expect(text.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

it('the escapes show the original characters', async () => {
  expect((await run('validate', '--data', data)).text).toContain(`${SHOWN}\\n.yaml:1:1`);
  expect((await run('verify', '--site', sites[1])).text).toContain(`${SHOWN}\\n.txt\n`);
});
