/**
 * Progress of a long step on standard error: a bar on a terminal, a plain line every few seconds elsewhere, nothing with
 * --quiet. Steps shorter than `PATIENCE_MS` show nothing.
 */

import cliProgress from 'cli-progress';

export interface Progress {
  /** Says how far a step is; a new name starts a new step. */
  update(step: string, done: number, total: number): void;
  end(): void;
}

const PATIENCE_MS = 300;
const PLAIN_LINES_MS = 3000;

export function createProgress(quiet: boolean | undefined): Progress {
  if (quiet) return { update() {}, end() {} };
  const isTerminal = process.stderr.isTTY === true;
  const start = performance.now();
  let current: { step: string; bar: cliProgress.SingleBar } | null = null;
  return {
    update(step, done, total) {
      if (performance.now() - start < PATIENCE_MS) return;
      if (current?.step !== step) {
        current?.bar.stop();
        const bar = new cliProgress.SingleBar({
          stream: process.stderr,
          format: isTerminal
            ? `${step} [{bar}] {value}/{total}, {eta_formatted} left`
            : `${step}: {value}/{total}, {eta_formatted} left`,
          noTTYOutput: true,
          notTTYSchedule: PLAIN_LINES_MS,
          clearOnComplete: isTerminal,
          barCompleteChar: '=',
          barIncompleteChar: ' ',
          hideCursor: null,
        });
        bar.start(total, done);
        current = { step, bar };
      }
      current.bar.update(done);
    },
    end() {
      current?.bar.stop();
      current = null;
    },
  };
}
