/** What the events view shows for an address: rows, hidden events, counts of presets, chips, and settings without effect. */

import { describe, expect, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';
import type { EventVersionEntry } from '../../src/core/contract/wire.ts';
import type { Release, ReleaseData } from '../../src/core/handler/release.ts';
import { openColumnIndex } from '../../src/core/listing/column-index.ts';
import { type Address, formatAddress, parseAddress } from '../../src/explorer/address/address.ts';
import {
  COMPARE_SETTINGS,
  EVENT_SETTINGS,
  listUnknownSettings,
  readSettings,
} from '../../src/explorer/address/settings.ts';
import { listColumns, listQuantities, sortRows } from '../../src/explorer/event-data/columns.ts';
import { type EventRow, makeRows } from '../../src/explorer/event-data/rows.ts';
import { listChips } from '../../src/explorer/views/events/filters/chips.ts';
import { join, type LoadedLists, listUnfiltered, narrow, showVersions } from '../../src/explorer/views/events/lists.ts';
import { listOffer } from '../../src/explorer/views/events/offer.ts';
import { isNarrowed, passesSettings, selectRows, withoutFilters } from '../../src/explorer/views/events/selection.ts';
import { numbers, texts } from '../../src/site/render/index-columns.ts';

const VOCABULARY = {
  detectors: ['H1', 'L1', 'V1'],
  catalogs: ['B', 'A'],
  parameters: ['mass_1_source', 'mass_2_source', 'far', 'p_astro'].map((name) => ({
    ...{ name, unit: '', description: '' },
  })),
};
const RELEASE: Pick<Release, 'collections' | 'data'> = {
  collections: createCollections(VOCABULARY),
  data: { vocabulary: VOCABULARY } as unknown as ReleaseData,
};

const version = (name: string, number: number, catalog: string, detectors: string): EventVersionEntry =>
  ({
    ...{ name, version: number, catalog, shortName: `${name}-v${number}`, gps: 1e9, detectors: detectors.split(' ') },
    default_parameters: [{ name: 'far', best: number, unit: '', upper_error: null, lower_error: null }],
  }) as unknown as EventVersionEntry;

const VERSIONS = [
  version('X', 1, 'A', 'H1 L1'),
  version('X', 2, 'B', 'H1 L1 V1'),
  version('Y', 1, 'A', 'H1'),
  version('blind_injection', 1, 'A', 'H1 L1'),
];
const ALL = makeRows(VERSIONS);

/** What the view shows: as a whole view, or on the page of a catalog or run. */
function show(hash: string, { selected = VERSIONS, isPart = false } = {}) {
  const address = parseAddress(hash);
  const offer = listOffer('event-versions', RELEASE, isPart);
  const settings = readSettings(address.view, EVENT_SETTINGS, VOCABULARY);
  const loaded: LoadedLists = {
    ...{ target: address.target, all: ALL, runs: [], versions: ALL },
    ...join(
      ALL.filter(({ id }) => selected.some(({ shortName }) => shortName === id)),
      [],
    ),
    requested: ALL,
  };
  const unfiltered = listUnfiltered(loaded, showVersions(loaded, settings));
  return { address, offer, settings, runs: [], unfiltered, ...narrow(unfiltered, loaded, settings, offer) };
}
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const chipsOf = (hash: string, isPart = false) => {
  return listChips(show(hash, { isPart })).map(({ names, text }) => [names, text]);
};

describe('the rows', () => {
  it.each([
    ['#/event-versions', ['X-v2', 'Y-v1', 'blind_injection-v1']],
    ['#/event-versions?lastver=false', ['X-v2', 'Y-v1', 'blind_injection-v1']],
    ['#/event-versions?lastver=true', idsOf(ALL)],
    ['#/event-versions;rows=versions', idsOf(ALL)],
    ['#/event-versions;detectors=L1,H1', ['X-v2', 'blind_injection-v1']],
    ['#/event-versions;detectors=L1,H1;only=these', ['blind_injection-v1']],
    ['#/event-versions;only=one', ['Y-v1']],
    ['#/event-versions;only=these', ['X-v2', 'Y-v1', 'blind_injection-v1']],
  ])('for %s are %j', (hash, expected) => {
    expect(idsOf(show(hash).rows)).toEqual(expected);
  });

  it('are those that the API selects, and the others are hidden', () => {
    const { rows, hidden, unfiltered } = show('#/event-versions?min-far=2', { selected: VERSIONS.slice(1, 2) });
    expect(idsOf(rows)).toEqual(['X-v2']);
    expect(idsOf(hidden)).toEqual(['Y-v1', 'blind_injection-v1']);
    expect(unfiltered.length).toBe(3);
  });

  it('are sorted by the number of the version', () => {
    const all = makeRows([version('Z', 10, 'A', 'H1'), version('Z', 9, 'A', 'H1')]);
    const columns = listColumns(listQuantities(RELEASE));
    expect(idsOf(sortRows(all, 'version', columns))).toEqual(['Z-v9', 'Z-v10']);
  });
});

describe('the rows that a preset would select', () => {
  const index = openColumnIndex({
    ...{ kind: 'columns', count: ALL.length },
    columns: { name: texts(ALL.map(({ entry }) => entry.name)), 'best.far': numbers([1, 2, 1, Number.NaN]) },
  });
  const { listing } = listOffer('event-versions', RELEASE, false);
  const release = { loaded: () => index } as unknown as Pick<Release, 'loaded'>;
  const select = (query: string) => selectRows(`event-versions?${query}`, listing, release, ALL);

  it('are those that the core selects, without a request', () => {
    expect(idsOf(select('') ?? [])).toEqual(idsOf(ALL));
    expect(idsOf(select('min-far=2&name-contains=x') ?? [])).toEqual(['X-v2']);
  });

  it('are unknown while the index is not loaded', () => {
    const unread = { loaded: () => undefined } as unknown as Pick<Release, 'loaded'>;
    expect(selectRows('event-versions', listing, unread, ALL)).toBe(null);
  });
});

describe('on the page of a run', () => {
  const hash = '#/event-versions?min-gps-time=1&max-gps-time=2;detectors=V1;time=gps';
  const events = show(hash, { isPart: true, selected: VERSIONS.slice(0, 3) });

  it('only the events of the run count as hidden', () => {
    expect(idsOf(events.rows)).toEqual(['X-v2']);
    expect(idsOf(events.hidden)).toEqual(['Y-v1']);
  });

  it('settings that hide events are filters, and the time of the run is none', () => {
    expect(chipsOf(hash, true)).toEqual([['', 'With V1']]);
    expect(chipsOf(hash).length).toBe(2);
  });

  it('clearing the filters keeps the run', () => {
    expect(isNarrowed(events.address, events.offer.hiding)).toBe(true);
    const cleared = withoutFilters(events.address, events.offer.hiding);
    expect(formatAddress(cleared)).toBe('#/event-versions?min-gps-time=1&max-gps-time=2;time=gps');
    expect(isNarrowed(cleared, events.offer.hiding)).toBe(false);
  });
});

describe('the active filters', () => {
  it.each([
    ['name-contains=GW190521_074359', '', 'Name: GW190521_074359'],
    ['min-far=1e-3', 'FAR', ' ≥ 0.001'],
    ['max-far=0.999999', 'FAR < 1 yr⁻¹', ''],
    ['lastver=1', '', 'Last versions'],
  ])('mark up only names of quantities: %s', (query, names, text) => {
    expect(chipsOf(`#/event-versions?${query}`)).toEqual([[names, text]]);
  });

  it('name types that combine, and quantities whose missing values pass', () => {
    expect(chipsOf('#/event-versions;types=BBH,none')).toEqual([['', 'BBH or No masses']]);
    expect(chipsOf('#/event-versions?min-p-astro=0.5;missing=p-astro')).toEqual([
      ['p_astro', ' ≥ 0.5'],
      ['or without p_astro', ''],
    ]);
    // Without a filter for the quantity, nothing is missing.
    expect(chipsOf('#/event-versions;missing=p-astro')).toEqual([]);
  });

  it('show a stricter limit than the one of a preset', () => {
    expect(chipsOf('#/event-versions?min-p-astro=0.95')).toEqual([['p_astro', ' ≥ 0.95']]);
  });

  it.each([
    ['', ' 2015-09-14 09:50 to 2016-09-13 09:50'],
    [';time=gps', ' 1126259462 to 1157795462.5'],
  ])('have readable times%s', (settings, text) => {
    const query = `min-gps-time=1126259462&max-gps-time=1157795462.5${settings}`;
    expect(chipsOf(`#/event-versions?${query}`)).toEqual([['Time', text]]);
  });

  it('do not include last versions if the address says false', () => {
    expect(chipsOf('#/event-versions?lastver=false')).toEqual([]);
  });
});

describe('settings', () => {
  it('are read, and those that are unknown are as if missing', () => {
    const view = { plot: 'foo', sort: '-far', columns: 'far,foo', detectors: 'H9', xscale: 'log', errors: 'none' };
    const { y, ...settings } = readSettings(view, EVENT_SETTINGS, VOCABULARY);
    expect(settings).toMatchObject({
      plot: null,
      sort: '-far',
      columns: ['far'],
      detectors: [],
      xscale: 'log',
      errors: null,
    });
    expect(y).toBe(null);
  });

  const viewOf = (settings: string): Address['view'] => parseAddress(`#/event-versions;${settings}`).view;
  const unknown = (settings: string) => listUnknownSettings(viewOf(settings), EVENT_SETTINGS, VOCABULARY);

  it.each([
    'plot=scatter;x=mass-ratio;y=gps-time',
    // An axis of another plot, which stays when the plot changes.
    'plot=masses;x=mass-ratio',
    'columns=name,far,catalog;sort=-catalog',
    'detectors=H1,L1',
  ])('have an effect: %s', (settings) => {
    expect(unknown(settings)).toEqual([]);
  });

  it('of a comparison are catalogs, a parameter and an order', () => {
    const wrong = (settings: string) => listUnknownSettings(viewOf(settings), COMPARE_SETTINGS, VOCABULARY);
    expect(wrong('x=far;new=A;old=B;order=name')).toEqual([]);
    expect(wrong('x=mass-ratio;new=C;plot=masses')).toEqual(['x=mass-ratio', 'new=C', 'plot=masses']);
  });

  it('name every column and quantity', () => {
    const columns = listColumns(listQuantities(RELEASE)).map(({ name }) => name);
    expect(EVENT_SETTINGS.columns(VOCABULARY).toSorted()).toEqual(columns.toSorted());
  });

  it.each([
    'plot=masses,scatter',
    'sort=name,far',
    'x=catalog',
    'y=name',
    'without=far',
    'gaps=shown',
    'errors=all,all',
  ])('have no effect and are reported: %s', (settings) => {
    expect(unknown(settings)).toEqual([expect.stringContaining(settings)]);
  });
});

it('events without a filtered value are joined with those that pass, whatever another filter of the same kind says', () => {
  const [x1, x2, y1] = ALL as [EventRow, EventRow, EventRow];
  const far = { passing: new Set([x1]), lacks: (row: EventRow) => row === y1 };
  const pAstro = { passing: new Set([x1, x2, y1]), lacks: () => false };
  expect(join([x1, x2, y1], [far, pAstro])).toEqual({ selected: [x1, y1], joined: new Set([y1]) });
  const settings = { detectors: null, only: null, types: ['none'] } as const;
  expect(passesSettings(y1, settings)).toBe(true);
  expect(passesSettings({ ...y1, type: 'BBH' }, { ...settings, types: ['BBH', 'none'] })).toBe(true);
  expect(passesSettings({ ...y1, type: 'BBH' }, { ...settings, types: ['BNS', 'NSBH'] })).toBe(false);
});
