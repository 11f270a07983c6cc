/**
 * Converts an event version into searches and analyses for a community catalog. Returns the sets with their names in the file, and notes
 * about content that the format does not support. Pure.
 */
import type { RawParameterSet, RawValue, RawValues } from '../../catalogue/files/raw.ts';
import type { EventVersion } from '../../catalogue/types.ts';
import { defaultValues, namesInFile, SEARCH_PARAMETERS, statesDefaults } from './format.ts';

/** Content that the format does not support, or a requirement that is not met, and the affected records. */
export interface ExportNote {
  readonly message: string;
  readonly records: readonly string[];
}

/** Collects notes, in the order in which they first occur. */
export class ExportNotes {
  readonly #records = new Map<string, string[]>();

  add(message: string, record: string): void {
    const records = this.#records.get(message) ?? [];
    if (!records.includes(record)) records.push(record);
    this.#records.set(message, records);
  }

  all(): ExportNote[] {
    return [...this.#records].map(([message, records]) => ({ message, records }));
  }
}

/**
 * All of an event version's sets in the file: the sets from the data, then the sets that give default parameters. `label` names the version
 * in notes; `defaults` are the names of the default parameters.
 */
export function setsInFile(
  version: EventVersion,
  catalog: string,
  label: string,
  defaults: readonly string[],
  notes: ExportNotes,
): RawParameterSet[] {
  const sets = supportedSets(version, catalog, label, notes);
  return [...sets, ...setsForDefaults(version, sets, defaultValues(sets, defaults), catalog, label, notes)];
}

/** An event version's supported sets, with their names in the file. */
function supportedSets(version: EventVersion, catalog: string, label: string, notes: ExportNotes): RawParameterSet[] {
  let hasPreferred = false;
  const supported = version.parameterSets.flatMap((given): RawParameterSet[] => {
    const set: RawParameterSet = { ...given, pipeline_type: given.pipeline_type ?? 'pe' };
    if (set.description || set.date_added || set.pipeline) {
      notes.add('description, date and pipeline of a parameter set are not part of the format', label);
    }
    if (!given.pipeline_type) notes.add('a parameter set of unknown kind becomes a parameter estimation', label);
    if (statesDefaults(set, catalog)) {
      notes.add(
        'a parameter set with the name of the catalog would be read as default parameters, and is skipped',
        label,
      );
      return [];
    }
    const { name, parameters = {}, waveform_family, data_url, links = [], is_preferred } = set;
    if (set.pipeline_type === 'search') {
      if (waveform_family || data_url || links.length > 0 || is_preferred) {
        notes.add('a search has no waveform family, link or preference in the format', label);
      }
      return [{ name, pipeline_type: 'search', parameters }];
    }
    if (is_preferred && hasPreferred) {
      notes.add('only one preferred parameter set is part of the format, the first', label);
      return [{ ...set, is_preferred: false }];
    }
    hasPreferred ||= is_preferred === true;
    return [set];
  });
  const names = namesInFile(supported);
  const named = supported.map((set, index) => ({ ...set, name: names[index] ?? set.name }));
  return named.some((set) => statesDefaults(set, catalog)) ? supported : named;
}

/**
 * Sets with the catalog's name. They contain the default parameters that differ from `derivedDefaults`, the values that follow from the
 * other sets. A set may be empty: the format requires a search, and a preferred analysis if there are analyses.
 */
function setsForDefaults(
  version: EventVersion,
  sets: readonly RawParameterSet[],
  derivedDefaults: RawValues,
  catalog: string,
  label: string,
  notes: ExportNotes,
): RawParameterSet[] {
  const given = version.parameters;
  const surplus = Object.keys(derivedDefaults).filter((name) => !(name in given));
  if (surplus.length > 0)
    notes.add(`the sets imply default parameters that the data lack: ${surplus.join(', ')}`, label);
  const rest = Object.entries(given).filter(([name, value]) => !isSameValue(value, derivedDefaults[name]));
  const isOfSearch = ([name]: [string, RawValue]): boolean => (SEARCH_PARAMETERS as readonly string[]).includes(name);
  const found = rest.filter(isOfSearch);
  const estimated = rest.filter((one) => !isOfSearch(one));
  if (rest.length > 0 && sets.length > 0)
    notes.add(
      'the format would derive other default parameters from the sets; a set with the name of the catalog has the actual ones',
      label,
    );
  const own: RawParameterSet[] = [];
  const analyses = sets.filter(({ pipeline_type: type }) => type !== 'search');
  if (found.length > 0 || analyses.length === sets.length) {
    own.push({ name: catalog, pipeline_type: 'search', parameters: Object.fromEntries(found) });
  }
  const isPreferred = !analyses.some((set) => set.is_preferred);
  if (estimated.length > 0 || (analyses.length > 0 && isPreferred)) {
    own.push({
      name: catalog,
      pipeline_type: 'pe',
      is_preferred: isPreferred,
      parameters: Object.fromEntries(estimated),
    });
  }
  return own;
}

/** Whether both values are the same. A missing error or limit counts as null or false. */
function isSameValue(a: RawValue, b: RawValue | undefined): boolean {
  return (
    a.best === b?.best &&
    (a.upper_error ?? null) === (b.upper_error ?? null) &&
    (a.lower_error ?? null) === (b.lower_error ?? null) &&
    (a.is_upper_limit ?? false) === (b.is_upper_limit ?? false) &&
    (a.is_lower_limit ?? false) === (b.is_lower_limit ?? false)
  );
}
