/**
 * Finds the input files in a data folder by their patterns. Returns sorted paths, and problems with unexpected files.
 *
 * Opens no file. Leftovers of editors are problems, even if their names match a pattern. Symbolic links are never followed: a link in someone else's data folder could lead to your own files.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import fastGlob from 'fast-glob';
import { findNearest } from '../../core/base/did-you-mean.ts';
import type { Finding, Problem } from '../../report/problems.ts';
import { suggestFix } from '../suggest-fix.ts';
import { type FolderEntry, listFolder } from './data-folder.ts';
import { describeReadError, fileProblem, type Overlay } from './text-file.ts';

/**
 * Every kind of input file, with the pattern of its paths and the name of its schema in `schemas/`. All single files except
 * events.yaml are required.
 */
export const INPUT_FILES = {
  catalogs: { pattern: 'catalogs.yaml', schema: 'catalogs' },
  'default-parameters': { pattern: 'default-parameters.yaml', schema: 'default-parameters' },
  detectors: { pattern: 'detectors.yaml', schema: 'detectors' },
  events: { pattern: 'events.yaml', schema: 'events' },
  runs: { pattern: 'runs.yaml', schema: 'runs' },
  'event-versions': { pattern: 'event-versions/*.yaml', schema: 'event-versions' },
  'event-strain-files': { pattern: 'event-strain-files/*.yaml', schema: 'event-strain-files' },
  'strain-files': { pattern: 'strain-files/*.yaml', schema: 'strain-files' },
  'strain-statistics': { pattern: 'strain-statistics/*.ndjson', schema: 'strain-statistics' },
  timelines: { pattern: 'timelines/*.yaml', schema: 'timelines' },
} as const;

export type InputKind = keyof typeof INPUT_FILES;
/** Kinds that have many files, in a folder named after the kind. */
export type Folder = {
  [kind in InputKind]: (typeof INPUT_FILES)[kind]['pattern'] extends `${kind}/*${string}` ? kind : never;
}[InputKind];
/** Kinds with a single file at the top of the data folder. */
export type TopFile = Exclude<InputKind, Folder>;

const KINDS = Object.keys(INPUT_FILES) as InputKind[];
const isFolderKind = (kind: string): kind is Folder => `${INPUT_FILES[kind as InputKind]?.pattern}`.includes('/');
export const FOLDERS = KINDS.filter(isFolderKind);
const TOP_FILES = KINDS.filter((kind): kind is TopFile => !isFolderKind(kind));
const TOP_NAMES: readonly string[] = TOP_FILES.map((kind) => INPUT_FILES[kind].pattern);

export interface InputFiles {
  /** Paths by kind, including missing files, because reading a missing file reports the problem. */
  readonly top: Readonly<Record<TopFile, string>>;
  /** Paths, sorted by name in code unit order. */
  readonly folders: Readonly<Record<Folder, readonly string[]>>;
  /** Every input file that exists, sorted. */
  readonly all: readonly string[];
  readonly problems: readonly Problem[];
  /** False if the folder contains symbolic links or cannot be listed. In that case, no file in the folder may be read. */
  readonly isReadable: boolean;
}

/** Names of copies, backups and swap files that editors, spreadsheets and file managers leave behind. */
const LEFTOVER =
  /^~\$|^#.*#$|~$|\.(?:sw[a-p]|bak|orig|rej|old|crdownload)$|( \(\d+\)| - copy| \(copy\)| copy)( \d+)?(?:\.\w+)?$/i;

/** The problem with a leftover; null for any other name. It may hold older content, so no fix suggests to use it. */
function leftoverFinding({ name, isFolder }: Pick<FolderEntry, 'name' | 'isFolder'>): Finding | null {
  if (isFolder || !LEFTOVER.test(name)) return null;
  return unexpected(`"${name}" looks like a copy or backup that an editor left`, 'delete it, or move it away');
}

const unexpected = (message: string, fix: string): Finding => ({ code: 'D110', message, fix });

/** The problem with an entry at the top that is not an input file; null if the entry is a folder of input files. */
function judgeTop({ name, isFolder, path }: FolderEntry): Finding | null {
  if (isFolderKind(name)) {
    const fix = 'replace it with the folder';
    return isFolder ? null : { code: 'D102', message: 'this is a file, but a folder is expected', fix };
  }
  const leftover = leftoverFinding({ name, isFolder });
  if (leftover) return leftover;
  const allowed = isFolder ? FOLDERS : TOP_NAMES;
  const near = findNearest(name.replace(/\.(yml|json)$/, '.yaml'), allowed);
  return unexpected(
    `unexpected ${isFolder ? 'folder' : 'file'} "${name}"`,
    near === null ? suggestFix(name, allowed, 'move it away') : renameFix(path, near),
  );
}

