/** Resolved requests: used by `explain` and `respond`. */

import { describe, expect, it } from 'vitest';
import { SiteDamagedError } from '../../../src/core/base/site-damaged-error.ts';
import { Refused } from '../../../src/core/contract/query.ts';
import type { ResolvedRequest } from '../../../src/core/handler/resolve-request.ts';
import { resolveRequest } from '../../../src/core/handler/resolve-request.ts';
import { respond } from '../../../src/core/handler/respond.ts';
import { request } from '../../support/memory-site.ts';
import { sampleRelease, withReadPack } from '../../support/sample-release.ts';

const { release, ports } = sampleRelease();
const ask = (path: string, method = 'GET') => resolveRequest({ method, url: `/gw/api/v2/${path}` }, release);

describe('resolveRequest', () => {
  it('finds the entries of a page', async () => {
    const asked = await ask('boxes/a@1/things?page=1');
    expect(asked).toMatchObject({ kind: 'page', selection: { count: 3, pageCount: 1 } });
  });

  it('finds a record under the id used in links', async () => {
    expect(await ask('boxes/first')).toMatchObject({ kind: 'record', id: 'a@1' });
  });

  it.each([
    ['nothing', 'GET', 404, null],
    ['boxes', 'POST', 405, null],
    ['boxes/b', 'POST', 405, null],
    ['boxes/z', 'POST', 404, null],
    ['boxes?pagesize=0', 'GET', 400, null],
    ['boxes?page=9', 'GET', 404, 9],
    ['boxes/b?format=csv', 'GET', 404, null],
  ])('%s, %s: refuses with %i, and with the query if it is valid', async (path, method, status, page) => {
    const refused = await ask(path, method).catch((error) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect([refused.refusal.status, refused.query?.page ?? null]).toEqual([status, page]);
  });

  it('OPTIONS describes the resource, for any query', async () => {
    expect(await ask('boxes?pagesize=0', 'OPTIONS')).toEqual({ kind: 'document', name: 'options/boxes', ignored: [] });
  });
});

it('respond reports the resolved request before it reads a pack, and resolves to the error of a damaged site', async () => {
  const told: ResolvedRequest[] = [];
  const damaged = withReadPack(release, () => Promise.reject(new SiteDamagedError('gone')));
  const response = await respond(request('/gw/api/v2/boxes'), damaged, ports, {
    onResolved: (asked) => told.push(asked),
  });
  expect(response).toBeInstanceOf(SiteDamagedError);
  expect(told.map(({ kind }) => kind)).toEqual(['page']);
});
