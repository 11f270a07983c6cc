/**
 * Writes to the file of a lock every two seconds, which shows others that its holder is alive. A thread of its own does it, because
 * imports compute, and builds move files, for many seconds without a pause.
 */

import { Worker } from 'node:worker_threads';

/** Interval between two writes to a lock. */
export const BEAT_MS = 2000;

/** A text, so it runs from the sources and in the compiled program. Ends when the file is gone; other errors may pass. */
const HEARTBEAT = `
const { closeSync, openSync, writeSync } = require('node:fs');
const { path, beatMs } = require('node:worker_threads').workerData;
const beat = () => {
  try {
    const file = openSync(path, 'r+');
    writeSync(file, '.', 0);
    closeSync(file);
  } catch ({ code }) {
    if (code === 'ENOENT') clearInterval(timer);
  }
};
const timer = setInterval(beat, beatMs);
beat();
`;

export interface Heartbeat {
  /** Starts at once, unless it has already started. */
  start(): void;
  stop(): void;
}

function startThread(path: string): Worker | null {
  try {
    const worker = new Worker(HEARTBEAT, {
      eval: true,
      workerData: { path, beatMs: BEAT_MS },
      resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 },
      execArgv: [],
      stderr: true,
    });
    worker.on('error', () => {});
    worker.unref();
    return worker;
  } catch {
    // No thread can be started, for example because of a limit of the system.
    return null;
  }
}

/**
 * Creates the heartbeat of the lock at `path`. It starts after `delayMs`, or as soon as the holder then lets timers run. If it fails,
 * another container may take the lock over, which isHeld() then shows.
 */
export function createHeartbeat(path: string, delayMs: number): Heartbeat {
  let worker: Worker | null | undefined;
  const start = (): void => {
    if (worker === undefined) worker = startThread(path);
  };
  const timer = delayMs > 0 ? setTimeout(start, delayMs).unref() : undefined;
  if (!timer) start();
  return {
    start,
    stop() {
      clearTimeout(timer);
      void worker?.terminate();
    },
  };
}
