/** The steps of an import of a community catalog grow with the number of events, not with its square. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { YAMLMap } from 'yaml';
import { loadCatalogue } from '../../src/catalogue/load.ts';
import type { CommunityCatalog } from '../../src/intake/community/format.ts';
import { contextOf } from '../../src/intake/import/check-plan.ts';
import { readEvents } from '../../src/intake/import/community-events.ts';
import { planCommunity } from '../../src/intake/import/community-plan.ts';
import { readJson } from '../../src/intake/import/read-json.ts';
import { data, folder, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();
afterEach(() => void vi.restoreAllMocks());

const NUMBERS = [100, 200] as const;

/** The object with a member that counts how often it is read. */
function counted<T extends object>(object: T, member: keyof T, count: () => void): T {
  const value = object[member];
  const get = () => {
    count();
    return value;
  };
  return Object.defineProperty({ ...object }, member, { get, enumerable: true });
}

/** Plans an import of `number` events into a catalogue with as many versions of other events. */
function stepsOf(number: number) {
  const steps = { versionNames: 0, eventIds: 0, yamlMembers: 0 };
  const search = [{ pipeline_name: 'pycbc', parameters: [{ parameter_name: 'far', best: 1, unit: '1/year' }] }];
  const events = Array.from({ length: number }, (_, n) => {
    return { event_name: `NEW${n}`, gps: 1451606418, detectors: ['H1'], gracedb_id: `S${n}`, search };
  });
  const path = join(folder, 'catalog.json');
  writeFileSync(path, JSON.stringify({ catalog_name: 'GWTC-1', events }));
  const { catalogue } = loadCatalogue(data);
  const [version] = catalogue?.eventVersions ?? [];
  if (!catalogue || !version) throw new Error('no catalogue');
  const countName = () => steps.versionNames++;
  const eventVersions = events.map((_, n) => counted({ ...version, name: `OLD${n}` }, 'name', countName));
  const context = contextOf(data, new Map(), { ...catalogue, eventVersions }, 'complete');
  const get = vi.spyOn(YAMLMap.prototype, 'get');
  const { file } = readJson(path);
  if (!file) throw new Error('no file');
  const facts = { name: 'GWTC-1', isNew: false, description: undefined, doi: undefined, place: file.placeOf([]) };
  const { readable } = readEvents(file, file.value as CommunityCatalog, facts, context, {});
  const rows = readable.map((row) => counted(row, 'graceId', () => steps.eventIds++));
  const plan = planCommunity(facts, rows, context);
  expect([plan.leftOut, plan.changes.length]).toEqual([[], 3 * number]);
  steps.yamlMembers = get.mock.calls.length;
  get.mockRestore();
  return steps;
}

it('twice the events take twice the steps', () => {
  const [few, many] = NUMBERS.map(stepsOf);
  for (const name of ['versionNames', 'eventIds', 'yamlMembers'] as const) {
    const [before, after] = [few?.[name] ?? 0, many?.[name] ?? 0];
    expect(before).toBeGreaterThanOrEqual(NUMBERS[0]);
    expect([name, after / before]).toEqual([name, expect.closeTo(2, 0)]);
  }
});
