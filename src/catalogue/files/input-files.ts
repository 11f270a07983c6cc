/**
 * Finds the input files of a data folder. In: its path. Out: sorted paths, and problems with unexpected files.
 *
 * Only lists folders and opens no file, and loads neither YAML nor ajv, because a build with nothing to do needs no more than
 * this list. Ignores `README.md` and names that start with a dot, except for temporary files of an interrupted import.
 *
 * Not fast-glob: it takes 30 ms of CPU to load (`readdirSync` takes none), out of 170 ms for a build with nothing to do, and
 * would have to list all names anyway, because names that match no pattern are reported.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { journalOf } from '../../intake/import/write-files.ts';
import { nearest, suggest } from '../../report/did-you-mean.ts';
import type { Finding, Problem } from '../../report/problems.ts';
import { describeReadError, fileProblem, type Overlay } from './text-file.ts';

/**
 * Every kind of input file with the pattern of its path. The kind is also the name of its schema. All single files except
 * events.yaml are required.
 */
export const INPUT_PATTERNS = {
  catalogs: 'catalogs.yaml',
  'default-parameters': 'default-parameters.yaml',
  detectors: 'detectors.yaml',
  events: 'events.yaml',
  runs: 'runs.yaml',
  'event-versions': 'event-versions/*.yaml',
  'event-strain-files': 'event-strain-files/*.yaml',
  'strain-files': 'strain-files/*.yaml',
  'strain-statistics': 'strain-statistics/*.ndjson',
  timelines: 'timelines/*.yaml',
} as const;

export type InputKind = keyof typeof INPUT_PATTERNS;
/** Kinds with many files, in a folder of that name. */
export type Folder = {
  [kind in InputKind]: (typeof INPUT_PATTERNS)[kind] extends `${kind}/*${string}` ? kind : never;
}[InputKind];
/** Kinds with a single file at the top of the data folder. */
export type TopFile = Exclude<InputKind, Folder>;

const KINDS = Object.keys(INPUT_PATTERNS) as InputKind[];
const isFolder = (kind: string): kind is Folder => `${INPUT_PATTERNS[kind as InputKind]}`.includes('/');
export const FOLDERS = KINDS.filter(isFolder);
const TOP_FILES = KINDS.filter((kind): kind is TopFile => !isFolder(kind));
const TOP_NAMES: readonly string[] = TOP_FILES.map((kind) => INPUT_PATTERNS[kind]);

export interface InputFiles {
  /** Path by kind; also of missing files, so that reading them reports the problem. */
  readonly top: Readonly<Record<TopFile, string>>;
  /** Paths in order of their names (by code unit). */
  readonly folders: Readonly<Record<Folder, readonly string[]>>;
  /** Every input file that exists, sorted. */
  readonly all: readonly string[];
  readonly problems: readonly Problem[];
}

const unexpected = (message: string, fix: string): Finding => ({ code: 'D110', message, fix });

/** The problem with a file of this name, or null if it belongs in the folder. */
function judgeName(name: string, isFolder: boolean, extension: string): Finding | null {
  // The reader reports a folder with the name of a file.
  if (isFolder && !name.endsWith(extension))
    return unexpected(`unexpected folder "${name}"`, `move its ${extension} files up and remove it`);
  if (name.endsWith('.tmp'))
    return unexpected(`"${name}" is left over from an interrupted import`, 'import again, or delete it');
  if (name.endsWith(extension)) return null;
  const base = name.replace(/\.[^.]*$/, '');
  return unexpected(
    `unexpected file "${name}", only ${extension} files are read`,
    `rename it to "${base}${extension}", or move it away`,
  );
}

function judgeTopName(name: string, isFolder: boolean): Finding | null {
  // The reader reports a folder that should be a file.
  if (TOP_NAMES.includes(name)) return null;
  const folders: readonly string[] = FOLDERS;
  if (folders.includes(name)) {
    const fix = 'replace it with the folder';
    return isFolder ? null : { code: 'D102', message: 'this is a file, but a folder is expected', fix };
  }
  const allowed = isFolder ? folders : TOP_NAMES;
  const kind = isFolder ? 'folder' : 'file';
  const near = nearest(name.replace(/\.(yml|json)$/, '.yaml'), allowed);
  return unexpected(
    `unexpected ${kind} "${name}"`,
    near === null ? suggest(name, allowed, 'move it away') : `rename it to "${near}", or move it away`,
  );
}

/** Lists the data folder, including files added by the overlay and without those that it removes. */
export function listInputFiles(dataDir: string, overlay: Overlay = new Map()): InputFiles {
  const problems: Problem[] = [];
  const list = (
    folder: string,
    isThere: boolean,
    judge: (name: string, isFolder: boolean) => Finding | null,
  ): string[] => {
    const names = new Set<string>();
    try {
      const entries = isThere ? readdirSync(folder, { withFileTypes: true }) : [];
      for (const entry of entries) {
        if (entry.name === 'README.md' || (entry.name.startsWith('.') && !entry.name.endsWith('.tmp'))) continue;
        const path = join(folder, entry.name);
        const isFolder = entry.isSymbolicLink() ? isFolderAt(path) : entry.isDirectory();
        const finding = judge(entry.name, isFolder);
        if (finding) problems.push(fileProblem(path, finding));
        else names.add(path);
      }
    } catch (error) {
      const finding = describeReadError(error);
      const isMissing = finding.code === 'D101';
      problems.push(fileProblem(folder, isMissing ? { ...finding, message: 'the folder is missing' } : finding));
    }
    for (const [path, text] of overlay) {
      if (join(path, '..') !== folder) continue;
      if (text === null) names.delete(path);
      else names.add(path);
    }
    return [...names].sort();
  };
  const journal = journalOf(dataDir);
  if (existsSync(journal)) {
    const message = 'an import or a harvest that was stopped left some files old and some new';
    problems.push(
      fileProblem(journal, unexpected(message, 'run any import or harvest again: it finishes what was begun')),
    );
  }
  const found = new Set(list(dataDir, true, judgeTopName));
  const top = Object.fromEntries(TOP_FILES.map((kind) => [kind, join(dataDir, INPUT_PATTERNS[kind])]));
  const folders = Object.fromEntries(
    FOLDERS.map((kind) => {
      const path = join(dataDir, kind);
      const extension = extname(INPUT_PATTERNS[kind]);
      return [kind, list(path, found.has(path), (name, isFolder) => judgeName(name, isFolder, extension))];
    }),
  );
  const all = [...Object.values(top).filter((path) => found.has(path)), ...Object.values(folders).flat()].sort();
  return {
    top: top as Record<TopFile, string>,
    folders: folders as Record<Folder, string[]>,
    all,
    problems,
  };
}

function isFolderAt(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
