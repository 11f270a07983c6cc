/** Defines what a kind of import consists of, and reads CSV rows as facts of a kind. */
import { detectorOfFlag } from '../../catalogue/check-timelines.ts';
import type { ParameterValues } from '../../catalogue/types.ts';
import type { Finding } from '../../report/problems.ts';
import { type ColumnTable, type CsvColumns, choiceFinding, DETECTORS, numberCell } from '../csv/csv-columns.ts';
import { type CsvFile, type CsvOptions, type CsvRow, readCsv } from '../csv/read-csv.ts';
import type { MergeContext, MergeKind, SourcedFacts } from '../merge/facts.ts';
import { findIntervals, parameterColumns, readParameters } from './parameter-cells.ts';

type Known = Pick<MergeContext['known'], 'parameters' | 'otherParameters'>;
type ReadRow<Facts> = Pick<SourcedFacts<Facts>, 'facts' | 'findings'>;

/** A form of CSV files. `Values` are a row's values by member; their types are not checked yet. */
export interface RowForm<Facts, Values = Facts> {
  readonly columns: ColumnTable;
  /**
   * Other column names, in lower case with underscores. Null ignores a column, as `IGNORED` does, but the column's name is never
   * suggested as a correction for another name.
   */
  readonly aliases?: Readonly<Record<string, string | null>>;
  /** Returns the facts in a row's values, if the values themselves are not the facts. */
  read?(values: Values & { readonly parameters?: ParameterValues }): ReadRow<Facts>;
}

/** A kind of import: `stillwave import <kind> <csv>`. */
export interface ImportKindDefinition<Facts = unknown, Values = Facts, OtherValues = Values>
  extends MergeKind<Facts>,
    RowForm<Facts, Values> {
  /** The plural noun for the records that reports count, such as `event versions`. */
  readonly unit: string;
  /** Another form, used instead if the header has all its required columns. By default, it has the same `aliases`. */
  readonly other?: RowForm<Facts, OtherValues>;
  /** The parameters that have columns in addition to `columns`. A row's parameter values are in its `parameters` member. */
  readonly parameters?: (known: Known) => readonly string[];
  /** Names of columns to ignore, in addition to the `aliases` that are null. */
  readonly ignored?: RegExp;
  /** The limit for records in the data file; a longer table is refused before its rows are merged. */
  readonly maxRows?: number;
  /** True if rows name catalogs. If the data folder has no catalogs file, an import creates the file from these names. */
  readonly namesCatalogs?: boolean;
}

/** The columns in a kind's CSV file, for a catalogue that has these parameters. */
export function columnsOfKind(kind: ImportKindDefinition, known: Known): CsvColumns {
  const { columns, other, aliases = {} } = kind;
  const own = namesByNeed(columns);
  const instead = other && { instead: { ...namesByNeed(other.columns), aliases: other.aliases ?? aliases } };
  const ignored = kind.ignored && { ignored: kind.ignored };
  if (!kind.parameters) return { ...own, aliases, ...ignored, ...instead };
  const parameters = kind.parameters(known);
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

/** The facts in the rows of a kind's CSV file. */
export function readFacts(
  kind: ImportKindDefinition,
  csv: CsvFile,
  { known, catalogue }: Pick<MergeContext, 'known' | 'catalogue'>,
): SourcedFacts<unknown>[] {
  const form = (csv.isInstead ? kind.other : undefined) ?? kind;
  const names = form === kind ? (kind.parameters?.(known) ?? []) : [];
  const all = [...catalogue.parameters, ...catalogue.otherParameters];
  const units = new Map(all.map(({ name, unit }) => [name, unit]));
  const intervals = findIntervals(csv.rows, names);
  const parametersOf = (row: CsvRow) => readParameters(row, names, units, intervals);
  return csv.rows.map((row) => ({ place: row.place, row, ...readRow(form, row, parametersOf(row)) }));
}

function readRow(
  form: RowForm<unknown>,
  row: CsvRow,
  { parameters, findings: ofParameters }: ReturnType<typeof readParameters>,
): ReadRow<unknown> {
  const values: Record<string, unknown> = {};
  const findings: Finding[] = [];
  for (const [name, column] of Object.entries(form.columns)) {
    const { read, member = name, choices, check } = column;
    const text = read === numberCell ? row.numeral(name) : row.cell(name);
    const wrong = choiceFinding(name, text, choices) ?? check?.(text);
    if (wrong) findings.push(wrong);
    const value = read(text);
    if (value !== undefined) values[member] = value;
  }
  if (parameters) values.parameters = parameters;
  findings.push(...ofParameters);
  const found = form.read?.(values) ?? { facts: values };
  return { ...found, findings: [...findings, ...(found.findings ?? [])] };
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
