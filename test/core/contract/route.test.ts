/** The meaning of request paths, below any base path; null if the path does not exist. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordLineSet } from '../../../src/core/contract/line-sets.ts';
import { listingPath, recordPath } from '../../../src/core/contract/paths.ts';
import { findRoute, type Route } from '../../../src/core/contract/route.ts';
import { sampleCollections } from '../../support/sample-collections.ts';
import { collections, listings } from '../../support/vocabulary.ts';

/** A target with the names that identify it. */
function shapeOf(target: Route | null): object | null {
  if (target?.kind === 'listing') return { ...target, listing: target.listing.path };
  return target?.kind === 'record' ? { ...target, collection: target.collection.name } : target;
}

const listing = (path: string, ...parentIds: string[]) => ({ kind: 'listing', listing: path, parentIds });
const record = (id: string, collection = 'event-versions') => ({ kind: 'record', collection, id });
const archive = (path: string) => ({ kind: 'archive', path });
const legacy = (...path: string[]) => ({ kind: 'legacy', path });

describe('findRoute', () => {
  const strainFiles = listing('strain-files');

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
    ['/api/v2/default-parameters', '', listing('default-parameters')],
    ['/api/v2/event-versions/GW150914-v3', '', record('GW150914-v3')],
    ['/api/v2/event-versions/GW150914-v3/', '', record('GW150914-v3')],
    ['/api/v2/event-versions/a%2Fb', '', record('a/b')],
    ['/api/v2/event-versions/..', '', record('..')],
    ['/api/v2/event-versions/GW150914@GWTC', '', record('GW150914@GWTC')],
    ['/api/v2/event-versions/GW150914%40GWTC', '', record('GW150914@GWTC')],
    ['/api/v2/event-versions/GW150914%40GWTC/', '', record('GW150914@GWTC')],
    ['/api/v2/event-versions/GW150914+GWTC', '', record('GW150914+GWTC')],
    ['/eventapi/json/x/y.hdf5', '', archive('eventapi/json/x/y.hdf5')],
    ['/eventapi/x/y.gwf/', '', archive('eventapi/x/y.gwf/')],
    ['/gw/eventapi/y.txt.gz', '/gw', archive('eventapi/y.txt.gz')],
    ['/eventapi/x/y.txt', '', legacy('eventapi', 'x', 'y.txt')],
    ['/eventapi/x', '', legacy('eventapi', 'x')],
    ['/eventapi', '', legacy('eventapi')],
    ['/eventapi/', '', legacy('eventapi')],
    ['/eventapi/../x', '', legacy('eventapi', '..', 'x')],
    ['/eventapix/y', '', null],
    ['/Eventapi/y', '', null],
    ['/api/v2/openapi.json', '', { kind: 'openapi' }],
    ['/api/v2/schema/', '', { kind: 'openapi' }],
    ['/api/v2/docs', '', { kind: 'docs' }],
    ['/eventapi/jsonfull/GWTC/', '', legacy('eventapi', 'jsonfull', 'GWTC')],
    ['/eventapi/json/GWTC/GW1/v2', '', legacy('eventapi', 'json', 'GWTC', 'GW1', 'v2')],
    ['/eventapi/ascii/GWTC', '', legacy('eventapi', 'ascii', 'GWTC')],
    ['/eventapi/html/GWTC', '', { kind: 'portal', json: 'eventapi/json/GWTC' }],
    ['/archive/links/O1/H1/1/2/simple/', '', { kind: 'portal', json: 'archive/links/O1/H1/1/2/json' }],
    ['/api/v2/schema/x', '', null],
    ['/api/v2/nothing', '', null],
    ['/api/v2/runs/O1', '', record('O1', 'runs')],
    ['/api/v2/runs/O1/strain-files', '', listing('runs/{}/strain-files', 'O1')],
    ['/api/v2/runs/O1/events/', '', listing('runs/{}/events', 'O1')],
    ['/api/v2/catalogs/GWTC/events', '', listing('catalogs/{}/events', 'GWTC')],
    ['/api/v2/event-versions/GW1%40GWTC/timelines', '', listing('event-versions/{}/timelines', 'GW1@GWTC')],
    ['/api/v2/runs/O1/timelines/H1_DATA/segments', '', listing('runs/{}/timelines/{}/segments', 'O1', 'H1_DATA')],
    // No records below nested paths, and no collections without a top-level path.
    ['/api/v2/runs/O1/strain-files/H1-0-4kHz', '', null],
    ['/api/v2/runs/O1/timelines/H1_DATA', '', null],
    ['/api/v2/runs/O1/catalogs', '', null],
    ['/api/v2/datasets/O1/events', '', null],
    ['/api/v2/events/GW1/versions', '', null],
    ['/api/v2/segments', '', null],
    ['/api/v2/event-strain-files', '', null],
    ['/api/v2/parameter-sets', '', null],
    ['/api/v2/event-parameters/x', '', null],
    ['/api/v2/segments/x', '', null],
    // A collection without records: there is nothing to look up.
    ['/api/v2/default-parameters/far', '', null],
    ['/archive/data/O1/x.hdf5', '', archive('archive/data/O1/x.hdf5')],
    ['/archive/data/O1/x.hdf5/', '', archive('archive/data/O1/x.hdf5/')],
    ['/archive/data/x', '', legacy('archive', 'data', 'x')],
    ['/archive/data/x.gwf', '', archive('archive/data/x.gwf')],
    ['/archive/x.gwf', '', null],
    ['/archive/data/a/b/c/d/e/f', '', legacy('archive', 'data', 'a', 'b', 'c', 'd', 'e', 'f')],
    ['/archive/data/a/b/c/d/e/f.hdf5', '', archive('archive/data/a/b/c/d/e/f.hdf5')],
    ['/archive/data/a.b-c_d.gwf', '', archive('archive/data/a.b-c_d.gwf')],
    ['/archive/data/x/.gwf', '', legacy('archive', 'data', 'x', '.gwf')],
    // Only below the base path.
    ['/gw', '/gw', { kind: 'home' }],
    ['/gw/', '/gw', { kind: 'home' }],
    ['/gw/api/v2/strain-files', '/gw', strainFiles],
    ['/a/b/api/v2', '/a/b', { kind: 'root' }],
    ['/api/v2/strain-files', '/gw', null],
    ['/', '/gw', null],
    ['/gwx/api/v2', '/gw', null],
    ['/a/api/v2', '/a/b', null],
    ['/a/x/api/v2', '/a/b', null],
    // Paths that do not exist.
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
    ['/api/v2/strain-files//', '', record('', 'strain-files')],
    ['/api/v2/nothing', '', null],
    ['/api/v2/__proto__', '', null],
    ['/api/v2/%zz', '', null],
    ['/api/v2/strain-files/%FF', '', null],
    ['/archive', '', legacy('archive')],
    ['/archive/data', '', legacy('archive', 'data')],
    ['/archive/data/', '', legacy('archive', 'data')],
    ['/archive/data//x', '', legacy('archive', 'data', '', 'x')],
    ['/archive/data/../x', '', legacy('archive', 'data', '..', 'x')],
    ['/archive/data/x/..', '', legacy('archive', 'data', 'x', '..')],
    ['/archive/data/./x', '', legacy('archive', 'data', '.', 'x')],
    ['/archive/data/%2e%2e/x', '', legacy('archive', 'data', '..', 'x')],
    ['/archive/data/a%2Fb', '', legacy('archive', 'data', 'a/b')],
    ['/archive/data/a%00', '', legacy('archive', 'data', 'a\0')],
    ['/archive/data/a b', '', legacy('archive', 'data', 'a b')],
    ['/archive/data/é', '', legacy('archive', 'data', 'é')],
    ['/archive/Data/x', '', legacy('archive', 'Data', 'x')],
    ['/archive/data/...', '', legacy('archive', 'data', '...')],
  ])('%s below "%s"', (path, base, out) => {
    expect(shapeOf(findRoute(path, { basePath: base, collections: collections() }))).toStrictEqual(out);
  });
});

