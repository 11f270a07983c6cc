/** Addresses: every formatted address can be parsed again, and any other string can be parsed too. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datasets } from '../../src/core/collections/datasets.ts';
import { openIndex } from '../../src/core/listing/select.ts';
import type { Release } from '../../src/core/release/release.ts';
import {
  type Address,
  formatAddress,
  hrefOf,
  keepSame,
  parametersOf,
  parseAddress,
  pathOf,
  recordTarget,
  segmentsOf,
  withoutForm,
  withParameters,
  withSettings,
} from '../../src/explorer/address/address.ts';
import { tidyAddress } from '../../src/explorer/shell/tidy-address.ts';
import { names, texts } from '../../src/site/render/index-columns.ts';

describe('an address that was written by hand', () => {
  const INDEX = openIndex(datasets(), {
    kind: 'columns',
    count: 1,
    columns: { name: texts(['O1_4KHZ']), run: names(['O1']) },
  });
  const RELEASE = {
    loaded: (name: string) => (name === 'datasets' ? INDEX : undefined),
    data: { vocabulary: { catalogs: [] }, cumulative: [] },
  } as unknown as Pick<Release, 'loaded' | 'data'>;
  const tidy = (hash: string) => formatAddress(tidyAddress(parseAddress(hash), RELEASE));

  it('may have a list as several parameters, which the API would refuse', () => {
    expect(tidy('#/event-versions?release=GWTC-4.0&release=GWTC-5.0,GWTC-4.0;plot=scatter')).toBe(
      '#/event-versions?release=GWTC-4.0,GWTC-5.0;plot=scatter',
    );
  });

  it('may have dates as times', () => {
    expect(tidy('#/strain-files?start=2015-09-14')).toBe('#/strain-files?start=1126224017');
    expect(tidy('#/strain-files?start=2015')).toBe('#/strain-files?start=2015');
    const whole = '#/event-versions?min-gps-time=2019-05&max-gps-time=2019-05';
    expect(tidy(whole)).toBe('#/event-versions?min-gps-time=1240704018&max-gps-time=1243382418');
    // GW150914 is in the second at the end.
    const second = '#/event-versions?max-gps-time=2015-09-14T09:50:45';
    expect(tidy(second)).toBe('#/event-versions?max-gps-time=1126259462.99999');
  });

  it.each([
    ['#/', '#/event-versions'],
    ['#/datasets', '#/runs'],
    ['#/runs/O1/datasets', '#/runs/O1'],
    ['#/datasets/O1_4KHZ', '#/runs/O1'],
    ['#/datasets/O1_4KHZ/strain-files', '#/datasets/O1_4KHZ/strain-files'],
    // Paths that have no view, and a dataset that is unknown.
    ['#/datasets/O9', '#/api;request=datasets%2FO9'],
    ['#/runs/O1/timelines?page=2', '#/api;request=runs%2FO1%2Ftimelines%3Fpage%3D2'],
    ['#/nowhere', '#/api;request=nowhere'],
    ['#/api;request=runs', '#/api;request=runs'],
  ])('%s leads to %s', (hash, tidied) => {
    expect(tidy(hash)).toBe(tidied);
  });
});

describe('an address', () => {
  it.each<[string, Address]>([
    [
      '#/event-versions?release=GWTC-5.0&min-far=1e-3',
      { target: 'event-versions?release=GWTC-5.0&min-far=1e-3', settings: {} },
    ],
    ['#/runs;sort=-name', { target: 'runs', settings: { sort: '-name' } }],
    ['#/events;columns=name,far;x=chi-eff', { target: 'events', settings: { columns: 'name,far', x: 'chi-eff' } }],
    ['#/events/A%3BB;x=a%3Bb%3Dc', { target: 'events/A%3BB', settings: { x: 'a;b=c' } }],
  ])('%s', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
    expect(formatAddress(address)).toBe(text);
  });

  it.each(['', '#', '#/', '#/;', ';;'])('"%s" names no request', (text) => {
    expect(parseAddress(text)).toEqual({ target: '', settings: {} });
  });

  it("differs from the API's URL only before the request", () => {
    const request = 'event-versions?release=GWTC-5.0&min-far=1e-3';
    expect(formatAddress({ target: request, settings: {} })).toBe(`#/${request}`);
  });

  it('with any request and settings is parsed as it was formatted', () => {
    const request = fc.tuple(fc.stringMatching(/^[a-z][a-z/-]{0,20}$/), fc.string()).map(([path, value]) => {
      return withParameters(path, { 'name-contains': value });
    });
    const view = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { noNullPrototype: true });
    let seen = 0;
    fc.assert(
      fc.property(request, view, (target, settings) => {
        fc.pre(!Object.hasOwn(settings, '__proto__'));
        const address = { target: target.replaceAll(';', '%3B'), settings };
        expect(parseAddress(formatAddress(address))).toEqual(address);
        seen++;
      }),
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('that was parsed and formatted does not change when that is done again, for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = formatAddress(parseAddress(text));
        expect(formatAddress(parseAddress(once))).toBe(once);
      }),
    );
  });
});

describe('the next address', () => {
  const before = parseAddress('#/runs?page=2;sort=name;x=far');

  it('is the same object if nothing changed', () => {
    expect(keepSame(before, parseAddress('#/runs?page=2;x=far;sort=name'))).toBe(before);
  });

  it('has the same settings as an object if only the request changed', () => {
    const next = keepSame(before, parseAddress('#/runs?page=3;sort=name;x=far'));
    expect(next).toEqual({ ...before, target: 'runs?page=3' });
    expect(next.settings).toBe(before.settings);
  });

  it('has other settings if they changed', () => {
    const next = parseAddress('#/runs?page=2;sort=name;x=far;y=z');
    expect(keepSame(before, next)).toBe(next);
  });
});

describe('a request', () => {
  it('has no fragment: a second # is part of the request', () => {
    expect(parseAddress('#/runs/#/events').target).toBe('runs/%23/events');
  });

  it('has a path and parameters', () => {
    expect(pathOf('runs/O1/events?x=1')).toBe('runs/O1/events');
    expect(segmentsOf('event-versions/GW150914%40GWTC/?x')).toEqual(['event-versions', 'GW150914@GWTC']);
    expect([...parametersOf('runs?page=2&x=a+b')]).toEqual([
      ['page', '2'],
      ['x', 'a b'],
    ]);
  });

  it.each([
    ['runs?page=2', { page: null, format: 'csv' }, 'runs?format=csv'],
    ['event-versions', { release: 'GWTC-5.0,GWTC-4.0' }, 'event-versions?release=GWTC-5.0,GWTC-4.0'],
    ['event-versions?min-far=1&lastver=true', { 'min-far': '2' }, 'event-versions?min-far=2&lastver=true'],
    ['runs?page=2', { page: null }, 'runs'],
  ])('%s with %j', (target, changes, expected) => {
    expect(withParameters(target, changes)).toBe(expected);
  });

  it('loses its form: page, page size and format', () => {
    expect(withoutForm('strain-files?page=3&start=1&pagesize=5&format=csv')).toBe('strain-files?start=1');
  });

  it('for a record has the id encoded, also in links', () => {
    expect(recordTarget('event-versions', 'A/B@C')).toBe('event-versions/A%2FB%40C');
    expect(segmentsOf(recordTarget('runs', 'A/B'))).toEqual(['runs', 'A/B']);
    expect(hrefOf(recordTarget('runs', 'O1'))).toBe('#/runs/O1');
  });

  it('loses settings that are removed', () => {
    const address = { target: 'runs', settings: { sort: 'name', x: 'far' } };
    expect(withSettings(address, { sort: null, y: 'z' }).settings).toEqual({ x: 'far', y: 'z' });
  });
});
