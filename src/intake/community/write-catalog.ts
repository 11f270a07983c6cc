/**
 * Writes a catalog in the exchange format for community catalogs. Returns the file as an object, and notes about content that the format
 * does not support. Pure.
 *
 * `import catalog` can read the file. Default parameters that cannot be derived from the sets are written as a search or an analysis with
 * the catalog's name.
 */
import { shortNameOf } from '../../catalogue/check-event-versions.ts';
import type { RawParameterSet, RawValues } from '../../catalogue/files/raw.ts';
import type { Catalogue, EventFacts, EventVersion } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { decimalsOf } from '../number-text.ts';
import {
  type CommunityCatalog,
  type CommunityEvent,
  type CommunityPeSet,
  type CommunitySearch,
  type CommunityValue,
  FORMAT_VERSION,
  theirName,
  theirUnit,
} from './format.ts';
import { type ExportNote, ExportNotes, setsInFile } from './write-sets.ts';

export interface ExportedCatalog {
  readonly file: CommunityCatalog;
  readonly notes: readonly ExportNote[];
}

/**
 * The event versions in a catalog; for a cumulative catalog, the highest version of each event among its members. The latest event comes
 * first. Versions of one event are in ascending order, because imports tell them apart by their order.
 */
function exportedVersions({ catalogs, eventVersions }: Catalogue, name: string): EventVersion[] {
  const members = catalogs.find((one) => one.name === name)?.members ?? null;
  const exported = eventVersions.filter(({ catalog }) => (members ?? [name]).includes(catalog));
  const events = [...groupBy(exported, (version) => version.name)].map(([event, versions]) => {
    const ascending = versions.sort((a, b) => a.version - b.version);
    return { event, latest: Math.max(...versions.map(({ gps }) => gps)), versions: ascending };
  });
  const ordered = events.sort((a, b) => b.latest - a.latest || byCodeUnit(a.event, b.event));
  return ordered.flatMap(({ versions }) => (members === null ? versions : versions.slice(-1)));
}

/** Writes the catalog with this name, which must exist. The result has no release date, because the data do not contain one. */
export function writeCommunityCatalog(catalogue: Catalogue, name: string): ExportedCatalog {
  const catalog = catalogue.catalogs.find((one) => one.name === name);
  const notes = new ExportNotes();
  const versions = exportedVersions(catalogue, name);
  notes.add('the format requires "release_date", which the data do not contain: add it to the file', name);
  if (versions.length === 0) notes.add('the format requires an event, but the catalog has none', name);
  const facts = new Map(catalogue.events.map((event) => [event.name, event]));
  const events = versions.map((version) => toEvent(version, name, catalogue, facts.get(version.name), notes));
  const doi = catalog?.doi ?? commonDoi(versions);
  for (const version of versions) {
    if (version.doi !== null && version.doi !== doi)
      notes.add('the DOI of an event version is not part of the format', shortNameOf(version));
  }
  const file: CommunityCatalog = {
    schema_version: FORMAT_VERSION,
    catalog_name: name,
    catalog_description: catalog?.description ?? name,
    doi,
    events,
  };
  return { file, notes: notes.all() };
}

/** The DOI that all versions share, or an empty string. */
function commonDoi(versions: readonly EventVersion[]): string {
  const [first, ...more] = new Set(versions.map(({ doi }) => doi));
  return more.length === 0 ? (first ?? '') : '';
}

function toEvent(
  version: EventVersion,
  catalog: string,
  catalogue: Catalogue,
  facts: EventFacts | undefined,
  notes: ExportNotes,
): CommunityEvent {
  const label = shortNameOf(version);
  const { name, gps, detectors, reference, bulkDetectors } = version;
  if (!/^GW\d{6}_\d{6}$/.test(name)) notes.add('the format requires names such as GW150914_095045', name);
  if (detectors.some((code) => !FORMAT_DETECTORS.includes(code)))
    notes.add(`the format knows the detectors ${FORMAT_DETECTORS.join(', ')} only`, label);
  if (reference !== null || bulkDetectors.length > 0)
    notes.add('reference and bulk files of an event version are not part of the format', label);
  if (facts && (facts.run !== null || facts.aliases.length > 0))
    notes.add('run and aliases of an event are not part of the format', name);
  const sets = setsInFile(
    version,
    catalog,
    label,
    catalogue.parameters.map((one) => one.name),
    notes,
  );
  const isSearch = ({ pipeline_type: type }: RawParameterSet): boolean => type === 'search';
  const valuesOf = (set: RawParameterSet): CommunityValue[] => toValues(set.parameters ?? {}, catalogue);
  const searches = sets
    .filter(isSearch)
    .map((set): CommunitySearch => ({ pipeline_name: set.name, parameters: valuesOf(set) }));
  const analyses = sets.filter((set) => !isSearch(set)).map((set) => toPeSet(set, valuesOf(set)));
  return {
    event_name: name,
    gps,
    detectors: [...detectors],
    ...(facts?.graceId && { gracedb_id: facts.graceId }),
    search: searches,
    ...(analyses.length > 0 && { pe_sets: analyses }),
  };
}

/** The detectors that the gwosc-catalog tool's checks accept. */
const FORMAT_DETECTORS: readonly string[] = ['H1', 'L1', 'V1', 'K1', 'G1'];

/** The values in the order of the catalogue's parameters. The lower error keeps its sign, as in the gwosc-catalog tool, so that it cannot be taken for the end of an interval. */
function toValues(values: RawValues, { parameters, otherParameters }: Catalogue): CommunityValue[] {
  return [...parameters, ...otherParameters].flatMap(({ name, unit }): CommunityValue[] => {
    const value = values[name];
    if (!value) return [];
    const shown = theirUnit(unit);
    return [
      {
        parameter_name: theirName(name),
        best: value.best,
        ...(value.upper_error != null && { upper_error: value.upper_error }),
        ...(value.lower_error != null && { lower_error: value.lower_error }),
        ...(value.is_upper_limit && { is_upper_bound: true }),
        ...(value.is_lower_limit && { is_lower_bound: true }),
        decimal_places: decimalsOf(value.best),
        ...(shown !== undefined && { unit: shown }),
      },
    ];
  });
}

function toPeSet(set: RawParameterSet, parameters: CommunityValue[]): CommunityPeSet {
  const links = (set.links ?? []).map(({ url, label, description = label }) => ({
    url,
    content_type: label,
    description,
  }));
  return {
    pe_set_name: set.name,
    waveform_family: set.waveform_family ?? '',
    ...(set.data_url !== undefined && { data_url: set.data_url }),
    is_preferred: set.is_preferred === true,
    parameters,
    ...(links.length > 0 && { links }),
  };
}
