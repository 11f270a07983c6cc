/** The rows that a view of events shows, which are the rows of the export: their files, and the line that gives code the same rows. */

import type { Vocabulary } from '../../core/contract/collection.ts';
import { type CsvEntry, createCellReader, formatRow, nameColumns } from '../../core/listing/csv.ts';
import type { EventSettings } from '../address/settings.ts';
import { MASSES, NEUTRON_STAR_BELOW } from '../event-data/binaries.ts';
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

type StepSettings = Pick<EventSettings, 'detectors' | 'only' | 'types'>;

/** A condition for each type, on the masses `m1` and `m2`. */
const TYPE_TESTS: Readonly<Record<string, string>> = {
  BBH: `(m2 >= ${NEUTRON_STAR_BELOW})`,
  NSBH: `(m1 >= ${NEUTRON_STAR_BELOW}) & (m2 < ${NEUTRON_STAR_BELOW})`,
  BNS: `(m1 < ${NEUTRON_STAR_BELOW})`,
};

/** Conditions on masses: for pandas, and for Python, where a mass may be None. */
function typeTests(types: readonly string[]) {
  const has = (one: string) => types.includes(one);
  const known = types.flatMap((type) => TYPE_TESTS[type] ?? []).map((one) => `(${one})`);
  const both = `m1.notna() & m2.notna() & (${known.join(' | ')})`;
  const tests = [...(has('none') ? ['m1.isna()', 'm2.isna()'] : []), ...(known.length > 0 ? [`(${both})`] : [])];
  const python = [
    ...(has('none') ? ['None in (m1, m2)'] : []),
    ...(known.length > 0 ? [`None not in (m1, m2) and (${known.join(' or ').replaceAll('&', 'and')})`] : []),
  ];
  return { pandas: tests.join(' | '), python: python.join(' or ') };
}

function typeStep(types: readonly string[]): Omit<CodeStep, 'why'> {
  const { pandas, python } = typeTests(types);
  const [m1, m2] = MASSES;
  return {
    pandas: `m1, m2 = table.${m1}, table.${m2}\ntable = table[${pandas}]\n`,
    python: `def is_shown(entry):
    mass = {one["name"]: one["best"] for one in entry["default_parameters"]}
    m1, m2 = mass.get("${m1}"), mass.get("${m2}")
    return ${python}

entries = [one for one in entries if is_shown(one)]
`,
  };
}

function detectorStep({ detectors, only }: StepSettings): Omit<CodeStep, 'why'> {
  const set = `{${(detectors ?? []).map((name) => JSON.stringify(name)).join(', ')}}`;
  const tests = [
    ...(detectors?.length ? [(names: string) => `${set} ${only === 'these' ? '==' : '<='} set(${names})`] : []),
    ...(only === 'one' ? [(names: string) => `len(${names}) == 1`] : []),
  ];
  const test = (names: string) => tests.map((one) => one(names)).join(' and ');
  return {
    pandas: `table = table[table.detectors.map(lambda text: ${test('str(text).split("|")')})]\n`,
    python: `entries = [one for one in entries if ${test('one["detectors"]')}]\n`,
  };
}

/** Code that keeps the rows whose types and detectors pass the settings. */
export function settingsStep(settings: StepSettings): CodeStep {
  const { types, detectors, only } = settings;
  const byType = types !== null && types.length > 0;
  const byDetector = only === 'one' || (detectors?.length ?? 0) > 0;
  const steps = [...(byType ? [typeStep(types)] : []), ...(byDetector ? [detectorStep(settings)] : [])];
  const lacking = [...(byType ? ['type'] : []), ...(byDetector ? ['detector'] : [])].join(' and no ');
  return {
    why: `The API has no ${lacking} filter. The last line${byType ? 's make' : ' makes'} the same choice as the page.`,
    pandas: steps.map(({ pandas }) => pandas).join(''),
    python: steps.map(({ python }) => python).join(''),
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
