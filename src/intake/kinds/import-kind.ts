/** What an import reads: a kind of facts with the columns of its CSV files. */
import type { CsvColumns } from '../csv/csv-header.ts';
import type { CsvRow } from '../csv/read-csv.ts';
import type { Given, MergeContext, MergeKind } from '../merge/plan.ts';

/** A kind of import: `stillwave import <kind> <csv>`. */
export interface ImportKindDefinition<Facts = unknown> extends MergeKind<Facts> {
  /** The counted unit in reports, in the plural. */
  readonly unit: string;
  /** Columns of the CSV file, for a catalogue with these default parameters, and others that only parameter sets have. */
  readonly columns: (parameters: readonly string[], others: readonly string[]) => CsvColumns;
  /** Reads a row of a CSV file. */
  read(row: CsvRow, context: MergeContext): Pick<Given<Facts>, 'facts' | 'findings'>;
}
