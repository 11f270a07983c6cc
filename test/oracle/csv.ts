/**
 * A page of a listing as CSV (RFC 4180): a header, then a row for each entry. It is made only from the entries, which are plain objects,
 * and a list of each listing's columns.
 *
 * Null and missing values are empty; a list of strings or numbers is joined with `|`; a list of objects is its JSON; parameter objects are
 * four columns for each parameter of the catalogue: best, lower error, upper error, and type of limit.
 */
import { jsonOf } from './entries.ts';
import { floatCell } from './floats.ts';

const EVENT_VERSION = ['name', 'shortName', 'gps', 'version', 'catalog', 'doi', 'detectors', 'detail_url'];
const STRAIN_FILE = ['gps_start', 'utc_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url', 'detail_url'];
const EVENT_STRAIN_FILE = ['gps_start', 'detector', 'sample_rate_kHz', 'duration', 'file_format', 'download_url'];
const PARAMETER = [
  ...['name', 'unit', 'description', 'best', 'upper_error', 'lower_error', 'is_upper_limit', 'is_lower_limit'],
];
const PARAMETER_SET = [
  ...['name', 'description', 'date_added', 'data_url', 'pipeline', 'pipeline_type', 'waveform_family', 'is_preferred'],
  ...['links', 'parameters'],
];
const EVENT = ['name', 'strain_files_url', 'detail_url', 'aliases', 'versions'];
const DATASET = [
  ...['name', 'run', 'description', 'sample_rate_kHz', 'gps_start', 'gps_end', 'detectors', 'bitmask'],
  ...['strain_files_url', 'detail_url'],
];

/** The members of a listing's entries. `path`: of the listing, below `/api/v2/`. */
function membersOf(path: string, hasParameters: boolean): readonly string[] {
  const [collection, , nested] = path.split('/');
  const last = path.split('/').at(-1);
  if (last === 'segments') return ['start', 'stop'];
  if (last === 'event-versions' || (collection === 'catalogs' && nested === 'events')) {
    return hasParameters ? [...EVENT_VERSION, 'default_parameters'] : EVENT_VERSION;
  }
  if (last === 'strain-files') return collection === 'event-versions' ? EVENT_STRAIN_FILE : STRAIN_FILE;
  if (last === 'default-parameters') return nested === undefined ? ['name'] : PARAMETER;
  if (last === 'parameters') return PARAMETER_SET;
  if (last === 'events') return EVENT;
  if (last === 'runs') return ['name', 'gps_start', 'gps_end', 'detectors', 'detail_url'];
  if (last === 'datasets') return DATASET;
  if (last === 'catalogs') return ['name', 'description', 'doi', 'events_url', 'detail_url'];
  if (last === 'timelines') return ['name', 'detector', 'run_names', 'segments_url', 'detail_url'];
  throw new Error(`no columns of ${path}`);
}

type Entry = Readonly<Record<string, unknown>>;

const SERVICE_ORDER = [
  ...['mass_1_source', 'mass_2_source', 'network_matched_filter_snr', 'luminosity_distance', 'chi_eff'],
  ...['total_mass_source', 'chirp_mass_source', 'chirp_mass', 'redshift', 'far', 'p_astro', 'final_mass_source'],
];

/** The parameters in the service's tables: always these, then others. */
const inServiceOrder = (names: readonly string[]): string[] => [
  ...SERVICE_ORDER,
  ...names.filter((name) => !SERVICE_ORDER.includes(name)),
];

export function csvOf(
  results: readonly unknown[],
  path: string,
  hasParameters: boolean,
  allParameters: readonly string[],
  isService = false,
): string {
  const parameters = isService ? inServiceOrder(allParameters) : allParameters;
  const all = membersOf(path, hasParameters);
  const isVersion = all.includes('shortName');
  const members = all.flatMap((member) => {
    if (isService && isVersion && member === 'detectors') return [];
    return isService && member === 'is_lower_limit' ? [member, 'decimal_places'] : [member];
  });
  const withLimit = (cells: string[]): string[] => (isService ? cells.slice(0, 3) : cells);
  const isParameters = (member: string): boolean => member === 'default_parameters' || member === 'parameters';
  const header = members.flatMap((member) => {
    if (!isParameters(member)) return [member];
    return parameters.flatMap((name) => withLimit([name, `${name}_lower`, `${name}_upper`, `${name}_limit`]));
  });
  const rows = results.map((result) => {
    const entry = typeof result === 'string' ? { name: result } : (result as Entry);
    return members.flatMap((member) => {
      const value = (entry as Entry)[member];
      return isParameters(member) ? parameterCells(value as Entry[], parameters).flatMap(withLimit) : [textOf(value)];
    });
  });
  return [header, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** The cells of each parameter. */
function parameterCells(objects: readonly Entry[], parameters: readonly string[]): string[][] {
  return parameters.map((name) => {
    const object = objects.find((candidate) => candidate.name === name);
    if (object === undefined) return ['', '', '', ''];
    const limit = object.is_upper_limit === true ? 'upper' : object.is_lower_limit === true ? 'lower' : '';
    return [textOf(object.best), textOf(object.lower_error), textOf(object.upper_error), limit];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    return value.some((item) => typeof item === 'object') ? jsonOf(value) : value.join('|');
  }
  return floatCell(String(value));
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
