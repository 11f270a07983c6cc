/** The time of an import is linear in the number of rows, in any order, not quadratic. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importCsv } from '../../src/intake/import-file.ts';
import { smallCatalogue } from '../support/data-folders.ts';

const ROWS = 500;
const TIMES = 8;

const EVENTS = (n: number): string => `EV${n},1,${1_200_000_000 + n}.5,GWTC-1,H1`;
const FILES = (n: number): string => `O2,BULK,L1,16,L-L1_BULK_16_V1,${4096 * (1 + 2 * n)},1`;

const KINDS = [
  { kind: 'event-versions', head: 'name,version,gps,catalog,detectors', row: EVENTS, order: 'in the order of time' },
  { kind: 'event-versions', head: 'name,version,gps,catalog,detectors', row: EVENTS, order: 'latest first' },
  {
    kind: 'strain-files',
    head: 'run,dataset,detector,sample_rate_kHz,file_prefix,first_gps_start,count',
    row: FILES,
    order: 'mixed',
  },
] as const;

const ORDERS: Readonly<Record<string, (n: number, count: number) => number>> = {
  'in the order of time': (n) => n,
  'latest first': (n, count) => count - 1 - n,
  // A prime that does not divide any of the counts, so every number occurs exactly once.
  mixed: (n, count) => (n * 7919) % count,
};

it.each(KINDS)('$kind, $order', ({ kind, head, row, order }) => {
  const folder = smallCatalogue();
  const cpuOf = (count: number): number => {
    const csv = join(folder, `${count}.csv`);
    const rows = Array.from({ length: count }, (_, n) => row(ORDERS[order]?.(n, count) ?? n));
    writeFileSync(csv, `${head}\n${rows.join('\n')}\n`);
    const start = process.cpuUsage();
    const { problems, outcomes } = importCsv({ kind, file: csv, data: join(folder, 'data'), dryRun: true });
    expect(problems).toEqual([]);
    expect(outcomes.reduce((sum, { added }) => sum + added, 0)).toBe(count);
    return process.cpuUsage(start).user;
  };
  cpuOf(ROWS);
  const [few, many] = [cpuOf(ROWS), cpuOf(ROWS * TIMES)];
  expect(many / few).toBeLessThan((TIMES * TIMES) / 3);
});
