/** The release id depends on all code, all schemas and the versions of the libraries, without a list of any of them. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { compiled } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');
const BUILD = dirname(dirname(cli));
const PROJECT = join(import.meta.dirname, '../..');

type ReleaseIdModule = typeof import('../../src/site/inputs/digests.ts');

/** The id that a copy of the program gives to a site without data, after `edit`. */
async function idAfter(edit: (root: string) => void = () => {}): Promise<string> {
  const root = temporaryFolder();
  cpSync(BUILD, join(root, 'build'), { recursive: true });
  cpSync(join(PROJECT, 'schemas'), join(root, 'schemas'), { recursive: true });
  cpSync(join(PROJECT, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  edit(root);
  const { releaseId } = await compiled<ReleaseIdModule>(join(root, 'build/cli/main.js'), 'site/inputs/digests.js');
  return releaseId('/data', new Map(), DEFAULT_CONFIG);
}

const change = (path: string) => (root: string) =>
  writeFileSync(join(root, path), `${readFileSync(join(root, path), 'utf8')}\n`);

describe('the release id', () => {
  let id: string;
  beforeAll(async () => {
    id = await idAfter();
  });

  it('is the same for a copy of the program', async () => {
    expect(await idAfter()).toBe(id);
  });

  it.each([
    ['code of the build', change('build/site/build.js')],
    ['code of the edge', change('build/edge/deno.js')],
    ['a folder of code that is new', (root: string) => addFile(root, 'build/new/folder/code.js')],
    ['a kind of file that is new', (root: string) => addFile(root, 'build/page/style.css')],
    ['a schema of the data', change('schemas/runs.schema.json')],
    ['a schema of responses', change('schemas/responses/root.schema.json')],
    ['a library', (root: string) => replaceIn(root, 'package.json', /"yaml": "[^"]*"/, '"yaml": "9.9.9"')],
  ])('changes with %s', async (_, edit) => {
    expect(await idAfter(edit)).not.toBe(id);
  });

  it('does not change with files that are only used in development', async () => {
    expect(await idAfter((root) => replaceIn(root, 'package.json', /"vitest": "[^"]*"/, '"vitest": "9.9.9"'))).toBe(id);
  });
});

function addFile(root: string, path: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), '');
}

function replaceIn(root: string, path: string, from: RegExp, to: string): void {
  const text = readFileSync(join(root, path), 'utf8');
  expect(text).toMatch(from);
  writeFileSync(join(root, path), text.replace(from, to));
}
