/**
 * Builds in containers: each run has its own host name and process list and cannot see other runs. A killed build does not block
 * the next one; a running build is not disturbed. Needs administrator rights.
 */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { faultAt, snapshot } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CONTAINER = ['--pid', '--uts', '--fork', '--mount-proc', '--kill-child'];
const canContain = spawnSync('unshare', [...CONTAINER, 'true']).status === 0;
if (!canContain) console.warn('containers cannot be made here: builds in containers are not tested');

/**
 * Runs a program in its own container with its own host name. It is not the first process, because that one ignores signals it
 * sends to itself.
 */
function runContained(host: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const command = ['-c', 'hostname "$0"; "$@"; exit $?', host, process.execPath, ...args];
  return spawnSync('unshare', [...CONTAINER, 'sh', ...command], { encoding: 'utf8', env: { ...process.env, ...env } });
}

const root = temporaryFolder();
const data = join(root, 'data');
writeCatalogue(data, everyKind);
const build = (out: string) => [inject('cli'), 'build', '--data', data, '--site', out, '--layout', 'packs', '--quiet'];

describe.runIf(canContain)('a build in a container', () => {
  it('continues after a build in another container was killed', () => {
    const out = join(root, 'killed');
    runContained('first', build(out), faultAt(12, 'kill'));
    const [left] = readdirSync(join(out, '.stillwave')).filter((name) => name.startsWith('lock-'));
    expect(left).toMatch(/^lock-\d/);
    const next = runContained('second', build(out));
    expect([next.status, next.stderr]).toEqual([0, '']);
    expect(existsSync(join(out, '.stillwave'))).toBe(false);
  });

  it('leaves a busy build in another container alone, and says what to do', async () => {
    const out = join(root, 'living');
    const work = join(out, '.stillwave');
    mkdirSync(work, { recursive: true });
    const module = pathToFileURL(join(dirname(dirname(inject('cli'))), 'fs/lock.js')).href;
    const hold = `const { takeLock } = await import(${JSON.stringify(module)}); takeLock(${JSON.stringify(work)});
      console.log('held'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);`;
    const holder = spawn('unshare', [...CONTAINER, process.execPath, '--input-type=module', '-e', hold]);
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    const refused = runContained('second', build(out));
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(
      /another build .* of another machine or container\).* --take-lock, or remove .*lock-/,
    );
    expect(snapshot(out).size).toBe(1);
    const taken = runContained('second', [...build(out), '--take-lock']);
    expect([taken.status, taken.stderr]).toEqual([0, '']);
    holder.kill('SIGKILL');
  });
});
