/** Downloads from the Node host: each is sent from one descriptor, even if the path changes in the meantime. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { SiteDamagedError } from '../../src/core/base/site-damaged-error.ts';
import { entityTag } from '../../src/core/contract/headers.ts';
import { createSliceOpener, readSiteFile } from '../../src/hosts/node/open-files.ts';
import { eventually } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function put(folder: string, text: string): void {
  writeFileSync(join(folder, 'next'), text);
  renameSync(join(folder, 'next'), join(folder, 'a.csv'));
}

const tagOf = (text: string): string => entityTag(createHash('sha256').update(text).digest('hex'));
const slice = (to: number, from = 0, file = 'a.csv') => ({ file, from, to });

describe('an opened slice', () => {
  it('has the bytes of the file that was opened, even after another one has replaced it', async () => {
    const folder = temporaryFolder();
    const open = createSliceOpener(folder);
    put(folder, 'the first');
    const first = await open(slice(9, 4), tagOf('the first'));
    put(folder, 'a second one');
    expect((await buffer(first)).toString()).toBe('first');
    expect((await buffer(await open(slice(12), tagOf('a second one')))).toString()).toBe('a second one');
  });

  it('belongs to the file with its ETag, even if another file of the same size has replaced it', async () => {
    const folder = temporaryFolder();
    const open = createSliceOpener(folder);
    for (const [text, other] of [
      ['35.6', '36.5'],
      ['36.5', '35.6'],
    ] as const) {
      put(folder, text);
      (await open(slice(4), tagOf(text))).destroy();
      await expect(open(slice(4), tagOf(other))).rejects.toThrow(SiteDamagedError);
    }
  });

  it.runIf(process.platform === 'linux')(
    'leaves no descriptor open, whether it is read to its end or not',
    async () => {
      const folder = temporaryFolder();
      const open = createSliceOpener(folder);
      const text = 'x'.repeat(1e6);
      put(folder, text);
      const count = () => readdirSync('/proc/self/fd').length;
      const before = count();
      for (let n = 0; n < 20; n++) {
        await open(slice(1e6), 'another').catch(() => {});
        await buffer(await open(slice(10), tagOf(text)));
        (await open(slice(1e6), tagOf(text))).destroy();
      }
      await eventually(() => count() <= before, 'all are closed');
      expect(count()).toBeLessThanOrEqual(before);
    },
  );

  it.runIf(process.platform !== 'win32')('is not behind a symbolic link, but the site may be', async () => {
    const folder = temporaryFolder();
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret.js'), 'secret');
    mkdirSync(join(folder, 'assets'));
    put(folder, 'own');
    symlinkSync(join(outside, 'secret.js'), join(folder, 'assets', 'leak-AAAAAAAA.js'));
    symlinkSync(outside, join(folder, 'packs'));
    symlinkSync(folder, join(outside, 'site'));
    for (const root of [folder, join(outside, 'site')]) {
      for (const path of ['assets/leak-AAAAAAAA.js', 'packs/secret.js']) {
        await expect(readSiteFile(root, path)).rejects.toThrow();
        await expect(createSliceOpener(root)(slice(1, 0, path), tagOf('secret'))).rejects.toThrow();
      }
      expect(Buffer.from(await readSiteFile(root, 'a.csv')).toString()).toBe('own');
    }
  });

  it('is a regular file: a folder, a missing one and a pipe are rejected at once', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const open = createSliceOpener(folder);
    for (const path of ['.', 'none', 'pipe']) {
      await expect(open(slice(1, 0, path), '')).rejects.toThrow();
      await expect(readSiteFile(folder, path)).rejects.toThrow();
    }
  });
});
