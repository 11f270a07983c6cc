/** Options of a site: base URL, cache, codings, and maximum age of a release. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { RELEASE_PATH } from '../../../src/core/contract/site-paths.ts';
import type { SiteOptions } from '../../../src/core/handler/site.ts';
import { bodyOf, deferred, request } from '../../support/memory-site.ts';
import { a, b, EVENT, eventOf, eventPack, folder } from './site-folder.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('options', () => {
  it('baseUrl replaces the one that the release was built with', async () => {
    const site = folder().open({ baseUrl: 'http://localhost:8000' });
    expect(bodyOf(await site.respond(request(EVENT.slice('/gw'.length))))).toBe(eventOf('a', 'http://localhost:8000'));
    expect((await site.respond(request(EVENT))).status).toBe(404);
  });

  it('cacheBytes bounds the cached packs', async () => {
    const { reads, open } = folder();
    const site = open({ cacheBytes: 0 });
    await site.respond(request(EVENT));
    await site.respond(request(EVENT));
    expect(reads).toEqual([RELEASE_PATH, eventPack(a), eventPack(a)]);
  });
});

describe('releaseTtlMs: the pointer is read again once it is this old', () => {
  function clocked(more: Partial<SiteOptions> = {}) {
    let now = 1_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const made = folder();
    const site = made.open({ releaseTtlMs: 1000, ...more });
    const ask = async () => bodyOf(await site.respond(request(EVENT)));
    return { ...made, site, ask, pass: (ms: number) => (now += ms) };
  }

  it('not before', async () => {
    const { ask, pass, replace } = clocked();
    expect(await ask()).toBe(eventOf('a'));
    replace(b.files);
    pass(999);
    expect(await ask()).toBe(eventOf('a'));
    pass(1);
    expect(await ask()).toBe(eventOf('b'));
  });

  it('keeps the release if reading fails, and tries again only after the same time', async () => {
    const { ask, pass, held, reads } = clocked();
    await ask();
    held.delete(RELEASE_PATH);
    pass(1000);
    expect(await ask()).toBe(eventOf('a'));
    expect(await ask()).toBe(eventOf('a'));
    expect(reads.filter((path) => path === RELEASE_PATH)).toHaveLength(2);
    held.set(RELEASE_PATH, b.files.get(RELEASE_PATH) as Uint8Array);
    held.set(eventPack(b), b.files.get(eventPack(b)) as Uint8Array);
    pass(1000);
    expect(await ask()).toBe(eventOf('b'));
  });

  it('one request waits for the pointer, the others do not', async () => {
    const { ask, pass, replace, hold } = clocked();
    await ask();
    replace(b.files);
    pass(1000);
    const gate = deferred();
    hold.set(RELEASE_PATH, gate.promise);
    const waiting = ask();
    expect(await ask()).toBe(eventOf('a'));
    gate.resolve();
    expect(await waiting).toBe(eventOf('b'));
  });

  it('without it, a release of any age stays until reload is called', async () => {
    const { ask, pass, replace } = clocked({ releaseTtlMs: undefined });
    await ask();
    replace(b.files);
    pass(10 ** 12);
    expect(await ask()).toBe(eventOf('a'));
  });
});
