/** What a view gives to its export: a request, and in views of events the rows that it shows. Writes these rows as files. */

import { floatText } from '../../core/base/float-text.ts';
import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import type { Vocabulary } from '../../core/contract/collection.ts';
import { type CsvEntry, createCellReader, FLOATS, formatRow, nameColumns } from '../../core/listing/csv.ts';
import { pathOf } from '../address/address.ts';
import { NEUTRON_STAR_BELOW } from '../event-data/binaries.ts';
import { MASS_RATIO } from '../event-data/quantities.ts';
import type { RowSettings } from '../event-data/row-settings.ts';
import { STRAIN_FROM } from '../event-data/row-settings.ts';
import type { EventRow } from '../event-data/rows.ts';
import { utcText } from '../text/format.ts';

export interface ShownRows {
  /** In the API's order. */
  readonly rows: readonly EventRow[];
  /** The rows that the API gives for the nearest request. */
  readonly requested: readonly EventRow[];
  readonly settings: RowSettings;
  /** `371 of 391 events`. */
  readonly count: string;
  /** The catalog or record that the rows belong to. */
  readonly origin: string;
  /** The active filters: `Strain published from L1`. */
  readonly filters: readonly string[];
}

export interface Exported {
  /** The request that is nearest to what the view shows. */
  readonly target: string;
  /** Undefined for a list of files, which the request gives as it is shown. */
  readonly shown?: ShownRows | undefined;
}

/** `371 of 391 events · Strain published from L1`. */
export const titleOf = ({ count, filters }: ShownRows): string => [count, ...filters].join(' · ');

/** More filters than this are not named in the name of a file. */
const MOST_NAMED = 2;

const slug = (text: string): string =>
  text
    .replace(STRAIN_FROM, '')
    .replace('≥', 'min')
    .replace('≤', 'max')
    .replace('>', 'above')
    .replace('<', 'below')
    .replace(/[^\w.]+/g, '-')
    .replace(/^-|-$/g, '');

/** The name for saved files, without an extension: `gwtc-L1`; `gwtc-filtered` for many filters; `runs-O1-strain-files` for a list of files. */
export function nameFile({ target, shown }: Exported): string {
  if (shown === undefined) return pathOf(target).replaceAll('/', '-');
  const filters = shown.filters.length > MOST_NAMED ? ['filtered'] : shown.filters;
  return [shown.origin, ...filters].map(slug).join('-');
}

/** A column that the API's entries do not have. */
interface AddedColumn {
  readonly name: string;
  readonly meaning: string;
  /** Null for an empty cell. */
  read(row: EventRow): string | number | null;
}

const ADDED: readonly AddedColumn[] = [
  {
    name: 'type_by_mass',
    meaning: `BBH, NSBH or BNS: an object below ${NEUTRON_STAR_BELOW} solar masses counts as a neutron star.`,
    read: ({ type }) => type ?? null,
  },
  {
    name: 'utc',
    meaning: 'Time in UTC, to the second.',
    read: ({ entry }) => utcText(entry.gps).replace(' ', 'T'),
  },
  { name: 'mass_ratio', meaning: MASS_RATIO.explanation ?? '', read: (row) => MASS_RATIO.read(row) ?? null },
];

/**
 * The rows as entries, with the members that become columns of a table. `members` are the columns of the site's CSV, which has no detectors
 * with `compatibility: service`; tables of the page always have them.
 */
export function listEntries({ rows }: ShownRows, members: readonly string[]) {
  const all = new Set([...members, EVENT_VERSION.detectors, ...ADDED.map(({ name }) => name)]);
  const added = (row: EventRow) => Object.fromEntries(ADDED.map(({ name, read }) => [name, read(row)]));
  return { entries: rows.map((row): CsvEntry => ({ ...row.entry, ...added(row) })), members: [...all] };
}

export function makeCsv(
  { entries, members }: ReturnType<typeof listEntries>,
  parameters: Vocabulary['parameters'],
): string {
  const cellsOf = createCellReader(members, parameters, 'specification');
  return [nameColumns(members, parameters, 'specification'), ...entries.map(cellsOf)]
    .map((cells) => formatRow(cells))
    .join('');
}

const FLOAT_MEMBER = new RegExp(`^( *"(?:${FLOATS.join('|')})": )([-+.e\\d]+)`, 'gm');

/** The entries as JSON, with a line for each member, and floats as in the API's bodies. */
export const makeJson = (entries: readonly CsvEntry[]): string =>
  `${JSON.stringify(entries, null, 1).replace(FLOAT_MEMBER, (_, name, value) => name + floatText(Number(value)))}\n`;

/** Explains the columns, for a file beside the table. `source` names the release and the licence. */
export function explainColumns(shown: ShownRows, source: string, parameters: Vocabulary['parameters']): string {
  const lines = [
    ['gps', 's', 'GPS time of the event.'],
    ['detectors', '', 'Detectors whose strain is published.'],
    ...ADDED.map(({ name, meaning }) => [name, '', meaning]),
    ...parameters.map(({ name, unit, description }) => [name, unit, description]),
    ['*_lower, *_upper', 'as the value', 'Errors as published, usually of a 90% credible interval.'],
    ['*_limit', '', 'upper or lower, if the value is a limit.'],
  ];
  const table = lines.map(
    ([name = '', unit = '', meaning = '']) => `${name.padEnd(28)} ${unit.padEnd(13)} ${meaning}\n`,
  );
  return `${titleOf(shown)}\n${source}\n\n${table.join('')}`;
}