describe('nested listings', () => {
  it.each<[string, object | null]>([
    ['boxes', listing('boxes')],
    ['boxes/', listing('boxes')],
    ['boxes/a', record('a', 'boxes')],
    ['boxes/a/', record('a', 'boxes')],
    ['boxes/a/things', listing('boxes/{}/things', 'a')],
    ['boxes/a/things/', listing('boxes/{}/things', 'a')],
    ['boxes/a%40b/things', listing('boxes/{}/things', 'a@b')],
    ['boxes/a@b/things', listing('boxes/{}/things', 'a@b')],
    ['boxes/a%2Fb/things', listing('boxes/{}/things', 'a/b')],
    ['b%6Fxes/a/th%69ngs', listing('boxes/{}/things', 'a')],
    ['boxes/{}/things', listing('boxes/{}/things', '{}')],
    ['boxes//things', listing('boxes/{}/things', '')],
    ['boxes/a/lids/b/things', listing('boxes/{}/lids/{}/things', 'a', 'b')],
    ['boxes/b/lids/a/things/', listing('boxes/{}/lids/{}/things', 'b', 'a')],
    ['boxes/things/things', listing('boxes/{}/things', 'things')],
    // Records are only below top-level collections.
    ['lids/b', record('b', 'lids')],
    ['boxes/a/things/b', null],
    ['boxes/a/lids', null],
    ['boxes/a/lids/b', null],
    ['boxes/a/lids/b/things/c', null],
    ['boxes/a/nothing', null],
    ['boxes/a/Things', null],
    ['Boxes/a/things', null],
    ['boxes/a/things//', null],
    ['boxes/a//things', null],
    ['things/a/things', null],
    ['boxes/%zz/things', null],
    // A collection without a top-level path.
    ['openings', null],
    ['boxes/a/openings', listing('boxes/{}/openings', 'a')],
  ])('%s', (path, out) => {
    expect(
      shapeOf(findRoute(`/gw/api/v2/${path}`, { basePath: '/gw', collections: sampleCollections() })),
    ).toStrictEqual(out);
    expect(findRoute(`/gw/api/v2/${path}`, { basePath: '', collections: sampleCollections() })).toBeNull();
  });
});

