/** The end of a round of the event loop, at which responses are sent together. */

import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRoundEnd } from '../../src/hosts/round-end.ts';

it('callers of one round continue in their order, after everything that was due', async () => {
  const roundEnd = createRoundEnd();
  const events: string[] = [];
  const note = (event: string) => () => void events.push(event);
  const callers = ['first', 'second', 'third'].map((name) => roundEnd().then(note(name)));
  queueMicrotask(note('microtask'));
  const later = setImmediate().then(note('due later'));
  await Promise.all([...callers, later]);
  expect(events).toEqual(['microtask', 'first', 'second', 'third', 'due later']);
});

it('a call after the end waits for the end of the next round', async () => {
  const roundEnd = createRoundEnd();
  const first = roundEnd();
  expect(roundEnd()).toBe(first);
  await first;
  const second = roundEnd();
  expect(second).not.toBe(first);
  await second;
});
