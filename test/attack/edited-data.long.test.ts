/**
 * Data files that change while a build reads them. A file is edited before file system calls that a build makes in its data folder (`npm
 * run long -- attack`: before every call), both in builds from scratch and in builds over an earlier site. The result must be the complete
 * release for the data before or after the edit, with that release's id.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { copyTree, differences, type FileState, snapshot } from '../support/folders.ts';
import { createInterceptor } from '../support/intercept-calls.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = temporaryFolder();
const [before, data, out] = [join(root, 'before'), join(root, 'data'), join(root, 'site')];
writeCatalogue(before, everyKind);
const build = (dataDir: string, to: string) =>
  buildSite({ dataDir, out: to, config: { ...DEFAULT_CONFIG, layout: 'packs', downloads: [] } });

/** Each edit changes one file: the function turns the file's old content (empty for a new file) into the new content. */
const EDITS: Readonly<Record<string, (text: string) => string>> = {
  'event-versions/GWTC-2.yaml': (text) => text.replace('"best":', '"best":1'),
  'catalogs.yaml': (text) => text.replace('The sum.', 'The whole.'),
  'strain-statistics/O1_4KHZ_R1.ndjson': (text) => text.replace(/"BNS":60/, '"BNS":61'),
  'event-versions/Empty.yaml': () =>
    'catalog: Empty\nevent_versions: [{ name: New, version: 1, gps: 1126259462, detectors: [H1] }]\n',
};

const CALLS = ['readFileSync', 'readdirSync', 'openSync', 'readSync', 'closeSync'] as const;
const { intercept, restore } = createInterceptor(CALLS);
afterEach(restore);

/** Calls `strike` before the nth call (from 1) that reads from the data folder. Returns the number of calls. */
function strikeAt(number: number, strike: () => void): () => number {
  let calls = 0;
  let isInside = false;
  intercept((_, original) => (...given) => {
    const isOfData = typeof given[0] === 'number' || String(given[0]).startsWith(data);
    // No edit occurs during a call that reads a whole file: it would return content that matches neither state.
    if (!isInside && isOfData && ++calls === number) strike();
    const wasInside = isInside;
    isInside = true;
    try {
      return original(...given);
    } finally {
      isInside = wasInside;
    }
  });
  return () => calls;
}

const copyData = () => {
  rmSync(data, { recursive: true, force: true });
  cpSync(before, data, { recursive: true });
};

async function treeOf(dataDir: string): Promise<ReadonlyMap<string, FileState>> {
  const to = join(root, 'scratch');
  rmSync(to, { recursive: true, force: true });
  expect((await build(dataDir, to)).kind).toBe('built');
  return snapshot(to);
}

/** What the output folder contains before a build: nothing, or a site built from data that differ from both states. */
const BEGINNINGS = ['from scratch', 'over an earlier site'] as const;
const earlier = join(root, 'earlier');

beforeAll(async () => {
  copyData();
  const change = (path: string, from: string, to: string) => {
    const text = readFileSync(join(data, path), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(data, path), text.replace(from, to));
  };
  change('runs.yaml', '1137254417', '1137254418');
  change('strain-statistics/O1_4KHZ_R1.ndjson', '"BNS":60', '"BNS":59');
  await build(data, earlier);
});

describe.each(BEGINNINGS)('a data file that is edited during a build %s', (beginning) => {
  const begin = () => {
    rmSync(out, { recursive: true, force: true });
    if (beginning === 'over an earlier site') copyTree(earlier, out);
  };

  it.each(Object.keys(EDITS))('%s: the result is completely one of the two states', async (path) => {
    begin();
    const found = snapshot(out);
    copyData();
    const old = await treeOf(data);
    const file = join(data, path);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const edited = (EDITS[path] as (text: string) => string)(text);
    expect(edited).not.toBe(text);
    const edit = () => {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, edited);
    };
    edit();
    const next = await treeOf(data);
    const states = { old: 0, next: 0, refused: 0 };
    let calls = 1;
    // Statistics are read in several calls, so an edit can come between two of them.
    const step = Math.ceil((path.endsWith('.ndjson') ? 8 : 20) / propertyRuns(1));
    for (let at = 1; at <= calls; at += step) {
      copyData();
      begin();
      const count = strikeAt(at, edit);
      const result = await build(data, out).finally(restore);
      calls = Math.max(calls, count());
      if (result.kind === 'problems') {
        expect(result.problems.map(({ message }) => message)).toEqual(['the file changed while it was read']);
        expect(differences(snapshot(out), found)).toEqual([]);
        states.refused++;
        continue;
      }
      const tree = snapshot(out);
      const isOld = differences(tree, old).length === 0;
      if (!isOld) expect(differences(tree, next), `edited before call ${at}`).toEqual([]);
      states[isOld ? 'old' : 'next']++;
      // The restored data have the old release id again. The site must not already have that id, or this build would skip the work.
      copyData();
      await build(data, out);
      expect(differences(snapshot(out), old), `put back after an edit before call ${at}`).toEqual([]);
    }
    expect(states.old).toBeGreaterThan(0);
    expect(states.next).toBeGreaterThan(0);
    expect(states.refused > 0).toBe(path.endsWith('.ndjson'));
  });
});
