/** Reading a community catalog takes steps that grow with the number of events, not with its square. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { readCommunityCatalog } from '../../src/intake/community/read-catalog.ts';
import { data, folder, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

const NUMBERS = [100, 200] as const;

/** Reads `number` events for a catalogue with as many versions of other events. Out: how often the name of a version was read. */
function stepsOf(number: number): number {
  const search = [{ pipeline_name: 'pycbc', parameters: [{ parameter_name: 'far', best: 1, unit: '1/year' }] }];
  const events = Array.from({ length: number }, (_, n) => {
    return { event_name: `NEW${n}`, gps: 1451606418, detectors: ['H1'], gracedb_id: `S${n}`, search };
  });
  const path = join(folder, 'catalog.json');
  writeFileSync(path, JSON.stringify({ catalog_name: 'GWTC-1', events }));
  const { catalogue } = checkFolder(readDataFolder(data));
  const [version] = catalogue?.eventVersions ?? [];
  if (!catalogue || !version) throw new Error('no catalogue');
  let steps = 0;
  const eventVersions = events.map((_, n) => ({
    ...version,
    get name() {
      steps++;
      return `OLD${n}`;
    },
  }));
  const { value: source } = readCommunityCatalog(path, { ...catalogue, eventVersions }, {});
  expect(source?.items).toHaveLength(number);
  return steps;
}

it('twice the events take twice the steps', () => {
  const [few, many] = NUMBERS.map(stepsOf) as [number, number];
  expect(few).toBeGreaterThanOrEqual(NUMBERS[0]);
  expect(many / few).toBeCloseTo(2, 0);
});
