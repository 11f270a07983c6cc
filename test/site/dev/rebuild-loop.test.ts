/** When the rounds of `stillwave dev` run. */

import { expect, it } from 'vitest';
import { createRebuildLoop } from '../../../src/site/dev/rebuild-loop.ts';

/** A loop whose rounds are counted; each round calls `during`. */
function record(during: (next: () => Promise<void>) => void) {
  const ending = new AbortController();
  const count = { rounds: 0, atOnce: 0 };
  const next = createRebuildLoop(async () => {
    count.rounds++;
    expect(++count.atOnce).toBe(1);
    await null;
    during(next);
    count.atOnce--;
  }, ending);
  return { next, count, ending };
}

it('changes during a round lead to one more round', async () => {
  let left = 3;
  const { next, count } = record((again) => {
    if (--left > 0) for (let n = 0; n < 5; n++) void again();
  });
  await next();
  expect(count.rounds).toBe(3);
  await next();
  expect(count.rounds).toBe(4);
});

it('no round runs after the end', async () => {
  const { next, count, ending } = record(() => {});
  await next();
  ending.abort();
  await next();
  expect(count.rounds).toBe(1);
});

it('an unexpected error ends the loop', async () => {
  const error = new Error('unexpected');
  const { next, count, ending } = record(() => {
    throw error;
  });
  await next();
  await next();
  expect([count.rounds, ending.signal.reason]).toEqual([1, error]);
});
