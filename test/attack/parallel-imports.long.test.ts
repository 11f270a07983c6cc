/** Simultaneous imports into one data folder: each import merges its rows into the other's result, or reports why it did not. */

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { SMALL_DATA } from '../support/data-folders.ts';
import { inParallel, runCli } from '../support/folders.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TRIES = propertyRuns(2);
const AT_ONCE = 4;

it('loses no row', async () => {
  const root = temporaryFolder();
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const data = join(root, `data-${attempt}`);
    cpSync(SMALL_DATA, data, { recursive: true });
    const names = Array.from({ length: AT_ONCE }, (_, n) => `NEW${n}`);
    const ended = await inParallel(names, AT_ONCE, async (name) => {
      const csv = join(root, `${name}.csv`);
      writeFileSync(csv, `name,version,gps,catalog,detectors\n${name},1,1126259462.4,GWTC-1,H1\n`);
      return { name, ...(await runCli(inject('cli'), ['import', 'event-versions', csv, '--data', data])) };
    });
    const text = readFileSync(join(data, 'event-versions/GWTC-1.yaml'), 'utf8');
    for (const { name, status, stderr } of ended) {
      if (status !== 0)
        expect([status, stderr]).toEqual([2, expect.stringContaining('another import or harvest is writing')]);
      expect(text.includes(`name: ${name}`), name).toBe(status === 0);
    }
    expect(ended.filter(({ status }) => status === 0).length).toBeGreaterThan(0);
  }
});
