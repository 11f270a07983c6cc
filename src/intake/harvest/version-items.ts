/** Reads a service's event versions and their parameter sets. A set that only repeats the default parameters is omitted. */

import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import type { DataPath } from '../../report/problems.ts';
import { eventVersions } from '../kinds/event-versions.ts';
import { parameterSets as parameterSetKind, setRecord } from '../kinds/parameter-sets.ts';
import { recordOf, type SourceItem } from '../merge/records.ts';
import { withLimit } from '../values/limits.ts';
import { itemOf, readEntries } from './items.ts';
import { type Entry, entryName, placeOf, type ServiceContent } from './service-content.ts';
import { defaultParameterName, numberOf, optionalText, stringOf } from './values.ts';

type ReadName = (value: unknown) => string;

/** Reads parameter values. Missing errors and limits become null, which removes existing errors and limits. */
function valuesOf(objects: unknown, readName: ReadName = stringOf): Mapping | undefined {
  const values = (Array.isArray(objects) ? objects : []).filter(isMapping).map((one) => {
    const best = numberOf(one.best);
    const numbers = {
      ...(best !== undefined && { best }),
      upper_error: numberOf(one.upper_error) ?? null,
      lower_error: numberOf(one.lower_error) ?? null,
    };
    return [readName(one.name), withLimit(numbers, one.is_upper_limit === true, one.is_lower_limit === true)] as const;
  });
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

/** The items with the place of each parameter value, which is in a list of the entry. */
const withPlaces = (items: readonly SourceItem[], entries: readonly Entry[], member: string, readName?: ReadName) =>
  items.map((item, n): SourceItem => {
    const placeAt = valuePlaces(entries[n] as Entry, member, readName);
    return { ...item, records: item.records.map((record) => ({ ...record, placeAt })) };
  });

const valuePlaces =
  (entry: Entry, member: string, readName: ReadName = stringOf) =>
  ([first, name]: DataPath) => {
    const list = entry.value[member];
    if (first !== 'parameters' || !Array.isArray(list)) return placeOf(entry);
    const index = list.findIndex((one: unknown) => isMapping(one) && readName(one.name) === name);
    return placeOf(entry, index < 0 ? member : `${member}/${index}`);
  };

export function versionItems({ eventVersions: entries }: ServiceContent, catalogue: Catalogue): SourceItem[] {
  const withMore = entries.map((entry) => {
    const parameters = valuesOf(entry.value.default_parameters, defaultParameterName);
    return [entry, { short_name: optionalText(entry.value.shortName), parameters }] as const;
  });
  const items = readEntries(eventVersions, withMore, catalogue);
  return withPlaces(items, entries, 'default_parameters', defaultParameterName);
}

/** True if the only set was made by Stillwave from the default parameters, because the data have no sets. */
function isStandInSet({ value: set }: Entry, sets: readonly Entry[], version: Mapping): boolean {
  const { name, pipeline_type, waveform_family, data_url, is_preferred, links, parameters } = set;
  // The set's description is not compared, because it says how the set was made.
  const { date_added = null, pipeline = null } = set;
  const texts = [date_added, pipeline, pipeline_type, waveform_family, data_url];
  const says = [...texts, ...(Array.isArray(links) ? links : [])];
  const isBare =
    sets.length === 1 && name === version.catalog && is_preferred === true && says.every((one) => one === null);
  return isBare && JSON.stringify(parameters) === JSON.stringify(version.default_parameters ?? []);
}

export function parameterSetItems({ parameterSets }: ServiceContent, catalogue: Catalogue): SourceItem[] {
  const all = parameterSets.flatMap(({ entry: { value: version }, inner: sets }) => {
    const ids = { name: stringOf(version.name), version: numberOf(version.version) };
    return sets.map((set) => ({ set, version, ids, isStandIn: isStandInSet(set, sets, version) }));
  });
  const own = all.filter(({ isStandIn }) => !isStandIn);
  const entries = own.map(({ set, version, ids }) => {
    const links = (Array.isArray(set.value.links) ? set.value.links : []).filter(isMapping).map(linkOf);
    const more = {
      ...ids,
      set: entryName(set),
      catalog: optionalText(version.catalog),
      is_preferred: set.value.is_preferred === true ? true : null,
      links: links.length > 0 ? links : undefined,
      parameters: valuesOf(set.value.parameters),
    };
    return [set, more] as const;
  });
  const items = readEntries(parameterSetKind, entries, catalogue);
  const ofSets = own.map(({ set }) => set);
  const standIns = all.flatMap(({ set, version, ids, isStandIn }) => {
    const record = setRecord(stringOf(version.catalog), ids, { name: entryName(set) });
    return isStandIn ? [itemOf(set, { ...record, isOnlyNamed: true })] : [];
  });
  return [...withPlaces(items, ofSets, 'parameters'), ...standIns];
}

const linkOf = ({ url, label, description }: Mapping): Mapping =>
  recordOf({ url: stringOf(url), label: stringOf(label), description: optionalText(description) });
