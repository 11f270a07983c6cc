/**
 * `stillwave harvest <base-url>`: reads a service with the API v2 into the data folder.
 *
 * Out: exit status 0 (merged, or nothing to do), 1 (some entries left out, DATA segments and strain files that do not match, or invalid
 * data, in which case nothing is written), 2 (wrong usage, the service cannot be read completely, another harvest or import is running, or a
 * folder cannot be written), 128 + the number of the signal that ended it. Report to stdout, problems and progress to stderr.
 */
import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { normaliseBaseUrl } from '../../core/contract/base-url.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import { sha256 } from '../../fs/hash.ts';
import { type Lock, LockedError, lockFolder, UnusableLockError } from '../../fs/lock.ts';
import { userFolder } from '../../fs/user-folder.ts';
import { DataSnapshot } from '../../intake/data-snapshot.ts';
import { type HarvestResult, harvest } from '../../intake/harvest/harvest.ts';
import { HarvestError } from '../../intake/harvest/harvest-error.ts';
import { DEFAULT_KINDS, HARVEST_KINDS, type HarvestKind, KIND_OF_RECORDS } from '../../intake/harvest/kinds.ts';
import { mergeHarvest } from '../../intake/harvest/merge.ts';
import { countOf, showCount } from '../../report/count.ts';
import { OutputError, outputError } from '../../site/install/output-error.ts';
import { lockDataFolder, retryIfChanged } from './data-lock.ts';
import { printImport, printImportJson } from './import-report.ts';
import { type ImportResult, install } from './install-merge.ts';
import { InterruptedError, reportInterrupt, untilInterrupted } from './interrupt.ts';
import { createProgress, type Progress } from './progress.ts';
import { fail, note } from './report.ts';

