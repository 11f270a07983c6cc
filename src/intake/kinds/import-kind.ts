/** Defines what a kind of import consists of, and reads CSV rows as items with records. */
import { cumulativeOf } from '../../catalogue/check-catalogs.ts';
import { detectorOfFlag } from '../../catalogue/check-timelines.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { Catalogue, ParameterDefinition } from '../../catalogue/types.ts';
import { type Finding, type Place, type Reading, toProblem } from '../../report/problems.ts';
import { choiceFinding, DETECTORS, parameterColumns, type TableForm } from '../csv/columns.ts';
import { inMark } from '../csv/decimal-mark.ts';
import { plainName, type TableForms } from '../csv/header.ts';
import { parameterReader } from '../csv/parameter-cells.ts';
import { type CsvFile, type CsvOptions, type CsvRow, readCsv } from '../csv/read-csv.ts';
import type { GivenNames } from '../merge/base-files.ts';
import type { SourceItem, SourceRecord } from '../merge/records.ts';

/** What a row, or an entry with the same values, says. */
export interface ReadRow extends Pick<SourceItem, 'label' | 'records'> {
  /** What is wrong with the values themselves. */
  readonly findings?: readonly Finding[];
}

/** A form of tables, and what their rows mean. */
export interface RowForm extends TableForm {
  /**
   * Reads all rows: their values by member, and their parameters' values in `parameters`. Types are checked after the merge, so a value may
   * have any type. `catalogue` is used only where a name decides a value, such as the catalog of an event version.
   */
  readAll(rows: readonly Mapping[], catalogue: Catalogue): readonly ReadRow[];
  /** A finding about the cells of a row together. `show` writes a number with the table's decimal mark, for the message. */
  check?(values: Mapping, show: (number: string) => string): Finding | null;
}

/** A kind of import: `stillwave import <kind> <csv>`. */
export interface ImportKindDefinition extends RowForm {
  /** The plural noun for the records that reports count, such as `event versions`. */
  readonly noun: string;
  /** Another form, used instead if the header has all its required columns. */
  readonly other?: RowForm;
  /** The limit for records in the data file. A longer table is refused before its rows are compared, which would take long. */
  readonly maxRows?: number;
  /** Creates a function that adds detectors to values that lack them, if tables of this kind may leave them out. */
  readonly giveDetectors?: (detectors: readonly string[], catalogue: Catalogue) => (values: Mapping) => Mapping;
}

type ParameterLists = Pick<Catalogue, 'parameters' | 'otherParameters'>;

/** The only record of a row. */
export const oneRecord = (record: SourceRecord, findings: readonly Finding[] = []): ReadRow => ({
  label: record.label,
  records: [record],
  findings,
});

/** The forms of a kind's tables, with the columns of a catalogue's parameters. */
export function formsOf(
  kind: ImportKindDefinition,
  catalogue: ParameterLists & Pick<Catalogue, 'catalogs'>,
): TableForms<RowForm> {
  // Downloads say which cumulative catalogs contain a version, in columns such as `in_GWTC`. This follows from the catalogs.
  const memberships = cumulativeOf(catalogue.catalogs).map((name) => `|^${plainName(`in_${name}`)}$`);
  const completed = (form: RowForm): RowForm => {
    const ofParameters = parametersOf(form.parameters, catalogue).map(({ name }) => parameterColumns(name));
    const ignored = form.ignored && new RegExp([form.ignored.source, ...memberships].join(''), form.ignored.flags);
    return { ...form, columns: Object.assign({}, form.columns, ...ofParameters), ...(ignored && { ignored }) };
  };
  return [completed(kind), ...(kind.other ? [completed(kind.other)] : [])];
}

/** The parameters that have columns in tables of a form. */
export function parametersOf(
  which: TableForm['parameters'],
  { parameters, otherParameters }: ParameterLists,
): readonly ParameterDefinition[] {
  if (which === undefined) return [];
  return which === 'default' ? parameters : [...parameters, ...otherParameters];
}

/** The rows of a kind's CSV file. `complete` may add values that the table lacks. */
export function readItems(
  csv: CsvFile<RowForm>,
  catalogue: Catalogue,
  complete: (values: Mapping) => Mapping = (values) => values,
): SourceItem[] {
  const { form, rows, skipped } = csv;
  const readParameters = parameterReader(csv, parametersOf(form.parameters, catalogue));
  const all = rows.map((row) => ({ row, ...readRow(csv, row, readParameters(row)) }));
  const values = all.map((one) => complete(one.values));
  const read = form.readAll(values, catalogue);
  const items = all.map(({ row, findings, isUsable }, n): SourceItem => {
    const item = toItem(row.place, read[n] as ReadRow, findings);
    return { ...item, ...(!isUsable && { records: [] }), row: row.source };
  });
  return [...skipped, ...items];
}

/** A row or entry as an item; `more` are findings about single cells. */
export function toItem(
  place: Place,
  { label, records, findings = [] }: ReadRow,
  more: readonly Finding[] = [],
): SourceItem {
  return { place, label, records, problems: [...more, ...findings].map((found) => toProblem(found, place)) };
}

/** The values in a row. If a required cell is wrong, the other cells are about another record, and are not usable. */
function readRow(
  { form, mark }: CsvFile<RowForm>,
  row: CsvRow,
  parameters: ReturnType<ReturnType<typeof parameterReader>>,
): { readonly values: Mapping; readonly findings: readonly Finding[]; readonly isUsable: boolean } {
  const values: Record<string, unknown> = {};
  const findings: Finding[] = [];
  let isUsable = true;
  for (const [name, { read, member = name, choices, check, isRequired }] of Object.entries(form.columns)) {
    if (!read) continue;
    const text = row.cell(name);
    const wrong = choiceFinding(name, text, choices) ?? check?.(text);
    if (wrong) findings.push(wrong);
    if (wrong && isRequired) isUsable = false;
    const value = read(text);
    if (value !== undefined) values[member] = value;
  }
  const ofRow = form.check?.(values, (number) => inMark(number, mark));
  if (ofRow) findings.push(ofRow);
  if (parameters.values) values.parameters = parameters.values;
  return { values, findings: [...findings, ...parameters.findings], isUsable };
}

/** The detectors and catalogs in a CSV file, for a data folder that lacks the files that define them. */
export function namesInCsv(path: string, kind: ImportKindDefinition, options: CsvOptions): Reading<GivenNames> {
  const [form, ...others] = formsOf(kind, { parameters: [], otherParameters: [], catalogs: [] });
  // The columns of parameters are not known yet.
  const csv = readCsv(path, [{ ...form, ignored: /^/ }, ...others], options);
  if (!csv.value) return csv;
  const { rows } = csv.value;
  const detectorsIn = ({ cell }: CsvRow): string[] => [
    ...(DETECTORS.read(cell('detectors')) ?? []),
    cell('detector'),
    detectorOfFlag(cell('flag')),
  ];
  const names = { detectors: rows.flatMap(detectorsIn), catalogs: rows.map(({ cell }) => cell('catalog')) };
  return { value: names, problems: [] };
}
