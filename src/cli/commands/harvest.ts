/** `stillwave harvest <base-url>`: merges the content of a service that has API v2 into the data folder. */

import { Argument, Option } from 'commander';
import { API_ROOT } from '../../core/contract/paths.ts';
import { DEFAULT_KINDS } from '../../intake/harvest/harvest-kinds.ts';
import { harvestInto } from '../../intake/harvest-into.ts';
import { IMPORT_KINDS, type ImportKind } from '../../intake/kinds/kinds.ts';
import { countOf, showCount } from '../../report/count.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import type { CommandDefinition } from '../define.ts';
import { reportImport } from '../import-report.ts';
import { untilInterrupted } from '../interrupt.ts';
import { DATA, JSON_OUTPUT, numberBetween, OVERWRITE, QUIET, readBaseUrl } from '../options.ts';
import { withProgress } from '../progress.ts';
import { type Flags, withProject } from '../project.ts';
import { note } from '../report.ts';

interface HarvestCommandOptions {
  readonly baseUrl: string;
  /** Path of the data folder, created if necessary. */
  readonly data: string;
  /** Kinds of import. Default: every kind except statistics. */
  readonly only?: readonly string[];
  /** The same as one more kind, `strain-statistics`. */
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

/** Runs the harvest and prints its report. Returns the exit status. */
export async function harvestCommand({
  baseUrl,
  only = DEFAULT_KINDS,
  records,
  ...options
}: HarvestCommandOptions): Promise<number> {
  // Users may paste the URL of the API's root.
  const base = readBaseUrl(baseUrl.replace(new RegExp(`/${API_ROOT}/?$`), ''), '<base-url>');
  const kinds = chosenKinds(records ? [...only, 'strain-statistics'] : only);
  const result = await withProgress(options.quiet, (progress) => {
    const onPause = (reason: string, ms: number): void => {
      if (options.quiet) return;
      progress.end();
      note(`${reason}; next request in ${Math.ceil(ms / 1000)} s`);
    };
    return harvestInto({ ...options, base, kinds, untilInterrupted, onProgress: progress.update, onPause });
  });
  const { requests, unchanged, fromCache } = result.traffic;
  const status = reportImport(options, result, { ...result.traffic });
  if (options.json || options.quiet) return status;
  const cached = fromCache > 0 ? `, ${countOf(fromCache, 'answer')} of the interrupted run` : '';
  process.stdout.write(`${countOf(requests, 'request')} (${showCount(unchanged)} not modified)${cached}\n`);
  return status;
}

/** The kinds to harvest, in the order of imports. Throws ExpectedError. */
function chosenKinds(only: readonly string[]): readonly ImportKind[] {
  const names: readonly string[] = IMPORT_KINDS;
  const unknown = only.find((kind) => !names.includes(kind));
  if (unknown !== undefined)
    throw new ExpectedError(`--only: unknown kind "${unknown}"; choose from ${names.join(', ')}`);
  return IMPORT_KINDS.filter((kind) => only.includes(kind));
}

export const command: CommandDefinition = {
  description:
    "Reads a live API v2 and merges its content into the data folder, like an import. Nothing is merged until everything has been read. Responses are saved in the user's cache folder (docs/harvest.md), so the same command continues an interrupted harvest, and later harvests only request what has changed.",
  arguments: [new Argument('<base-url>', 'URL of the service, without /api/v2')],
  options: [
    DATA,
    new Option(
      '--only <kinds>',
      'kinds of import, separated by commas (default: all except strain-statistics)',
    ).argParser((text) => text.split(',').map((kind) => kind.trim())),
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
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM (each data file is the old or the new one)`,
  run: (flags: Flags<Omit<HarvestCommandOptions, 'baseUrl'>>, baseUrl: string) =>
    harvestCommand({ ...withProject(flags), baseUrl }),
};
