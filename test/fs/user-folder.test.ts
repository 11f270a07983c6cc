/** The user's cache folder, and the temporary folder that replaces it if it cannot be used. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { userFolder } from '../../src/fs/user-folder.ts';
import { ROOT } from '../support/data-folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
writeFileSync(join(folder, 'file'), '');
const own = join(folder, `stillwave-${process.getuid?.() ?? 'cache'}`);

/** Calls `userFolder` with these environment variables. */
function folderWith(env: Readonly<Record<string, string>>, name?: string): string {
  vi.stubEnv('TMPDIR', folder);
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value);
  try {
    return userFolder(name);
  } finally {
    vi.unstubAllEnvs();
  }
}

describe.runIf(process.platform === 'linux')('the folder of a user', () => {
  it('is in XDG_CACHE_HOME', () => {
    expect(folderWith({ XDG_CACHE_HOME: join(folder, 'cache') }, 'locks')).toBe(join(folder, 'cache/stillwave/locks'));
    expect(readdirSync(join(folder, 'cache/stillwave'))).toEqual(['locks']);
  });

  it('is in .cache of the home folder if XDG_CACHE_HOME is empty', () => {
    expect(folderWith({ XDG_CACHE_HOME: '', HOME: join(folder, 'home') })).toBe(join(folder, 'home/.cache/stillwave'));
  });

  it.each([
    ['the home is empty', { XDG_CACHE_HOME: '', HOME: '' }],
    ['the home is a file', { XDG_CACHE_HOME: '', HOME: join(folder, 'file') }],
    ['the cache folder is not absolute', { XDG_CACHE_HOME: 'cache' }],
  ])('is a temporary one if %s', (_, env) => {
    expect(folderWith(env, 'locks')).toBe(join(own, 'locks'));
  });

  it('is a temporary one if the cache folder exists and is read-only', () => {
    const cache = join(folder, 'read-only');
    mkdirSync(join(cache, 'stillwave/locks'), { recursive: true });
    chmodSync(join(cache, 'stillwave/locks'), 0o555);
    const script = "import('./src/fs/user-folder.ts').then(({ userFolder }) => console.log(userFolder('locks')))";
    const command = [process.execPath, '--import', 'tsx', '-e', script];
    // A superuser may write everywhere.
    if (process.getuid?.() === 0) command.unshift('setpriv', '--bounding-set=-dac_override,-dac_read_search');
    const env = { ...process.env, XDG_CACHE_HOME: cache, TMPDIR: folder };
    const { stdout, stderr } = spawnSync(command[0] as string, command.slice(1), { cwd: ROOT, env, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual([`${join(own, 'locks')}\n`, '']);
  });
});
