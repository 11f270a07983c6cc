/** When the rounds of `stillwave dev` run: after changes, and again by themselves after failures that can pass. */

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRounds } from '../../../src/site/dev/rounds.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** Rounds that end as `outcome` says, and the seconds at which they began. */
function record(outcome: () => boolean | Error) {
  const ending = new AbortController();
  const start = Date.now();
  const seconds: number[] = [];
  const round = async () => {
    seconds.push((Date.now() - start) / 1000);
    await null;
    const ended = outcome();
    if (ended instanceof Error) throw ended;
    return ended;
  };
  return { next: createRounds(round, ending), seconds, ending };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('a failed round is repeated soon, then less and less often, at most twice a minute', async () => {
  const { next, seconds } = record(() => false);
  await next();
  await pass(125);
  expect(seconds).toEqual([0, 2, 6, 14, 30, 60, 90, 120]);
});

it('a round that succeeds is not repeated, and a failure after the next change is repeated soon', async () => {
  let isFull = true;
  const { next, seconds } = record(() => !isFull);
  await next();
  await pass(5);
  isFull = false;
  await pass(100);
  expect(seconds).toEqual([0, 2, 6]);
  isFull = true;
  await next();
  await pass(3);
  expect(seconds).toEqual([0, 2, 6, 105, 107]);
});

it('a change runs a round at once, which takes the place of the one that was due', async () => {
  let isFull = true;
  const { next, seconds } = record(() => !isFull);
  await next();
  await pass(5);
  expect(seconds).toEqual([0, 2]);
  await next();
  await pass(1.5);
  expect(seconds).toEqual([0, 2, 5]);
  await pass(1);
  expect(seconds).toEqual([0, 2, 5, 7]);
  isFull = false;
  await next();
  await pass(100);
  expect(seconds).toEqual([0, 2, 5, 7, 7.5]);
});

it('changes during a round lead to one more', async () => {
  let left = 3;
  const { next, seconds } = record(() => {
    if (--left > 0) for (let n = 0; n < 5; n++) void next();
    return true;
  });
  await next();
  expect(seconds).toEqual([0, 0, 0]);
});

it('a change during a failing round is played at once, and the pauses start over', async () => {
  let isFirst = true;
  const { next, seconds } = record(() => {
    if (isFirst) void next();
    isFirst = false;
    return false;
  });
  await next();
  await pass(7);
  expect(seconds).toEqual([0, 0, 2, 6]);
});

it('nothing runs after the end, also if a repetition was due', async () => {
  const { next, seconds, ending } = record(() => false);
  await next();
  ending.abort();
  await pass(10);
  await next();
  expect(seconds).toEqual([0]);
});

it('an unexpected error ends it', async () => {
  const error = new Error('unexpected');
  const { next, seconds, ending } = record(() => error);
  await next();
  await pass(10);
  expect([seconds, ending.signal.reason]).toEqual([[0], error]);
});
