/** Kept answers: the same as without, bounded, and none of another release. */

import { expect, it } from 'vitest';
import { keepAnswers } from '../../src/handler/answers.ts';
import type { HandlerRequest, HandlerResponse } from '../../src/handler/ports.ts';
import type { Release } from '../../src/handler/release.ts';

/** A site whose answers say how many requests it has got. */
function counting() {
  let count = 0;
  const state = { release: {} as Release | null, status: 200, before: async () => {} };
  const site = {
    get release() {
      return state.release;
    },
    async respond({ url }: HandlerRequest): Promise<HandlerResponse> {
      count++;
      const body = new TextEncoder().encode(`${url} ${count}`);
      await state.before();
      return { status: state.status, headers: {}, body };
    },
  };
  return { site, state };
}

const ask = async (
  site: ReturnType<typeof keepAnswers>,
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
) => new TextDecoder().decode((await site.respond({ method, url, header: (name) => headers[name] })).body);

it('a request that comes again gets the kept answer', async () => {
  const site = keepAnswers(counting().site, 2 ** 20);
  expect([await ask(site, '/a'), await ask(site, '/b'), await ask(site, '/a'), await ask(site, '/b')]).toEqual([
    '/a 1',
    '/b 2',
    '/a 1',
    '/b 2',
  ]);
});

it('each Accept-Encoding has its own', async () => {
  const site = keepAnswers(counting().site, 2 ** 20);
  const codings = ['gzip', 'identity', 'gzip', 'identity'];
  const answers = [];
  for (const coding of codings) answers.push(await ask(site, '/a', { 'accept-encoding': coding }));
  expect(answers).toEqual(['/a 1', '/a 2', '/a 1', '/a 2']);
});

it.each([
  ['a condition', { 'if-none-match': '"x"' }, 'GET'],
  ['HEAD', {}, 'HEAD'],
  ['OPTIONS', {}, 'OPTIONS'],
])('%s is answered by the site', async (_, headers, method) => {
  const site = keepAnswers(counting().site, 2 ** 20);
  expect([await ask(site, '/a'), await ask(site, '/a', headers, method), await ask(site, '/a')]).toEqual([
    '/a 1',
    '/a 2',
    '/a 1',
  ]);
});

it.each([404, 400, 503, 302])('a %i is not kept', async (status) => {
  const { site, state } = counting();
  state.status = status;
  const keeping = keepAnswers(site, 2 ** 20);
  expect([await ask(keeping, '/a'), await ask(keeping, '/a')]).toEqual(['/a 1', '/a 2']);
});

it('none of a release that has been replaced, even while it was answering', async () => {
  const { site, state } = counting();
  const keeping = keepAnswers(site, 2 ** 20);
  await ask(keeping, '/a');
  state.release = {} as Release;
  expect(await ask(keeping, '/a')).toBe('/a 2');
  state.before = async () => {
    state.release = {} as Release;
  };
  expect(await ask(keeping, '/b')).toBe('/b 3');
  state.before = async () => {};
  expect([await ask(keeping, '/b'), await ask(keeping, '/b')]).toEqual(['/b 4', '/b 4']);
});

it('are bounded in bytes, URLs included', async () => {
  const nothing = keepAnswers(counting().site, 0);
  expect([await ask(nothing, '/a'), await ask(nothing, '/a')]).toEqual(['/a 1', '/a 2']);
  const site = keepAnswers(counting().site, 10_000);
  await ask(site, '/a');
  await ask(site, `/${'b'.repeat(4000)}`);
  expect(await ask(site, '/a')).toBe('/a 3');
});
