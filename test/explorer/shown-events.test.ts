/** What the events view shows for an address: rows, hidden events, counts of presets, chips, and settings without effect. */

import { describe, expect, it } from 'vitest';
import type { EventVersionEntry } from '../../src/core/contract/wire.ts';
import { type Address, formatAddress, parseAddress } from '../../src/explorer/address/address.ts';
import { listUnknownSettings, readSettings } from '../../src/explorer/address/settings.ts';
import { listColumns, sortRows } from '../../src/explorer/event-data/columns.ts';
import { COMPARE_SETTINGS, EVENT_SETTINGS } from '../../src/explorer/event-data/event-settings.ts';
import { listQuantities, type Quantity, TIME } from '../../src/explorer/event-data/quantities.ts';
import { passesSettings } from '../../src/explorer/event-data/row-settings.ts';
import { type EventRow, makeRows, pickVersions } from '../../src/explorer/event-data/rows.ts';
import { selectNames, selectRows } from '../../src/explorer/event-data/select-rows.ts';
import { codeStep } from '../../src/explorer/export/code-step.ts';
import { listEntries, makeCsv } from '../../src/explorer/export/shown-rows.ts';
import { clearAll, listChips } from '../../src/explorer/views/events/chips.ts';
import {
  countHidden,
  type EventsState,
  makeLists,
  onePerEvent,
  rowsFor,
  showVersions,
} from '../../src/explorer/views/events/lists.ts';
import { listOffer, type RangeFilter } from '../../src/explorer/views/events/offer.ts';
import { chooseAxis } from '../../src/explorer/views/events/plots/plot-axis.ts';
import { narrowTo, unfilteredTarget, withEnds, withoutRange } from '../../src/explorer/views/events/request.ts';
import { releaseOf } from './events-release.ts';

