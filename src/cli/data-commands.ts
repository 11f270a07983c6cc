/** Commands for data: init, validate, import, harvest. */

import { Argument, InvalidArgumentError, Option } from 'commander';
import { DECIMAL_MARKS } from '../intake/csv/decimal-mark.ts';
import type { Delimiter } from '../intake/csv/delimiter.ts';
import { IMPORT_KINDS } from '../intake/kinds/kind-names.ts';
import type { HarvestCommandOptions } from './commands/harvest.ts';
import type { ImportOptions } from './commands/import.ts';
import type { InitOptions } from './commands/init.ts';
import type { ValidateOptions } from './commands/validate.ts';
import type { CommandDefinition } from './define.ts';
import { CONFIG, DATA, JSON_OUTPUT, numberBetween, OVERWRITE, QUIET } from './options.ts';
import { type Flags, withProject } from './project.ts';

export const INIT: CommandDefinition = {
  name: 'init',
  summary: 'create a new catalogue',
  description:
    'Writes a small catalogue with an example event, its configuration and comments that explain them, and shows what to run next. Never replaces a file.',
  arguments: [
    new Argument('[folder]', 'folder of the new catalogue, created if necessary').default('.', 'this folder'),
  ],
  options: [
    new Option('--empty', 'leave out the example'),
    new Option('--forge <name>', 'add a workflow that validates each change, and builds, checks and publishes').choices(
      ['github', 'gitlab'],
    ),
    new Option(
      '--mirror <url>',
      'with --forge github: also add a workflow that harvests this service every night, and opens a pull request with the differences',
    ),
    new Option(
      '--package <spec>',
      'where package.json gets Stillwave from: a version, URL or file (default: where this program came from)',
    ),
    JSON_OUTPUT,
  ],
  examples: [
    'init my-catalogue',
    'init --empty --forge github --package git+https://host/stillwave.git',
    'init --empty --forge github --mirror https://gwosc.org mirror',
  ],
  status: '0 written, 2 wrong usage, the folder already has files of a catalogue, or is not writable.',
  async run(folder: string, flags: Omit<InitOptions, 'folder'>) {
    const { initCommand } = await import('./commands/init.ts');
    return initCommand({ folder, ...flags });
  },
};

export const VALIDATE: CommandDefinition = {
  name: 'validate',
  summary: 'check the data files and the configuration',
  description:
    'Checks every data file, the statistics and the configuration. Reports all problems, and warns about implausible values. While a file does not match its schema, its values and references are not checked: more checks follow when these problems are mended. Writes nothing.',
  options: [DATA, CONFIG, new Option('--strict', 'count warnings as problems'), JSON_OUTPUT, QUIET],
  examples: ['validate', 'validate --strict', 'validate --data my-catalogue --json'],
  status: '0 clean, 1 problems (with --strict also warnings), 2 wrong usage. Codes are explained in docs/errors.md.',
  async run(flags: Flags<ValidateOptions>) {
    const { validateCommand } = await import('./commands/validate.ts');
    return validateCommand(withProject(flags));
  },
};

function readDelimiter(text: string): Delimiter {
  const sign = text === 'tab' ? '\t' : text;
  if (sign !== ',' && sign !== ';' && sign !== '\t') throw new InvalidArgumentError('Write "," or ";" or tab.');
  return sign;
}

/** Adds a pair. Splits at the last `=`, because the name in the file may contain `=`. */
function readMapping(text: string, before: ImportOptions['map'] = []): ImportOptions['map'] {
  const sign = text.lastIndexOf('=');
  const [name, column] = [text.slice(0, sign).trim(), text.slice(sign + 1).trim()];
  if (sign < 1 || column === '') throw new InvalidArgumentError('Write --map "name in the file=column".');
  return [...before, [name, column]];
}

export const IMPORT: CommandDefinition = {
  name: 'import',
  summary: 'merge a CSV file or a community catalog into the data files',
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
  2  wrong usage, another import is running, or the folder cannot be written`,
  async run(kind: ImportOptions['kind'], file: string, flags: Flags<Omit<ImportOptions, 'kind' | 'file'>>) {
    const { importCommand } = await import('./commands/import.ts');
    return importCommand({ ...withProject(flags), kind, file });
  },
};

export const HARVEST: CommandDefinition = {
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
  async run(baseUrl: string, flags: Flags<Omit<HarvestCommandOptions, 'baseUrl'>>) {
    const { harvestCommand } = await import('./commands/harvest.ts');
    return harvestCommand({ ...withProject(flags), baseUrl });
  },
};
