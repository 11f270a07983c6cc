/** Imports that are killed, or fail, at a file system call: each file is old or new, and the same import again finishes it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { faultAt, runCli } from '../support/folders.ts';
import { dataFiles, resetData, stateOf, writeCatalogFile } from '../support/kill-imports.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');
const folder = temporaryFolder();
const data = join(folder, 'data');
const file = join(folder, 'catalog.json');
const args = ['import', 'catalog', file, '--data', data, '--quiet'];
let before = new Map<string, string>();
let after = new Map<string, string>();
let calls = 0;

beforeAll(async () => {
  writeCatalogFile(file, 5);
  resetData(data);
  before = dataFiles(data);
  const count = join(folder, 'count');
  const done = await runCli(cli, args, faultAt(Number.MAX_SAFE_INTEGER, 'kill', { FAULT_COUNT: count }));
  expect([done.status, done.stderr]).toEqual([0, '']);
  calls = Number(readFileSync(count, 'utf8'));
  after = dataFiles(data);
  expect([...after.keys()].filter((path) => after.get(path) !== before.get(path))).toHaveLength(3);
});

/** When to kill, as fractions of the calls, from the start to the end: before a call, or in the middle of one that writes. */
const KILLS = Array.from({ length: propertyRuns(6) }, (_, n) => {
  return [(n + 0.5) / propertyRuns(6), n % 2 === 0 ? 'kill' : 'half'] as const;
});

describe('killed', () => {
  it.each(KILLS)(
    'after %d of its calls (%s), each file is old or new, and the next import finishes it',
    async (part, kind) => {
      resetData(data);
      const killed = await runCli(cli, args, faultAt(Math.max(1, Math.round(part * calls)), kind));
      expect(killed.signal).toBe('SIGKILL');
      expect(['old', 'new', 'mixed']).toContain(stateOf(data, before, after));
      const next = await callCli(args);
      expect([next.status, next.stderr]).toEqual([0, '']);
      expect(stateOf(data, before, after)).toBe('new');
      const validated = await callCli(['validate', '--data', data, '--quiet']);
      expect(validated.status).toBe(0);
    },
  );
});

describe('a disk that fails', () => {
  const MESSAGES = {
    old: 'Nothing was imported.',
    mixed: 'Some files were updated, others not. Run the command again to finish.',
  };

  it.each([0.3, 0.55, 0.7, 0.75])(
    'after %d of the calls leaves each file whole; the error names the state, and the next import finishes',
    async (part) => {
      resetData(data);
      const failed = await runCli(cli, args, faultAt(Math.round(part * calls), 'EIO'));
      const state = stateOf(data, before, after);
      expect(['old', 'mixed']).toContain(state);
      const message = `the disk reports an error. ${MESSAGES[state as 'old' | 'mixed']}`;
      expect([failed.status, failed.stderr]).toEqual([2, expect.stringContaining(message)]);
      const next = await callCli(args);
      expect([next.status, next.stderr]).toEqual([0, '']);
      expect(stateOf(data, before, after)).toBe('new');
    },
  );
});
