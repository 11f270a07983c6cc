/** The package's exports: the types of the wire and the schemas, under the names that users write. */

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { ROOT } from '../../support/data-folders.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TSC = join(ROOT, 'node_modules/.bin/tsc');

/** A project with the package installed, whose compiled modules are in `build`. */
function project(build: string): string {
  const folder = temporaryFolder();
  const installed = join(folder, 'node_modules/stillwave');
  mkdirSync(installed, { recursive: true });
  symlinkSync(build, join(installed, 'build'), 'dir');
  symlinkSync(join(ROOT, 'schemas'), join(installed, 'schemas'), 'dir');
  copyFileSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

describe('declarations, which are made before packing', () => {
  // Beside the schemas, as in the package: some types are made from them.
  const declarations = join(temporaryFolder(), 'build');
  mkdirSync(declarations);
  symlinkSync(join(ROOT, 'schemas'), join(declarations, '../schemas'), 'dir');
  const folder = project(declarations);
  beforeAll(() => {
    const { stdout } = spawnSync(TSC, ['-p', 'scripts/declarations.json', '--outDir', declarations], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
  const options = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022',
    '--resolveJsonModule',
    '--types',
    'node',
  ];
  /** Compiles programs, by file. Out: the output of the compiler. */
  const compile = (programs: Readonly<Record<string, string>>): string => {
    for (const [file, text] of Object.entries(programs)) writeFileSync(join(folder, file), text);
    return spawnSync(TSC, [...options, ...Object.keys(programs)], { cwd: folder, encoding: 'utf8' }).stdout;
  };

  it('exist for every module that the package exports, beside the module', () => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const modules = Object.values(exports).filter((target) => typeof target === 'object') as Record<string, string>[];
    expect(modules).toHaveLength(3);
    for (const { types = '', default: module = '' } of modules) {
      expect(existsSync(join(declarations, relative('build', types)))).toBe(true);
      expect(existsSync(join(ROOT, module)) && types.replace('.d.ts', '.js') === module).toBe(true);
    }
  });

  it('stillwave/wire declares every body, and stillwave creates handlers', () => {
    const program = `import type { Envelope, RunEntry } from 'stillwave/wire';
import { createHandler } from 'stillwave';
import schema from 'stillwave/schemas/responses/runs-page.schema.json' with { type: 'json' };
export const starts = (page: Envelope<RunEntry>): number[] => page.results.map(({ gps_start }) => gps_start);
export const title: string = schema.title;
export const { fetch } = await createHandler({ root: 'dist', baseUrl: 'http://localhost:8000' });
`;
    const wrong = program.replace('({ gps_start }) => gps_start', '({ start }) => start');
    const said = compile({ 'program.ts': program, 'wrong.ts': wrong });
    expect(said).toMatch(/^wrong\.ts\(\d+,\d+\): error TS2339: Property 'start' .*\n$/);
  });
});

it('stillwave/schemas/* are the files of the package', () => {
  const folder = project(join(ROOT, 'build'));
  writeFileSync(
    join(folder, 'program.js'),
    "import { createRequire } from 'node:module';\nconsole.log(JSON.stringify(createRequire(import.meta.url)('stillwave/schemas/responses/error.schema.json')));\n",
  );
  const { stdout } = spawnSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(
    JSON.parse(readFileSync(join(ROOT, 'schemas/responses/error.schema.json'), 'utf8')),
  );
});
