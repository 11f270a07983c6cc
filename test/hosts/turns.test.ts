/** Turns of the Node host: long responses are composed one after the other, and short ones pass them. */

import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createTurns } from '../../src/hosts/node/turns.ts';

it('a short response passes all long ones that wait', async () => {
  const takeTurn = createTurns();
  const order: string[] = [];
  const respond = async (name: string, rows: number) => {
    const end = await takeTurn(rows);
    order.push(name);
    // As long as composing such a response takes.
    for (const until = performance.now() + rows / 1000; performance.now() < until; );
    end();
  };
  const long = Array.from({ length: 20 }, (_, n) => respond(`long ${n}`, 10_000));
  await setImmediate();
  await setImmediate();
  const short = respond('short', 1);
  await Promise.all([...long, short]);
  expect(order).toHaveLength(21);
  expect(order.indexOf('short')).toBeLessThan(5);
  expect(order.filter((name) => name !== 'short')).toEqual(long.map((_, n) => `long ${n}`));
});

it('a long response waits while a short one reads what it needs, but not for ever', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const takeTurn = createTurns();
    const endShort = await takeTurn(1);
    let isTaken = false;
    const long = takeTurn(1000).then((end) => {
      isTaken = true;
      end();
    });
    for (let round = 0; round < 10; round++) await setImmediate();
    expect(isTaken).toBe(false);
    vi.advanceTimersByTime(1000);
    await long;
    expect(isTaken).toBe(true);
    endShort();
  } finally {
    vi.useRealTimers();
  }
});

it('one long response is composed at a time, and 64 short ones', async () => {
  const takeTurn = createTurns();
  for (const [rows, most] of [
    [101, 1],
    [100, 64],
  ] as const) {
    const ends: (() => void)[] = [];
    const all = Array.from({ length: 70 }, () => takeTurn(rows).then((end) => ends.push(end)));
    for (let round = 0; round < 10; round++) await setImmediate();
    expect(ends).toHaveLength(most);
    let ended = 0;
    for (; ended < 70; ended++) {
      while (ends[ended] === undefined) await setImmediate();
      (ends[ended] as () => void)();
    }
    await Promise.all(all);
    expect(ended).toBe(70);
  }
});
