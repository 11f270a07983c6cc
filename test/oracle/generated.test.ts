/** Generated catalogues follow the rules of the data, so that a difference between oracle and product is never caused by the data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { catalogueCases, random } from './generated.ts';
import { loadOracleData } from './records.ts';
import type { OracleData, StrainRecord } from './types.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-generated-'));
afterAll(() => rmSync(folder, { recursive: true }));

const cases = [...catalogueCases, ...[4, 5, 6, 7, 8, 9, 10, 11, 12].map((seed) => random(seed))].map(
  ({ name, write }) => {
    write(join(folder, name));
    return [name, loadOracleData(join(folder, name))] as const;
  },
);

function secondsOf(file: StrainRecord, segments: readonly (readonly [number, number])[]): number {
  let seconds = 0;
  for (let second = file.gpsStart; second < file.gpsStart + 4096; second += 1) {
    if (segments.some(([start, stop]) => start <= second && second < stop)) seconds += 1;
  }
  return seconds;
}

const hasSegments = cases.filter(([, { flagLists }]) => flagLists.length > 0);
/** Catalogues with strain files in a run that has DATA segments of their detector. */
const hasData = cases.filter(([, { flagLists, strainFiles }]) =>
  strainFiles.some((file) => flagLists.some(({ flag, run }) => run === file.run && flag === `${file.detector}_DATA`)),
);

it('several generated catalogues have segments, and several have strain files that go with them', () => {
  expect(hasSegments.length).toBeGreaterThan(8);
  expect(hasData.length).toBeGreaterThan(5);
});

describe.each(hasSegments)('%s', (_, data) => {
  it('has ordered segments that do not touch, within their run', () => {
    for (const { flag, run: name, segments } of data.flagLists) {
      const run = data.runs.find((candidate) => candidate.name === name);
      let end = (run?.gpsStart ?? Number.NaN) - 1;
      for (const [start, stop] of segments) {
        expect(start, flag).toBeGreaterThan(end);
        expect(stop, flag).toBeGreaterThan(start);
        end = stop;
      }
      expect(end).toBeLessThanOrEqual(run?.gpsStop ?? Number.NaN);
    }
  });
});

describe.each(hasData)('%s', (_, data) => {
  it('has DATA segments that match the strain files, and published values that agree with them', () => {
    for (const { flag, run, segments } of data.flagLists.filter((list) => list.flag.endsWith('_DATA'))) {
      const files = data.strainFiles.filter((file) => file.run === run && `${file.detector}_DATA` === flag);
      for (const rate of [4, 16]) {
        const some = files.filter((file) => file.sampleRateKHz === rate);
        if (some.length === 0) continue;
        let seconds = 0;
        for (const file of some) {
          const withData = secondsOf(file, segments);
          seconds += withData;
          expect(withData).toBeGreaterThan(0);
          if (file.statistics?.duty_cycle != null) expect(file.statistics.duty_cycle).toBe((withData / 4096) * 100);
          const sum = file.statistics?.bitsums?.find(({ bit }) => file.bitNames.get(bit) === 'DATA')?.sum;
          if (sum !== undefined) expect(sum).toBe(withData);
        }
        expect(seconds).toBe(segments.reduce((all, [start, stop]) => all + stop - start, 0));
      }
    }
  });
});

describe.each(cases)('%s', (_, data) => {
  it('has runs that are disjoint or nested, and ids that identify one event', () => {
    for (const a of data.runs) {
      for (const b of data.runs) {
        const isApart = a.gpsStop <= b.gpsStart || b.gpsStop <= a.gpsStart;
        const isInside = a.gpsStart >= b.gpsStart && a.gpsStop <= b.gpsStop;
        const isAround = b.gpsStart >= a.gpsStart && b.gpsStop <= a.gpsStop;
        expect(isApart || isInside || isAround, `${a.name} and ${b.name}`).toBe(true);
      }
    }
    const names = new Set(data.eventVersions.map(({ name }) => name));
    const shortNames = data.eventVersions.map(({ name, version }) => `${name}-v${version}`);
    const aliases = data.eventFacts.flatMap((facts) => facts.aliases);
    const otherIds = data.eventVersions.flatMap(({ otherId }) => (otherId === null ? [] : [otherId]));
    const ids = [...names, ...shortNames, ...otherIds, ...aliases].map((id) => id.toLowerCase());
    expect(new Set(ids).size).toBe(ids.length);
    expect(data.eventFacts.every(({ name }) => names.has(name))).toBe(true);
  });
});

it('random catalogues have something of every kind', () => {
  const all = cases.filter(([name]) => name.startsWith('random-')).map(([, data]) => data);
  const some = (test: (data: OracleData) => boolean): boolean => all.some(test);
  expect(some(({ catalogs }) => catalogs.some(({ members }) => members !== null))).toBe(true);
  expect(some(({ eventFacts }) => eventFacts.some(({ aliases }) => aliases.length > 1))).toBe(true);
  expect(some(({ eventFacts }) => eventFacts.some(({ graceId, run }) => graceId !== null && run !== null))).toBe(true);
  expect(some(({ eventStrainStarts }) => eventStrainStarts.some(({ gpsStart32 }) => gpsStart32 === null))).toBe(true);
  expect(some(({ eventStrainStarts }) => eventStrainStarts.some((starts) => starts.gpsStart2048 !== null))).toBe(true);
  expect(some(({ eventStrainStarts }) => eventStrainStarts.some(({ prefix4 }) => prefix4 !== null))).toBe(true);
  expect(some(({ eventVersions }) => eventVersions.some(({ otherId }) => otherId !== null))).toBe(true);
  expect(some(({ eventVersions }) => eventVersions.some(({ parameterSets }) => parameterSets.length > 1))).toBe(true);
  expect(some(({ datasets }) => datasets.some(({ seriesDetectors }) => seriesDetectors.length === 0))).toBe(true);
  expect(some(({ datasets }) => datasets.some(({ gpsStart }) => gpsStart !== null))).toBe(true);
  expect(some(({ runs }) => runs.some(({ name }) => name === 'O1-Disc'))).toBe(true);
  expect(some(({ flagLists }) => flagLists.some(({ flag }) => flag.endsWith('_DATA')))).toBe(true);
  expect(some(({ flagLists }) => flagLists.some(({ flag }) => flag.endsWith('_CBC_CAT1')))).toBe(true);
});
