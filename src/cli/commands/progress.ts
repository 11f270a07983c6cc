/**
 * Shows progress of long steps on standard error: a bar on a terminal, otherwise a line every few seconds, and nothing with --quiet.
 * `update` itself writes, because the step may keep the only thread busy.
 */

import { createRequire } from 'node:module';
import type cliProgress from 'cli-progress';
import { showCount } from '../../report/count.ts';

const require = createRequire(import.meta.url);

export interface Progress {
  /** Updates the progress of a step; a new name starts a new step. */
  update(step: string, done: number, total: number): void;
  end(): void;
}

/** Shorter commands show no progress. */
const PATIENCE_MS = 500;
const PLAIN_LINES_MS = 3000;
const BAR_WIDTH = 20;
/** Before this, the estimate of the remaining time is too unreliable. */
const GUESS_AFTER_S = 1;

interface Step {
  readonly name: string;
  readonly startedAt: number;
  /** How much was done at the first update of the step. */
  readonly doneBefore: number;
  bar: cliProgress.SingleBar | null;
}

/** `4 s`, `3 min`. */
function showSeconds(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`;
}

/** `writing pages: 18,929 of 94,062, 4 s left`. */
function progressText({ name, startedAt, doneBefore }: Step, done: number, total: number, bar = ''): string {
  const elapsed = (performance.now() - startedAt) / 1000;
  const rate = (done - doneBefore) / elapsed;
  const left =
    done >= total || elapsed < GUESS_AFTER_S || !(rate > 0) ? '' : `, ${showSeconds((total - done) / rate)} left`;
  return `${name}: ${bar}${showCount(done)} of ${showCount(total)}${left}`;
}

function startBar(step: Step, done: number, total: number): cliProgress.SingleBar {
  // Loaded late because most commands finish before.
  const { SingleBar } = require('cli-progress') as typeof cliProgress;
  const bar = new SingleBar({
    stream: process.stderr,
    format: (_options, { value, total }) => {
      const filled = Math.round((BAR_WIDTH * value) / Math.max(total, 1));
      return progressText(step, value, total, `[${'='.repeat(filled).padEnd(BAR_WIDTH)}] `);
    },
    clearOnComplete: true,
    // Terminal settings are left alone: if the process were killed, nobody would restore them.
    hideCursor: null,
    linewrap: true,
    // Its handlers would keep Ctrl-C from ending the process.
    gracefulExit: false,
  });
  bar.start(total, done);
  return bar;
}

export function createProgress(quiet: boolean | undefined): Progress {
  if (quiet) return { update() {}, end() {} };
  const isTerminal = process.stderr.isTTY === true;
  const showFrom = performance.now() + PATIENCE_MS;
  let nextLineAt = showFrom;
  let step: Step | null = null;
  return {
    update(name, done, total) {
      const now = performance.now();
      if (step?.name !== name) {
        step?.bar?.stop();
        step = { name, startedAt: now, doneBefore: done, bar: null };
        // The first update of a step says too little for a line.
        nextLineAt = Math.max(nextLineAt, now + PATIENCE_MS);
      }
      if (now < showFrom) return;
      if (isTerminal) {
        step.bar ??= startBar(step, done, total);
        step.bar.update(done);
      } else if (now >= nextLineAt) {
        process.stderr.write(`${progressText(step, done, total)}\n`);
        nextLineAt = now + PLAIN_LINES_MS;
      }
    },
    end() {
      step?.bar?.stop();
      step = null;
    },
  };
}
