/**
 * The lock of a folder: one build of a site, or one import into a data folder, at a time. A lock is a file whose name says
 * who holds it, so that it is there whole or not at all: `lock-<pid>-<start of the process>-<machine>-<random>`.
 *
 * To take it: every lock that is there must be of a process that is gone; add one's own; look again. Only who then finds
 * nothing but the same dead locks and its own holds it. Of two that add theirs at once, the second to look sees the first,
 * so both cannot get it, and neither can remove a lock that is alive. Who sees another one steps back and tries again.
 *
 * Whether a process is gone is seen at once where both share a kernel and a list of processes. That of another container or
 * machine cannot be seen: its lock counts as left behind once it has not been written to for a while. A thread writes to it,
 * as imports compute for many seconds without a pause. No library: `proper-lockfile` has its heartbeat in the main thread, and
 * every killed build would block the next one for as long as a heartbeat may take.
 */

import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sha256 } from './hash.ts';
import { makeFolder } from './site-files.ts';

export interface Lock {
  /** False where somebody took the lock over, as the process was stopped for long, or by force. */
  isHeld(): boolean;
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
const ATTEMPTS = 40;

/** How often a lock is written to, and after how long without it counts as left behind, where its process cannot be seen. */
const BEAT_MS = 2000;
const DEAD_AFTER_MS = 15_000;
/** For so long it is watched at least, however old it looks: the clock may have jumped since its last beat, as it does after a sleep. */
const WATCH_AT_LEAST_MS = 2 * BEAT_MS;
const LOOK_AGAIN_MS = 200;

/**
 * Names the processes that can be seen from here: those of this boot of this kernel in this container. The host's name will
 * not do, as every run of a container has another one; it stands in where the system does not tell.
 */
function machineId(): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return sha256(`${bootId}${readlinkSync('/proc/self/ns/pid')}`).slice(0, 8);
  } catch {
    return sha256(hostname()).slice(0, 8);
  }
}

const MACHINE = machineId();

/** Locks that this process holds; its own number alone does not tell them from those of an earlier process. */
const heldHere = new Set<string>();

/** When a process was started, in the kernel's ticks, so that a number that was given again is noticed; null off Linux. */
function startOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[19] ?? null;
  } catch {
    return null;
  }
}

/** True where a process of this number can be seen. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** When a file was last written to; null where it is gone. It is opened, as network drives answer from memory otherwise. */
function writtenAt(path: string): number | null {
  try {
    const file = openSync(path, 'r');
    try {
      return fstatSync(file).mtimeMs;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The time by the clock of the file system that the folder is on; that of a network drive is another machine's. */
function timeOf(folder: string): number {
  const path = join(folder, `time-${process.pid}-${Math.random().toString(36).slice(2)}`);
  closeSync(openSync(path, 'wx'));
  try {
    return writtenAt(path) ?? Date.now();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Watches a lock whose process cannot be seen; true once it counts as left behind, or is gone. */
function isLeftBehind(path: string): boolean {
  const seen = writtenAt(path);
  if (seen === null) return true;
  const age = timeOf(join(path, '..')) - seen;
  const end = performance.now() + Math.max(WATCH_AT_LEAST_MS, DEAD_AFTER_MS - Math.max(0, age));
  while (performance.now() < end) {
    pause(LOOK_AGAIN_MS);
    if (writtenAt(path) !== seen) return false;
  }
  return true;
}

/** What is known of the holder of a lock that is alive; null where it is gone. */
function findHolder(folder: string, name: string): string | null {
  const [pid, start, machine] = name.slice(PREFIX.length).split('-');
  if (machine !== MACHINE) {
    return isLeftBehind(join(folder, name)) ? null : `process ${pid} of another machine or container`;
  }
  if (heldHere.has(name)) return 'this process';
  if (Number(pid) === process.pid || !isRunning(Number(pid))) return null;
  const started = startOf(Number(pid));
  return started === null || started === start ? `process ${pid}` : null;
}

function listLocks(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX))
    .sort();
}

/** Writes to the lock again and again, until it is gone. A text, so that it runs from sources and from the compiled program. */
const HEARTBEAT = `
const { closeSync, openSync, writeSync } = require('node:fs');
const { path, beatMs } = require('node:worker_threads').workerData;
const timer = setInterval(() => {
  try {
    const file = openSync(path, 'r+');
    writeSync(file, '.', 0);
    closeSync(file);
  } catch {
    clearInterval(timer);
  }
}, beatMs);
`;

function startHeartbeat(path: string): () => void {
  const worker = new Worker(HEARTBEAT, {
    eval: true,
    workerData: { path, beatMs: BEAT_MS },
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 },
    execArgv: [],
    stderr: true,
  });
  // Without it others may have to be told by hand that the lock is alive; nothing depends on it here.
  worker.on('error', () => {});
  worker.unref();
  return () => void worker.terminate();
}

/** Takes the lock in a folder that exists. Throws LockedError where somebody else has it, or the file system's errors. */
export function takeLock(folder: string): Lock {
  for (let attempt = 1; ; attempt++) {
    const dead = listLocks(folder);
    for (const name of dead) {
      const holder = findHolder(folder, name);
      if (holder !== null) throw new LockedError(join(folder, name), holder);
    }
    const start = startOf(process.pid) ?? '0';
    const own = `${PREFIX}${process.pid}-${start}-${MACHINE}-${Math.random().toString(36).slice(2)}`;
    const path = join(folder, own);
    closeSync(openSync(path, 'wx'));
    heldHere.add(own);
    let stopHeartbeat = () => {};
    const release = () => {
      stopHeartbeat();
      rmSync(path, { force: true });
      heldHere.delete(own);
    };
    const others = listLocks(folder).filter((name) => name !== own);
    if (others.join() === dead.join()) {
      for (const name of dead) rmSync(join(folder, name), { force: true });
      stopHeartbeat = startHeartbeat(path);
      return { isHeld: () => existsSync(path), release };
    }
    release();
    if (attempt === ATTEMPTS) throw new LockedError(path, 'another process');
    pause(Math.random() * 20);
  }
}

export interface LockOptions {
  /** Removes whatever locks are there, for locks whose processes cannot be seen. */
  readonly takeOver?: boolean;
  /** For so long it is tried again while somebody else holds the lock. Default 0. */
  readonly waitMs?: number;
}

/**
 * Takes the lock in a work folder, which is made, and removed at the end where it is empty. Throws LockedError, or the file
 * system's errors. The folder may vanish meanwhile, as somebody else ends.
 */
export function lockFolder(folder: string, { takeOver = false, waitMs = 0 }: LockOptions = {}): Lock {
  const end = performance.now() + waitMs;
  if (takeOver && existsSync(folder)) for (const name of listLocks(folder)) rmSync(join(folder, name), { force: true });
  for (let attempt = 1; ; ) {
    makeFolder(folder);
    try {
      const lock = takeLock(folder);
      return {
        isHeld: lock.isHeld,
        release() {
          lock.release();
          removeFolderIfEmpty(folder);
        },
      };
    } catch (error) {
      if (error instanceof LockedError) {
        if (performance.now() >= end) throw error;
        pause(LOOK_AGAIN_MS);
      } else if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || ++attempt > 10) throw error;
    }
  }
}

export function removeFolderIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody else uses it, or has removed it already.
  }
}
