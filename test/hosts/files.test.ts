/** Downloads from the Node host: each is sent from one descriptor, even if the path changes in the meantime. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createFileOpener, readSiteFile } from '../../src/hosts/node/open-files.ts';
import { eventually } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function put(folder: string, text: string): void {
  writeFileSync(join(folder, 'next'), text);
  renameSync(join(folder, 'next'), join(folder, 'a.csv'));
}

describe('an opened file', () => {
  it('has the size, hash and bytes of the file that was opened, even after another one has replaced it', async () => {
    const folder = temporaryFolder();
    const open = createFileOpener(folder);
    put(folder, 'the first');
    const first = await open('a.csv');
    put(folder, 'a second one');
    const second = await open('a.csv');
    expect([first.size, first.sha256]).toEqual([9, hashOf('the first')]);
    expect([second.size, second.sha256]).toEqual([12, hashOf('a second one')]);
    expect((await buffer(first.read(4, 9))).toString()).toBe('first');
    expect((await buffer(second.read(0, 12))).toString()).toBe('a second one');
  });

  it('has the hash of its bytes if another file of the same size has replaced it', async () => {
    const folder = temporaryFolder();
    const open = createFileOpener(folder);
    for (const text of ['35.6', '36.5', '35.6']) {
      put(folder, text);
      const file = await open('a.csv');
      expect(file.sha256).toBe(hashOf(text));
      file.close();
    }
  });

  it.runIf(process.platform === 'linux')(
    'leaves no descriptor open, whether it is read to its end or not',
    async () => {
      const folder = temporaryFolder();
      const open = createFileOpener(folder);
      put(folder, 'x'.repeat(1e6));
      const count = () => readdirSync('/proc/self/fd').length;
      const before = count();
      for (let n = 0; n < 20; n++) {
        (await open('a.csv')).close();
        await buffer((await open('a.csv')).read(0, 10));
        (await open('a.csv')).read(0, 1e6).destroy();
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
        await expect(createFileOpener(root)(path)).rejects.toThrow();
      }
      expect(Buffer.from(await readSiteFile(root, 'a.csv')).toString()).toBe('own');
    }
  });

  it('is a regular file: a folder, a missing one and a pipe are rejected at once', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const open = createFileOpener(folder);
    for (const path of ['.', 'none', 'pipe']) {
      await expect(open(path)).rejects.toThrow();
      await expect(readSiteFile(folder, path)).rejects.toThrow();
    }
  });
});
