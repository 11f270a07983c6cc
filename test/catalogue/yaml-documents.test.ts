/** Files that only `yaml` can read: how much memory they take, and where their problems are. */

import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { readYamlFile } from '../../src/catalogue/files/yaml-file.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

interface Runs {
  readonly runs: readonly { readonly name: string }[];
}

const FILES = 24;
const RUNS = 300;
const FOLDER = '/data';
const path = (number: number) => join(FOLDER, `runs-${number}.yaml`);
/** A file with `number` runs, as JSON; each run is on its own line. */
const text = (number: number) => {
  const runs = Array.from({ length: RUNS }, (_, n) => {
    const gpsStart = 1_000_000 * number + 1000 * n;
    return `{"name":"R${number}-${n}","gps_start":${gpsStart},"gps_end":${gpsStart + 500}}`;
  });
  return `{"runs":[\n${runs.join(',\n')}\n]}`;
};
const overlay = new Map(Array.from({ length: FILES }, (_, n) => [path(n), Buffer.from(text(n))]));

function readFiles(count: number) {
  return Array.from({ length: count }, (_, n) => {
    const { value: file, problems } = readYamlFile<Runs>(path(n), 'runs', overlay);
    expect(problems).toEqual([]);
    if (file === null) throw new Error('unreachable');
    return file;
  });
}

it('files do not keep their documents, which take many times the memory of their values', () => {
  const one = readFiles(1);
  const before = heapInUse();
  const files = readFiles(FILES);
  const bytesPerFile = (heapInUse() - before) / FILES;
  expect(files).toHaveLength(FILES);
  expect(one).toHaveLength(1);
  expect(bytesPerFile).toBeLessThan(15 * text(0).length);
});

it('values are located in every file, whichever was read last', () => {
  const files = readFiles(FILES);
  for (const at of [0, FILES - 1, 1, 12, 0]) {
    const excerpt = expect.stringContaining(`"R${at}-7"`);
    expect(files[at]?.place(['runs', 7, 'name'])).toMatchObject({ line: 9, column: 9, excerpt });
    expect(files[at]?.place(['runs', 3])).toMatchObject({ line: 5 });
  }
});
