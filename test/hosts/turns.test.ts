/** Turns of the Node host: long responses are composed one after the other, and short ones overtake them. */

import promises from 'node:fs/promises';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { expect, inject, it, vi } from 'vitest';
import { createHandler } from '../../src/hosts/node/handler.ts';
import { createTurns } from '../../src/hosts/node/turns.ts';
import { listen } from '../support/listen.ts';
import { ask } from '../support/server.ts';

it('a short response passes all long ones that wait', async () => {
  const takeTurn = createTurns();
  const order: string[] = [];
  const respond = async (name: string, rows: number) => {
    const end = await takeTurn(rows);
    order.push(name);
    // Takes as long as composing such a response.
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

it('a long response waits while a short one reads its packs, but not for ever', async () => {
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

it('at most one long response is composed at a time, or 64 short ones', async () => {
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

it('a short response after a burst of long ones on new connections passes the long ones that waited before', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const takeTurn = createTurns();
    const order: string[] = [];
    const respond = async (name: string, rows: number) => {
      const end = await takeTurn(rows);
      order.push(name);
      vi.advanceTimersByTime(rows / 100);
      end();
    };
    const before = Array.from({ length: 20 }, () => respond('long', 10_000));
    // Node accepts one connection in a round of the event loop.
    const burst: Promise<void>[] = [];
    for (let round = 0; round < 60; round++) {
      await setImmediate();
      burst.push(respond('long', 10_000));
    }
    const short = respond('short', 1);
    await Promise.all([...before, ...burst, short]);
    expect(order).toHaveLength(81);
    expect(order.indexOf('short')).toBeLessThan(3);
  } finally {
    vi.useRealTimers();
  }
});

it('a response whose client has gone before its turn is not composed', async () => {
  const handler = await createHandler({ root: inject('shipped').root });
  const server = createServer((request, response) => {
    handler.node(request, response);
    if (request.url?.endsWith('&gone')) request.socket.destroy();
  });
  const opened: string[] = [];
  const { open } = promises;
  const replaceOpen = (by: typeof open) => {
    Object.assign(promises, { open: by });
    syncBuiltinESMExports();
  };
  try {
    const { origin } = await listen(server);
    replaceOpen((path, ...more) => {
      opened.push(String(path));
      return open(path, ...more);
    });
    const get = (query: string) => ask(`${origin}/api/v2/${query}`);
    const readsEvents = () => opened.some((path) => path.includes('/packs/event-versions-'));
    await expect(get('event-versions?pagesize=1000&gone')).rejects.toThrow();
    // The turn of this response comes after the turn of the abandoned one.
    expect((await get('strain-files?pagesize=1000')).status).toBe(200);
    expect(readsEvents()).toBe(false);
    expect((await get('event-versions?pagesize=1000')).status).toBe(200);
    expect(readsEvents()).toBe(true);
  } finally {
    replaceOpen(open);
    server.closeAllConnections();
    server.close();
    handler.close();
  }
});
