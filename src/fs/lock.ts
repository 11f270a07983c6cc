/**
 * Locks a folder, so that only one build writes to a site, or one import to a data folder, at a time. The lock is a file, `lock`, that
 * names its holder by process id, host name and a random token.
 *
 * A lock whose process has ended on this host is taken over at once. Processes on other hosts cannot be seen, so their locks count as
 * abandoned after ten minutes; an empty lock counts as abandoned after a second. If two processes take over the same lock, the last one
 * holds it. The process that loses the lock finds out by calling `isHeld`, and must then install nothing. No lock library is used: all
 * such libraries rely on a heartbeat, so a killed build would block the next one until the heartbeat timed out.
 */

import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { OutputError } from './output-error.ts';

export interface Lock {
  /** False if another process has taken the lock over, or the folder has been moved. */
  isHeld(): boolean;
  /** Removes the lock, and the folder if it is empty. May be called repeatedly, and never throws. */
  release(): void;
}

/** The lock or its folder is a link or another kind of entry: only Stillwave should put anything there. */
const unusable = (path: string, needed: 'file' | 'folder') =>
  new OutputError(`${path} is not a ${needed}, but Stillwave needs a ${needed} of its own there. Move it away`);

const LOCK_NAME = 'lock';
/** The lock of a process that cannot be seen counts as abandoned at this age. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** An empty lock counts as abandoned at this age. Until then, its process may be about to write it. */
const UNWRITTEN_MS = 1000;
const LOOK_AGAIN_MS = 200;
/** Larger than any real lock file. Files that exceed this size are not read. */
const MAX_BYTES = 1000;

/** Process id, host name, token. */
const CONTENT = /^([1-9]\d{0,9}) ([\w.-]+) \w+\n$/;

const HOST = hostname().replace(/[^\w.-]/g, '_');

/** Locks that this process holds. The process id is not enough, because an earlier process may have had the same id. */
const heldHere = new Set<string>();

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** True if a process with this id can be seen. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The lock's content and age; null if there is no lock. */
function readLock(path: string): { readonly text: string; readonly ageMs: number } | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) throw unusable(path, 'file');
  try {
    const text = found.size > MAX_BYTES ? 'too large' : readFileSync(path, 'utf8');
    return { text, ageMs: Date.now() - found.mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Describes the holder of an existing lock; null if the lock is abandoned. */
function findHolder(path: string): string | null {
  const found = readLock(path);
  // The holder has just removed the lock.
  if (found === null) return 'another process';
  const [, pid, host] = CONTENT.exec(found.text) ?? [];
  if (host === HOST) {
    if (heldHere.has(found.text)) return 'this process';
    return Number(pid) !== process.pid && isRunning(Number(pid)) ? `process ${pid}` : null;
  }
  if (found.ageMs >= (found.text === '' ? UNWRITTEN_MS : ABANDONED_AFTER_MS)) return null;
  return host === undefined ? 'an unknown process' : `process ${pid} on ${host}`;
}

/** Creates the lock's folder if it does not exist. */
function makeLockFolder(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw unusable(folder, 'folder');
  try {
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Creates the lock. Returns false if a lock exists, or if its holder has just removed the folder. */
function createLock(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  try {
    writeFileSync(file, text);
    return true;
  } catch (error) {
    // On a full disk, the file would stay empty.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Replaces an abandoned lock. */
function takeOver(path: string, text: string, token: string): void {
  const own = `${path}-${token}`;
  try {
    writeFileSync(own, text, { flag: 'wx' });
    renameSync(own, path);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes the lock. If another process holds it, returns a description of the holder. */
function takeNow(folder: string): Lock | string {
  makeLockFolder(folder);
  const path = join(folder, LOCK_NAME);
  const token = Math.random().toString(36).slice(2);
  const text = `${process.pid} ${HOST} ${token}\n`;
  if (!createLock(path, text)) {
    const holder = findHolder(path);
    if (holder) return holder;
    takeOver(path, text, token);
  }
  heldHere.add(text);
  const isHeld = (): boolean => {
    try {
      return readLock(path)?.text === text;
    } catch {
      return false;
    }
  };
  return {
    isHeld,
    release() {
      heldHere.delete(text);
      try {
        if (isHeld()) rmSync(path, { force: true });
        rmdirSync(folder);
      } catch {
        // The folder is not empty, or the lock cannot be removed. Such a lock counts as abandoned once this process has ended.
      }
    },
  };
}

/**
 * Takes a folder's lock for a command, and creates the folder if it does not exist. `other` is the competing command, for the message: `build
 * is writing to dist`. `state` is a sentence: nothing was done. `waitMs` says how long to wait for another process. Throws OutputError if
 * another process holds the lock or the lock is unusable; file system errors are also thrown.
 */
export function takeLock(folder: string, other: string, state: string, waitMs = 0): Lock {
  const end = performance.now() + waitMs;
  for (;;) {
    let taken: Lock | string;
    try {
      taken = takeNow(folder);
    } catch (error) {
      throw error instanceof OutputError ? new OutputError(`${error.message}. ${state}`) : error;
    }
    if (typeof taken !== 'string') return taken;
    if (performance.now() >= end) {
      const advice = `Wait for it; if it no longer runs, remove ${join(folder, LOCK_NAME)}`;
      throw new OutputError(`another ${other} (${taken}). ${state} ${advice}`);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
}
