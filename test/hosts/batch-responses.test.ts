/** Responses are sent together at the end of a round of the event loop. */

import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBatchEnd } from '../../src/hosts/node/turns.ts';

it('callers of one round continue in their order, after everything that was due', async () => {
  const batchEnd = createBatchEnd();
  const events: string[] = [];
  const note = (event: string) => () => void events.push(event);
  const callers = ['first', 'second', 'third'].map((name) => batchEnd().then(note(name)));
  queueMicrotask(note('microtask'));
  const later = setImmediate().then(note('due later'));
  await Promise.all([...callers, later]);
  expect(events).toEqual(['microtask', 'first', 'second', 'third', 'due later']);
});

it('a call after the end waits for the end of the next round', async () => {
  const batchEnd = createBatchEnd();
  const first = batchEnd();
  expect(batchEnd()).toBe(first);
  await first;
  const second = batchEnd();
  expect(second).not.toBe(first);
  await second;
});
