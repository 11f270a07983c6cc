/**
 * The output folder: everything is written beside the site, in `<out>/.stillwave/`, and moved into place at the end.
 *
 * Until `commit.json` is there, an interrupted build has changed nothing and is thrown away. From then on everything that
 * the new release needs is on disk, and whatever interrupts the moving, the next command finishes it: moving and removing
 * are safe to repeat. The pointer, release.json, is moved last. One build at a time holds the lock.
 */

import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST_PATH, PACK_FOLDER, RELEASE_PATH } from '../contract/paths.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** The folder cannot be built into; the message says why and what to do. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

const WORK_FOLDER = '.stillwave';

interface Commit {
  /** Paths of files that the new release no longer has. */
  readonly remove: readonly string[];
}

export interface Output {
  readonly root: string;
  /** What the folder holds now; null where it is empty. */
  readonly previous: Manifest | null;
  /** Folder that mirrors the site; what is written there takes its place at `commit`. */
  readonly staging: string;
  /** Makes the staged files the site, and removes the previous files at `remove`. */
  commit(remove: readonly string[]): void;
  /** Throws away what is staged. */
  abandon(): void;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Takes the lock. A lock whose process is gone was left by a build that was killed. */
function lock(root: string): string {
  const path = join(root, WORK_FOLDER, 'lock');
  mkdirSync(dirname(path), { recursive: true });
  for (let attempt = 0; ; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(readFileSync(path, 'utf8'));
    if (attempt > 0 || holder === process.pid || isRunning(holder)) {
      throw new OutputError(
        `another build is writing to ${root} (process ${holder}). Wait for it, or if there is none, remove ${path}`,
      );
    }
    rmSync(path, { force: true });
  }
}

/** A file that replaces another one gets a later modification time, also in whole seconds, which is what HTTP dates have. */
function outdate(staged: string, existing: string): void {
  const old = Math.floor(statSync(existing).mtimeMs / 1000);
  if (Math.floor(statSync(staged).mtimeMs / 1000) > old) return;
  utimesSync(staged, old + 1, old + 1);
}

/** Moves a file or a whole folder; a folder that is there already is filled, a file that is there is replaced. */
function move(from: string, to: string): void {
  if (!existsSync(from)) return;
  if (!existsSync(to)) {
    renameSync(from, to);
  } else if (statSync(from).isDirectory()) {
    for (const name of readdirSync(from)) move(join(from, name), join(to, name));
  } else {
    outdate(from, to);
    renameSync(from, to);
  }
}

/** Removes a file and the folders that it leaves empty. */
function removeFile(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(root, folder));
    } catch {
      return;
    }
  }
}

/** Moves everything staged into place, the packs first and the pointer last. Repeatable. */
function applyCommit(root: string, staging: string, { remove }: Commit): void {
  const names = existsSync(staging) ? readdirSync(staging) : [];
  const rank = (name: string) => [PACK_FOLDER, '', MANIFEST_PATH, RELEASE_PATH].indexOf(name);
  const order = (name: string) => (rank(name) < 0 ? 1 : rank(name));
  for (const name of names.sort((a, b) => order(a) - order(b))) move(join(staging, name), join(root, name));
  for (const path of remove) removeFile(root, path);
}

function checkIsOurs(root: string, previous: Manifest | null): void {
  const names = readdirSync(root).filter((name) => name !== WORK_FOLDER);
  if (previous === null && names.length > 0) {
    throw new OutputError(
      `${root} has files (${names[0]}) but no ${MANIFEST_PATH} of ours. Name an empty or a new folder`,
    );
  }
}

/** True where a build was interrupted, so that the folder must be opened even if its release is the wanted one. */
export function hasUnfinishedBuild(root: string): boolean {
  return existsSync(join(root, WORK_FOLDER));
}

/** Opens a folder for a build: locks it, finishes or throws away what an interrupted build left. */
export function openOutput(root: string): Output {
  const isNew = !existsSync(root);
  const work = join(root, WORK_FOLDER);
  const staging = join(work, 'new');
  const commitFile = join(work, 'commit.json');
  if (!isNew && !existsSync(work)) checkIsOurs(root, readManifest(root));
  const lockFile = lock(root);

  function finish(): void {
    rmSync(commitFile, { force: true });
    rmSync(staging, { recursive: true, force: true });
    rmSync(lockFile, { force: true });
    rmSync(work, { recursive: true, force: true });
  }

  if (existsSync(commitFile)) {
    applyCommit(root, staging, JSON.parse(readFileSync(commitFile, 'utf8')) as Commit);
    rmSync(commitFile);
  }
  rmSync(staging, { recursive: true, force: true });
  const previous = readManifest(root);
  try {
    checkIsOurs(root, previous);
  } catch (error) {
    finish();
    throw error;
  }
  mkdirSync(staging, { recursive: true });

  return {
    root,
    previous,
    staging,
    commit(remove) {
      const commit: Commit = { remove };
      writeFileSync(`${commitFile}.part`, JSON.stringify(commit));
      renameSync(`${commitFile}.part`, commitFile);
      applyCommit(root, staging, commit);
      finish();
    },
    abandon() {
      finish();
      if (isNew) rmdirSync(root);
    },
  };
}
