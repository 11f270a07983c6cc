/** Defines what a kind of import consists of, and reads CSV rows as items with records. */
import { detectorOfFlag } from '../../catalogue/check-timelines.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { type Finding, type Place, toProblem } from '../../report/problems.ts';
import { type ColumnTable, type CsvColumns, choiceFinding, DETECTORS, numberCell } from '../csv/csv-columns.ts';
import { type CsvFile, type CsvOptions, type CsvRow, readCsv } from '../csv/read-csv.ts';
import type { SourceItem, SourceRecord } from '../merge/records.ts';
import { findIntervals, parameterColumns, readParameters } from './parameter-cells.ts';

/** What a row, or an entry with the same values, says. */
export interface ReadRow extends Pick<SourceItem, 'label' | 'records'> {
  /** What is wrong with the values themselves. */
  readonly findings?: readonly Finding[];
}

/** A form of CSV files. `Values` are a row's values by member; their types are checked after the merge. */
export interface RowForm<Values> {
  readonly columns: ColumnTable;
  /**
   * Other column names, in lower case with underscores. Null ignores a column, as `IGNORED` does, but the column's name is never
   * suggested as a correction for another name.
   */
  readonly aliases?: Readonly<Record<string, string | null>>;
  /** Reads all rows. `catalogue` is used only where a name decides a value, such as the catalog of an event version. */
  readAll(all: readonly Values[], catalogue: Catalogue): readonly ReadRow[];
}

/** A kind of import: `stillwave import <kind> <csv>`. */
export interface ImportKindDefinition<Values = unknown, OtherValues = Values> extends RowForm<Values> {
  /** The plural noun for the records that reports count, such as `event versions`. */
  readonly unit: string;
  /** Another form, used instead if the header has all its required columns. By default, it has the same `aliases`. */
  readonly other?: RowForm<OtherValues>;
  /** The parameters that have columns in addition to `columns`. A row's parameter values are in its `parameters` member. */
  readonly parameters?: (catalogue: ParameterLists) => readonly string[];
  /** Names of columns to ignore, in addition to the `aliases` that are null. */
  readonly ignored?: RegExp;
  /** The limit for records in the data file; a longer table is refused before its rows are merged. */
  readonly maxRows?: number;
  /** True if rows name catalogs. If the data folder has no catalogs file, an import creates the file from these names. */
  readonly namesCatalogs?: boolean;
}

type ParameterLists = Pick<Catalogue, 'parameters' | 'otherParameters'>;

/** The only record of a row. */
export const oneRecord = (record: SourceRecord, findings: readonly Finding[] = []): ReadRow => ({
  label: record.label,
  records: [record],
  findings,
});

/** The columns in a kind's CSV file, for a catalogue that has these parameters. */
export function columnsOfKind(kind: ImportKindDefinition, catalogue: ParameterLists): CsvColumns {
  const { columns, other, aliases = {} } = kind;
  const own = namesByNeed(columns);
  const instead = other && { instead: { ...namesByNeed(other.columns), aliases: other.aliases ?? aliases } };
  const ignored = kind.ignored && { ignored: kind.ignored };
  if (!kind.parameters) return { ...own, aliases, ...ignored, ...instead };
  const parameters = kind.parameters(catalogue);
  const units = parameters.map((name) => `${name}_unit`);
  return {
    required: own.required,
    optional: [...own.optional, ...parameterColumns(parameters), ...units],
    aliases,
    ...ignored,
    ...instead,
    unknownFix:
      'remove it, name its column with --map, or add the parameter to default-parameters.yaml, with unit and description',
  };
}

function namesByNeed(columns: ColumnTable): Pick<CsvColumns, 'required' | 'optional'> {
  const isRequired = (name: string): boolean => columns[name]?.isRequired === true;
  const names = Object.keys(columns);
  return { required: names.filter(isRequired), optional: names.filter((name) => !isRequired(name)) };
}

/** The rows of a kind's CSV file. `complete` may add values that the table lacks. */
export function readItems(
  kind: ImportKindDefinition,
  csv: CsvFile,
  catalogue: Catalogue,
  complete: (values: object) => object = (values) => values,
): SourceItem[] {
  const form = (csv.isInstead ? kind.other : undefined) ?? kind;
  const names = form === kind ? (kind.parameters?.(catalogue) ?? []) : [];
  const all = [...catalogue.parameters, ...catalogue.otherParameters];
  const units = new Map(all.map(({ name, unit }) => [name, unit]));
  const intervals = findIntervals(csv.rows, names);
  const rows = csv.rows.map((row) => ({ row, ...readRow(form, row, readParameters(row, names, units, intervals)) }));
  const read = form.readAll(
    rows.map(({ values }) => complete(values)),
    catalogue,
  );
  const items = rows.map(({ row, findings, isUsable }, n): SourceItem => {
    const item = toItem(row.place, read[n] as ReadRow, findings);
    return { ...item, ...(!isUsable && { records: [] }), row: { header: csv.header, texts: row.texts } };
  });
  return [...csv.rejected, ...items];
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
  form: RowForm<unknown>,
  row: CsvRow,
  { parameters, findings: ofParameters }: ReturnType<typeof readParameters>,
): { readonly values: object; readonly findings: readonly Finding[]; readonly isUsable: boolean } {
  const values: Record<string, unknown> = {};
  const findings: Finding[] = [];
  let isUsable = true;
  for (const [name, column] of Object.entries(form.columns)) {
    const { read, member = name, choices, check } = column;
    const text = read === numberCell ? row.numeral(name) : row.cell(name);
    const wrong = choiceFinding(name, text, choices) ?? check?.(text);
    if (wrong) findings.push(wrong);
    if (wrong && column.isRequired) isUsable = false;
    const value = read(text);
    if (value !== undefined) values[member] = value;
  }
  if (parameters) values.parameters = parameters;
  return { values, findings: [...findings, ...ofParameters], isUsable };
}

/**
 * The detectors and catalogs in a CSV file, for a data folder that lacks the files that define them. Empty if the CSV file cannot be read.
 */
export function namesInCsv(
  path: string,
  kind: ImportKindDefinition,
  options: CsvOptions,
): { readonly detectors: readonly string[]; readonly catalogs: readonly string[] } {
  const none = { parameters: [], otherParameters: [] };
  const rows = readCsv(path, { ...columnsOfKind(kind, none), isOpen: true }, options).csv?.rows ?? [];
  const detectorsIn = ({ cell }: CsvRow): string[] => [
    ...(DETECTORS.read(cell('detectors')) ?? []),
    cell('detector'),
    detectorOfFlag(cell('flag')),
  ];
  return {
    detectors: rows.flatMap(detectorsIn),
    catalogs: kind.namesCatalogs ? rows.map(({ cell }) => cell('catalog')) : [],
  };
}
