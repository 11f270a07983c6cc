/** The rows that a view of events shows, which are the rows of the export: their files, and the line that gives code the same rows. Pure. */

import type { Vocabulary } from '../../core/contract/collection.ts';
import { type CsvEntry, createCellReader, formatRow, nameColumns } from '../../core/listing/csv.ts';
import type { EventSettings } from '../address/settings.ts';
import { MASS_RATIO } from '../event-data/columns.ts';
import type { EventRow } from '../event-data/rows.ts';
import { utcText } from '../text/format.ts';

/** The step in code from the rows of a request to the rows of the view. */
export interface CodeStep {
  /** Why the request is not enough. */
  readonly why: string;
  readonly pandas: string;
  readonly python: string;
}

export interface ShownRows {
  readonly rows: readonly EventRow[];
  /** `371 of 391 events · With L1`. */
  readonly title: string;
  /** The name for saved files, without an extension: `gwtc-L1`. */
  readonly name: string;
  /** Number of rows that the API gives for the request. */
  readonly requested: number;
  /** Null if the rows of the request are the rows of the view. */
  readonly step: CodeStep | null;
}

/** Members that the API's entries do not have. Empty cells for rows without both masses. */
const addMembers = (row: EventRow): CsvEntry => ({
  ...row.entry,
  type_by_mass: row.type ?? null,
  utc: utcText(row.entry.gps).replace(' ', 'T'),
  mass_ratio: MASS_RATIO.read(row) ?? null,
});

/** The rows as entries, with the members that become columns of a table. `members` are the names of the members of the API's entries. */
export function listEntries({ rows }: ShownRows, members: readonly string[]) {
  return { entries: rows.map(addMembers), members: [...members, 'type_by_mass', 'utc', 'mass_ratio'] };
}

export function makeCsv(
  { entries, members }: ReturnType<typeof listEntries>,
  parameters: Vocabulary['parameters'],
): string {
  const cellsOf = createCellReader(members, parameters);
  return [nameColumns(members, parameters), ...entries.map(cellsOf)].map((cells) => formatRow(cells)).join('');
}

/** Explains the columns, for a file beside the table. `source` names the release and the licence. */
export function explainColumns({ title }: ShownRows, source: string, parameters: Vocabulary['parameters']): string {
  const lines = [
    ['gps', 's', 'GPS time of the event.'],
    ['type_by_mass', '', 'BBH, NSBH or BNS: an object below 3 solar masses counts as a neutron star.'],
    ['utc', '', 'Time in UTC, to the second.'],
    ['mass_ratio', '', 'Mass 2 divided by mass 1, from their medians.'],
    ...parameters.map(({ name, unit, description }) => [name, unit, description]),
    ['*_lower, *_upper', 'as the value', 'Errors as published, usually of a 90% credible interval.'],
    ['*_limit', '', 'upper or lower, if the value is a limit.'],
  ];
  const table = lines.map(
    ([name = '', unit = '', meaning = '']) => `${name.padEnd(28)} ${unit.padEnd(13)} ${meaning}\n`,
  );
  return `${title}\n${source}\n\n${table.join('')}`;
}

/** Code that keeps the rows whose detectors pass the settings. */
export function detectorStep({ detectors, only }: Pick<EventSettings, 'detectors' | 'only'>): CodeStep {
  const set = `{${(detectors ?? []).map((name) => JSON.stringify(name)).join(', ')}}`;
  const tests = [
    ...(detectors?.length ? [(names: string) => `${set} ${only === 'these' ? '==' : '<='} set(${names})`] : []),
    ...(only === 'one' ? [(names: string) => `len(${names}) == 1`] : []),
  ];
  const test = (names: string) => tests.map((one) => one(names)).join(' and ');
  return {
    why: 'The API has no detector filter. The last line makes the same choice as the page.',
    pandas: `table = table[table.detectors.map(lambda text: ${test('str(text).split("|")')})]\n`,
    python: `entries = [one for one in entries if ${test('one["detectors"]')}]\n`,
  };
}

/** Code that keeps the rows with the given names. */
export function namesStep(rows: readonly EventRow[]): CodeStep {
  const names = `shown = """\n${rows.map(({ id }) => id).join('\n')}\n""".split()\n`;
  return {
    why: 'The API cannot make this choice of events and versions. The last lines name the rows that the page shows.',
    pandas: `${names}table = table[table.shortName.isin(shown)]\n`,
    python: `${names}entries = [one for one in entries if one["shortName"] in shown]\n`,
  };
}
