/** What a request path means, below any base path; null where there is nothing. */

import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../src/contract/paths.ts';

describe('resolvePath', () => {
  const strainFiles = { kind: 'listing', listing: 'strain-files' };
  const record = (id: string) => ({ kind: 'record', listing: 'event-versions', id });
  const archive = (path: string) => ({ kind: 'archive', path });

  it.each<[string, string, object | null]>([
    ['/', '', { kind: 'home' }],
    ['', '', { kind: 'home' }],
    ['*', '', null],
    ['x', '', null],
    ['x/api/v2', '', null],
    ['/api/v2', '', { kind: 'root' }],
    ['/api/v2/', '', { kind: 'root' }],
    ['/api/v2/strain-files', '', strainFiles],
    ['/api/v2/strain-files/', '', strainFiles],
    ['/api/v2/strain%2Dfiles', '', strainFiles],
    ['/%61pi/v2/strain-files', '', strainFiles],
    ['/api/v2/default-parameters', '', { kind: 'listing', listing: 'default-parameters' }],
    ['/api/v2/event-versions/GW150914-v3', '', record('GW150914-v3')],
    ['/api/v2/event-versions/GW150914-v3/', '', record('GW150914-v3')],
    ['/api/v2/event-versions/a%2Fb', '', record('a/b')],
    ['/api/v2/event-versions/..', '', record('..')],
    ['/archive/data/O1/x.hdf5', '', archive('archive/data/O1/x.hdf5')],
    ['/archive/data/O1/x.hdf5/', '', archive('archive/data/O1/x.hdf5')],
    ['/archive/data/x', '', archive('archive/data/x')],
    ['/archive/data/a/b/c/d/e/f', '', archive('archive/data/a/b/c/d/e/f')],
    ['/archive/data/a.b-c_d', '', archive('archive/data/a.b-c_d')],
    // Below a base path, and nowhere else.
    ['/gw', '/gw', { kind: 'home' }],
    ['/gw/', '/gw', { kind: 'home' }],
    ['/gw/api/v2/strain-files', '/gw', strainFiles],
    ['/a/b/api/v2', '/a/b', { kind: 'root' }],
    ['/api/v2/strain-files', '/gw', null],
    ['/', '/gw', null],
    ['/gwx/api/v2', '/gw', null],
    ['/a/api/v2', '/a/b', null],
    ['/a/x/api/v2', '/a/b', null],
    // Nothing there.
    ['/api', '', null],
    ['/api/v1/strain-files', '', null],
    ['/apix/v2', '', null],
    ['/API/v2', '', null],
    ['/api/v2/Strain-files', '', null],
    ['/api/v2/strain-files/x/y', '', null],
    ['/api/v2/strain-files/x/y/z', '', null],
    ['/api/v2//', '', null],
    ['/api/v2//strain-files', '', null],
    ['//api/v2/strain-files', '', null],
    ['/api/v2/strain-files//', '', { kind: 'record', listing: 'strain-files', id: '' }],
    ['/api/v2/nothing', '', null],
    ['/api/v2/__proto__', '', null],
    ['/api/v2/%zz', '', null],
    ['/api/v2/strain-files/%FF', '', null],
    ['/archive', '', null],
    ['/archive/data', '', null],
    ['/archive/data/', '', null],
    ['/archive/data//x', '', null],
    ['/archive/data/../x', '', null],
    ['/archive/data/x/..', '', null],
    ['/archive/data/./x', '', null],
    ['/archive/data/%2e%2e/x', '', null],
    ['/archive/data/a%2Fb', '', null],
    ['/archive/data/a%00', '', null],
    ['/archive/data/a b', '', null],
    ['/archive/data/é', '', null],
    ['/archive/Data/x', '', null],
    ['/archive/data/...', '', archive('archive/data/...')],
  ])('%s below "%s"', (path, base, out) => {
    expect(resolvePath(path, base)).toStrictEqual(out);
  });
});
