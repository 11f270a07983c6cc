/** `stillwave init [folder]`: writes a small catalogue to start from, out of the files in `templates/`. Replaces nothing. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { countOf } from '../../report/count.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { shownPath } from '../../report/problems.ts';
import { TEMPLATES } from './package-files.ts';
import { findPackageSource } from './package-source.ts';
import { EXIT, fail, listText, printJson, shellWord } from './report.ts';
import { type NewFile, writeFiles } from './write-files.ts';

/** Where the workflow of a forge is. */
const FORGES = { github: '.github/workflows/catalogue.yml', gitlab: '.gitlab-ci.yml' } as const;

export interface InitOptions {
  readonly folder: string;
  /** Leaves out the example: its event, catalog and run. */
  readonly empty?: boolean;
  /** Adds a workflow that publishes the catalogue. */
  readonly forge?: keyof typeof FORGES;
  /** The dependency on this program, as package.json has it. Default: where it came from. */
  readonly package?: string;
  readonly json?: boolean;
}

const DATA_FOLDER = 'data';
/** The project may have these already; then they stay as they are. */
const KEPT = ['package.json', '.gitignore'];
const SHOWN = 20;

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** The files of a template, with paths relative to the new folder. `spec`: the dependency on this program. */
function templateFiles(name: 'catalogue' | 'example' | 'empty', spec = ''): NewFile[] {
  const root = join(TEMPLATES, name);
  return listFiles(root).map((source) => {
    // npm leaves files of this name out of packages.
    const path = relative(root, source).replace(/^gitignore$/, '.gitignore');
    return { path, text: readFileSync(source, 'utf8').replace('"{{package}}"', () => JSON.stringify(spec)) };
  });
}

/** The files that `init` would replace, and every other data file. Throws ExpectedError if there cannot be any. */
function findPresent(folder: string, files: readonly NewFile[]): string[] {
  const data = join(folder, DATA_FOLDER);
  const isThere = existsSync(data);
  if (isThere && !statSync(data).isDirectory()) {
    throw new ExpectedError(
      `${shownPath(data)} is not a folder. Nothing was written. Rename it, or choose another folder`,
    );
  }
  const inData = isThere ? listFiles(data) : [];
  const replaced = files.map(({ path }) => join(folder, path)).filter((path) => existsSync(path));
  return [...new Set([...inData, ...replaced])].map((path) => shownPath(path));
}

/** Writes the catalogue. Out: the exit status. */
export async function initCommand({
  folder,
  empty = false,
  forge,
  package: given,
  json,
}: InitOptions): Promise<number> {
  const { spec, isLocal } = given === undefined ? findPackageSource(folder) : { spec: given, isLocal: false };
  if (forge !== undefined && isLocal) {
    return fail(
      `the workflow cannot install this program from ${spec}, which is on this machine. Say with --package where it can, such as git+https://host/stillwave.git#<commit>`,
    );
  }
  const workflow =
    forge === undefined ? [] : [{ path: FORGES[forge], text: readFileSync(join(TEMPLATES, `${forge}.yml`), 'utf8') }];
  const files = [
    ...templateFiles('catalogue', spec),
    ...templateFiles(empty ? 'empty' : 'example'),
    ...workflow,
  ].filter(({ path }) => !KEPT.includes(path) || !existsSync(join(folder, path)));
  const present = findPresent(folder, files);
  if (present.length > 0) {
    const status = fail(
      `${shownPath(folder)} has files of a catalogue already. Nothing was written. Choose another folder`,
    );
    process.stderr.write(listText(present, SHOWN));
    return status;
  }
  const written = writeFiles(files, folder, false).map((path) => shownPath(path));
  if (json) printJson(true, { written: written.length }, { files: written });
  else {
    const change = folder === '.' ? [] : [`cd ${shellWord(folder)}`];
    // Without the installed package, npx would ask a registry for one of this name.
    const hasPackage = files.some(({ path }) => path === 'package.json');
    const install = hasPackage ? 'npm install' : `npm install ${shellWord(`stillwave@${spec}`)}`;
    const next = [...change, install, 'npx stillwave validate', 'npx stillwave build', 'npx stillwave serve'];
    const head = `Wrote ${countOf(written.length, 'file')}:\n${listText(written, SHOWN)}`;
    process.stdout.write(`${head}Next:\n${listText(next, SHOWN)}`);
  }
  return EXIT.clean;
}
