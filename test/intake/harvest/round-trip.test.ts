/** harvest(serve(build(data))) equals data: nothing changes in the folder itself, and a new folder gives the same packs. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { IMPORT_KINDS } from '../../../src/intake/kinds/kinds.ts';
import { type CatalogueCase, catalogueCases, random } from '../../oracle/generated.ts';
import { buildPacks, openSiteAt } from '../../support/built-site.ts';
import { contentOf } from '../../support/folders.ts';
import { LONG, propertyRuns } from '../../support/property-runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { harvestInto, packsOf, serviceWarnings } from './harvest-into.ts';

/**
 * Names of the packs that must be equal. Two sorts may differ: OPTIONS and OpenAPI contain detectors and parameters in the order of the
 * data, which no other response shows; and the older interfaces contain references, bulk files and units that API v2 does not have.
 */
const packNames = (root: string): string[] =>
  readdirSync(packsOf(root)).filter((name) => !/^(?:documents|legacy-event)/.test(name));

const BASE = 'https://service.example';

/** Answers the requests of a harvest with a site, without a socket, because there are thousands. Other tests of harvests use one. */
function serve(root: string): void {
  const { answer } = openSiteAt(root, { baseUrl: BASE });
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const { status, headers, body } = await answer({ method: 'GET', url: String(url).slice(BASE.length), headers: {} });
    return new Response(body, { status, headers });
  });
  onTestFinished(() => void fetching.mockRestore());
}

async function roundTrip({ write }: CatalogueCase): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-round-'));
  const [data, site, made, again] = ['data', 'site', 'made', 'again'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  write(data);
  await buildPacks(data, site);
  serve(site);
  try {
    const before = contentOf(data);
    const own = await harvestInto({ base: BASE, data, kinds: IMPORT_KINDS });
    expect(own.merged).toMatchObject({
      problems: [],
      warnings: [],
      skipped: [],
      mismatches: [],
      files: new Map(),
      gone: [],
    });
    expect(contentOf(data)).toEqual(before);
    const { merged } = await harvestInto({ base: BASE, data: made, kinds: IMPORT_KINDS });
    expect(merged).toMatchObject({ problems: [], skipped: [], mismatches: [] });
    expect(serviceWarnings(merged)).toEqual([]);
    await buildPacks(made, again);
    expect(packNames(again)).toEqual(packNames(site));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Catalogues with unique features; one without detectors cannot be recreated. */
const CASES = ['one-entry', 'fifty-versions', 'gps-ties', 'names-within-names', 'every-kind', 'nested-runs'];
const chosen = catalogueCases.filter(({ name }) => CASES.includes(name));

describe('a harvest of generated catalogues', () => {
  it.each(chosen)('$name', roundTrip);

  it('of records of strain files with an empty list of bit sums', () => roundTrip(random(744006)));

  if (LONG)
    it('of any seed', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 100, max: 1_000_000 }), (seed) => roundTrip(random(seed))),
        { numRuns: propertyRuns(1) },
      );
    });
});

it('of a part of the shipped catalogue creates the same records in a new folder', async () => {
  const { root } = inject('partial');
  const folder = temporaryFolder();
  const [made, again] = ['made', 'again'].map((name) => join(folder, name)) as [string, string];
  serve(root);
  const { merged } = await harvestInto({ base: BASE, data: made });
  expect(merged).toMatchObject({ problems: [], skipped: [], mismatches: [] });
  expect(serviceWarnings(merged)).toEqual([]);
  await buildPacks(made, again);
  // Records of strain files were not read, and only they contain the published statistics, such as the duty cycle that older interfaces
  // have.
  const comparable = (name: string): boolean => !/^strain-file-details-/.test(name);
  expect(packNames(again).filter(comparable)).toEqual(packNames(root).filter(comparable));
});
