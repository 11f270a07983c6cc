/**
 * Turns CSV rows into event versions. In: rows (one cell a value; `H1|L1` lists). Out: entries as the YAML files have them.
 *
 * Columns: name, version, gps (s), catalog, detectors; optional doi, detectors_source (record, latest-version, unknown),
 * and for each parameter `<name>`, `<name>_lower`, `<name>_upper`, `<name>_limit` (upper, lower or empty). An empty cell
 * says nothing. A row with anything wrong is left out with the reason.
 */
import { checkEventVersion } from '../check-event-versions.ts';
import type { Finding } from '../files/problems.ts';
import type { RawEventVersion, RawValue } from '../files/raw.ts';
import { checkSchema } from '../files/schema.ts';
import { type KnownNames, unknownNameFinding } from '../names.ts';
import { type CsvRow, numberCell } from './csv.ts';

export const EVENT_COLUMNS = {
  required: ['name', 'version', 'gps', 'catalog', 'detectors'],
  optional: (parameters: readonly string[]): string[] => [
    'doi',
    'detectors_source',
    ...parameters.flatMap((name) => [name, `${name}_lower`, `${name}_upper`, `${name}_limit`]),
  ],
} as const;

export interface EventRow {
  readonly catalog: string;
  readonly event: RawEventVersion;
  /** True where the row says that the detectors are on record, so that an older remark to the contrary is wrong. */
  readonly hasRecordedDetectors: boolean;
}

const LIMIT_FLAGS: ReadonlyMap<string, Partial<RawValue>> = new Map([
  ['', {}],
  ['upper', { is_upper_limit: true }],
  ['lower', { is_lower_limit: true }],
]);

/** Reads a row; `findings` is not empty where it has to be left out. */
export function readEventRow(row: CsvRow, known: KnownNames): { label: string; entry: EventRow; findings: Finding[] } {
  const findings: Finding[] = [];
  const parameters: Record<string, RawValue> = {};
  for (const name of known.parameters ?? []) {
    const value = readValue(row, name, findings);
    if (value) parameters[name] = value;
  }
  const source = row.cell('detectors_source');
  if (!['', 'record', 'unknown', 'latest-version'].includes(source)) {
    const fix = 'use record, latest-version or unknown';
    findings.push({ code: 'D113', message: `detectors_source cannot be "${source}"`, fix });
  }
  const doi = row.cell('doi');
  // Numbers that are no numbers stay texts here; the schema names them.
  const event = {
    name: row.cell('name'),
    version: numberCell(row.cell('version')),
    gps: numberCell(row.cell('gps')),
    ...(doi === '' ? {} : { doi }),
    detectors: row
      .cell('detectors')
      .split('|')
      .filter((code) => code !== ''),
    ...(source === 'latest-version' ? { detectors_source: source } : {}),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
  } as RawEventVersion;
  const schemaFindings = checkSchema('event-versions', event, 'event_version');
  findings.push(...schemaFindings);
  if (schemaFindings.length === 0) findings.push(...checkEventVersion(event, known));
  const catalog = row.cell('catalog');
  const unknown = unknownNameFinding('D132', 'catalog', catalog, known.catalogs, 'catalogs.yaml');
  if (unknown) findings.push(unknown);
  const label = `${event.name}-v${row.cell('version')}`;
  return { label, entry: { catalog, event, hasRecordedDetectors: source === 'record' }, findings };
}

function readValue(row: CsvRow, name: string, findings: Finding[]): RawValue | null {
  const best = numberCell(row.cell(name));
  const upper = numberCell(row.cell(`${name}_upper`));
  const lower = numberCell(row.cell(`${name}_lower`));
  const limit = row.cell(`${name}_limit`);
  const flags = LIMIT_FLAGS.get(limit);
  if (flags === undefined) {
    findings.push({ code: 'D113', message: `${name}_limit cannot be "${limit}"`, fix: 'use upper, lower, or nothing' });
  }
  if (best === undefined) {
    if (upper === undefined && lower === undefined && limit === '') return null;
    findings.push({ code: 'D111', message: `${name} has errors or a limit, but no value`, fix: `give ${name}` });
    return null;
  }
  return {
    best,
    ...(upper === undefined ? {} : { upper_error: upper }),
    ...(lower === undefined ? {} : { lower_error: lower }),
    ...flags,
  } as RawValue;
}
