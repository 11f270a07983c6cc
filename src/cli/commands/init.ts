/** `stillwave init [folder]`: writes a small catalogue to start from, using the files in `templates/`. Never replaces a file. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Argument, Option } from 'commander';
import { describeReadError } from '../../catalogue/files/text-file.ts';
import { countOf } from '../../report/count.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { shownPath } from '../../report/problems.ts';
import { shellWord } from '../../report/shell-word.ts';
import type { CommandDefinition } from '../define.ts';
import { JSON_OUTPUT, readBaseUrl } from '../options.ts';
import { TEMPLATES } from '../package-files.ts';
import { findPackageSource } from '../package-source.ts';
import { DATA_FOLDER } from '../project.ts';
import { EXIT, fail, listText, note, printJson } from '../report.ts';
import { type NewFile, writeFiles } from '../write-files.ts';

/** Path of the workflow file for each forge. */
const FORGES = { github: '.github/workflows/catalogue.yml', gitlab: '.gitlab-ci.yml' } as const;

const MIRROR = '.github/workflows/mirror.yml';

interface InitOptions {
  readonly folder: string;
  /** Leaves out the example event, catalog and run. */
  readonly empty?: boolean;
  /** Adds a workflow that publishes the catalogue. */
  readonly forge?: keyof typeof FORGES;
  /** GitHub only: adds a workflow that harvests this service every night. */
  readonly mirror?: string;
  /** The dependency on this program in package.json. Default: this program's own source. */
  readonly package?: string;
  readonly json?: boolean;
}

/** Files that are kept if the project already has them. */
const KEPT = ['package.json', '.gitignore'];
const SHOWN = 20;

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** The files in a template, with paths relative to the new folder. `spec`: the dependency on this program. */
function templateFiles(name: 'catalogue' | 'example' | 'empty', spec = ''): NewFile[] {
  const root = join(TEMPLATES, name);
  return listFiles(root).map((source) => {
    // npm leaves files called .gitignore out of packages.
    const path = relative(root, source).replace(/^gitignore$/, '.gitignore');
    return { path, text: readFileSync(source, 'utf8').replace('"{{package}}"', () => JSON.stringify(spec)) };
  });
}

/** The files below a folder of the user. Throws ExpectedError if a folder cannot be read. */
function filesBelow(folder: string): string[] {
  try {
    return listFiles(folder);
  } catch (error) {
    const { message, fix } = describeReadError(error);
    throw new ExpectedError(`${shownPath(folder)}: ${message}. Nothing was written. To correct it, ${fix}`, {
      cause: error,
    });
  }
}

/** The files that `init` would replace, and any other data files. Throws ExpectedError if the path is not a folder. */
function findPresent(folder: string, files: readonly NewFile[]): string[] {
  const data = join(folder, DATA_FOLDER);
  const isThere = existsSync(data);
  if (isThere && !statSync(data).isDirectory()) {
    throw new ExpectedError(
      `${shownPath(data)} is not a folder. Nothing was written. Rename it, or choose another folder`,
    );
  }
  const inData = isThere ? filesBelow(data) : [];
  const replaced = files.map(({ path }) => join(folder, path)).filter((path) => existsSync(path));
  return [...new Set([...inData, ...replaced])].map((path) => shownPath(path));
}

/** The workflows for a forge. Throws ExpectedError. */
function readWorkflows(forge: InitOptions['forge'], mirror: string | undefined): NewFile[] {
  const workflow = (path: string, name: string, text = readFileSync(join(TEMPLATES, name), 'utf8')) => ({ path, text });
  const own = forge === undefined ? [] : [workflow(FORGES[forge], `${forge}.yml`)];
  if (mirror === undefined) return own;
  if (forge !== 'github') throw new ExpectedError('--mirror needs --forge github');
  const url = readBaseUrl(mirror, '--mirror');
  const { path, text } = workflow(MIRROR, 'github-mirror.yml');
  return [...own, { path, text: text.replace('{{service}}', () => JSON.stringify(url)) }];
}

/** Writes the catalogue. Returns the exit status. */
export async function initCommand({
  folder,
  empty = false,
  forge,
  mirror,
  package: given,
  json,
}: InitOptions): Promise<number> {
  const { spec, isLocal } = given === undefined ? findPackageSource(folder) : { spec: given, isLocal: false };
  if (forge !== undefined && isLocal) {
    throw new ExpectedError(
      `the workflow cannot install this program from ${spec}, which is on this machine. Use --package to name a source that it can use, such as git+https://host/stillwave.git#<commit>`,
    );
  }
  const workflows = readWorkflows(forge, mirror);
  const files = [
    ...templateFiles('catalogue', spec),
    ...templateFiles(empty ? 'empty' : 'example'),
    ...workflows,
  ].filter(({ path }) => !KEPT.includes(path) || !existsSync(join(folder, path)));
  const present = findPresent(folder, files);
  if (present.length > 0) {
    const status = fail(
      `${shownPath(folder)} already has files of a catalogue. Nothing was written. Choose another folder`,
    );
    process.stderr.write(listText(present, SHOWN));
    return status;
  }
  const written = writeFiles(files, folder, 'Choose another folder').map((path) => shownPath(path));
  if (json) printJson(true, { written: written.length }, { files: written });
  else {
    const change = folder === '.' ? [] : [`cd ${shellWord(folder)}`];
    // If the package were not installed, npx would look for one of this name in a registry.
    const hasPackage = files.some(({ path }) => path === 'package.json');
    const install = hasPackage ? 'npm install' : `npm install ${shellWord(`stillwave@${spec}`)}`;
    const next = [
      ...change,
      install,
      'npx --no-install stillwave validate',
      'npx --no-install stillwave build',
      'npx --no-install stillwave serve',
    ];
    const head = `Wrote ${countOf(written.length, 'file')}:\n${listText(written, SHOWN)}`;
    process.stdout.write(`${head}Next:\n${listText(next, SHOWN)}`);
    if (hasPackage && isLocal) {
      note(
        `package.json installs Stillwave from ${spec}, which is only on this machine; --package names another source`,
      );
    }
  }
  return EXIT.clean;
}

export const command: CommandDefinition = {
  description:
    'Writes a small catalogue with an example event, its configuration and comments that explain them, and shows what to run next. Never replaces a file.',
  arguments: [
    new Argument('[folder]', 'folder of the new catalogue, created if necessary').default('.', 'this folder'),
  ],
  options: [
    new Option('--empty', 'leave out the example'),
    new Option('--forge <name>', 'add a workflow that validates each change, and builds, checks and publishes').choices(
      Object.keys(FORGES),
    ),
    new Option(
      '--mirror <url>',
      'with --forge github: also add a workflow that harvests this service every night, and opens a pull request with the differences',
    ),
    new Option(
      '--package <spec>',
      'where package.json gets Stillwave from: a version, URL or file (default: where this program came from)',
    ),
    JSON_OUTPUT,
  ],
  examples: [
    'init my-catalogue',
    'init --empty --forge github --package git+https://host/stillwave.git',
    'init --empty --forge github --mirror https://gwosc.org mirror',
  ],
  status: '0 written, 2 wrong usage, the folder already has files of a catalogue, or is not writable.',
  run: (flags: Omit<InitOptions, 'folder'>, folder: string) => initCommand({ folder, ...flags }),
};
