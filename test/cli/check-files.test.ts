/** On a host that only sends files, `check` detects page files that are missing or sent wrongly. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { runConformance } from '../../src/check/run.ts';
import type { TestAnswer, TestRequest } from '../../src/check/send.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { runCli } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BASE_URL = 'https://x.test/gw';
const root = join(temporaryFolder(), 'site');
const host = HOSTS.find(({ tier }) => tier === 'no logic') ?? null;
const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

beforeAll(async () => {
  const flags = [
    '--quiet',
    '--layout',
    'pages',
    '--links',
    'path',
    '--base-url',
    BASE_URL,
    '--data',
    SMALL_DATA,
    '--site',
    root,
  ];
  expect(await runCli(inject('cli'), ['build', ...flags])).toMatchObject({ status: 0, stderr: '' });
});

function sendFile(path: string): TestAnswer {
  const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile();
  const own = file.endsWith('.html') ? { ...headers, 'content-type': 'text/html' } : headers;
  return isFile ? { status: 200, headers: own, body: readFileSync(file, 'utf8') } : { status: 404, headers, body: '' };
}

/** Ids of the cases that fail if the responses for these paths are changed. */
async function failedCases(pattern: RegExp | null, change: Partial<TestAnswer>): Promise<string[]> {
  const send = async ({ target }: TestRequest) => {
    const path = decodeURIComponent(new URL(target, BASE_URL).pathname).replace('/gw', '');
    return pattern?.test(path) ? { ...sendFile(path), ...change } : sendFile(path);
  };
  const results = await runConformance(BASE_URL, send, host);
  expect(results.filter(({ outcome }) => outcome !== 'skipped').length).toBeGreaterThan(20);
  return results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
}

it('no case fails if every file is sent', async () => {
  expect(await failedCases(null, {})).toEqual([]);
});

it.each<[string, RegExp, Partial<TestAnswer>, string]>([
  ['a record that is lost', /\/runs\/[^/]+\.json$/, { status: 404 }, 'file runs walk'],
  ['pages of another content type', /runs/, { headers: { ...headers, 'content-type': 'text/plain' } }, 'file runs'],
  ['pages that other origins cannot read', /runs/, { headers: { 'content-type': 'application/json' } }, 'file runs'],
  ['no index.html', /^\/index\.html$/, { status: 404 }, 'file index.html'],
  ['no page at the base URL', /^\/$/, { status: 404 }, 'file home'],
  ['a list of files in place of the page', /^\/$/, { headers: { 'content-type': 'text/plain' } }, 'file home'],
  ['no id of the release', /^\/release\.txt$/, { body: '' }, 'file release.txt'],
])('%s fails a case', async (_, pattern, change, id) => {
  expect(await failedCases(pattern, change)).toContain(id);
});
