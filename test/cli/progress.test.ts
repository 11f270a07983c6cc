import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgress } from '../../src/cli/progress.ts';

const { isTTY } = process.stderr;
let written = '';
beforeEach(() => {
  written = '';
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

/** One update every 200 ms until all is done. */
function run(quiet: boolean, steps: number): void {
  const progress = createProgress(quiet);
  for (let done = 0; done <= steps; done++) {
    progress.update('writing pages', done * 1000, steps * 1000);
    vi.advanceTimersByTime(200);
  }
  progress.end();
}

it('a step that takes less than half a second shows nothing', () => {
  process.stderr.isTTY = true;
  run(false, 2);
  expect(written).toBe('');
});

it('a pipe gets a line every few seconds, with the time that is left', () => {
  process.stderr.isTTY = false;
  run(false, 40);
  expect(written).toBe('writing pages: 15,000 of 40,000, 5 s left\nwriting pages: 30,000 of 40,000, 2 s left\n');
});

it('a terminal gets a bar in one line, which is removed at the end', () => {
  process.stderr.isTTY = true;
  run(false, 10);
  expect(written).not.toContain('\n');
  expect(written).toContain('writing pages: [==========          ] 5,000 of 10,000, 1 s left');
  expect(written.slice(-10)).not.toContain('0,000');
});

it('a step that starts slowly gets no estimate of its time before a tenth is done', () => {
  process.stderr.isTTY = false;
  const progress = createProgress(false);
  for (const done of [0, 500, 5000, 30_000]) {
    progress.update('writing pages', done, 100_000);
    vi.advanceTimersByTime(4000);
  }
  expect(written).toBe(
    'writing pages: 500 of 100,000\nwriting pages: 5,000 of 100,000\nwriting pages: 30,000 of 100,000, 28 s left\n',
  );
});

it('a step of hours gets an estimate after half a minute', () => {
  process.stderr.isTTY = false;
  const progress = createProgress(false);
  progress.update('requesting', 0, 10_000);
  vi.advanceTimersByTime(40_000);
  progress.update('requesting', 100, 10_000);
  expect(written).toBe('requesting: 100 of 10,000, 66 min left\n');
});

it('--quiet shows nothing', () => {
  process.stderr.isTTY = false;
  run(true, 40);
  expect(written).toBe('');
});