export interface HarvestCommandOptions {
  readonly baseUrl: string;
  /** Path of the data folder, created if necessary. */
  readonly data: string;
  /** Kinds of import. Default: every kind except the statistics. */
  readonly only?: readonly string[];
  /** Also reads the record of each strain file. */
  readonly records?: boolean;
  /** Maximum requests per second. */
  readonly rate: number;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly takeLock?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const NOTHING_MERGED = 'Nothing was merged';

/** The checked options. */
interface Plan {
  readonly base: string;
  readonly kinds: readonly HarvestKind[];
}

/** Runs the harvest and prints its report. Out: the exit status. */
export async function harvestCommand(options: HarvestCommandOptions): Promise<number> {
  const plan = planOf(options);
  if (typeof plan === 'string') return fail(plan);
  const progress = createProgress(options.quiet);
  let lock: Lock | null = null;
  try {
    const answers = answersFolder(plan);
    lock = lockAnswers(answers, options);
    return await untilInterrupted((signal) => run(options, { ...plan, answers }, progress, signal));
  } catch (error) {
    progress.end();
    if (error instanceof InterruptedError) return reportInterrupt(error);
    if (error instanceof HarvestError || error instanceof OutputError) {
      const nothing = error instanceof HarvestError ? `. ${NOTHING_MERGED}.` : '';
      return fail(`${error.message}${nothing}`);
    }
    throw error;
  } finally {
    lock?.release();
  }
}

/** Creates a folder and its parents. Out: a function that removes those that it created, if they are empty. Throws OutputError. */
function makeFolder(folder: string): () => void {
  let first: string | undefined;
  try {
    first = mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw outputError(error, folder, `${NOTHING_MERGED}.`);
  }
  return () => {
    if (first === undefined) return;
    try {
      for (let path = resolve(folder); path !== dirname(resolve(first)); path = dirname(path)) rmdirSync(path);
    } catch {
      // It has content.
    }
  };
}

/** The plan, or an error message. */
function planOf({ baseUrl, only, records }: HarvestCommandOptions): Plan | string {
  // People may copy the URL of the API's root.
  const url = normaliseBaseUrl(baseUrl.replace(new RegExp(`/${API_ROOT}/?$`), ''));
  if (!('url' in url)) return `<base-url>: ${url.message}; ${url.fix}`;
  const names: readonly string[] = HARVEST_KINDS;
  const unknown = only?.find((kind) => !names.includes(kind));
  if (unknown !== undefined) return `--only: unknown kind "${unknown}"; choose from ${names.join(', ')}`;
  const wanted = [
    ...((only as readonly HarvestKind[] | undefined) ?? DEFAULT_KINDS),
    ...(records ? [KIND_OF_RECORDS] : []),
  ];
  const kinds = HARVEST_KINDS.filter((kind) => wanted.includes(kind));
  return { base: url.url, kinds };
}

/** The folder for the answers of a service: one of the user, because the data may come from somebody else. Throws OutputError. */
function answersFolder({ base }: Plan): string {
  try {
    return userFolder(join('harvest', sha256(base).slice(0, 16)));
  } catch (error) {
    throw outputError(error, base, `${NOTHING_MERGED}.`);
  }
}

/** Locks the answers for one harvest at a time. Throws OutputError. */
function lockAnswers(folder: string, { takeLock }: HarvestCommandOptions): Lock {
  try {
    return lockFolder(folder, { takeOver: takeLock ?? false });
  } catch (error) {
    if (error instanceof UnusableLockError) throw new OutputError(`${error.message}. ${NOTHING_MERGED}`);
    if (!(error instanceof LockedError)) throw outputError(error, folder, `${NOTHING_MERGED}.`);
    const remedy = `Wait for it; if there is no other harvest, use --take-lock, or remove ${error.path}`;
    throw new OutputError(`another harvest reads this service (${error.holder}). ${NOTHING_MERGED}. ${remedy}`);
  }
}

async function run(
  options: HarvestCommandOptions,
  plan: Plan & { readonly answers: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const say = (text: string): void => {
    if (options.quiet) return;
    progress.end();
    note(text);
  };
  const reading = await harvest({
    ...plan,
    rate: options.rate,
    signal,
    onProgress: progress.update,
    onPause: (reason, ms) => say(`${reason}; next request in ${Math.ceil(ms / 1000)} s`),
    onChange: () => say('the catalogue changed while it was read, so it is read again'),
  });
  const removeEmpty = options.dryRun ? () => {} : makeFolder(options.data);
  let result: ImportResult;
  try {
    result = mergeResult(reading, options, plan, progress);
  } finally {
    removeEmpty();
  }
  progress.end();
  if (result.isWritten || result.message === null) reading.finish();
  if (options.json) printImportJson(result, { ...reading.traffic });
  else printImport({ ...options, kind: 'service' }, result);
  if (!options.json && !options.quiet) sayTraffic(reading);
  return result.status;
}

function sayTraffic({ traffic: { requests, fromCache, unchanged } }: HarvestResult): void {
  const cached = fromCache > 0 ? `, ${countOf(fromCache, 'answer')} of the harvest that was stopped` : '';
  process.stdout.write(`${countOf(requests, 'request')} (${showCount(unchanged)} not modified)${cached}\n`);
}

/** Merges the content into the data folder, or returns why that is not possible. Throws OutputError. */
function mergeResult(
  { found }: HarvestResult,
  options: HarvestCommandOptions,
  { kinds }: Plan,
  progress: Progress,
): ImportResult {
  const { data, dryRun } = options;
  const lock = dryRun ? null : lockDataFolder(data, options.takeLock, NOTHING_MERGED);
  const policy = options.overwrite ? 'overwrite' : 'complete';
  const merge = (): ImportResult => {
    const snapshot = new DataSnapshot(data);
    const merged = mergeHarvest(found, { snapshot, kinds, policy, onProgress: progress.update });
    return install(merged, { snapshot, lock, nothing: NOTHING_MERGED });
  };
  try {
    return retryIfChanged(merge);
  } finally {
    lock?.release();
  }
}
