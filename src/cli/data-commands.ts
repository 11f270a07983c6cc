/** Commands for data: validate, import, export, harvest, build. */

import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { IMPORT_KINDS } from '../intake/kinds/kind-names.ts';
import type { BuildCommandOptions } from './commands/build.ts';
import type { ExportOptions } from './commands/export.ts';
import type { HarvestCommandOptions } from './commands/harvest.ts';
import type { ImportOptions } from './commands/import.ts';
import type { ValidateOptions } from './commands/validate.ts';
import {
  baseUrlOption,
  configOption,
  dataOption,
  fileLinksOption,
  jsonOption,
  layoutOption,
  linksOption,
  quietOption,
  type SetExitStatus,
  siteOption,
} from './options.ts';
import { type Flags, withProject } from './project.ts';

/** `stillwave validate` */
export function addValidate(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('validate')
    .summary('check the data files and the configuration')
    .description(
      'Checks every data file, the statistics and the configuration. Reports all problems, and warns about implausible values. Writes nothing.',
    )
    .addOption(dataOption())
    .addOption(configOption())
    .option('--strict', 'count warnings as problems')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave validate
  stillwave validate --strict
  stillwave validate --data my-catalogue --json

Exit status: 0 clean, 1 problems (with --strict also warnings), 2 wrong usage. Codes are explained in docs/errors.md.`,
    )
    .action(async (flags: Flags<ValidateOptions>) => {
      const { validateCommand } = await import('./commands/validate.ts');
      setExitStatus(await validateCommand(withProject(flags)));
    });
}

/** `stillwave import` */
export function addImport(program: Command, setExitStatus: SetExitStatus): void {
  const kinds: readonly ImportOptions['kind'][] = [...IMPORT_KINDS, 'catalog'];
  program
    .command('import')
    .summary('merge facts from a CSV file or a community catalog into the data files')
    .description(
      'Merges a CSV file, or with "catalog" the JSON file of a community catalog, into the data folder. Comments in the files are kept. Existing values are only replaced with --overwrite.',
    )
    .addArgument(new Argument('<kind>', 'what the file contains').choices(kinds))
    .argument('<file>', 'CSV file with a header, or JSON file of a catalog; docs/import.md lists columns and members')
    .addOption(dataOption())
    .option('--overwrite', 'replace existing values that differ')
    .option('--dry-run', 'show what would change, write nothing')
    .option('--name <catalog>', 'catalog: its name in the data (default: the name in the file)')
    .addOption(
      new Option(
        '--detectors <codes>',
        'catalog: detectors of new events without any in the file, such as H1,L1',
      ).argParser((text) => text.split(/[,|\s]+/).filter(Boolean)),
    )
    .option('--take-lock', 'continue although another import seems to be running; only use it if that one is gone')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave import event-versions new-release.csv --dry-run
  stillwave import strain-files o4b.csv
  stillwave import segments o4b-segments.csv
  stillwave import strain-statistics o4b-statistics.csv --overwrite
  stillwave import catalog community.json --dry-run

Exit status:
  0  everything was merged or already existed
  1  rows or events were left out because they have problems, or would replace a value without --overwrite (the others were
     merged); or DATA segments and strain files do not match; or nothing was merged because the files have problems
  2  wrong usage, another import is running, or the folder cannot be written`,
    )
    .action(async (kind: ImportOptions['kind'], csv: string, flags: Flags<Omit<ImportOptions, 'kind' | 'csv'>>) => {
      const { importCommand } = await import('./commands/import.ts');
      setExitStatus(await importCommand({ ...withProject(flags), kind, csv }));
    });
}

/** A day as the format of community catalogs has it. */
function readDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  if (!isDay) throw new InvalidArgumentError('Write a day as YYYY-MM-DD.');
  return text;
}

