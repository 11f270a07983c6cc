/** What the events view shows for an address: rows, hidden events, counts of presets, chips, and settings without effect. */

import { describe, expect, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';
import type { EventVersionEntry } from '../../src/core/contract/wire.ts';
import { openColumnIndex } from '../../src/core/listing/column-index.ts';
import type { Release, ReleaseData } from '../../src/core/release/release.ts';
import { type Address, formatAddress, parseAddress } from '../../src/explorer/address/address.ts';
import {
  COMPARE_SETTINGS,
  EVENT_SETTINGS,
  listUnknownSettings,
  readSettings,
} from '../../src/explorer/address/settings.ts';
import { listColumns, sortRows } from '../../src/explorer/event-data/columns.ts';
import { listQuantities, type Quantity, TIME } from '../../src/explorer/event-data/quantities.ts';
import { passesSettings } from '../../src/explorer/event-data/row-settings.ts';
import { type EventRow, makeRows } from '../../src/explorer/event-data/rows.ts';
import { codeStep } from '../../src/explorer/export/code-step.ts';
import { listEntries, makeCsv } from '../../src/explorer/export/shown-rows.ts';
import { clearAll, listChips } from '../../src/explorer/views/events/chips.ts';
import {
  countHidden,
  listRows,
  listUnfiltered,
  onePerEvent,
  showVersions,
} from '../../src/explorer/views/events/lists.ts';
import { listOffer } from '../../src/explorer/views/events/offer.ts';
import { chooseAxis } from '../../src/explorer/views/events/plots/plot-axis.ts';
import { createFinder, joinedRanges, listLacking, selectRows } from '../../src/explorer/views/events/selection.ts';
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
function show(hash: string, { selected = VERSIONS, page = null as string | null } = {}) {
  const address = parseAddress(hash);
  const offer = listOffer('event-versions', RELEASE);
  const settings = readSettings(address.view, EVENT_SETTINGS, VOCABULARY);
  const rowsSelected = ALL.filter(({ id }) => selected.some(({ shortName }) => shortName === id));
  // The request of a page is no filter.
  const versions = page === null ? ALL : rowsSelected;
  const unfiltered = listUnfiltered(versions, showVersions(address.target, settings));
  const rows = listRows(unfiltered, rowsSelected, settings);
  return { address, page, offer, settings, runs: [], unfiltered, rows };
}
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const chipsOf = (hash: string, page: string | null = null) => {
  return listChips(show(hash, { page })).map(({ names, text }) => [names, text]);
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
    const shown = show('#/event-versions?min-far=2', { selected: VERSIONS.slice(1, 2) });
    expect(idsOf(shown.rows)).toEqual(['X-v2']);
    // Y; injections are never counted.
    expect(countHidden(shown)).toBe(1);
    expect(shown.unfiltered.length).toBe(3);
  });

  it('are sorted by the number of the version', () => {
    const all = makeRows([version('Z', 10, 'A', 'H1'), version('Z', 9, 'A', 'H1')]);
    const columns = listColumns(listQuantities(RELEASE));
    expect(idsOf(sortRows(all, 'version', columns))).toEqual(['Z-v9', 'Z-v10']);
  });
});

describe('plots', () => {
  const columns = (hash: string) => {
    const { rows, unfiltered } = onePerEvent(show(hash));
    return [idsOf(rows), idsOf(unfiltered)];
  };

  it('show each event once, in its newest version, also if the rows are versions', () => {
    const all = ['X-v2', 'Y-v1', 'blind_injection-v1'];
    expect(columns('#/event-versions;rows=versions')).toEqual([all, all]);
    expect(columns('#/event-versions;rows=versions;detectors=V1')).toEqual([['X-v2'], all]);
  });

  it('have a linear axis of times, also if the address says otherwise', () => {
    expect(chooseAxis(TIME, 'log', ALL).kind).toBe('linear');
    const far = listQuantities(RELEASE).find(({ name }) => name === 'far') as Quantity;
    expect([chooseAxis(far, 'log', ALL).kind, chooseAxis(far, null, ALL).kind]).toEqual(['log', 'linear']);
  });
});

describe('the rows that another request would select', () => {
  const index = openColumnIndex({
    ...{ kind: 'columns', count: ALL.length },
    columns: { name: texts(ALL.map(({ entry }) => entry.name)), 'best.far': numbers([1, 2, 1, Number.NaN]) },
  });
  const offer = listOffer('event-versions', RELEASE);
  const find = createFinder(offer, { loaded: () => index } as unknown as Pick<Release, 'loaded'>, ALL);

  it('are those that the core selects, without a request', () => {
    expect(idsOf(find('event-versions'))).toEqual(idsOf(ALL));
    expect(idsOf(find('event-versions?lastver=false'))).toEqual(idsOf(ALL));
    expect(idsOf(find('event-versions?min-far=2&name-contains=x'))).toEqual(['X-v2']);
  });

  it('include those that lack a filtered value if the address joins them, in counts too', () => {
    const withoutFar = ALL.map((row) => (row.id === 'Y-v1' ? { ...row, values: new Map() } : row));
    const select = (query: string, missing: readonly string[]) => {
      const target = `event-versions?${query}`;
      const found = createFinder(offer, { loaded: () => index } as unknown as Pick<Release, 'loaded'>, withoutFar);
      return selectRows(target, joinedRanges(target, offer, { missing }), found);
    };
    expect(idsOf(select('min-far=2', []))).toEqual(['X-v2']);
    const selected = select('min-far=2', ['far']);
    expect(idsOf(selected)).toEqual(['X-v2', 'Y-v1']);
    const joined = joinedRanges('event-versions?min-far=2', offer, { missing: ['far'] });
    expect(idsOf([...listLacking(selected, joined)])).toEqual(['Y-v1']);
    // Another filter still holds for them.
    expect(idsOf(select('min-far=2&name-contains=x', ['far']))).toEqual(['X-v2']);
  });
});

describe('on the page of a run', () => {
  const hash = '#/event-versions?min-gps-time=1&max-gps-time=2;detectors=V1;time=gps';
  const events = show(hash, { page: 'runs/O3a', selected: VERSIONS.slice(0, 3) });

  it('only the events of the run count as hidden', () => {
    expect(idsOf(events.rows)).toEqual(['X-v2']);
    expect(countHidden(events)).toBe(1);
  });

  it('settings that hide events are filters, and the time of the run is none', () => {
    expect(chipsOf(hash, 'runs/O3a')).toEqual([['', 'Strain published from V1']]);
    expect(chipsOf(hash).length).toBe(2);
  });

  it('clearing the filters keeps the run', () => {
    const cleared = clearAll(listChips(events), events.address);
    expect(formatAddress(cleared)).toBe('#/event-versions?min-gps-time=1&max-gps-time=2;time=gps');
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

it('types combine, and events without masses are one of them', () => {
  const [row] = ALL as [EventRow];
  const settings = { detectors: null, only: null };
  expect(passesSettings(row, { ...settings, types: ['none'] })).toBe(true);
  expect(passesSettings({ ...row, type: 'BBH' }, { ...settings, types: ['BBH', 'none'] })).toBe(true);
  expect(passesSettings({ ...row, type: 'BBH' }, { ...settings, types: ['BNS', 'NSBH'] })).toBe(false);
});
