/**
 * Harvests of two services in any order, with imports and manual edits in between: existing data are never lost, and values are replaced by
 * the service's only on request. Facts are read without the program.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkFolder, MISMATCHES, readDataFolder } from '../../../src/catalogue/load.ts';
import { importCsv } from '../../../src/intake/import-file.ts';
import { IMPORT_KINDS } from '../../../src/intake/kinds/kinds.ts';
import { buildPacks } from '../../support/built-site.ts';
import { fullCatalogue } from '../../support/data-folders.ts';
import { commentsOf, factsOf } from '../../support/facts.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { harvestInto, serveSite } from './harvest-into.ts';

/** Manual edits, each of which keeps the data valid: file, old text, new text. */
const EDITS: readonly (readonly [string, RegExp, string])[] = [
  ['events.yaml', /G184098/, 'G184099'],
  ['events.yaml', /\[GW150914_095045\]/, '[GW150914_0950, MINE]'],
  ['catalogs.yaml', /Second catalog\./, 'Our second catalog.'],
  ['event-versions/Empty-1.yaml', /best: 2/, 'best: 3'],
  ['event-versions/Empty-1.yaml', /gps: 1126300000.5/, 'gps: 1126300001.5'],
  ['timelines/O2.yaml', /\[1170000000, 1170000010\]/, '[1170000000, 1170000020]'],
  ['timelines/O1.yaml', /flags:/, 'flags: # Checked against the log.'],
];

const IMPORTS = {
  events: 'name,grace_id,aliases\nGW150914,S1,A1\n170423,G1,A2\n',
  catalogs: 'name,description\nGWTC-2,Imported.\nNew-1,One more.\n',
  'event-versions':
    'name,version,catalog,gps,detectors,redshift,redshift_upper\nGW150914,3,GWTC-1,1126259462.4,H1|L1,0.1,0.2\nGW999,1,GWTC-2,1126400000.5,H1,0.3,\n',
  segments: 'flag,run,start,stop\nV1_CBC_CAT1,O2,1170000100,1170000200\n',
} as const;

const step = fc.oneof(
  fc.record({ edit: fc.nat(EDITS.length - 1) }),
  fc.record({ kind: fc.constantFrom(...(Object.keys(IMPORTS) as (keyof typeof IMPORTS)[])) }),
  fc.record({ service: fc.nat(1), overwrite: fc.boolean() }),
);

function edit(data: string, number: number): void {
  const [name, pattern, text] = EDITS[number] as (typeof EDITS)[number];
  const path = join(data, name);
  writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text));
}

interface Known {
  readonly service: Awaited<ReturnType<typeof serveSite>>;
  readonly facts: ReadonlyMap<string, string>;
}
const services: Known[] = [];

beforeAll(async () => {
  for (const edits of [[], EDITS.keys()]) {
    const data = join(fullCatalogue(), 'data');
    for (const number of edits) edit(data, number);
    const site = join(temporaryFolder(), 'site');
    await buildPacks(data, site);
    services.push({ service: await serveSite(site), facts: factsOf(data) });
  }
});

afterAll(async () => {
  for (const { service } of services) await service.close();
});

it('a sequence of harvests, imports and edits loses nothing', async () => {
  let harvests = 0;
  let replaced = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      const folder = fullCatalogue();
      const data = join(folder, 'data');
      for (const one of steps) {
        if ('edit' in one) {
          edit(data, one.edit);
          continue;
        }
        if ('kind' in one) {
          const csv = join(folder, 'input.csv');
          writeFileSync(csv, IMPORTS[one.kind]);
          importCsv({ kind: one.kind, file: csv, data });
          continue;
        }
        const { service, facts } = services[one.service] as Known;
        const before = factsOf(data);
        const comments = commentsOf(data);
        const { merged } = await harvestInto({
          base: service.origin,
          data,
          kinds: IMPORT_KINDS,
          overwrite: one.overwrite,
        });
        expect(merged).toHaveProperty('files');
        harvests++;
        const after = factsOf(data);
        for (const [fact, value] of before) {
          if (after.get(fact) === value) continue;
          expect([fact, one.overwrite, after.get(fact)]).toEqual([fact, true, facts.get(fact)]);
          replaced++;
        }
        expect(commentsOf(data)).toEqual(expect.arrayContaining(comments));
        expect(checkFolder(readDataFolder(data)).problems.filter(({ code }) => !MISMATCHES.has(code))).toEqual([]);
      }
    }),
    { numRuns: propertyRuns(8) },
  );
  expect(harvests).toBeGreaterThan(5);
  expect(replaced).toBeGreaterThan(0);
});