describe.each([
  ['the registry', collections],
  ['sample collections', sampleCollections],
])('every path of %s resolves to the parts it was made from', (_, make) => {
  const all = make();
  const ids = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-composite' });
  const base = fc.constantFrom('', '/gw', '/a/b');
  const encode = fc.constantFrom(encodeURIComponent, (id: string) => encodeURIComponent(id).replaceAll('%40', '@'));

  it.each(listings(all).map((one) => [one.path, one] as const))('listing %s', (path, one) => {
    const parents = fc.array(ids, { minLength: one.parentNames.length, maxLength: one.parentNames.length });
    fc.assert(
      fc.property(parents, base, encode, fc.constantFrom('', '/'), (names, before, coded, end) => {
        const url = `${before}/${listingPath(one, names.map(coded))}${end}`;
        expect(shapeOf(findRoute(url, { basePath: before, collections: all }))).toStrictEqual(listing(path, ...names));
        expect(findRoute(`${url}x`, { basePath: before, collections: all })).not.toMatchObject({
          kind: 'listing',
          listing: one,
        });
        expect(
          findRoute(`${before}/x${url.slice(before.length + 1)}`, { basePath: before, collections: all }),
        ).toBeNull();
      }),
    );
  });

  it.each(all.map((one) => [one.name, one] as const))('records of %s, if it has any', (name, one) => {
    fc.assert(
      fc.property(ids, base, encode, fc.constantFrom('', '/'), (id, before, coded, end) => {
        const target = findRoute(`${before}/${recordPath(name, coded(id))}${end}`, {
          basePath: before,
          collections: all,
        });
        expect(shapeOf(target)).toStrictEqual(recordLineSet(one) === null ? null : record(id, name));
      }),
    );
  });

  it('no two listings match the same path', () => {
    const taken = listings(all).map((one) => [one.path, one.segments.length]);
    expect(new Set(taken.map(String)).size).toBe(taken.length);
    const parents = ['P', 'Q', 'R'];
    const matches = listings(all).map((one) =>
      shapeOf(findRoute(`/${listingPath(one, parents)}`, { basePath: '', collections: all })),
    );
    expect(matches).toStrictEqual(
      listings(all).map((one) => listing(one.path, ...parents.slice(0, one.parentNames.length))),
    );
  });
});
