/**
 * The lock of a folder: one build of a site, or one import into a data folder, at a time. A lock is a file whose name identifies its
 * holder, so it is complete as soon as it exists: `lock-<pid>-<start of the process>-<machine>-<random>`.
 *
 * To take the lock, a process checks that every existing lock belongs to a dead process, adds its own, and looks again. It holds the
 * lock if it then finds only the same dead locks and its own. If two processes add theirs at the same time, the second one to look
 * sees the first, so they cannot both get the lock, and neither can remove a live one. A process that sees another lock removes its
 * own and tries again.
 *
 * On the same machine and in the same container, a process can be seen. A lock of another container or machine counts as abandoned
 * if it has not been written to for a while (`heartbeat.ts`). No library: `proper-lockfile` has its heartbeat in the main thread,
 * and every killed build would block the next one until its heartbeat times out.
 */

import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder, removeFolderIfEmpty } from './folders.ts';
import { sha256 } from './hash.ts';
import { BEAT_MS, createHeartbeat, type Heartbeat } from './heartbeat.ts';

export interface Lock {
  /** False if another process has taken the lock over, by force or because this one was suspended for long. */
  isHeld(): boolean;
  /** Starts the heartbeat, if its delay is not over yet. Call this before work of many seconds that lets no timer run. */
  keepAlive(): void;
  /** Removes the lock. May be called repeatedly, and never throws. */
  release(): void;
}

/** Another process holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
  /** Path of the lock. */
  readonly path: string;
  /** Describes the holder: `process 812`. */
  readonly holder: string;

  constructor(path: string, holder: string) {
    super(`${path} is held by ${holder}`);
    this.path = path;
    this.holder = holder;
  }
}

const PREFIX = 'lock-';
const ATTEMPTS = 40;

/** A lock of a process that cannot be seen is abandoned after this time without a write. */
const DEAD_AFTER_MS = 15_000;
/** Such a lock is watched for at least this long, however old it seems: the clock may have jumped, for example after a sleep. */
const WATCH_AT_LEAST_MS = 2 * BEAT_MS;
const LOOK_AGAIN_MS = 200;

/**
 * Identifies the set of processes that this one can see: same container, same boot of the same kernel. The host name changes with every
 * start of a container, so it is only used on systems without this information.
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

/** Locks that this process holds. The process id is not enough, because an earlier process may have had the same one. */
const heldHere = new Set<string>();

/** Start of a process in the kernel's ticks, which detects reused process ids; null on systems other than Linux. */
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

/** True if a process with this id can be seen. */
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

/** When a file was last written to; null if it is gone. Opens the file, because network drives may cache its state otherwise. */
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

/** The current time of the folder's file system; a network drive has the clock of another machine. */
function timeOf(folder: string): number {
  const path = join(folder, `time-${process.pid}-${Math.random().toString(36).slice(2)}`);
  closeSync(openSync(path, 'wx'));
  try {
    return writtenAt(path) ?? Date.now();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Watches a lock whose process cannot be seen. True if it is abandoned or gone. */
function isAbandoned(path: string): boolean {
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

/** Describes the holder of a lock; null if that process is dead. */
function findHolder(folder: string, name: string): string | null {
  const [pid, start, machine] = name.slice(PREFIX.length).split('-');
  if (machine !== MACHINE) {
    return isAbandoned(join(folder, name)) ? null : `process ${pid} of another machine or container`;
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

/**
 * Takes the lock of an existing folder; its heartbeat starts after `heartbeatDelayMs`. Throws LockedError if another process holds it,
 * or the file system's errors.
 */
export function takeLock(folder: string, heartbeatDelayMs = 0): Lock {
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
    let heartbeat: Heartbeat | undefined;
    const release = () => {
      heartbeat?.stop();
      heldHere.delete(own);
      try {
        rmSync(path, { force: true });
      } catch {
        // For others it is abandoned without a heartbeat or when this process has ended.
      }
    };
    try {
      const others = listLocks(folder).filter((name) => name !== own);
      if (others.join() === dead.join()) {
        for (const name of dead) rmSync(join(folder, name), { force: true });
        heartbeat = createHeartbeat(path, heartbeatDelayMs);
        return { isHeld: () => existsSync(path), keepAlive: heartbeat.start, release };
      }
    } catch (error) {
      release();
      throw error;
    }
    release();
    if (attempt === ATTEMPTS) throw new LockedError(path, 'another process');
    pause(Math.random() * 20);
  }
}

export interface LockOptions {
  /** Removes all existing locks first. */
  readonly takeOver?: boolean;
  /** How long to keep trying while another process holds the lock. Default 0. */
  readonly waitMs?: number;
  /** When the heartbeat starts, for work that lets timers run: its thread takes 0.05 s of CPU to start. Default 0: at once. */
  readonly heartbeatDelayMs?: number;
}

/**
 * Takes the lock of a work folder. Creates the folder, and removes it at the end if it is empty. Throws LockedError, or the file system's
 * errors. Another process that ends may remove the folder in between, so this tries again.
 */
export function lockFolder(folder: string, options: LockOptions = {}): Lock {
  const { takeOver = false, waitMs = 0, heartbeatDelayMs } = options;
  const end = performance.now() + waitMs;
  if (takeOver && existsSync(folder)) for (const name of listLocks(folder)) rmSync(join(folder, name), { force: true });
  for (let attempt = 1; ; ) {
    makeFolder(folder);
    try {
      const lock = takeLock(folder, heartbeatDelayMs);
      return {
        ...lock,
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
