/** The program on a newer Node than the one that runs the tests; NEWER_NODE is its path. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, smallCatalogue } from '../support/data-folders.ts';
import { contentOf } from '../support/folders.ts';
import { isAvailable } from '../support/programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CLI = join(ROOT, 'build/cli.js');
const newer = process.env.NEWER_NODE ?? '';

function runOn(node: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(node, [CLI, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe.skipIf(!isAvailable('a newer Node (NEWER_NODE)', existsSync(newer)))('a newer Node', () => {
  const data = join(smallCatalogue(), 'data');

  it('builds the same bytes, and reports nothing else', () => {
    const sites = [process.execPath, newer].map((node) => {
      const site = join(temporaryFolder(), 'dist');
      const built = runOn(node, 'build', '--data', data, '--site', site, '--layout', 'both', '--quiet');
      expect(built).toEqual({ status: 0, stdout: '', stderr: '' });
      expect(runOn(node, 'verify', '--site', site).status).toBe(0);
      return contentOf(site);
    });
    expect(sites[1]).toEqual(sites[0]);
  });

  it('is newer', () => {
    const major = (version: string) => Number(/^v(\d+)/.exec(version)?.[1]);
    const { stdout } = spawnSync(newer, ['--version'], { encoding: 'utf8' });
    expect(major(stdout)).toBeGreaterThan(major(process.version));
  });
});
