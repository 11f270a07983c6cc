/**
 * The lock of an output folder: one build at a time. A lock is an empty file whose name says who holds it, so that it is
 * there whole or not at all: `lock-<pid>-<start of the process>-<machine>-<random>`.
 *
 * To take it: every lock that is there must be of a process that is gone; add one's own; look again. Only who then finds
 * nothing but the same dead locks and its own holds it. Of two that add theirs at once, the second to look sees the first,
 * so both cannot get it, and neither can remove a lock that is alive. Who sees another one steps back and tries again.
 */

import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sha256 } from './hash.ts';

export interface Lock {
  /** Removes the lock; harmless when repeated. */
  release(): void;
}

/** Another process holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** Path of the lock. */
  readonly path: string;
  /** What is known of the holder, for a message: `process 812`. */
  readonly holder: string;

  constructor(path: string, holder: string) {
    super(`${path} is held by ${holder}`);
    this.path = path;
    this.holder = holder;
  }
}

const PREFIX = 'lock-';
const MACHINE = sha256(hostname()).slice(0, 8);
const ATTEMPTS = 40;

/** Locks that this process holds; its own number alone does not tell them from those of an earlier process. */
const heldHere = new Set<string>();

/** When a process was started, in the kernel's ticks, so that a number that was given again is noticed; 0 off Linux. */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[19] ?? '0';
  } catch {
    return '0';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What is known of the holder of a lock that may be alive; null where it is gone. */
function findHolder(name: string): string | null {
  const [pid, start, machine] = name.slice(PREFIX.length).split('-');
  // Whether a process of another machine runs cannot be seen from here.
  if (machine !== MACHINE) return 'a process of another machine or container';
  if (heldHere.has(name)) return 'this process';
  if (Number(pid) === process.pid || !isRunning(Number(pid))) return null;
  return start === startOf(Number(pid)) ? `process ${pid}` : null;
}

function listLocks(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .sort();
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Takes the lock in a folder that exists. Throws LockedError where somebody else has it, or the file system's errors. */
export function takeLock(folder: string): Lock {
  for (let attempt = 1; ; attempt++) {
    const dead = listLocks(folder);
    for (const name of dead) {
      const holder = findHolder(name);
      if (holder !== null) throw new LockedError(join(folder, name), holder);
    }
    const own = `${PREFIX}${process.pid}-${startOf(process.pid)}-${MACHINE}-${Math.random().toString(36).slice(2)}`;
    const path = join(folder, own);
    closeSync(openSync(path, 'wx'));
    heldHere.add(own);
    const release = () => {
      rmSync(path, { force: true });
      heldHere.delete(own);
    };
    const others = listLocks(folder).filter((name) => name !== own);
    if (others.join() === dead.join()) {
      for (const name of dead) rmSync(join(folder, name), { force: true });
      return { release };
    }
    release();
    if (attempt === ATTEMPTS) throw new LockedError(path, 'another process');
    pause(Math.random() * 20);
  }
}
