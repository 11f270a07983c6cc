/**
 * Writes lines to a file descriptor, each of them whole unless writing fails in the middle of one. A pipe or socket may take only part of a
 * line, or nothing, until its reader has caught up; the rest waits in memory. (Node's own stream would close for good when the disk is full
 * or the reader is gone.)
 */

import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Above this many waiting bytes, further lines are dropped, because the reader may have stopped. */
const MAX_WAITING = 32 * 2 ** 20;
const RETRY_MS = 10;
/** How long `end` waits for the reader. */
const END_MS = 5000;

export interface LogWriter {
  /** `line` includes its line ending. */
  write(line: string): void;
  /** Resolves when everything has been written, or when the reader takes too long. */
  end(): Promise<void>;
}

/** @param onLoss Called when lines are lost, once until a line is written again. */
export function createLogWriter(fd: number, onLoss: (reason: string) => void): LogWriter {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let isLosing = false;

  function lose(reason: string): void {
    if (!isLosing) onLoss(reason);
    isLosing = true;
  }

  function flush(): void {
    let rest = Buffer.concat(waiting, bytes);
    try {
      while (rest.length > 0) {
        rest = rest.subarray(writeSync(fd, rest));
        isLosing = false;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') setTimeout(flush, RETRY_MS);
      else {
        lose((error as Error).message);
        rest = Buffer.alloc(0);
      }
    }
    waiting = rest.length > 0 ? [rest] : [];
    bytes = rest.length;
  }

  return {
    write(line) {
      if (bytes > MAX_WAITING) {
        lose('its reader is too slow');
        return;
      }
      const isWaiting = bytes > 0;
      const text = Buffer.from(line);
      waiting.push(text);
      bytes += text.length;
      if (!isWaiting) flush();
    },
    async end() {
      for (const start = performance.now(); bytes > 0 && performance.now() - start < END_MS; ) await sleep(RETRY_MS);
    },
  };
}
