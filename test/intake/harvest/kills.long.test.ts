import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { fullCatalogue } from '../../support/data-folders.ts';
import { killHarvests } from '../../support/kill-harvests.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('a killed harvest leaves the data in the old or the new state, and the next one continues', async () => {
  const data = join(temporaryFolder(), 'small');
  cpSync(join(fullCatalogue(), 'data'), data, { recursive: true });
  expect(await killHarvests({ cli: inject('cli'), data, folder: temporaryFolder(), kills: propertyRuns(2) })).toEqual(
    [],
  );
});
