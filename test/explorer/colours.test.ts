/** A run, catalog or detector has one colour and one shape: filters and the order of names do not change them. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EventVersionEntry, RunEntry } from '../../src/core/contract/wire.ts';
import { makeRows } from '../../src/explorer/event-data/rows.ts';
import { colourOf } from '../../src/explorer/text/colours.ts';
import { groupRows } from '../../src/explorer/views/events/plots/groups.ts';

const RUNS = ['O1', 'O2', 'Mine', 'O4b'].map((name, n) => ({ name, gps_start: n * 100, gps_end: n * 100 + 100 }));
const CATALOGS = ['Theirs', 'GWTC-5.0', 'GWTC-3-confident', 'GWTC-2', 'Ours', 'GWTC-1-confident'];
const ENTRIES = CATALOGS.flatMap((catalog, n) =>
  RUNS.map(({ name, gps_start }) => ({ name, shortName: `${name}-v${n}`, version: n, catalog, gps: gps_start + n })),
);
const ROWS = [...makeRows(ENTRIES as unknown as EventVersionEntry[])];

const looksOf = (colour: 'run' | 'catalog', rows: typeof ROWS) => {
  const groups = groupRows(rows, colour, RUNS as unknown as RunEntry[], CATALOGS);
  return new Map(groups.map(({ title, colour: own, shape }) => [title, [own, shape]]));
};

describe.each([
  ['run', RUNS.map(({ name }) => name)],
  ['catalog', CATALOGS],
] as const)('events coloured by %s', (colour, names) => {
  const all = looksOf(colour, ROWS);

  it('have as many looks as names', () => {
    expect([...all.keys()].toSorted()).toEqual(names.toSorted());
    expect(new Set([...all.values()].map((look) => look.join())).size).toBe(names.length);
  });

  it('keep their look when any of the events are left out, and in any order', () => {
    for (const name of names) {
      const some = ROWS.filter(({ entry }) => entry.catalog !== name && entry.name !== name).reverse();
      const looks = looksOf(colour, some);
      expect([...looks.keys()].toSorted()).toEqual(names.filter((one) => one !== name).toSorted());
      for (const [title, look] of looks) expect([title, look]).toEqual([title, all.get(title)]);
    }
  });
});

it('the look of a catalog stays when a new one is added', () => {
  const withNew = groupRows(ROWS, 'catalog', [], ['GWTC-6.0', ...CATALOGS]);
  for (const { title, colour, shape } of withNew) expect([colour, shape]).toEqual(looksOf('catalog', ROWS).get(title));
});

it('each detector has its own colour in the palette', () => {
  const palette = readFileSync(new URL('../../src/explorer/styles/palette.css', import.meta.url), 'utf8');
  const detectors = ['H1', 'H2', 'L1', 'V1', 'K1', 'G1'];
  const colours = detectors.map((name) => {
    const [, colour] = new RegExp(`--${colourOf('detector', name)}: (.*);`).exec(palette) ?? [];
    return colour;
  });
  expect(colours).not.toContain(undefined);
  expect(new Set(colours).size).toBe(detectors.length);
});
