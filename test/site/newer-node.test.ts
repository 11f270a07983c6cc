/** The program on a newer Node than the one that runs the tests; NEWER_NODE is its path. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, smallCatalogue } from '../support/data-folders.ts';
import { contentOf } from '../support/folders.ts';
import { freePort, isAvailable, startProgram } from '../support/programs.ts';
import { ask } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CLI = join(ROOT, 'build/cli/main.js');
const newer = process.env.NEWER_NODE ?? '';

function runOn(node: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(node, [CLI, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** A page, a listing as CSV, and a part of a download. */
const REQUESTS: readonly [target: string, headers?: Record<string, string>][] = [
  ['/api/v2/event-versions?pagesize=2&include-default-parameters=true'],
  ['/api/v2/strain-files?detector=H1&format=csv', { 'accept-encoding': 'gzip' }],
  ['/downloads/event-versions.csv', { range: 'bytes=10-99' }],
];

/** The responses of `serve` on this Node, without their dates, and its output. */
async function servedBy(node: string, site: string) {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const flags = ['--quiet', '--site', site, '--port', port, '--base-url', 'http://x.test'];
  const server = await startProgram(node, [CLI, 'serve', ...flags], origin);
  const answers = [];
  for (const [target, asked] of REQUESTS) {
    const { status, headers, body } = await ask(origin + target, 'GET', asked);
    answers.push({ status, headers: { ...headers, date: '' }, body: body.toString('latin1') });
  }
  await server.stop();
  return { answers, output: server.output() };
}

describe.skipIf(!isAvailable('a newer Node (NEWER_NODE)', existsSync(newer)))('a newer Node', () => {
  const data = join(smallCatalogue(), 'data');
  const clean = { status: 0, stdout: '', stderr: '' };

  function buildOn(node: string): string {
    const site = join(temporaryFolder(), 'dist');
    const flags = ['--data', data, '--site', site, '--layout', 'both', '--compress', '--quiet'];
    expect(runOn(node, 'build', ...flags)).toEqual(clean);
    return site;
  }

  it('builds the same bytes, and reports nothing else', () => {
    const sites = [process.execPath, newer].map((node) => {
      const site = buildOn(node);
      expect(runOn(node, 'verify', '--site', site, '--quiet')).toEqual(clean);
      return contentOf(site);
    });
    expect(sites[1]).toEqual(sites[0]);
  });

  it('serves the same responses, and reports nothing', async () => {
    const site = buildOn(newer);
    const [current, other] = [await servedBy(process.execPath, site), await servedBy(newer, site)];
    expect(current.answers.map(({ status, headers }) => [status, headers['content-encoding']])).toEqual([
      [200, undefined],
      [200, 'gzip'],
      [206, undefined],
    ]);
    expect(other).toEqual({ answers: current.answers, output: '' });
  });

  it('is newer', () => {
    const major = (version: string) => Number(/^v(\d+)/.exec(version)?.[1]);
    const { stdout } = spawnSync(newer, ['--version'], { encoding: 'utf8' });
    expect(major(stdout)).toBeGreaterThan(major(process.version));
  });
});
