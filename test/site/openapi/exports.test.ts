/** The package's exports: the types of the wire and the schemas, under the names that users write. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { ROOT } from '../../support/data-folders.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A project with the package installed. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/stillwave'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

it('stillwave/wire has the types of every body', () => {
  const folder = project();
  const program = `import type { Envelope, RunEntry } from 'stillwave/wire';
import schema from 'stillwave/schemas/responses/runs-page.schema.json' with { type: 'json' };
export const starts = (page: Envelope<RunEntry>): number[] => page.results.map(({ gps_start }) => gps_start);
export const title: string = schema.title;
`;
  writeFileSync(join(folder, 'program.ts'), program);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--resolveJsonModule'];
  const tsc = (file: string) =>
    spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, file], { cwd: folder, encoding: 'utf8' });
  const { stdout, status } = tsc('program.ts');
  expect([stdout, status]).toEqual(['', 0]);
  writeFileSync(join(folder, 'wrong.ts'), program.replace('({ gps_start }) => gps_start', '({ start }) => start'));
  expect(tsc('wrong.ts').status).not.toBe(0);
});

it('stillwave/schemas/* are the files of the package', () => {
  const folder = project();
  writeFileSync(
    join(folder, 'program.js'),
    "import { createRequire } from 'node:module';\nconsole.log(JSON.stringify(createRequire(import.meta.url)('stillwave/schemas/responses/error.schema.json')));\n",
  );
  const { stdout } = spawnSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(
    JSON.parse(readFileSync(join(ROOT, 'schemas/responses/error.schema.json'), 'utf8')),
  );
});
