/**
 * Random sequences of edits of data and configuration, with packs of the site deleted or damaged and builds interrupted in between: the
 * result of an incremental build equals that of a build from scratch, byte for byte; files with unchanged content keep their modification
 * time, and all other files get a different one, even in whole seconds.
 */

import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { buildSite } from '../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { writeCatalogue } from '../oracle/catalogue-writer.ts';
import { compiled, differences, snapshot } from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Edit, edits, FILTERS, ofConfig, type State, start } from './edits.ts';

const isOfPacks = (path: string) => /^(packs|index)\//.test(path);

/** Damage to packs between two builds; a build does not check page and detail files of the previous one. */
const harms: Readonly<Record<string, (path: string) => void>> = {
  'a pack is deleted': (path) => rmSync(path),
  'a pack is cut': (path) => truncateSync(path, 0),
  'a pack is made longer': (path) => writeFileSync(path, 'x', { flag: 'a' }),
};

/** Applies even to a build that only repairs. */
const ALWAYS_WRITTEN = ['release.json', 'manifest.json'];
const CUT_OFF = 'the next build is cut off';
const steps = [...Object.keys(edits), ...Object.keys(harms), CUT_OFF];
const sequences = fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(1000)), { minLength: 2, maxLength: 8 });
/** Gives the last build something to do. */
const last = ofConfig(() => ({ cache: { ...DEFAULT_CONFIG.cache, errors: { maxAge: 77 } } }));

it('every key of the configuration is edited', () => {
  const edited = Object.values(edits).flatMap((edit) =>
    [0, 1].flatMap((number) => Object.keys(edit(start, number).config)),
  );
  expect([...new Set(edited)].sort()).toEqual(Object.keys(DEFAULT_CONFIG).sort());
});

describe('an incremental build', () => {
  it('equals a build from scratch, after any edits', async () => {
    const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(inject('cli'), 'site/build.js');
    const root = temporaryFolder();
    const [dataDir, out, scratch] = [join(root, 'data'), join(root, 'site'), join(root, 'scratch')];
    const build = async ({ catalogue, config }: State, to: string, onProgress?: () => void, signal?: AbortSignal) => {
      rmSync(dataDir, { recursive: true, force: true });
      writeCatalogue(dataDir, catalogue);
      const enumerate = { pageSizes: [20], filters: FILTERS };
      const options = { dataDir, out: to, config: { ...DEFAULT_CONFIG, enumerate, ...config } };
      const result = await buildSite({ ...options, ...(onProgress && signal && { onProgress, signal }) });
      expect(result.kind).not.toBe('problems');
      return result.kind;
    };
    /** The files of the site. */
    let files: ReturnType<typeof snapshot>;
    /** A build that is aborted after one or two progress reports, which leaves everything unchanged. */
    const cutOff = async (state: State, number: number) => {
      const controller = new AbortController();
      let left = number % 2;
      const onProgress = () => {
        if (left-- === 0) controller.abort(new Error('cut off'));
      };
      await build(state, out, onProgress, controller.signal).catch((error) => {
        expect(String(error)).toContain('cut off');
        expect(differences(snapshot(out), files)).toEqual([]);
      });
    };
    const harm = (name: string, number: number) => {
      const paths = [...files.keys()].filter(isOfPacks);
      for (const path of paths.filter((_, n) => n % 7 === number % 7)) harms[name]?.(join(out, path));
      files = snapshot(out);
    };
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        rmSync(out, { recursive: true, force: true });
        let state = start;
        /** A build that finds missing or changed files trusts nothing, and writes every file. */
        let isSound = true;
        await build(state, out);
        files = snapshot(out);
        for (const [name, number] of sequence) {
          isSound &&= !(name in harms);
          if (name === CUT_OFF) await cutOff((edits['another value'] as Edit)(state, number), number);
          else if (name in harms) harm(name, number);
          if (!(name in edits)) continue;
          state = (edits[name] as Edit)(state, number);
          const before = files;
          const kind = await build(state, out);
          files = snapshot(out);
          for (const [path, { hash, mtimeMs }] of files) {
            const old = before.get(path);
            if (isSound && old?.hash === hash && !ALWAYS_WRITTEN.includes(path))
              expect(mtimeMs, path).toBe(old.mtimeMs);
            else if (old && old.hash !== hash) {
              expect(Math.floor(mtimeMs / 1000), path).toBeGreaterThan(Math.floor(old.mtimeMs / 1000));
            }
          }
          isSound ||= kind === 'built';
        }
        state = last(state, 0);
        await build(state, out);
        rmSync(scratch, { recursive: true, force: true });
        await build(state, scratch);
        expect(differences(snapshot(out), snapshot(scratch))).toEqual([]);
      }),
      { numRuns: propertyRuns(4) },
    );
  });
});

it('a build that is aborted at its first progress report leaves the folder unchanged', async () => {
  const root = temporaryFolder();
  const [dataDir, out] = [join(root, 'data'), join(root, 'site')];
  writeCatalogue(dataDir, start.catalogue);
  const config = { ...DEFAULT_CONFIG, layout: 'packs', downloads: [] } as const;
  expect((await buildSite({ dataDir, out, config })).kind).toBe('built');
  const before = snapshot(out);
  const controller = new AbortController();
  let reports = 0;
  const onProgress = () => {
    reports++;
    controller.abort(new Error('cut off'));
  };
  const options = { dataDir, out, config, force: true, onProgress, signal: controller.signal };
  await expect(buildSite(options)).rejects.toThrow('cut off');
  expect(reports).toBe(1);
  expect(snapshot(out)).toEqual(before);
});
