/** Lines of packs, read into memory that is used again. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { packName, packPath } from '../../src/contract/paths.ts';
import { openPack } from '../../src/listing/pack.ts';
import { createLineReader } from '../../src/site/downloads/line-reader.ts';
import { sha256 } from '../../src/site/output/hash.ts';
import { temporaryFolder } from '../support/data-folders.ts';

const LINE = '{"name":"é","detail_url":"\u0001/api/v2/runs/O1\u0002"}\n';
const links = { baseUrl: `https://${'long.'.repeat(40)}test`, recordEnding: '.json' } as const;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Out: the name of a pack with this content. */
function writePack(text: string): string {
  const name = packName('runs', sha256(text));
  const path = join(folder, packPath(name));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return name;
}

it('equal those of an opened pack, whatever was read before', () => {
  const read = createLineReader(() => ({ folder }), links);
  for (const text of [LINE.repeat(3), LINE, LINE.repeat(1000), LINE.repeat(2)]) {
    const expected = openPack(Buffer.from(text), links).bytes.subarray(0, -1);
    expect(Buffer.from(read(writePack(text))).equals(expected)).toBe(true);
  }
});

it.each([
  ['a changed pack', LINE.replace('O1', 'O2')],
  ['a truncated pack', LINE.slice(0, -1)],
])('%s is damage', (_, content) => {
  const name = writePack(LINE);
  writeFileSync(join(folder, packPath(name)), content);
  expect(() => createLineReader(() => ({ folder }), links)(name)).toThrow('is cut short or changed');
});

it('a pack that is not there is damage', () => {
  const read = createLineReader(() => ({ folder }), links);
  expect(() => read(packName('runs', sha256('')))).toThrow('cannot be read');
});