const VOCABULARY = {
  detectors: ['H1', 'L1', 'V1'],
  catalogs: ['B', 'A'],
  parameters: ['mass_1_source', 'mass_2_source', 'far', 'p_astro'].map((name) => ({
    ...{ name, unit: '', description: '' },
  })),
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

const RELEASE = releaseOf(VOCABULARY, VERSIONS);
const find = (target: string) => selectRows(RELEASE, ALL, target);

/** What the view shows: as a whole view, or on the page of a catalog or run. */
function show(hash: string, page: string | null = null): EventsState {
  const address = parseAddress(hash);
  const { target } = address;
  const offer = listOffer('event-versions', RELEASE);
  const settings = readSettings(address.settings, EVENT_SETTINGS, VOCABULARY);
  // The request of a page is no filter.
  const versions = find(page === null ? unfilteredTarget(target) : target);
  const unfiltered = showVersions(target, settings) ? versions : pickVersions(versions);
  const lists = makeLists({ all: ALL, runs: [], find }, target, unfiltered, { offer, settings });
  return { address, page, offer, settings, lists };
}
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const rowsOf = (hash: string) => idsOf(show(hash).lists.rows);
const chipsOf = (hash: string, page: string | null = null) =>
  listChips(show(hash, page)).map(({ names: quantities, text }) => [quantities, text]);

describe('the rows', () => {
  it.each([
    ['#/event-versions', ['X-v2', 'Y-v1', 'blind_injection-v1']],
    ['#/event-versions?lastver=false', ['X-v2', 'Y-v1', 'blind_injection-v1']],
    ['#/event-versions?lastver=true', ['X-v2', 'Y-v1', 'blind_injection-v1']],
    ['#/event-versions;rows=versions', idsOf(ALL)],
    ['#/event-versions;detectors=L1,H1', ['X-v2', 'blind_injection-v1']],
    ['#/event-versions;detectors=L1,H1;only=these', ['blind_injection-v1']],
    ['#/event-versions;only=one', ['Y-v1']],
    ['#/event-versions;only=these', ['X-v2', 'Y-v1', 'blind_injection-v1']],
  ])('for %s are %j', (hash, expected) => {
    expect(rowsOf(hash)).toEqual(expected);
  });

  it('are those that the API selects, and the others are hidden', () => {
    const { lists } = show('#/event-versions?min-far=2');
    expect(idsOf(lists.rows)).toEqual(['X-v2']);
    // Y; injections are never counted.
    expect(countHidden(lists)).toBe(1);
    expect(lists.unfiltered.length).toBe(3);
  });

  it('are sorted by the number of the version', () => {
    const all = makeRows([version('Z', 10, 'A', 'H1'), version('Z', 9, 'A', 'H1')]);
    const columns = listColumns(listQuantities(VOCABULARY));
    expect(idsOf(sortRows(all, 'version', columns))).toEqual(['Z-v9', 'Z-v10']);
  });
});

describe('plots', () => {
  const columns = (hash: string) => {
    const { rows, unfiltered } = onePerEvent(show(hash).lists);
    return [idsOf(rows), idsOf(unfiltered)];
  };

  it('show each event once, in its newest version, also if the rows are versions', () => {
    const all = ['X-v2', 'Y-v1', 'blind_injection-v1'];
    expect(columns('#/event-versions;rows=versions')).toEqual([all, all]);
    expect(columns('#/event-versions;rows=versions;detectors=V1')).toEqual([['X-v2'], all]);
  });

  it('have a linear axis of times, also if the address says otherwise', () => {
    expect(chooseAxis(TIME, 'log', ALL).kind).toBe('linear');
    const far = listQuantities(VOCABULARY).find(({ name }) => name === 'far') as Quantity;
    expect([chooseAxis(far, 'log', ALL).kind, chooseAxis(far, null, ALL).kind]).toEqual(['log', 'linear']);
  });

  it('have the same kind of scale on two axes that share it, unless the address sets one', () => {
    const [m1, m2] = [20, 2].map(
      (base): Quantity => ({ ...TIME, kind: 'parameter', read: ({ id }) => base * id.length ** 2 }),
    ) as [Quantity, Quantity];
    const kinds = (x: 'linear' | null) =>
      [chooseAxis(m1, x, ALL, [m1, m2]), chooseAxis(m2, null, ALL, [m1, m2])].map(({ kind }) => kind);
    expect(chooseAxis(m1, null, ALL).kind).toBe('linear');
    expect(kinds(null)).toEqual(['log', 'log']);
    expect(kinds('linear')).toEqual(['linear', 'log']);
  });
});

describe('the rows that another request would select', () => {
  it.each([
    ['event-versions', idsOf(ALL)],
    ['event-versions?lastver=false&page=7', idsOf(ALL)],
    ['event-versions?min-far=2&name-contains=x', ['X-v2']],
    ['catalogs/B/events', ['X-v2']],
    // All versions of the events.
    ['events', idsOf(ALL)],
    ['runs/O1/events', ['X-v1', 'X-v2']],
    ['runs', []],
  ])('are those that the API selects: %s', (target, expected) => {
    expect(idsOf(find(target))).toEqual(expected);
  });

  it('have names of events, each once', () => {
    expect(selectNames(RELEASE, 'event-versions?release=A,B')).toEqual(['X', 'Y', 'blind_injection']);
    expect(selectNames(RELEASE, 'event-versions?release=B')).toEqual(['X']);
  });

  it('include those that lack a filtered value if the address joins them, in counts too', () => {
    expect(rowsOf('#/event-versions?min-p-astro=0.5')).toEqual([]);
    const joined = '#/event-versions?min-p-astro=0.5&max-far=1;missing=p-astro';
    const state = show(joined);
    expect(idsOf(state.lists.rows)).toEqual(['Y-v1', 'blind_injection-v1']);
    expect(idsOf([...state.lists.lacking])).toEqual(['Y-v1', 'blind_injection-v1']);
    // Another filter still holds for them, and so do other settings.
    expect(idsOf(rowsFor(state, state.settings, 'event-versions?min-p-astro=0.5&name-contains=y'))).toEqual(['Y-v1']);
    expect(idsOf(rowsFor(state, { ...state.settings, missing: null }))).toEqual([]);
  });
});

describe('on the page of a run', () => {
  const hash = '#/event-versions?min-gps-time=1&max-gps-time=1000000000&max-far=2&release=A,B;detectors=V1;time=gps';
  const events = show(hash, 'runs/O3a');

  it('only the events of the run count as hidden', () => {
    expect(idsOf(events.lists.rows)).toEqual(['X-v2']);
    expect(countHidden(events.lists)).toBe(1);
  });

  it('settings that hide events are filters, and the time of the run is none', () => {
    expect(chipsOf(hash, 'runs/O3a')).toEqual([['', 'Strain published from V1']]);
    expect(chipsOf(hash).length).toBe(3);
  });

  it('clearing the filters keeps the run', () => {
    const cleared = clearAll(listChips(events), events.address);
    expect(formatAddress(cleared)).toBe(hash.replace(';detectors=V1', ''));
  });
});

describe('the active filters', () => {
  it.each([
    ['name-contains=GW190521_074359', '', 'Name: GW190521_074359'],
    ['min-far=1e-3', 'FAR', ' ≥ 0.001'],
    ['max-far=0.999999', 'FAR', ' < 1'],
    ['min-far=1&max-far=2', 'FAR', ' 1 to 2'],
    ['min-far=1.000001&max-far=2', 'FAR', ' > 1 and ≤ 2'],
    ['lastver=1', '', 'Last versions'],
  ])('mark up only names of quantities: %s', (query, names, text) => {
    expect(chipsOf(`#/event-versions?${query}`)).toEqual([[names, text]]);
  });

  it('name types that combine, and quantities whose missing values pass', () => {
    expect(chipsOf('#/event-versions;types=BBH,none')).toEqual([['', 'BBH or No masses']]);
    expect(chipsOf('#/event-versions?min-p-astro=0.5;missing=p-astro')).toEqual([
      ['p_astro', ' ≥ 0.5 or not in this catalogue'],
    ]);
    // Without a filter for the quantity, nothing is missing.
    expect(chipsOf('#/event-versions;missing=p-astro')).toEqual([]);
  });

  it('are all removed by clearing them', () => {
    const filters = 'lastver=1&max-far=2&min-p-astro=0.5&name-contains=x';
    const hash = `#/event-versions?${filters};detectors=H1;missing=far,p-astro;only=these;types=BBH`;
    const shown = show(hash);
    expect(listChips(shown).length).toBe(6);
    expect(formatAddress(clearAll(listChips(shown), shown.address))).toBe('#/event-versions');
  });

  it('whose range loses its last end take the missing values with it', () => {
    const { address, offer } = show('#/event-versions?min-p-astro=0.5&max-p-astro=1;missing=far,p-astro');
    const range = offer.ranges.find(({ quantity }) => quantity.name === 'p-astro') as RangeFilter;
    const withMax = withEnds(address, range, { 'min-p-astro': null });
    expect(formatAddress(withMax)).toBe('#/event-versions?max-p-astro=1;missing=far,p-astro');
    expect(formatAddress(withEnds(withMax, range, { 'max-p-astro': null }))).toBe('#/event-versions;missing=far');
    expect(formatAddress(withoutRange(address, range))).toBe('#/event-versions;missing=far');
  });

  it('that select the part of a plot leave out the events without its values, and select from events', () => {
    const { address, offer } = show(
      '#/event-versions?lastver=true&min-p-astro=0.5&max-far=1;missing=far,p-astro;rows=versions;plot=distribution',
    );
    const range = offer.ranges.find(({ quantity }) => quantity.name === 'p-astro') as RangeFilter;
    expect(formatAddress(narrowTo(address, [[range, [0.6, 0.7]]]))).toBe(
      '#/event-versions?min-p-astro=0.6&max-far=1&max-p-astro=0.7;missing=far;plot=distribution',
    );
  });

  it('show a stricter limit than the one of a preset', () => {
    expect(chipsOf('#/event-versions?min-p-astro=0.95')).toEqual([['p_astro', ' ≥ 0.95']]);
  });

  it.each([
    ['', ' 2015-09-14 09:50:45 to 2016-09-13 09:50:45'],
    [';time=gps', ' 1126259462 to 1157795462.5'],
  ])('have readable times%s', (settings, text) => {
    const query = `min-gps-time=1126259462&max-gps-time=1157795462.5${settings}`;
    expect(chipsOf(`#/event-versions?${query}`)).toEqual([['Time', text]]);
  });

  it('do not include last versions if the address says false', () => {
    expect(chipsOf('#/event-versions?lastver=false')).toEqual([]);
  });
});

describe('an export', () => {
  const SPECIFICATION = ['shortName', 'detectors'];
  const settings = { types: null, detectors: ['V1'], only: null };
  const rows = ALL.slice(1, 2);
  const shown = { rows, requested: ALL, settings, count: '', origin: '', filters: [] };

  it("has code that chooses detectors, or names if the site's tables have no detectors", () => {
    expect(codeStep(shown, SPECIFICATION)?.pandas).toContain('table.detectors');
    expect(codeStep(shown, ['shortName'])?.pandas).toContain('X-v2');
    expect(codeStep(shown, ['shortName'])?.pandas).not.toContain('detectors');
    expect(codeStep({ ...shown, rows: ALL }, ['shortName'])).toBe(null);
  });

  it.each([SPECIFICATION, ['shortName']])('is a table with detectors, whatever columns the site has', (...members) => {
    const lines = makeCsv(listEntries(shown, members), []).split('\r\n');
    expect(lines.slice(0, 2)).toEqual([
      'shortName,detectors,type_by_mass,utc,mass_ratio',
      'X-v2,H1|L1|V1,,2011-09-14T01:46:25,',
    ]);
  });
});

describe('settings', () => {
  it('are read, and those that are unknown are as if missing', () => {
    const set = { plot: 'foo', sort: '-far', columns: 'far,foo', detectors: 'H9', xscale: 'log', errors: 'none' };
    const { y, ...settings } = readSettings(set, EVENT_SETTINGS, VOCABULARY);
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

  const given = (settings: string): Address['settings'] => parseAddress(`#/event-versions;${settings}`).settings;
  const unknown = (settings: string) => listUnknownSettings(given(settings), EVENT_SETTINGS, VOCABULARY);

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
    const wrong = (settings: string) => listUnknownSettings(given(settings), COMPARE_SETTINGS, VOCABULARY);
    expect(wrong('x=far;new=A;old=B;order=name')).toEqual([]);
    expect(wrong('x=mass-ratio;new=C;plot=masses')).toEqual(['x=mass-ratio', 'new=C', 'plot=masses']);
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

it('types combine, and events without masses are one of them', () => {
  const [row] = ALL as [EventRow];
  const settings = { detectors: null, only: null };
  expect(passesSettings(row, { ...settings, types: ['none'] })).toBe(true);
  expect(passesSettings({ ...row, type: 'BBH' }, { ...settings, types: ['BBH', 'none'] })).toBe(true);
  expect(passesSettings({ ...row, type: 'BBH' }, { ...settings, types: ['BNS', 'NSBH'] })).toBe(false);
});
