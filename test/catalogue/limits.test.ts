/** Files with very many entries, and events with very many versions: problems are found in linear time, and reported with a location. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { smallCatalogue } from '../support/data-folders.ts';
import { withLittleStack } from '../support/little-stack.ts';
import { inFiles } from '../support/problem-text.ts';

/** Loads a catalogue with these event versions, one per line from line 3 on. */
function loadEntries(count: number, entry: (n: number) => string) {
  const data = join(smallCatalogue(), 'data');
  const lines = Array.from({ length: count }, (_, n) => `  - ${entry(n)}\n`);
  writeFileSync(join(data, 'event-versions/GWTC-1.yaml'), `catalog: GWTC-1\nevent_versions:\n${lines.join('')}`);
  writeFileSync(join(data, 'event-versions/GWTC-2.yaml'), 'catalog: GWTC-2\nevent_versions: []\n');
  return withLittleStack(() => checkFolder(readDataFolder(data)));
}

const load = (count: number, fields: (n: number) => string) =>
  loadEntries(count, (n) => `{ ${fields(n)}, gps: 1126259462.4, detectors: [H1] }`);

/** More event versions than a function call can have arguments with little stack. */
describe('25,000 event versions in one file', () => {
  it('are read in linear time', () => {
    const cpuOf = (count: number): number => {
      const start = process.cpuUsage();
      const { catalogue, problems } = load(count, (n) => `name: EV${n}, version: 1`);
      expect(problems).toEqual([]);
      expect(catalogue?.eventVersions).toHaveLength(count);
      return process.cpuUsage(start).user;
    };
    cpuOf(2500);
    const [few, many] = [cpuOf(2500), cpuOf(25_000)];
    // In quadratic time, it would be 100.
    expect(many / few).toBeLessThan(33);
  });

  it('are located individually if each has a problem', () => {
    const { problems } = loadEntries(25_000, () => '0');
    expect(problems).toHaveLength(25_000);
    expect(problems.at(-1)).toMatchObject({ line: 25_002, code: 'D112' });
  });
});

describe('an event', () => {
  it('cannot have 80,000 aliases, which is one problem', () => {
    const data = join(smallCatalogue(), 'data');
    const aliases = Array.from({ length: 80_000 }, (_, n) => `A${n}`).join(', ');
    writeFileSync(join(data, 'events.yaml'), `events:\n  - { name: GW150914, aliases: [${aliases}] }\n`);
    const { problems } = checkFolder(readDataFolder(data));
    expect(inFiles(problems).map(({ code, line, message }) => [code, line, message])).toEqual([
      ['D114', 2, '"aliases" has too many elements in GW150914'],
    ]);
  });

  it('can have 100 versions', () => {
    expect(load(100, (n) => `name: GW150914, version: ${n + 1}`).problems).toEqual([]);
  });

  it('cannot have 9999, which is one problem', () => {
    const { problems } = load(9999, (n) => `name: GW150914, version: ${n + 1}`);
    expect(inFiles(problems).map(({ code, line }) => [code, line])).toEqual([['D157', 103]]);
  });
});