/** `stillwave export` */
export function addExport(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('export')
    .summary('write a catalog in the format of community catalogs')
    .description(
      'Writes a catalog as JSON in the exchange format of community catalogs, which "import catalog" and the gwosc-catalog tool read.',
    )
    .addArgument(new Argument('<what>', 'what to write').choices(['catalog']))
    .argument('<name>', 'name of the catalog')
    .option('--out <file>', 'file to write; - for standard output', '-')
    .addOption(
      new Option('--release-date <day>', 'day of the release, YYYY-MM-DD, which the data do not contain').argParser(
        readDay,
      ),
    )
    .addOption(dataOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave export catalog GWTC-5.0 --out gwtc-5.json --release-date 2026-03-01
  stillwave export catalog IAS-O3a | head

Exit status: 0 written, 1 the data have problems or no such catalog, 2 wrong usage or the file cannot be written.`,
    )
    .action(async (_what: string, name: string, flags: Flags<Omit<ExportOptions, 'name'>>) => {
      const { exportCommand } = await import('./commands/export.ts');
      setExitStatus(await exportCommand({ ...withProject(flags), name }));
    });
}

/** Requests a second. */
function readRate(text: string): number {
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (rate >= 0.01 && rate <= 10_000) return rate;
  throw new InvalidArgumentError('It must be a number from 0.01 to 10000.');
}

/** `stillwave harvest` */
export function addHarvest(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('harvest')
    .summary('read a service that answers the API v2 into the data files')
    .description(
      'Reads a live API v2 and merges its content into the data folder, like an import. Nothing is merged until everything has been read. Responses are kept next to the data, so that the same command continues if it was interrupted, and later requests only what has changed.',
    )
    .argument('<base-url>', 'URL of the service, without /api/v2')
    .addOption(dataOption())
    .option(
      '--only <kinds>',
      'kinds of import, separated by commas (default: all but strain-statistics)',
      (text: string) => text.split(','),
    )
    .option('--records', 'also read the record of each strain file, which has its statistics; one request per file')
    .option('--rate <number>', 'maximum number of requests per second', readRate, 5)
    .option('--overwrite', 'replace existing values that differ')
    .option('--dry-run', 'read the service and show what would change, but write no data')
    .option(
      '--take-lock',
      'continue although another harvest or import seems to be running; only use it if that one is gone',
    )
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave harvest https://gwosc.org --dry-run
  stillwave harvest https://gwosc.org --only runs,catalogs,event-versions,events
  stillwave harvest http://localhost:8000 --data copy --rate 1000

Exit status:
  0  everything was merged or already existed
  1  entries were left out because they have problems, or would replace a value without --overwrite (the others were
     merged); or DATA segments and strain files do not match; or nothing was merged because the data have problems
  2  wrong usage, the service cannot be read completely (nothing was merged; run the command again to continue), or a
     folder cannot be written
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM (nothing was merged)`,
    )
    .action(async (baseUrl: string, flags: Flags<Omit<HarvestCommandOptions, 'baseUrl'>>) => {
      const { harvestCommand } = await import('./commands/harvest.ts');
      setExitStatus(await harvestCommand({ ...withProject(flags), baseUrl }));
    });
}

/** `stillwave build` */
export function addBuild(program: Command, setExitStatus: SetExitStatus): void {
  program
    .command('build')
    .summary('build the site')
    .description('Checks the data and writes the site. Files with unchanged content are not touched.')
    .addOption(dataOption())
    .addOption(siteOption())
    .addOption(baseUrlOption('prefix of every link (default: as configured)'))
    .addOption(layoutOption())
    .addOption(linksOption())
    .addOption(fileLinksOption())
    .option('--compress', 'also write .gz and .br copies of page files and packs')
    .option(
      '--service-worker',
      'have the page at / start the service worker that "stillwave host service-worker" writes',
    )
    .addOption(configOption())
    .option('--force', 'write every file again, including unchanged ones')
    .option('--take-lock', 'continue although another build seems to be running; only use it if that one is gone')
    .option('--durable', 'wait until all files are on disk before installing the new release')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText(
      'after',
      `
Examples:
  stillwave build
  stillwave build --layout packs --base-url https://catalogue.example/gw
  stillwave build --data my-catalogue --site /srv/site

An interrupted build leaves the old release in place, or the next command finishes the new one.

Exit status: 0 built or nothing to do, 1 the data have problems (the site is unchanged), 2 wrong usage or another failure,
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM (the site is unchanged).`,
    )
    .action(async (flags: Flags<BuildCommandOptions>) => {
      const { buildCommand } = await import('./commands/build.ts');
      setExitStatus(await buildCommand(withProject(flags)));
    });
}
