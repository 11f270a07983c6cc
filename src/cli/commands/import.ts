/** `stillwave import <kind> <file>`: merges a CSV file or a community catalog into the data folder. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Argument, InvalidArgumentError, Option } from 'commander';
import type { CommunityOptions } from '../../intake/community/read-events.ts';
import { DECIMAL_MARKS } from '../../intake/csv/decimal-mark.ts';
import type { Delimiter } from '../../intake/csv/delimiter.ts';
import { formatSkipped } from '../../intake/csv/skipped-rows.ts';
import { type CsvImportOptions, importCommunityCatalog, importCsv } from '../../intake/import-file.ts';
import { IMPORT_KINDS, IMPORTS, type ImportKind } from '../../intake/kinds/kinds.ts';
import type { ImportResult } from '../../intake/merge-into-folder.ts';
import { countOf } from '../../report/count.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { shownPath } from '../../report/problems.ts';
import type { CommandDefinition } from '../define.ts';
import { reportImport } from '../import-report.ts';
import { DATA, JSON_OUTPUT, OVERWRITE, QUIET } from '../options.ts';
import { withProgress } from '../progress.ts';
import { type Flags, withProject } from '../project.ts';
import { writeOutput } from '../write-files.ts';

interface ImportOptions extends Omit<CsvImportOptions, 'kind' | 'onProgress'>, Pick<CommunityOptions, 'name'> {
  readonly kind: ImportKind | 'catalog';
  /** Path of the CSV file for skipped rows. */
  readonly rejected?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs the import and prints its report. Returns the exit status. */
export async function importCommand(all: ImportOptions): Promise<number> {
  const unused = unusedOption(all);
  if (unused !== undefined) throw new ExpectedError(`--${unused} does not apply to "import ${all.kind}". Remove it`);
  const { rejected, kind, ...options } = all;
  if (rejected !== undefined && resolve(rejected) === resolve(options.file))
    throw new ExpectedError('--rejected is the imported file. Choose another one');
  if (rejected !== undefined && isWithin(options.data, rejected))
    throw new ExpectedError('--rejected is in the data folder. Choose a file elsewhere');
  const result = await withProgress(options.quiet, ({ update: onProgress }) =>
    kind === 'catalog'
      ? importCommunityCatalog({ ...options, onProgress })
      : importCsv({ ...options, kind, onProgress }),
  );
  const status = reportImport(options, result);
  // The report comes first, because the file may not be writable.
  if (rejected !== undefined) saveSkipped(rejected, result, options);
  return status;
}

/** True if the path leads into the folder, also through symbolic links. */
function isWithin(folder: string, path: string): boolean {
  const real = (one: string): string => (existsSync(one) ? realpathSync(one) : resolve(one));
  const within = relative(real(folder), existsSync(path) ? real(path) : join(real(dirname(path)), basename(path)));
  return !within.startsWith('..') && !isAbsolute(within);
}

const CSV_OPTIONS = ['delimiter', 'decimal', 'map', 'rejected'] as const;

/** The first given option that the kind of import does not have. */
function unusedOption(options: ImportOptions): string | undefined {
  const { kind, detectors } = options;
  if (kind === 'catalog') return CSV_OPTIONS.find((name) => options[name] !== undefined);
  if (detectors && !IMPORTS[kind].giveDetectors) return 'detectors';
  return options.name === undefined ? undefined : 'name';
}

/** Writes the file for skipped rows, and adds a line to the text report. A dry run only says what it would write. */
function saveSkipped(
  path: string,
  { skipped, isWritten, message }: ImportResult,
  { dryRun, json, quiet }: Pick<ImportOptions, 'dryRun' | 'json' | 'quiet'>,
): void {
  if (message !== null) return;
  const skippedCsv = formatSkipped(skipped);
  if (skippedCsv !== null && !dryRun) {
    const others = isWritten ? '; the others were imported' : '';
    writeOutput(path, skippedCsv, '--rejected', `The skipped rows were not saved${others}.`);
  }
  if (json || quiet) return;
  const rows = countOf(skipped.length, 'row');
  const written = dryRun ? `${rows} would be written` : rows;
  const text = skippedCsv === null ? 'not written, because no row was skipped' : written;
  process.stdout.write(`${shownPath(path)}: ${text}\n`);
}

function readDelimiter(text: string): Delimiter {
  const sign = text === 'tab' ? '\t' : text;
  if (sign !== ',' && sign !== ';' && sign !== '\t') throw new InvalidArgumentError('Write "," or ";" or tab.');
  return sign;
}

/** Adds a pair. Splits at the last `=`, because the name in the file may contain `=`. */
function readMapping(text: string, before: ImportOptions['map'] = new Map()): ImportOptions['map'] {
  const sign = text.lastIndexOf('=');
  const [name, column] = [text.slice(0, sign).trim(), text.slice(sign + 1).trim()];
  if (sign < 1 || column === '') throw new InvalidArgumentError('Write --map "name in the file=column".');
  return new Map([...before, [name, column]]);
}

export const command: CommandDefinition = {
  description:
    'Merges a CSV file, or with "catalog" the JSON file of a community catalog, into the data folder. Comments in the files are kept. Existing values are only replaced with --overwrite.',
  arguments: [
    new Argument('<kind>', 'what the file contains').choices([...IMPORT_KINDS, 'catalog']),
    new Argument('<file>', 'CSV file with a header, or JSON file of a catalog; docs/import.md explains the formats'),
  ],
  options: [
    DATA,
    OVERWRITE,
    new Option('--dry-run', 'show what would change, write nothing'),
    new Option(
      '--delimiter <sign>',
      'CSV: separator of the cells: "," or ";" or tab (default: as in the header)',
    ).argParser(readDelimiter),
    new Option('--decimal <mark>', 'CSV: how decimals are written (default: as the numbers show)').choices(
      Object.keys(DECIMAL_MARKS),
    ),
    new Option('--map <name=column>', 'CSV: a name in the header and the column that it means; repeatable').argParser(
      readMapping,
    ),
    new Option('--rejected <file>', 'CSV: save the skipped rows to this file, with the reasons'),
    new Option('--name <catalog>', 'catalog: its name in the data (default: the name in the file)'),
    new Option(
      '--detectors <codes>',
      'catalog, event-versions: detectors of new event versions that have none in the file, such as H1,L1',
    ).argParser((text) => text.split(/[,|\s]+/).filter(Boolean)),
    JSON_OUTPUT,
    QUIET,
  ],
  examples: [
    'import event-versions new-release.csv --dry-run',
    'import strain-files o4b.csv',
    'import segments o4b-segments.csv',
    'import strain-statistics o4b-statistics.csv --overwrite',
    'import event-versions table.csv --map "m1=mass_1_source" --rejected rejected.csv',
    'import catalog community.json --dry-run',
  ],
  status: `
  0  everything was merged or already existed
  1  rows or events were skipped because they have problems, or would replace a value without --overwrite (the others were
     merged); or DATA segments and strain files do not match; or nothing was merged because the files have problems
  2  wrong usage, another import or harvest is running, or the folder cannot be written`,
  run: (flags: Flags<Omit<ImportOptions, 'kind' | 'file'>>, kind: ImportOptions['kind'], file: string) =>
    importCommand({ ...withProject(flags), kind, file }),
};
