/**
 * The bytes of the shipped data: every change shows up as a changed line in a checked-in list. `npm run update` writes the list; check the
 * data that changed before you commit it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SHIPPED_DATA } from '../support/data-folders.ts';
import { expectFile } from '../support/expect-file.ts';

const LIST = fileURLToPath(new URL('../fixtures/data-sha256.txt', import.meta.url));

/** Lines as `sha256sum` prints them, so that `cd data && sha256sum -c ../test/fixtures/data-sha256.txt` checks them too. */
function hashesOfData(): string {
  const paths = readdirSync(SHIPPED_DATA, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:yaml|ndjson)$/.test(path),
  );
  const line = (path: string): string => {
    const hash = createHash('sha256').update(readFileSync(join(SHIPPED_DATA, path)));
    return `${hash.digest('hex')}  ${path}\n`;
  };
  return paths.sort().map(line).join('');
}

it('each data file has the hash in the list', () => {
  const hashes = hashesOfData();
  expect(hashes.split('\n').length).toBeGreaterThan(40);
  expectFile(LIST, hashes);
});
