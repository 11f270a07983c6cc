/** An editor saves a file at various moments while the compiled program imports a record: neither the edit nor the record is lost. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMALL_DATA } from '../support/data-folders.ts';
import type { Ground, Scenario } from './scenario.ts';

const FILE = 'event-versions/GWTC-2.yaml';
const RECORD = 'name: GW999999_000000';
const ROWS = 'name,version,gps,catalog,detectors\nGW999999_000000,1,1176984663.5,GWTC-2,H1|L1\n';
const COMMENT = '# Edited.\n';

/** Milliseconds between two saves in the long version. */
const STEP_MS = 20;
/** Number of saves in the short version. */
const MOMENTS = 3;

async function run({ cli, partial, isLong, say }: Ground): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stillwave-saves-'));
  const [data, csv] = [join(folder, 'data'), join(folder, 'rows.csv')];
  const path = join(data, FILE);
  // Importing into a larger catalogue takes longer, so there are more moments to save at.
  const source = isLong ? partial.data : SMALL_DATA;
  writeFileSync(csv, ROWS);
  const args = [cli, 'import', 'event-versions', csv, '--data', data, '--quiet'];
  /** Starts an import, and saves the file after this time. Out: the import's exit status, and how long it took. */
  const importAndSave = async (afterMs: number) => {
    rmSync(data, { recursive: true, force: true });
    cpSync(source, data, { recursive: true });
    const start = performance.now();
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await sleep(afterMs);
    writeFileSync(join(folder, 'edited'), `${readFileSync(path, 'utf8')}${COMMENT}`);
    renameSync(join(folder, 'edited'), path);
    return { status: await ended, ms: performance.now() - start };
  };
  const { ms } = await importAndSave(0);
  const step = isLong ? STEP_MS : Math.ceil(ms / MOMENTS);
  const moments = Array.from({ length: Math.ceil(ms / step) }, (_, n) => n * step);
  const wrong: string[] = [];
  for (const moment of moments) {
    const { status } = await importAndSave(moment);
    const text = readFileSync(path, 'utf8');
    if (status !== 0 && status !== 2) wrong.push(`saved after ${moment} ms: the import ended with ${status}`);
    if (!text.includes(COMMENT)) wrong.push(`saved after ${moment} ms: the edit was lost`);
    if (status === 0 && !text.includes(RECORD)) wrong.push(`saved after ${moment} ms: the record was lost`);
  }
  say(`${moments.length} saves within ${ms.toFixed(0)} ms`);
  rmSync(folder, { recursive: true, force: true });
  return wrong;
}

export const savedWhileImported: Scenario = { name: 'saves while a file is imported', run };
