/**
 * The paths of the interfaces that are older than API v2. Each is another presentation of a listing or a record of API v2, below the base
 * URL, with or without a final slash. Facts: the programs that ask for them, and stored answers (docs/clients.md). Pure.
 */

import { hyphenForm } from './parameters.ts';

/** First segments of all these paths. */
export const OLDER_ROOTS = ['eventapi', 'archive', 'timeline'] as const;

/** Pattern of the paths below the base URL that only request handlers answer: searches, tables, and times. */
export const UNENUMERATED = `/(?:eventapi/(?:csv/|\\w+/query/show)|archive/(?:links/|-?\\d)|timeline/)`;

/** How events are shown: the short records, the same with strain files, or the short ones as a table. */
export const EVENT_FORMS = ['json', 'jsonfull', 'csv'] as const;
export type EventForm = (typeof EVENT_FORMS)[number];

/** What is asked for, and the path; `{name}` stands for a segment or the rest of one. The first path that matches counts. */
const OLDER_PATHS = [
  ['catalogs', 'eventapi/json'],
  ['parameters', 'eventapi/json/query/params'],
  ['query', 'eventapi/{form}/query/show'],
  ['events', 'eventapi/{form}/allevents'],
  ['events', 'eventapi/{form}/{catalog}'],
  ['event', 'eventapi/json/event/{event}'],
  ['event', 'eventapi/json/event/{event}/v{version}'],
  ['event', 'eventapi/json/{catalog}/{event}'],
  ['event', 'eventapi/json/{catalog}/{event}/v{version}'],
  ['overview', 'archive/all/json'],
  ['dataset', 'archive/dataset/{dataset}/json'],
  ['overview', 'archive/{start}/{stop}/json'],
  ['files', 'archive/links/{dataset}/{detector}/{start}/{stop}/json'],
  ['segments', 'timeline/segments/json/{dataset}/{flag}/{start}/{duration}'],
] as const;

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type OlderPath = (typeof OLDER_PATHS)[number][1];

/** A path of an older interface, with the texts in place of its placeholders. Names may not exist, and numbers may be none. */
export interface OlderTarget {
  readonly kind: 'older';
  readonly answer: (typeof OLDER_PATHS)[number][0];
  readonly values: Readonly<Partial<Record<Placeholders<OlderPath>, string>>>;
}

const templates = OLDER_PATHS.map(([answer, path]) => ({ answer, template: path.split('/') }));

/** The text in place of a template's placeholder; `v{version}` of `v3` -> `3`. Null if the segment does not match. */
function readSegment(template: string, segment: string): readonly [name: string, text: string] | null {
  const [prefix = '', name] = template.split(/[{}]/);
  if (name === undefined || !segment.startsWith(prefix)) return null;
  const text = segment.slice(prefix.length);
  const isValid = name !== 'form' || (EVENT_FORMS as readonly string[]).includes(text);
  return isValid ? [name, text] : null;
}

/** Finds what a path below the base URL asks for, or null. `['eventapi', 'json', 'GWTC']` -> events of the catalog GWTC. */
export function resolveOlderPath(path: readonly string[]): OlderTarget | null {
  for (const { answer, template } of templates) {
    if (template.length !== path.length) continue;
    const values: Record<string, string> = {};
    const matches = template.every((expected, n) => {
      const segment = path[n] as string;
      if (expected === segment) return true;
      const read = readSegment(expected, segment);
      if (read !== null) values[read[0]] = read[1];
      return read !== null;
    });
    if (matches) return { kind: 'older', answer, values };
  }
  return null;
}

/** Formats a path: `olderPath('eventapi/json/{catalog}/{event}', { catalog: 'GWTC', event: 'GW150914' })`. */
export function olderPath<Path extends OlderPath>(
  path: Path,
  values: Readonly<Record<Placeholders<Path>, string | number>>,
): string {
  const texts: Readonly<Record<string, string | number>> = values;
  return path.replace(/{(\w+)}/g, (_, name) => String(texts[name]));
}

/** The path of an event version's record, which `jsonurl` names: `eventapi/json/GWTC-1-confident/GW150914/v3`. */
export function olderEventPath({
  name,
  version,
  catalog,
}: {
  readonly name: string;
  readonly version: number;
  readonly catalog: string;
}): string {
  return olderPath('eventapi/json/{catalog}/{event}/v{version}', { catalog, event: name, version });
}

/** The path of a catalog's events. */
export const olderCatalogPath = (catalog: string): string => `eventapi/json/${catalog}/`;

/** The page of the old portal at a path as JSON, if there is one: `eventapi/html/GWTC` -> `eventapi/json/GWTC`. Null for other paths. */
export function jsonOfPortalPage(path: readonly string[]): string | null {
  const [root, form] = path;
  if (root === 'eventapi' && (form === 'html' || form === 'ascii'))
    return ['eventapi/json', ...path.slice(2)].join('/');
  if (root === 'archive' && path.at(-1) === 'simple') return [...path.slice(0, -1), 'json'].join('/');
  return null;
}

/** The first parameters of every record, in this order; programs expect them, also where the catalogue has none of them. */
const FIRST_PARAMETERS = [
  'mass_1_source',
  'mass_2_source',
  'network_matched_filter_snr',
  'luminosity_distance',
  'chi_eff',
  'total_mass_source',
  'chirp_mass_source',
  'chirp_mass',
  'redshift',
  'far',
  'p_astro',
  'final_mass_source',
];

/** Names of the parameters of every record, in order: those that programs expect, then the catalogue's others. */
export function olderParameters(names: readonly string[]): string[] {
  return [...FIRST_PARAMETERS, ...names.filter((name) => !FIRST_PARAMETERS.includes(name))];
}

/** What searches can filter by, in the order of the service; `names` are the catalogue's parameters. */
export const olderRangeNames = (names: readonly string[]): string[] => [
  'gps-time',
  ...olderParameters(names).map(hyphenForm),
];

/** The dataset that stands for all runs together. */
export const ALL_RUNS = 'history';

/** Line sets of event versions, each line a key and a record: `"GW150914-v3":{...}`. */
export const OLDER_LINES = {
  short: 'older-events',
  full: 'older-events-full',
  single: 'older-event-records',
} as const;

/** Line set of datasets: records. */
export const OLDER_DATASET_LINES = 'older-datasets';
