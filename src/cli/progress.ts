/**
 * Shows the progress of long steps on standard error: a bar on a terminal, otherwise a line every few seconds; nothing with --quiet.
 * `update` writes immediately instead of waiting for a timer, which could not fire while a step keeps the only thread busy.
 */

import { clearLine, cursorTo } from 'node:readline';
import { showCount } from '../report/count.ts';

export interface Progress {
  /** Updates the progress of a step; a new name starts a new step. */
  update(step: string, done: number, total: number): void;
  end(): void;
}

/** The bar appears only after this long, because short commands do not need a bar, and a step's first updates are not informative. */
const PATIENCE_MS = 500;
const BAR_EVERY_MS = 100;
const LINES_EVERY_MS = 3000;
const BAR_WIDTH = 20;
/** The remaining time is estimated after this share of a step, or after this much time. Steps start slowly, so earlier estimates are wrong. */
const GUESS_AFTER = { share: 0.1, seconds: 30 };

interface Step {
  readonly name: string;
  readonly startedAt: number;
  /** The amount done at the first update of the step. */
  readonly doneBefore: number;
}

/** `4 s`, `3 min`. */
function showSeconds(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.ceil(seconds))} s` : `${Math.ceil(seconds / 60)} min`;
}

/** `writing pages: 18,929 of 94,062, 4 s left`. */
function progressText({ name, startedAt, doneBefore }: Step, done: number, total: number, bar = ''): string {
  const elapsed = (performance.now() - startedAt) / 1000;
  const rate = (done - doneBefore) / elapsed;
  const isEarly = done - doneBefore < GUESS_AFTER.share * total && elapsed < GUESS_AFTER.seconds;
  const left = done >= total || isEarly || !(rate > 0) ? '' : `, ${showSeconds((total - done) / rate)} left`;
  return `${name}: ${bar}${showCount(done)} of ${showCount(total)}${left}`;
}

/** `[=====               ] `. */
function showBar(done: number, total: number): string {
  const filled = Math.round((BAR_WIDTH * Math.min(done, total)) / Math.max(total, 1));
  return `[${'='.repeat(filled).padEnd(BAR_WIDTH)}] `;
}

/** Replaces the terminal's current line. */
function replaceLine(text: string): void {
  cursorTo(process.stderr, 0);
  process.stderr.write(text);
  clearLine(process.stderr, 1);
}

export function createProgress(quiet: boolean | undefined): Progress {
  if (quiet) return { update() {}, end() {} };
  const isTerminal = process.stderr.isTTY === true;
  const patience = isTerminal ? PATIENCE_MS : LINES_EVERY_MS;
  let nextAt = performance.now() + patience;
  let isBarShown = false;
  let step: Step | null = null;
  return {
    update(name, done, total) {
      const now = performance.now();
      if (step?.name !== name) {
        step = { name, startedAt: now, doneBefore: done };
        nextAt = Math.max(nextAt, now + (isBarShown ? 0 : patience));
      }
      if (now < nextAt) return;
      nextAt = now + (isTerminal ? BAR_EVERY_MS : LINES_EVERY_MS);
      if (isTerminal) replaceLine(progressText(step, done, total, showBar(done, total)));
      else process.stderr.write(`${progressText(step, done, total)}\n`);
      isBarShown = isTerminal;
    },
    end() {
      if (isBarShown) replaceLine('');
      isBarShown = false;
      step = null;
    },
  };
}

/** Runs work with a progress display, which disappears when the work ends. */
export async function withProgress<Result>(
  quiet: boolean | undefined,
  work: (progress: Progress) => Result | Promise<Result>,
): Promise<Result> {
  const progress = createProgress(quiet);
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}
