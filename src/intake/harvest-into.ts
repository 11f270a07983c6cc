/**
 * Harvests a service into a data folder. `Client` sends the requests and stores the answers, `Service` reads lists and records from them, and
 * `readService` reads all content that is wanted. `mergeHarvest` turns the content into items, merges them as an import merges its items, and
 * finds the records that the service no longer has.
 */
import { join, resolve } from 'node:path';
import { makeFolder, unmakeFolder } from '../fs/folders.ts';
import { sha256 } from '../fs/hash.ts';
import { type Lock, takeLock } from '../fs/lock.ts';
import { outputError } from '../fs/output-error.ts';
import { userFolder } from '../fs/user-folder.ts';
import { Client, type ClientOptions } from './harvest/client.ts';
import { NOTHING_MERGED } from './harvest/errors.ts';
import { type HarvestMergeOptions, mergeHarvest } from './harvest/merge-harvest.ts';
import { readService } from './harvest/read-service.ts';
import { Service } from './harvest/service.ts';
import { type ImportResult, mergeIntoFolder } from './merge-into-folder.ts';

export interface HarvestOptions extends HarvestMergeOptions, Pick<ClientOptions, 'base' | 'rate' | 'onPause'> {
  /** If true, no data file is written. */
  readonly dryRun?: boolean;
  /** Runs the reading, and aborts its signal when the process is interrupted. */
  untilInterrupted<Result>(read: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/**
 * Merges a service's content into the data folder, which need not exist, or returns the reason why it cannot be merged. A command that was
 * interrupted less than a day ago continues where it stopped. Throws HarvestError, OutputError, or the signal's reason.
 */
export async function harvestInto(options: HarvestOptions): Promise<ImportResult & Pick<Client, 'traffic'>> {
  const { base } = options;
  let lock: Lock | null = null;
  let answers = 'the cache folder';
  try {
    // The lock is taken in the user's own folder, because the data may come from somebody else.
    answers = userFolder(join('harvest', sha256(base).slice(0, 16)));
    lock = takeLock(answers, 'harvest reads this service', `${NOTHING_MERGED}.`);
    return await readAndMerge(options, answers);
  } catch (error) {
    throw outputError(error, answers, `${NOTHING_MERGED}.`);
  } finally {
    lock?.release();
  }
}

async function readAndMerge(options: HarvestOptions, answers: string) {
  const { data, kinds, overwrite = false, prune = false, dryRun = false, onProgress } = options;
  const folder = resolve(data);
  const command = JSON.stringify({ data: folder, kinds, overwrite, prune, dryRun });
  // The merge does not wait for anything, so a signal simply ends it; every file is then the old or the new one.
  const { client, content } = await options.untilInterrupted(async (signal) => {
    const client = new Client({ ...options, answers, command, signal });
    return { client, content: await readService(new Service(client, onProgress), kinds) };
  });
  const made = dryRun ? undefined : makeFolder(folder);
  try {
    const result = mergeIntoFolder(data, NOTHING_MERGED, !dryRun, () => mergeHarvest(content, options));
    if (result.message === null) client.finish();
    return { ...result, traffic: client.traffic };
  } finally {
    unmakeFolder(folder, made);
  }
}
