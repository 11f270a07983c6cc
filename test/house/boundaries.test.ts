/** Code that answers requests runs anywhere: it does not compile if it uses Node. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'stillwave-boundary-'));
const FOLDERS = readdirSync(join(ROOT, 'src/core'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `core/${name}`);

beforeAll(() => {
  for (const name of ['package.json', 'tsconfig.json', 'src/core', 'schemas/wire-bodies.d.ts']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles a copy of the code with the real project's options. Node's types are installed, but must not be usable. */
function compile(): { status: number | null; stdout: string } {
  const project = join(folder, 'src/core/tsconfig.probe.json');
  const typeRoots = [join(ROOT, 'node_modules/@types')];
  writeFileSync(
    project,
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: { typeRoots }, include: ['.'] }),
  );
  return spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project], {
    cwd: folder,
    encoding: 'utf8',
  });
}

const PROBES: [string, string][] = [
  ['an import of Node', "import { readFileSync } from 'node:fs';\nexport const probe = readFileSync;\n"],
  ['an import in a function', "export const probe = () => import('node:path');\n"],
  ['process', 'export const probe = process.env;\n'],
  ['Buffer', "export const probe = Buffer.from('');\n"],
];

describe('fails to compile', () => {
  /** Paths of the files with errors; all probes are compiled at once, because the compiler takes a second. */
  let failed: Set<string>;
  beforeAll(() => {
    const probes = FOLDERS.flatMap((part) => PROBES.map(([, code], n) => [`src/${part}/probe-${n}.ts`, code] as const));
    for (const [path, code] of probes) writeFileSync(join(folder, path), code);
    const { status, stdout } = compile();
    for (const [path] of probes) rmSync(join(folder, path));
    expect(status).not.toBe(0);
    failed = new Set(
      [...stdout.matchAll(/^(.*)\(\d+,\d+\): error TS(2307|2591|2580|2304)/gm)].map(([, path]) => path ?? ''),
    );
  });

  it.each(FOLDERS.flatMap((name) => PROBES.map(([what], n) => [what, name, n] as const)))('%s in %s', (_, name, n) => {
    expect(failed).toContain(`src/${name}/probe-${n}.ts`);
  });

  it('no other file fails', () => {
    expect(FOLDERS).toContain('core/handler');
    expect(failed.size).toBe(FOLDERS.length * PROBES.length);
  });
});

it('the real project compiles these folders without types of Node', () => {
  const text = readFileSync(join(ROOT, 'src/core/tsconfig.json'), 'utf8');
  const { compilerOptions, include } = JSON.parse(text) as { compilerOptions: { types: string[] }; include: string[] };
  expect(compilerOptions.types).not.toContain('node');
  expect(include).toContain('.');
});
