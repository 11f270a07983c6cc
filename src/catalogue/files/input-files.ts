/**
 * Finds the input files in a data folder by their patterns. Returns sorted paths, and problems with unexpected files.
 *
 * Opens no file. Leftovers of editors are problems, even if their names match a pattern. Symbolic links are never followed: a link in someone
 * else's data folder could lead to your own files.
 */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type {
  CatalogsFile,
  DetectorsFile,
  EventStrainFilesFile,
  EventsFile,
  EventVersionsFile,
  FileStatistics,
  ParametersFile,
  RunsFile,
  StrainDataset,
  TimelinesFile,
} from '../../../schemas/data-files.d.ts';
import { findNearest } from '../../core/base/did-you-mean.ts';
import { isTemporary } from '../../fs/replace-files.ts';
import { type Finding, type Problem, placeOfFile, toProblem } from '../../report/problems.ts';
import { type FolderEntry, listFolder } from './data-folder.ts';
import { suggestFix } from './suggest-fix.ts';
import { describeReadError, type Overlay } from './text-file.ts';

/** The value of a file of each kind. `schemas/` has a schema of the same name. */
export interface FileTypes {
  readonly catalogs: CatalogsFile;
  readonly 'default-parameters': ParametersFile;
  readonly detectors: DetectorsFile;
  readonly events: EventsFile;
  readonly runs: RunsFile;
  readonly 'event-versions': EventVersionsFile;
  readonly 'event-strain-files': EventStrainFilesFile;
  readonly 'strain-files': StrainDataset;
  readonly 'strain-statistics': readonly FileStatistics[];
  readonly timelines: TimelinesFile;
}

export type InputKind = keyof FileTypes;

/** The pattern of each kind's paths, and the member that a file in a folder is named after. */
export const INPUT_FILES = {
  catalogs: { pattern: 'catalogs.yaml', namedBy: null },
  'default-parameters': { pattern: 'default-parameters.yaml', namedBy: null },
  detectors: { pattern: 'detectors.yaml', namedBy: null },
  events: { pattern: 'events.yaml', namedBy: null },
  runs: { pattern: 'runs.yaml', namedBy: null },
  'event-versions': { pattern: 'event-versions/*.yaml', namedBy: 'catalog' },
  'event-strain-files': { pattern: 'event-strain-files/*.yaml', namedBy: 'catalog' },
  'strain-files': { pattern: 'strain-files/*.yaml', namedBy: 'dataset' },
  'strain-statistics': { pattern: 'strain-statistics/*.ndjson', namedBy: null },
  timelines: { pattern: 'timelines/*.yaml', namedBy: 'run' },
} as const satisfies Readonly<Record<InputKind, object>>;

/** Kinds that have many files, in a folder named after the kind. */
export type Folder = {
  [kind in InputKind]: (typeof INPUT_FILES)[kind]['pattern'] extends `${kind}/*${string}` ? kind : never;
}[InputKind];

/** The kinds of files that every data folder needs. */
export const REQUIRED = ['detectors', 'runs', 'catalogs', 'default-parameters'] as const;

const KINDS = Object.keys(INPUT_FILES) as InputKind[];
const isFolderKind = (kind: string): kind is Folder => `${INPUT_FILES[kind as InputKind]?.pattern}`.includes('/');
export const FOLDERS: readonly Folder[] = KINDS.filter(isFolderKind);
const TOP_NAMES = KINDS.filter((kind) => !isFolderKind(kind)).map((kind): string => INPUT_FILES[kind].pattern);

/** The path of a kind's file; `name` is the file's name without its extension, if the kind has a folder. */
export const inputPath = (dataDir: string, kind: InputKind, name = ''): string =>
  join(
    dataDir,
    INPUT_FILES[kind].pattern.replace('*', () => name),
  );

/** A file's name without its folder and extension. */
export const stemOf = (path: string): string => basename(path).replace(/\.[^.]*$/, '');

export interface InputFiles {
  /** The paths of the existing files by kind, sorted by name in code unit order. */
  readonly paths: Readonly<Record<InputKind, readonly string[]>>;
  readonly problems: readonly Problem[];
  /** False if the folder contains symbolic links or cannot be listed. In that case, no file in the folder may be read. */
  readonly isReadable: boolean;
}

/** The paths of all input files, sorted. */
export const allPaths = ({ paths }: InputFiles): string[] => Object.values(paths).flat().sort();

/** The input files with other paths of one kind, because a merge creates or removes files. */
export const withPaths = (inputs: InputFiles, kind: InputKind, paths: readonly string[]): InputFiles => ({
  ...inputs,
  paths: { ...inputs.paths, [kind]: paths.toSorted() },
});

/** Names of copies, backups and swap files that editors, spreadsheets and file managers leave behind. */
const LEFTOVER =
  /^~\$|^#.*#$|~$|\.(?:sw[a-p]|bak|orig|rej|old|tmp|crdownload)$|( \(\d+\)| - copy| \(copy\)| copy)( \d+)?(?:\.\w+)?$/i;

