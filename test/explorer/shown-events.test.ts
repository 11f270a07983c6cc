/** What the events view shows for an address: rows, hidden events, chips, compared catalogs, and settings without effect. */

import { describe, expect, it } from 'vitest';
import { createCollections } from '../../src/core/collections/registry.ts';
import type { EventVersionEntry } from '../../src/core/contract/wire.ts';
import type { Release, ReleaseData } from '../../src/core/handler/release.ts';
import { formatAddress, parseAddress } from '../../src/explorer/address/address.ts';
import { chipText, listChips } from '../../src/explorer/views/events/filters/chips.ts';
import { makeRows } from '../../src/explorer/views/events/rows.ts';
import { isNarrowed, withoutFilters } from '../../src/explorer/views/events/selection.ts';
import { listUnknownSettings, readSettings } from '../../src/explorer/views/events/settings.ts';
import {
  type EventLists,
  keepLists,
  listOffered,
  type Offered,
  showEvents,
} from '../../src/explorer/views/events/shown-events.ts';

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
const ids = (list: readonly EventVersionEntry[]) => list.map(({ shortName }) => ({ shortName }));
const LISTS: EventLists = {
  ...{ versions: makeRows(VERSIONS), runs: [], unfiltered: ids(VERSIONS), selected: ids(VERSIONS) },
};

/** What the list offers as a whole view, and on the page of a catalog or run. */
const [ALONE, ON_PAGE] = [false, true].map((isPart) => listOffered('event-versions', RELEASE, isPart)) as [
  Offered,
  Offered,
];

function show(hash: string, { selected = VERSIONS, isPart = false, areLoaded = true } = {}) {
  const address = parseAddress(hash);
  const offered = isPart ? ON_PAGE : ALONE;
  return showEvents(areLoaded ? { ...LISTS, selected: ids(selected) } : null, offered, address);
}
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
const chipsOf = (hash: string, isPart = false) => {
  const events = show(hash, { isPart });
  return listChips(events.address, events).map(({ names, text }) => [names, text]);
};

describe('the rows', () => {
  it.each([
    ['#/event-versions', ['X-v2', 'Y-v1', 'blind_injection-v1']],
    ['#/event-versions?lastver=false', ['X-v2', 'Y-v1', 'blind_injection-v1']],
    ['#/event-versions?lastver=true', idsOf([...LISTS.versions.values()])],
    ['#/event-versions;rows=versions', idsOf([...LISTS.versions.values()])],
    ['#/event-versions;detectors=L1,H1', ['X-v2', 'blind_injection-v1']],
  ])('for %s are %j', (hash, expected) => {
    expect(idsOf(show(hash).rows)).toEqual(expected);
  });

  it('are those that the API selects, and the others are hidden', () => {
    const { rows, hidden, pool } = show('#/event-versions?min-far=2', { selected: VERSIONS.slice(1, 2) });
    expect(idsOf(rows)).toEqual(['X-v2']);
    expect(idsOf(hidden)).toEqual(['Y-v1', 'blind_injection-v1']);
    expect(pool.length).toBe(3);
  });

  it('are sorted for the table', () => {
    expect(idsOf(show('#/event-versions;sort=-name').sorted)).toEqual(['blind_injection-v1', 'Y-v1', 'X-v2']);
  });

  it.each([
    ['#/event-versions', false],
    ['#/event-versions?lastver=true', true],
    ['#/event-versions;rows=versions', true],
  ])('for %s have the column of versions: %s', (hash, hasVersions) => {
    expect(show(hash).shown.some(({ name }) => name === 'version')).toBe(hasVersions);
  });

  it('are sorted by the number of the version', () => {
    const versions = [version('Z', 10, 'A', 'H1'), version('Z', 9, 'A', 'H1')];
    const lists = { ...LISTS, versions: makeRows(versions), unfiltered: ids(versions), selected: ids(versions) };
    const events = showEvents(lists, ALONE, parseAddress('#/event-versions;rows=versions;sort=version'));
    expect(idsOf(events.sorted)).toEqual(['Z-v9', 'Z-v10']);
  });

  it('are the same lists as before if their elements are the same', () => {
    const before = show('#/event-versions');
    const next = keepLists(before, show('#/event-versions;plot=detections'));
    for (const name of ['all', 'pool', 'rows', 'sorted', 'shown'] as const) expect(next[name]).toBe(before[name]);
    expect(next.plot).toBe('detections');
    expect(keepLists(before, show('#/event-versions;sort=-name')).sorted).not.toBe(before.sorted);
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
    expect(isNarrowed(events.address, events.hiding)).toBe(true);
    const cleared = withoutFilters(events.address, events.hiding);
    expect(formatAddress(cleared)).toBe('#/event-versions?min-gps-time=1&max-gps-time=2;time=gps');
    expect(isNarrowed(cleared, events.hiding)).toBe(false);
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

  it('show a preset beside a stricter limit of its own, and each removes only its limit', () => {
    const query = 'min-mass-1-source=5&max-mass-2-source=2.999999';
    const events = show(`#/event-versions?${query}`);
    expect(listChips(events.address, events).map((chip) => [chipText(chip), chip.parameters])).toEqual([
      ['NSBH', ['max-mass-2-source']],
      ['Mass 1 (source) ≥ 5', ['min-mass-1-source']],
    ]);
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

describe('compared catalogs', () => {
  it('are unknown until the lists are loaded, unless the address names both', () => {
    expect(show('#/event-versions;plot=compare', { areLoaded: false }).compared).toBe(null);
    expect(show('#/event-versions;plot=compare').compared).toEqual({ next: 'B', old: 'A' });
    const named = '#/event-versions;plot=compare;new=A;old=B';
    expect(show(named, { areLoaded: false }).compared).toEqual({ next: 'A', old: 'B' });
  });

  it('are none in other plots', () => {
    expect(show('#/event-versions;new=A;old=B').compared).toBe(null);
  });
});

describe('settings', () => {
  it('are read, and those that are unknown are as if missing', () => {
    const view = { plot: 'foo', sort: '-far', columns: 'far,foo', detectors: 'H9', xscale: 'log', errors: 'none' };
    const { y, ...settings } = readSettings(view, ALONE.allowed);
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

  const unknown = (settings: string) => {
    const events = show(`#/event-versions;${settings}`);
    return listUnknownSettings(events.address.view, events.allowed);
  };

  it.each([
    'plot=scatter;x=mass-ratio;y=gps-time',
    'plot=compare;x=far;new=A;old=B;order=name',
    // An axis of another plot, which stays when the plot changes.
    'plot=compare;x=mass-ratio',
    'columns=name,far,catalog;sort=-catalog',
    'detectors=H1,L1',
  ])('have an effect: %s', (settings) => {
    expect(unknown(settings)).toEqual([]);
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
