/**
 * Puts new files of a data folder in their places, all or none, also where the process is killed. In: a folder of new files, within the
 * data folder's work folder. A list of them, written once all are whole, makes the step final: whoever takes the lock next finishes it.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { WORK_FOLDER } from '../../site/output/site-files.ts';

/** Where a harvest makes new files of this data folder. */
export const stageOf = (data: string): string => join(data, WORK_FOLDER, 'harvest');

const listOf = (data: string): string => join(data, WORK_FOLDER, 'harvest.json');

/** Moves the files, by paths below `stageOf(data)`, which are whole on the disk. The caller holds the lock. */
export function install(data: string, files: readonly string[]): void {
  const beside = `${listOf(data)}.tmp`;
  const file = openSync(beside, 'w');
  try {
    writeSync(file, JSON.stringify({ files }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, listOf(data));
  finishInstall(data);
}

/** Finishes what was begun, or throws away what was not whole yet. The caller holds the lock. */
export function finishInstall(data: string): void {
  const list = listOf(data);
  if (existsSync(list)) {
    const { files } = JSON.parse(readFileSync(list, 'utf8')) as { files: readonly string[] };
    for (const path of files) {
      const from = join(stageOf(data), path);
      if (!existsSync(from)) continue;
      mkdirSync(dirname(join(data, path)), { recursive: true });
      renameSync(from, join(data, path));
    }
    rmSync(list);
  }
  rmSync(`${list}.tmp`, { force: true });
  rmSync(stageOf(data), { recursive: true, force: true });
}
