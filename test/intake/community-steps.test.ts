/** The steps of an import of a community catalog grow with the number of events, not with its square. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CommunityCatalog } from '../../src/intake/community/format.ts';
import { readCommunityEvents } from '../../src/intake/community/read-events.ts';
import { readJson } from '../../src/intake/community/read-json.ts';
import { DataSnapshot } from '../../src/intake/data-snapshot.ts';
import { eventVersions } from '../../src/intake/kinds/event-versions.ts';
import { events as eventKind } from '../../src/intake/kinds/events.ts';
import { parameterSets } from '../../src/intake/kinds/parameter-sets.ts';
import { mergeStep, mergeSteps } from '../../src/intake/merge/data-merge.ts';
import { readState } from '../../src/intake/merge/data-state.ts';
import { EVENTS } from '../../src/intake/merge/rejected-facts.ts';
import { data, folder, useSmallCatalogue } from './import-rows.ts';

useSmallCatalogue();

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
  const steps = { versionNames: 0, eventIds: 0 };
  const search = [{ pipeline_name: 'pycbc', parameters: [{ parameter_name: 'far', best: 1, unit: '1/year' }] }];
  const events = Array.from({ length: number }, (_, n) => {
    return { event_name: `NEW${n}`, gps: 1451606418, detectors: ['H1'], gracedb_id: `S${n}`, search };
  });
  const path = join(folder, 'catalog.json');
  writeFileSync(path, JSON.stringify({ catalog_name: 'GWTC-1', events }));
  const { state } = readState(data, 'complete', new DataSnapshot(data).texts);
  const [version] = state?.context.catalogue.eventVersions ?? [];
  if (!state || !version) throw new Error('no catalogue');
  const countName = () => steps.versionNames++;
  const known = events.map((_, n) => counted({ ...version, name: `OLD${n}` }, 'name', countName));
  const { context } = state;
  const { file } = readJson(path);
  if (!file) throw new Error('no file');
  const facts = { name: 'GWTC-1', isNew: false, description: undefined, doi: undefined, place: file.place([]) };
  const catalogue = { ...context.catalogue, eventVersions: known };
  const { events: read } = readCommunityEvents(
    file,
    file.value as CommunityCatalog,
    facts,
    { ...context, catalogue },
    {},
  );
  const versions = read.map((one) => one.version);
  const sets = read.flatMap((one) => one.sets);
  const ids = read.flatMap(({ event }) => event ?? []);
  const idFacts = ids.map((one) => ({ ...one, facts: counted(one.facts, 'grace_id', () => steps.eventIds++) }));
  const merged = mergeSteps(
    state,
    [
      mergeStep(eventVersions, (found) => void found.facts.push(...versions)),
      mergeStep(parameterSets, (found) => void found.facts.push(...sets)),
      mergeStep(eventKind, (found) => void found.facts.push(...idFacts)),
    ],
    EVENTS,
  );
  expect(merged).toMatchObject({ rejected: [], changes: { length: 3 * number } });
  return steps;
}

it('twice the events take twice the steps', () => {
  const [few, many] = NUMBERS.map(stepsOf);
  for (const name of ['versionNames', 'eventIds'] as const) {
    const [before, after] = [few?.[name] ?? 0, many?.[name] ?? 0];
    expect(before).toBeGreaterThanOrEqual(NUMBERS[0]);
    expect([name, after / before]).toEqual([name, expect.closeTo(2, 0)]);
  }
});
