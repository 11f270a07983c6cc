/** A gate limits how many tasks run at once. */

import { expect, it } from 'vitest';
import { createGate } from '../../../src/core/base/gate.ts';

it('runs at most the given number of tasks at a time, in order, even after failures', async () => {
  const gate = createGate(3);
  const begun: number[] = [];
  let inProgress = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      gate(async () => {
        begun.push(n);
        most = Math.max(most, ++inProgress);
        await new Promise((resolve) => setTimeout(resolve, n % 4));
        inProgress--;
        if (n % 5 === 0) throw new Error(String(n));
        return n;
      }),
    ),
  );
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(most).toBe(3);
  const outcomes = results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message));
  expect(outcomes).toEqual(begun.map((n) => (n % 5 === 0 ? String(n) : n)));
  expect(await gate(async () => 'free again')).toBe('free again');
});
