/** Sequences of imports, overwrites and edits by hand, in any order: existing data that they do not mention are kept. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import type { EventVersionsFile } from '../../src/catalogue/types.ts';
import { importFile } from '../../src/intake/import-file.ts';
import { fullCatalogue } from '../support/data-folders.ts';
import { commentsOf } from '../support/facts.ts';
import { propertyRuns } from '../support/property-runs.ts';

const IDS = [
  ['GW150914', '3', 'GWTC-1'],
  ['GW150914', '4', 'GWTC-2'],
  ['GW151226', '1', 'GWTC-1'],
  ['170423', '1', 'GWTC-2'],
  ['GW151226', '2', 'GWTC-2'],
  ['GW999', '1', 'GWTC-1'],
] as const;

/** Columns, with the member of the record that each contains, and with possible values of its cells. */
const COLUMNS: Readonly<Record<string, readonly [member: string, texts: readonly string[]]>> = {
  gps: ['gps', ['1135136350.6', '1126259462.4', 'soon']],
  detectors: ['detectors', ['H1|L1', 'V1', 'X9']],
  doi: ['doi', ['https://doi.org/10.1/a', 'https://doi.org/10.1/b']],
  redshift: ['redshift.best', ['0.1', '0.09', 'x']],
  redshift_upper: ['redshift.upper_error', ['0.03', '0.2', 'none', '-1']],
  redshift_lower: ['redshift.lower_error', ['-0.03', '-0.2', 'none']],
  redshift_limit: ['redshift.is_upper_limit', ['upper', 'none']],
  far: ['far.best', ['1e-7', '2']],
  far_limit: ['far.is_upper_limit', ['upper', 'lower', 'none']],
};
const NAMES = Object.keys(COLUMNS);

const row = fc.tuple(fc.constantFrom(...IDS), fc.dictionary(fc.constantFrom(...NAMES), fc.nat(3), { maxKeys: 5 }));
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 4 }), overwrite: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constantFrom('comment', 'value', 'version'), seed: fc.nat(99) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const fileOf = (data: string, catalog: string): string => join(data, 'event-versions', `${catalog}.yaml`);

/** Every member of every event version, as `GW150914-v3 redshift.best`, read without the program. */
function factsOf(data: string): Map<string, string> {
  const facts = new Map<string, string>();
  for (const name of readdirSync(join(data, 'event-versions'))) {
    const { catalog, event_versions: versions } = parse(
      readFileSync(join(data, 'event-versions', name), 'utf8'),
    ) as EventVersionsFile;
    for (const { parameters = {}, ...version } of versions) {
      const id = `${version.name}-v${version.version}`;
      facts.set(`${id} catalog`, catalog);
      for (const [member, value] of Object.entries(version)) facts.set(`${id} ${member}`, JSON.stringify(value));
      for (const [parameter, value] of Object.entries(parameters)) {
        for (const [member, one] of Object.entries(value))
          facts.set(`${id} ${parameter}.${member}`, JSON.stringify(one));
      }
    }
  }
  return facts;
}

/** Edits of a maintainer in an editor. */
function editByHand(data: string, { edit, seed }: { edit: string; seed: number }): void {
  const path = fileOf(data, seed % 2 === 0 ? 'GWTC-1' : 'GWTC-2');
  const text = readFileSync(path, 'utf8');
  if (edit === 'comment') writeFileSync(path, text.replace(/^( +)detectors:/m, `$1# Seen ${seed}.\n$1detectors:`));
  if (edit === 'value') writeFileSync(path, text.replace(/best: [^,}\s]+/, `best: 0.${seed + 1}  `));
  if (edit === 'version') {
    const made = `  - name: HAND${seed}\n    version: 1\n    gps: ${1_100_000_000 + seed * 1_000_000}.5 # by hand ${seed}\n    detectors: [H1]\n`;
    if (!text.includes(`HAND${seed}\n`))
      writeFileSync(path, text.replace(/event_versions:\n/, `event_versions:\n${made}`));
  }
}

it('a sequence of imports and edits loses nothing', () => {
  let merged = 0;
  let replaced = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps: readonly Step[]) => {
      const folder = fullCatalogue();
      const data = join(folder, 'data');
      for (const one of steps) {
        if ('edit' in one) {
          editByHand(data, one);
          continue;
        }
        const before = factsOf(data);
        const comments = commentsOf(data);
        const named = new Set<string>();
        const lines = one.rows.map(([[name, version, catalog], cells]) => {
          const texts = NAMES.map((column) => {
            const [member, choices] = COLUMNS[column] as (typeof COLUMNS)[string];
            const text = cells[column] === undefined ? '' : (choices[cells[column] % choices.length] ?? '');
            if (text !== '')
              named.add(`${name}-v${version} ${member}`).add(`${name}-v${version} ${member.replace('upper', 'lower')}`);
            return text;
          });
          return [name, version, catalog, ...texts].join(',');
        });
        const csv = join(folder, 'rows.csv');
        writeFileSync(csv, `name,version,catalog,${NAMES.join(',')}\n${lines.join('\n')}\n`);
        const result = importFile({ kind: 'event-versions', file: csv, data, overwrite: one.overwrite });
        const after = factsOf(data);
        for (const [fact, value] of before) {
          if (one.overwrite && named.has(fact)) replaced += after.get(fact) === value ? 0 : 1;
          else expect([fact, after.get(fact)]).toEqual([fact, value]);
        }
        expect(commentsOf(data)).toEqual(expect.arrayContaining(comments));
        expect(checkFolder(readDataFolder(data)).problems).toEqual([]);
        if (result.isWritten) merged++;
      }
    }),
    { numRuns: propertyRuns(20) },
  );
  expect(merged).toBeGreaterThan(0);
  expect(replaced).toBeGreaterThan(0);
});
