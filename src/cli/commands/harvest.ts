/** `stillwave harvest <base-url>`: merges the content of a service that has API v2 into the data folder. */

import { join, resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { API_ROOT } from '../../core/contract/paths.ts';
import { makeFolder, unmakeFolder } from '../../fs/folders.ts';
import { sha256 } from '../../fs/hash.ts';
import { type Lock, takeLock } from '../../fs/lock.ts';
import { outputError } from '../../fs/output-error.ts';
import { userFolder } from '../../fs/user-folder.ts';
import { NOTHING_MERGED } from '../../intake/harvest/answer.ts';
import { type HarvestResult, harvest } from '../../intake/harvest/harvest.ts';
import { DEFAULT_KINDS, KIND_OF_RECORDS } from '../../intake/harvest/harvest-kinds.ts';
import { mergeHarvest } from '../../intake/harvest/merge-harvest.ts';
import { IMPORT_KINDS, type ImportKind } from '../../intake/kinds/kinds.ts';
import { ENTRIES } from '../../intake/merge/report-rejected.ts';
import { type ImportResult, mergeIntoFolder } from '../../intake/merge-into-folder.ts';
import { countOf, showCount } from '../../report/count.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import type { CommandDefinition } from '../define.ts';
import { printImport, printImportJson } from '../import-report.ts';
import { untilInterrupted } from '../interrupt.ts';
import { DATA, JSON_OUTPUT, numberBetween, OVERWRITE, QUIET, readBaseUrl } from '../options.ts';
import { type Progress, withProgress } from '../progress.ts';
import { type Flags, withProject } from '../project.ts';
import { note } from '../report.ts';

interface HarvestCommandOptions {
  readonly baseUrl: string;
  /** Path of the data folder, created if necessary. */
  readonly data: string;
  /** Kinds of import. Default: every kind except statistics. */
  readonly only?: readonly string[];
  /** Also reads the record of each strain file. */
  readonly records?: boolean;
  /** Maximum requests per second. */
  readonly rate: number;
  readonly overwrite?: boolean;
  /** Removes records that the service no longer has. */
  readonly prune?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The validated options. */
interface Plan {
  readonly base: string;
  readonly kinds: readonly ImportKind[];
}

/** Runs the harvest and prints its report. Returns the exit status. */
export async function harvestCommand(options: HarvestCommandOptions): Promise<number> {
  const plan = planOf(options);
  let lock: Lock | null = null;
  try {
    // The lock is taken in the user's own folder, because the data may come from somebody else.
    const answers = userFolder(join('harvest', sha256(plan.base).slice(0, 16)));
    lock = takeLock(answers, 'harvest reads this service', `${NOTHING_MERGED}.`);
    return await withProgress(options.quiet, (progress) => run(options, { ...plan, answers }, progress));
  } catch (error) {
    throw outputError(error, plan.base, `${NOTHING_MERGED}.`);
  } finally {
    lock?.release();
  }
}

/** Throws ExpectedError. */
function planOf({ baseUrl, only, records }: HarvestCommandOptions): Plan {
  // Users may paste the URL of the API's root.
  const base = readBaseUrl(baseUrl.replace(new RegExp(`/${API_ROOT}/?$`), ''), '<base-url>');
  const names: readonly string[] = IMPORT_KINDS;
  const unknown = only?.find((kind) => !names.includes(kind));
  if (unknown !== undefined)
    throw new ExpectedError(`--only: unknown kind "${unknown}"; choose from ${names.join(', ')}`);
  const wanted = [
    ...((only as readonly ImportKind[] | undefined) ?? DEFAULT_KINDS),
    ...(records ? [KIND_OF_RECORDS] : []),
  ];
  const kinds = IMPORT_KINDS.filter((kind) => wanted.includes(kind));
  return { base, kinds };
}

async function run(
  options: HarvestCommandOptions,
  plan: Plan & { readonly answers: string },
  progress: Progress,
): Promise<number> {
  const say = (text: string): void => {
    if (options.quiet) return;
    progress.end();
    note(text);
  };
  const data = resolve(options.data);
  const { overwrite = false, prune = false, dryRun = false } = options;
  // The merge does not wait for anything, so a signal simply ends it; every file is then the old or the new one.
  const reading = await untilInterrupted((signal) =>
    harvest({
      ...plan,
      command: JSON.stringify({ data, kinds: plan.kinds, overwrite, prune, dryRun }),
      rate: options.rate,
      signal,
      onProgress: progress.update,
      onPause: (reason, ms) => say(`${reason}; next request in ${Math.ceil(ms / 1000)} s`),
    }),
  );
  const made = dryRun ? undefined : makeFolder(data);
  const policy = overwrite ? 'overwrite' : 'complete';
  let result: ImportResult;
  try {
    result = mergeIntoFolder(options.data, NOTHING_MERGED, !dryRun, () =>
      mergeHarvest(reading.found, {
        data: options.data,
        kinds: plan.kinds,
        policy,
        prune,
        onProgress: progress.update,
      }),
    );
  } finally {
    unmakeFolder(data, made);
  }
  progress.end();
  if (result.message === null) reading.finish();
  if (options.json) printImportJson(result, { ...reading.traffic });
  else printImport({ ...options, words: ENTRIES }, result);
  if (!options.json && !options.quiet) sayTraffic(reading);
  return result.status;
}

function sayTraffic({ traffic: { requests, fromCache, unchanged } }: HarvestResult): void {
  const cached = fromCache > 0 ? `, ${countOf(fromCache, 'answer')} of the interrupted run` : '';
  process.stdout.write(`${countOf(requests, 'request')} (${showCount(unchanged)} not modified)${cached}\n`);
}

export const command: CommandDefinition = {
  name: 'harvest',
  summary: 'merge the content of a live API v2 service into the data files',
  description:
    "Reads a live API v2 and merges its content into the data folder, like an import. Nothing is merged until everything has been read. Responses are saved in the user's cache folder (docs/harvest.md), so the same command continues an interrupted harvest, and later harvests only request what has changed.",
  arguments: [new Argument('<base-url>', 'URL of the service, without /api/v2')],
  options: [
    DATA,
    new Option(
      '--only <kinds>',
      'kinds of import, separated by commas (default: all except strain-statistics)',
    ).argParser((text) => text.split(',')),
    new Option('--records', 'also read the record of each strain file, which has its statistics; one request per file'),
    new Option('--rate <number>', 'maximum number of requests per second')
      .argParser(numberBetween(0.01, 10_000, /^\d+(\.\d+)?$/, 'number'))
      .default(5),
    OVERWRITE,
    new Option('--prune', 'remove the records that the service no longer has; without it, they are only listed'),
    new Option('--dry-run', 'read the service and show what would change, but write no data'),
    JSON_OUTPUT,
    QUIET,
  ],
  examples: [
    'harvest https://gwosc.org --dry-run',
    'harvest https://gwosc.org --prune --dry-run',
    'harvest https://gwosc.org --only runs,catalogs,event-versions,events',
    'harvest http://localhost:8000 --data copy --rate 1000',
  ],
  status: `
  0  everything was merged or already existed
  1  entries were skipped because they have problems, or would replace a value without --overwrite (the others were
     merged); or DATA segments and strain files do not match; or nothing was merged because the data have problems
  2  wrong usage, the service cannot be read completely (nothing was merged; run the command again to continue), or a
     folder cannot be written
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM (nothing was merged)`,
  run: (flags: Flags<Omit<HarvestCommandOptions, 'baseUrl'>>, baseUrl: string) =>
    harvestCommand({ ...withProject(flags), baseUrl }),
};