/** The problem with a leftover; null for any other name. It may hold older content, so no fix suggests to use it. */
function leftoverFinding({ name, isFolder }: FolderEntry): Finding | null {
  if (isFolder) return null;
  if (isTemporary(name))
    return unexpected(`"${name}" is left over from an interrupted import`, 'import again, or delete it');
  if (!LEFTOVER.test(name)) return null;
  return unexpected(`"${name}" looks like a copy or backup that an editor left`, 'delete it, or move it away');
}

const unexpected = (message: string, fix: string): Finding => ({ code: 'D110', message, fix });

/** The problem with an entry at the top that is not an input file; null if the entry is a folder of input files. */
function judgeTop(entry: FolderEntry): Finding | null {
  const { name, isFolder, path } = entry;
  if (isFolderKind(name)) {
    const fix = 'replace it with the folder';
    return isFolder ? null : { code: 'D102', message: 'this is a file, but a folder is expected', fix };
  }
  const leftover = leftoverFinding(entry);
  if (leftover) return leftover;
  const allowed = isFolder ? FOLDERS : TOP_NAMES;
  const near = findNearest(name.replace(/\.(yml|json)$/, '.yaml'), allowed);
  return unexpected(
    `unexpected ${isFolder ? 'folder' : 'file'} "${name}"`,
    near === null ? suggestFix(name, allowed, 'move it away') : renameFix(path, near),
  );
}

/** The problem with an entry in a folder that is not an input file. */
function judgeInFolder(entry: FolderEntry, kind: Folder): Finding {
  const { name, isFolder, path } = entry;
  const extension = extname(INPUT_FILES[kind].pattern);
  if (isFolder) return unexpected(`unexpected folder "${name}"`, `move its ${extension} files up and remove it`);
  const leftover = leftoverFinding(entry);
  if (leftover) return leftover;
  return unexpected(
    `unexpected file "${name}", only ${extension} files are read`,
    renameFix(path, `${stemOf(name)}${extension}`),
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

/** True if a file of some kind has this path. A folder can have it too; reading it then gives the best message. */
function isOfKind(dataDir: string, kind: InputKind, path: string): boolean {
  const { pattern } = INPUT_FILES[kind];
  if (!isFolderKind(kind)) return path === join(dataDir, pattern);
  return dirname(path) === join(dataDir, kind) && extname(path) === extname(pattern) && !LEFTOVER.test(basename(path));
}

const MISSING_FOLDER: Finding = {
  code: 'D101',
  message: 'the folder is missing',
  fix: 'run this in a folder that contains data/, set it with --data, or start one with "stillwave init"',
};

/** Lists the data folder, including the files that the overlay adds. */
export function listInputFiles(dataDir: string, overlay: Overlay = new Map()): InputFiles {
  const problems: Problem[] = [];
  const list = (folder: string): FolderEntry[] | null => {
    try {
      return listFolder(folder);
    } catch (error) {
      const finding = describeReadError(error);
      const isMissing = finding.code === 'D101';
      // A harvest creates the folder along with its first files.
      if (isMissing && overlay.size > 0) return [];
      problems.push(toProblem(isMissing ? MISSING_FOLDER : finding, placeOfFile(folder)));
      return null;
    }
  };
  const top = list(dataDir);
  const entries = top ?? [];
  const inFolders = new Map(
    entries.filter(({ isFolder }) => isFolder).map(({ name, path }) => [name, list(path) ?? []]),
  );
  const listed = [...entries, ...[...inFolders.values()].flat()];
  const links = listed.filter(({ isLink }) => isLink);
  for (const { path } of links) problems.push(toProblem(LINK, placeOfFile(path)));
  const isReadable = top !== null && links.length === 0;

  const candidates = isReadable ? [...new Set([...listed.map(({ path }) => path), ...overlay.keys()])].sort() : [];
  const ofKind = (kind: InputKind): string[] => candidates.filter((path) => isOfKind(dataDir, kind, path));
  const paths = Object.fromEntries(KINDS.map((kind) => [kind, ofKind(kind)])) as Record<InputKind, string[]>;
  if (!isReadable) return { paths, problems, isReadable };

  const expected = new Set(Object.values(paths).flat());
  const judge = (found: readonly FolderEntry[], findingOf: (entry: FolderEntry) => Finding | null): void => {
    for (const entry of found) {
      const finding = expected.has(entry.path) ? null : findingOf(entry);
      if (finding) problems.push(toProblem(finding, placeOfFile(entry.path)));
    }
  };
  judge(entries, judgeTop);
  for (const kind of FOLDERS) judge(inFolders.get(kind) ?? [], (entry) => judgeInFolder(entry, kind));
  return { paths, problems, isReadable };
}
