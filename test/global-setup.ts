/**
 * Builds the sites that tests share, once per run, with the compiled program: the shipped catalogue in packs; and in both layouts, the
 * shipped catalogue without most of its strain files, and a small catalogue. Compiles the program first if a source has changed or is gone.
 */

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { fullCatalogue } from './support/data-folders.ts';
import { buildPartialSite, writePartialConfig } from './support/partial-site.ts';

export interface SharedSite {
  readonly root: string;
  readonly data: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the compiled command line. */
    cli: string;
    /** Path of the package as npm packs it. */
    packed: string;
    /** The shipped catalogue, layout packs, configured as shipped. */
    shipped: SharedSite;
    /** A part of the shipped catalogue, layout both, base URL https://user.example/gw, page sizes 20 and 500. */
    partial: SharedSite;
    /** A catalogue with something of every kind, but few records; the same layout and configuration. */
    small: SharedSite;
  }
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CLI = join(ROOT, 'build/cli/main.js');

/** The time of the newest change below a folder. Folders count too: their times change when a file in them is removed. */
function newest(folder: string): number {
  const paths = ['.', ...readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })];
  return Math.max(...paths.map((path) => statSync(join(ROOT, folder, path)).mtimeMs));
}

function compile(): void {
  const compiled = existsSync(CLI) ? statSync(CLI).mtimeMs : 0;
  if (['src', 'schemas', 'scripts'].every((folder) => newest(folder) < compiled)) return;
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Packs what has been compiled, without the user's settings. Out: the path of the package. */
async function pack(folder: string): Promise<string> {
  const flags = ['--ignore-scripts', '--silent', '--pack-destination', folder];
  const env = { ...process.env, npm_config_userconfig: '/dev/null' };
  const { stdout } = await promisify(execFile)('npm', ['pack', ...flags], { cwd: ROOT, env });
  return join(folder, stdout.trim());
}

export default async function setup(project: TestProject): Promise<() => void> {
  compile();
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-shared-'));
  const build = (...flags: string[]) =>
    promisify(execFile)(process.execPath, [CLI, 'build', '--quiet', ...flags], { cwd: ROOT });

  const shipped = { root: join(folder, 'shipped'), data: join(ROOT, 'data') };
  const small = { root: join(folder, 'small'), data: join(fullCatalogue(), 'data') };
  const [packed, partial] = await Promise.all([
    pack(folder),
    buildPartialSite(CLI, folder),
    build('--site', shipped.root, '--layout', 'packs'),
    build('--site', small.root, '--data', small.data, '--config', writePartialConfig(folder)),
  ]);

  project.provide('cli', CLI);
  project.provide('packed', packed);
  project.provide('shipped', shipped);
  project.provide('partial', partial);
  project.provide('small', small);
  return () => rmSync(folder, { recursive: true, force: true });
}
