/**
 * Defines names and rules of the exchange format for community catalogs.
 *
 * Sources: https://gwosc-tutorial.github.io/gwosc-catalog/schema/ and the checks in the gwosc-catalog tool, version 0.1.0a3.
 * `schemas/community-catalog.schema.json` describes what an import accepts; the types are generated from it.
 */
import type { CommunityEvent } from '../../../schemas/community-catalog.d.ts';
import type { ParameterSet } from '../../catalogue/types.ts';
import type { PartialValue } from '../values/limits.ts';

export type * from '../../../schemas/community-catalog.d.ts';

/** Other programs write this for an unknown release date, because the format requires one. */
export const NO_DATE = '1970-01-01';

/** Values by our names for the parameters. A null member removes an existing one. */
export type GivenValues = Readonly<Record<string, PartialValue & { readonly best: number }>>;

/** A set in the form of the data. */
export interface GivenSet extends Omit<ParameterSet, 'parameters'> {
  readonly parameters?: GivenValues;
}

/** The format's names for each numeric member of our values. */
export const SPELLINGS = {
  best: ['best', 'median'],
  upper_error: ['upper_error', 'upper_95'],
  lower_error: ['lower_error', 'lower_05'],
} as const;

const OUR_NAMES: ReadonlyMap<string, string> = new Map([
  ['pastro', 'p_astro'],
  ['snr', 'network_matched_filter_snr'],
]);
/** Our name for a parameter: `p_astro` for `pastro`. */
export const ourName = (name: string): string => OUR_NAMES.get(name) ?? name;

/** Parameters that come from searches; only for the SNR, the preferred analysis takes precedence. */
const [FAR, P_ASTRO, SNR] = ['far', 'p_astro', 'network_matched_filter_snr'] as const;

/**
 * Derives the default parameters from an event version's sets. The values come from the preferred parameter
 * estimation, except that `far` is the smallest and `p_astro` the largest value from the searches. If the preferred estimation has no SNR,
 * the largest SNR from the searches is used. Source: the service's rule, in its documentation of the format.
 */
export function defaultValues(sets: readonly GivenSet[]): GivenValues {
  const preferred = sets.find((set) => set.pipeline_type === 'pe' && set.is_preferred === true)?.parameters ?? {};
  const searches = sets.filter((set) => set.pipeline_type === 'search');
  const most = (name: string, sign: 1 | -1) => {
    const values = searches.flatMap((set) => set.parameters?.[name] ?? []);
    const best = values.toSorted((a, b) => sign * (b.best - a.best))[0];
    return best === undefined ? {} : { [name]: best };
  };
  const { [FAR]: _far, [P_ASTRO]: _pAstro, ...estimated } = preferred;
  return { ...most(SNR, 1), ...estimated, ...most(FAR, -1), ...most(P_ASTRO, 1) };
}

/**
 * True if a search or an analysis has the catalog's name and contains only values. Such a set states the default parameters directly, as
 * the API does for data without sets.
 */
export function statesDefaults(set: GivenSet, catalog: string): boolean {
  const { name, waveform_family: family, data_url: url, links = [] } = set;
  return name === catalog && family === undefined && url === undefined && links.length === 0;
}

/**
 * The names that one event version's sets get in the data. In a file, a search and an analysis, or analyses that use different waveforms,
 * may share a name; a suffix then tells them apart.
 */
export function namesInData(sets: readonly GivenSet[]): string[] {
  const keys = sets.map(({ name }) => name.toLowerCase());
  return sets.map((set, index) => {
    const isShared = keys.some((key, other) => other !== index && key === keys[index]);
    return isShared ? `${set.name}${distinction(set)}` : set.name;
  });
}

function distinction({ pipeline_type: type, waveform_family: family }: GivenSet): string {
  if (type === 'search') return ' (search)';
  return family === undefined ? '' : ` (${family})`;
}

export const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/**
 * True if the errors in a file may be the ends of intervals. A lower error may be a positive size, so one value does not show it; a value
 * outside its own interval shows that all are errors.
 */
export const mayHoldIntervals = (events: readonly CommunityEvent[]): boolean =>
  events
    .flatMap(({ search = [], pe_sets: sets }) => [...search, ...(sets ?? [])])
    .flatMap(({ parameters }) => parameters ?? [])
    .every((value) => {
      const [best, upper, lower] = (['best', 'upper_error', 'lower_error'] as const).map((member) =>
        SPELLINGS[member].map((name) => value[name]).find(isGiven),
      );
      return best === undefined || upper === undefined || lower === undefined || (lower < best && best < upper);
    });

/** Joins the text into one line; undefined if it is empty. */
export const singleLine = (text: string | null | undefined): string | undefined =>
  text?.replace(/\s+/g, ' ').trim() || undefined;