/** The problem with an entry in a folder that is not an input file. */
function judgeInFolder({ name, isFolder, path }: FolderEntry, kind: Folder): Finding {
  const extension = extname(INPUT_FILES[kind].pattern);
  if (isFolder) return unexpected(`unexpected folder "${name}"`, `move its ${extension} files up and remove it`);
  if (name.endsWith('.tmp'))
    return unexpected(`"${name}" is left over from an interrupted import`, 'import again, or delete it');
  const leftover = leftoverFinding({ name, isFolder });
  if (leftover) return leftover;
  const base = name.replace(/\.[^.]*$/, '');
  return unexpected(
    `unexpected file "${name}", only ${extension} files are read`,
    renameFix(path, `${base}${extension}`),
  );
}

/** Never suggests a name that another file has. */
const renameFix = (path: string, name: string): string =>
  existsSync(join(dirname(path), name)) ? `move it away: "${name}" exists` : `rename it to "${name}", or move it away`;

const LINK: Finding = {
  code: 'D100',
  message: 'this is a symbolic link, which is not followed',
  fix: 'replace it with the file it points to, or remove it',
};

/** Paths that match a kind's pattern. Includes folders, because the reader explains them best. */
function findMatches(dataDir: string, kind: InputKind, overlay: Overlay): string[] {
  const options = { cwd: dataDir, onlyFiles: false, followSymbolicLinks: false, suppressErrors: true };
  const { pattern } = INPUT_FILES[kind];
  const isInput = (path: string): boolean => !LEFTOVER.test(basename(path));
  const paths = new Set(
    fastGlob
      .globSync(pattern, options)
      .filter(isInput)
      .map((path) => join(dataDir, path)),
  );
  const isOfKind = (path: string): boolean =>
    isFolderKind(kind) ? dirname(path) === join(dataDir, kind) : path === join(dataDir, pattern);
  for (const path of overlay.keys()) if (isOfKind(path)) paths.add(path);
  return [...paths].sort();
}

const MISSING_FOLDER: Finding = {
  code: 'D101',
  message: 'the folder is missing',
  fix: 'run this in a folder that contains data/, set it with --data, or start one with "stillwave init"',
};

/** Lists the data folder, including the files that the overlay adds. */
export function listInputFiles(dataDir: string, overlay: Overlay = new Map()): InputFiles {
  const problems: Problem[] = [];
  const list = (folder: string): FolderEntry[] => {
    try {
      return listFolder(folder);
    } catch (error) {
      const finding = describeReadError(error);
      const isMissing = finding.code === 'D101';
      // A harvest creates the folder along with its first files.
      if (isMissing && overlay.size > 0) return [];
      problems.push(fileProblem(folder, isMissing ? MISSING_FOLDER : finding));
      return [];
    }
  };
  const entries = list(dataDir);
  const inFolders = new Map(entries.filter(({ isFolder }) => isFolder).map(({ name, path }) => [name, list(path)]));
  const links = [...entries, ...[...inFolders.values()].flat()].filter(({ isLink }) => isLink);
  for (const { path } of links) problems.push(fileProblem(path, LINK));
  const isReadable = links.length === 0 && !problems.some(({ file }) => file === dataDir);

  const matches = (kind: InputKind): string[] => (isReadable ? findMatches(dataDir, kind, overlay) : []);
  const top = Object.fromEntries(TOP_FILES.map((kind) => [kind, join(dataDir, INPUT_FILES[kind].pattern)]));
  const folders = Object.fromEntries(FOLDERS.map((kind) => [kind, matches(kind)]));
  const all = [...TOP_FILES.flatMap(matches), ...Object.values(folders).flat()].sort();
  const found = { top: top as Record<TopFile, string>, folders: folders as Record<Folder, string[]>, all, isReadable };
  if (!isReadable) return { ...found, problems };

  const expected = new Set(all);
  const judge = (listed: readonly FolderEntry[], findingOf: (entry: FolderEntry) => Finding | null): void => {
    for (const entry of listed) {
      const finding = expected.has(entry.path) ? null : findingOf(entry);
      if (finding) problems.push(fileProblem(entry.path, finding));
    }
  };
  judge(entries, judgeTop);
  for (const kind of FOLDERS) judge(inFolders.get(kind) ?? [], (entry) => judgeInFolder(entry, kind));
  return { ...found, problems };
}

/** The input files, with one kind's paths changed. */
function changePaths(
  inputs: InputFiles,
  kind: InputKind,
  change: (paths: readonly string[]) => readonly string[],
): InputFiles {
  const all = change(inputs.all);
  if (!isFolderKind(kind)) return { ...inputs, all };
  return { ...inputs, all, folders: { ...inputs.folders, [kind]: change(inputs.folders[kind]) } };
}

/** The input files, plus a file that a merge creates. */
export function withFile(inputs: InputFiles, kind: InputKind, path: string): InputFiles {
  return inputs.all.includes(path) ? inputs : changePaths(inputs, kind, (paths) => [...paths, path].sort());
}

/** Paths of a kind's existing files. */
export const pathsOf = ({ top, folders, all }: InputFiles, kind: InputKind): readonly string[] =>
  isFolderKind(kind) ? folders[kind] : [top[kind as TopFile]].filter((path) => all.includes(path));

/** The input files without a file that a merge removes. */
export function withoutFile(inputs: InputFiles, kind: InputKind, path: string): InputFiles {
  return changePaths(inputs, kind, (paths) => paths.filter((one) => one !== path));
}
