/** An import that changes three files, for tests that kill it: the data before and after, and possible states in between. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { SMALL_DATA } from './data-folders.ts';
import { contentOf } from './folders.ts';

const event = (number: number) => ({
  event_name: `GW1501${String(number + 10).slice(-2)}_000000`,
  gps: 1126051218 + number * 3600,
  detectors: ['H1', 'L1'],
  gracedb_id: `S${number}`,
  search: [{ pipeline_name: 'pycbc', parameters: [{ parameter_name: 'far', best: number, unit: '1/year' }] }],
});

/** Writes a community catalog with a new catalog and this many events. */
export function writeCatalogFile(path: string, events: number): void {
  const all = Array.from({ length: events }, (_, index) => event(index));
  writeFileSync(path, JSON.stringify({ catalog_name: 'New-1', catalog_description: 'New.', events: all }));
}

/** Restores the data folder to the state before. */
export function resetData(data: string): void {
  rmSync(data, { recursive: true, force: true });
  cpSync(SMALL_DATA, data, { recursive: true });
}

/** The data files, without unfinished temporary files. */
export function dataFiles(data: string): Map<string, string> {
  return new Map([...contentOf(data)].filter(([path]) => !/(^|\/)\.[^/]+/.test(path)));
}

const isSame = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);

/** The state of a folder after a kill: `old` or `new`; `mixed` if each file is one of the two; `broken` otherwise. */
export function stateOf(
  data: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): 'old' | 'new' | 'mixed' | 'broken' {
  const now = dataFiles(data);
  if (isSame(now, before)) return 'old';
  if (isSame(now, after)) return 'new';
  const isEither = [...now].every(([path, text]) => text === before.get(path) || text === after.get(path));
  return isEither ? 'mixed' : 'broken';
}
