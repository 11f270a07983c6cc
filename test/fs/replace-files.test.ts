/** Files are replaced as a whole, only if they have not changed since they were read, and never through a link that leads out. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/fs/hash.ts';
import { removeTemporaryFiles, replaceFile, replaceFiles } from '../../src/fs/replace-files.ts';
import { contentOf } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A folder with a file `a`, and a function that replaces files in it by name. */
function folderWithFile() {
  const folder = temporaryFolder();
  const path = join(folder, 'a');
  writeFileSync(path, 'old');
  const before = sha256('old');
  const replace = (files: Readonly<Record<string, string>>) => {
    const all = Object.entries(files).map(([name, text]) => {
      return [join(folder, name), { before: name === 'a' ? before : null, text }] as const;
    });
    replaceFiles(folder, new Map(all));
  };
  return { folder, path, replace };
}

describe('files', () => {
  it('and their folders are created', () => {
    const { folder, replace } = folderWithFile();
    replace({ a: 'new', 'sub/b': 'xy' });
    expect([...contentOf(folder)]).toEqual([
      ['a', 'new'],
      ['sub/b', 'xy'],
    ]);
  });

  it('keep their permissions', () => {
    const { path, replace } = folderWithFile();
    chmodSync(path, 0o660);
    replace({ a: 'new' });
    expect(statSync(path).mode & 0o777).toBe(0o660);
    replaceFile(path, 'newer');
    expect(statSync(path).mode & 0o777).toBe(0o660);
  });

  it('all stay as they were if one cannot be written', () => {
    const { folder, replace } = folderWithFile();
    mkdirSync(join(folder, 'b'));
    expect(() => replace({ a: 'new', 'b/c\0': 'new' })).toThrow('null bytes');
    expect([...contentOf(folder)]).toEqual([['a', 'old']]);
  });

  it('all stay as they were if one has changed', () => {
    const { folder, path, replace } = folderWithFile();
    writeFileSync(path, 'edited');
    expect(() => replace({ b: 'new', a: 'new' })).toThrow(`${path} has changed since it was read`);
    writeFileSync(path, 'old');
    writeFileSync(join(folder, 'b'), 'somebody else made it');
    expect(() => replace({ b: 'new', a: 'new' })).toThrow('has changed');
    expect([...contentOf(folder).values()]).toEqual(['old', 'somebody else made it']);
  });

  it('cannot be outside of their folder', () => {
    const { folder, replace } = folderWithFile();
    expect(() => replace({ '../outside': 'new' })).toThrow(RangeError);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('can be written one by one', () => {
    const { folder, path } = folderWithFile();
    replaceFile(path, 'new');
    expect([...contentOf(folder)]).toEqual([['a', 'new']]);
  });
});

describe('an error', () => {
  it('names the file, not the temporary file beside it', () => {
    const { folder, path, replace } = folderWithFile();
    const missing = join(folder, 'missing/b');
    expect(() => replaceFile(missing, 'new')).toThrow(expect.objectContaining({ code: 'ENOENT', path: missing }));
    rmSync(path);
    mkdirSync(path);
    expect(() => replaceFile(path, 'new')).toThrow(expect.objectContaining({ code: 'EISDIR', path }));
    const long = 'b'.repeat(300);
    expect(() => replace({ [long]: 'new' })).toThrow(
      expect.objectContaining({ code: 'ENAMETOOLONG', path: join(folder, long) }),
    );
  });
});

describe('a link', () => {
  it.each([
    ['to a folder outside', '../outside', 'link/b'],
    ['to a file outside', '../outside/file', 'link'],
    ['to nothing', '../outside/missing', 'link'],
    ['to a folder outside, in a folder', '../../outside', 'sub/link/b'],
  ])('%s is refused, and named', (_what, target, file) => {
    const { folder, replace } = folderWithFile();
    const [inside, outside] = [join(folder, 'data'), join(folder, 'outside')];
    for (const path of [join(inside, 'sub'), outside]) mkdirSync(path, { recursive: true });
    writeFileSync(join(outside, 'file'), 'private');
    const link = file.replace(/link.*/, 'link');
    symlinkSync(target, join(inside, link));
    const files = new Map([[join(inside, file), { before: null, text: 'new' }]]);
    expect(() => replaceFiles(inside, files)).toThrow(`${join(inside, link)} is a link that leads out of ${inside}`);
    expect([...contentOf(outside)]).toEqual([['file', 'private']]);
    expect(() => replace({ 'data/sub/file': 'new' })).not.toThrow();
  });

  it('that is the folder itself is followed', () => {
    const { folder } = folderWithFile();
    mkdirSync(join(folder, 'data'));
    symlinkSync('data', join(folder, 'current'));
    replaceFiles(join(folder, 'current'), new Map([[join(folder, 'current/b'), { before: null, text: 'new' }]]));
    expect(readFileSync(join(folder, 'data/b'), 'utf8')).toBe('new');
  });
});

it('only temporary files of a killed process are removed: no links, no other names, nothing behind a link', () => {
  const folder = temporaryFolder();
  const [data, outside] = [join(folder, 'data'), join(folder, 'outside')];
  for (const path of [data, outside]) mkdirSync(path);
  const ours = '.runs.yaml.0123456789abcdef.tmp';
  for (const path of [join(data, ours), join(outside, ours), join(data, '.vimrc.1.tmp')]) writeFileSync(path, '');
  symlinkSync(join(outside, ours), join(data, '.link.0123456789abcdef.tmp'));
  symlinkSync(outside, join(data, 'notes'));
  removeTemporaryFiles([data, join(data, 'notes'), join(data, 'missing')]);
  expect(readdirSync(data).sort()).toEqual(['.link.0123456789abcdef.tmp', '.vimrc.1.tmp', 'notes']);
  expect(readdirSync(outside)).toEqual([ours]);
});
