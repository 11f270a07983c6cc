/** Resolved requests: used by `explain` and `respond`. */

import { describe, expect, it } from 'vitest';
import { SiteDamagedError } from '../../../src/core/handler/release.ts';
import type { ResolvedRequest } from '../../../src/core/handler/resolve-request.ts';
import { resolveRequest } from '../../../src/core/handler/resolve-request.ts';
import { respond } from '../../../src/core/handler/respond.ts';
import { request } from '../../support/memory-site.ts';
import { sampleRelease } from '../../support/sample-release.ts';

const { release, ports } = sampleRelease();
const ask = (path: string, method = 'GET') =>
  resolveRequest({ method, url: `/gw/api/v2/${path}` }, release, ports.readPart);

describe('resolveRequest', () => {
  it('finds the entries of a page', async () => {
    const asked = await ask('boxes/a@1/things?page=1');
    expect(asked).toMatchObject({ kind: 'page', selection: { count: 3, pageCount: 1 } });
  });

  it('finds a record under the id used in links', async () => {
    expect(await ask('boxes/first')).toMatchObject({ kind: 'single', found: { kind: 'record', id: 'a@1' } });
  });

  it.each([
    ['nothing', 'GET', 404, null, false],
    ['boxes', 'POST', 405, 'listing', false],
    ['boxes/b', 'POST', 405, 'record', false],
    ['boxes?pagesize=0', 'GET', 400, 'listing', false],
    ['boxes?page=9', 'GET', 404, 'listing', true],
    ['boxes/b?format=csv', 'GET', 404, 'record', false],
  ])('%s, %s: refuses with %i, and returns what it found', async (path, method, status, kind, hasQuery) => {
    const asked = await ask(path, method);
    expect(asked).toMatchObject({ kind: 'refusal', refusal: { status } });
    if (asked.kind !== 'refusal') return;
    expect(asked.found?.kind ?? null).toBe(kind);
    expect(asked.query !== null).toBe(hasQuery);
  });

  it('OPTIONS describes the resource, for any query', async () => {
    expect(await ask('boxes?pagesize=0', 'OPTIONS')).toMatchObject({ kind: 'options', found: { kind: 'listing' } });
  });
});

it('respond reports the resolved request before it reads a pack, and resolves to the error of a damaged site', async () => {
  const told: ResolvedRequest[] = [];
  const broken = { ...ports, readPack: () => Promise.reject(new SiteDamagedError('gone')) };
  const response = await respond(request('/gw/api/v2/boxes'), release, broken, {
    onResolved: (asked) => told.push(asked),
  });
  expect(response).toBeInstanceOf(SiteDamagedError);
  expect(told.map(({ kind }) => kind)).toEqual(['page']);
});
