/**
 * `stillwave export <catalog>`: writes a catalog in the exchange format for community catalogs, to stdout or to a file. Notes about
 * unsupported content go to stderr.
 */

import { checkFolder, readDataFolder } from '../../catalogue/load.ts';
import { suggestFix } from '../../catalogue/suggest-fix.ts';
import { writeCommunityCatalog } from '../../intake/community/write-catalog.ts';
import type { ExportNote } from '../../intake/community/write-sets.ts';
import { countOf, firstOf } from '../../report/count.ts';
import { printableJson } from '../../report/printable.ts';
import { shownPath } from '../../report/problems.ts';
import { EXIT, explainMissingData, fail, note, printJson, reportProblems } from './report.ts';
import { writeOutput } from './write-files.ts';

export interface ExportOptions {
  /** Name of the catalog. */
  readonly name: string;
  /** Path of the data folder. */
  readonly data: string;
  /** Path of the file to write; stdout if missing or `-`. */
  readonly out?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Writes the catalog, and notes about missing content. Returns the exit status. */
export async function exportCommand(options: ExportOptions): Promise<number> {
  const { name, data, out = '-', json, quiet } = options;
  if (json && out === '-') return fail('--json needs a file for the catalog: add --out');
  const { catalogue, problems } = checkFolder(readDataFolder(data));
  if (!catalogue) return reportProblems(explainMissingData(problems, data), json);
  const names = catalogue.catalogs.map((catalog) => catalog.name);
  if (!names.includes(name)) {
    return fail(
      `unknown catalog "${name}": ${suggestFix(name, names, names.length === 0 ? 'the data have no catalogs' : 'use the name of a catalog')}`,
    );
  }
  const { file, notes } = writeCommunityCatalog(catalogue, name);
  const text = printableJson(file);
  if (out === '-') process.stdout.write(text);
  else writeOutput(out, text, '--out', 'Nothing was written.');
  if (json) printJson(true, { events: file.events.length, notes: notes.length }, { file: shownPath(out), notes });
  else if (!quiet) {
    for (const one of notes) note(noteText(one));
    if (out !== '-') process.stdout.write(`${shownPath(out)}: ${countOf(file.events.length, 'event')}\n`);
  }
  return EXIT.clean;
}

const MAX_RECORDS_SHOWN = 5;

function noteText({ message, records }: ExportNote): string {
  const { shown, more } = firstOf(records, MAX_RECORDS_SHOWN);
  return `${message}: ${[shown.join(', '), ...more].join(' ')}`;
}
