/**
 * What an import is going to do, before anything is written; and what each kind of import tells the command. Shared by all kinds.
 */
import type { InputFiles } from '../files/input-files.ts';
import type { Finding, Problem } from '../files/problems.ts';
import type { PlacedFinding } from '../files/yaml-file.ts';
import type { KnownNames } from '../names.ts';
import type { Catalogue } from '../types.ts';
import type { CsvColumns, CsvFile } from './csv.ts';

/** A kind of import: `stillwave import <kind> <csv>`. */
export interface ImportKindDefinition {
  /** What the counts of the report are, in the plural. */
  readonly unit: string;
  /** Columns of the CSV, for a catalogue with these parameters. */
  readonly columns: (parameters: readonly string[]) => CsvColumns;
  readonly plan: (context: ImportContext) => ImportPlan;
}

export interface ImportContext {
  readonly csv: CsvFile;
  readonly dataDir: string;
  readonly inputs: InputFiles;
  /** The catalogue as it is. */
  readonly catalogue: Catalogue;
  readonly known: KnownNames & { readonly parameters: readonly string[] };
}

/** What happens to one data file. Counts are records of the kind: event versions, strain files, segments … */
export interface FileOutcome {
  readonly path: string;
  added: number;
  /** Records that got values which they lacked. */
  completed: number;
  /** Records with a value replaced. */
  changed: number;
  /** Records that were there with the same values. */
  kept: number;
}

export interface ImportPlan {
  readonly outcomes: readonly FileOutcome[];
  /** Rows that are not merged, each with the reason. */
  readonly leftOut: readonly Problem[];
  /** Values that would be replaced: old -> new. */
  readonly replaced: readonly Problem[];
  /** New texts of the YAML files that change. */
  readonly texts: ReadonlyMap<string, string>;
  /** New lines of the statistics files that change; made while they are written, as there may be very many. */
  readonly lines: ReadonlyMap<string, () => Iterable<string>>;
}

export function newOutcome(path: string): FileOutcome {
  return { path, added: 0, completed: 0, changed: 0, kept: 0 };
}

/** One finding that says why a row is left out. */
export function leftOutFinding(label: string, findings: readonly (Finding | PlacedFinding)[]): Finding {
  const unique = (texts: string[]): string => [...new Set(texts)].join('; ');
  return {
    code: 'D172',
    message: `row left out (${label}): ${unique(findings.map((finding) => finding.message))}`,
    fix: unique(findings.map((finding) => finding.fix)),
  };
}

/** A value that is there already and differs. */
export function replacedFinding(label: string, field: string, old: unknown, value: unknown): Finding {
  const show = (shown: unknown): string => (shown === undefined ? 'nothing' : JSON.stringify(shown));
  const message = `${label} ${field}: ${show(old)} -> ${show(value)}`;
  return { code: 'D173', message, fix: 'run again with --overwrite to replace it' };
}
