/**
 * Converts event versions and their parameter sets to facts for the imports of the same names. Also returns the entries that the data
 * format cannot express. Facts that can be derived are omitted. Pure.
 */

import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { ParameterValues } from '../../catalogue/types.ts';
import { eventVersions, shortNameInRow, type VersionFacts } from '../kinds/event-versions.ts';
import { parameterSets as parameterSetKind, type SetFacts, type SetLink } from '../kinds/parameter-sets.ts';
import type { FactCollector, Rejected } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import { defaultParameterName, factsOfEntry, numberOf, optionalText, rejectedEntry, stringOf } from './entry-facts.ts';
import { entryName, type ServiceContent, type ServiceEntry } from './service-content.ts';

/** An event version's id in the data. */
export const versionIdOf = ({ value }: ServiceEntry): string => shortNameInRow(stringOf(value.name), value.version);

/**
 * Reads the parameter values in a member; `readName` reads their names. Missing errors and limits become null, which removes existing errors and limits.
 * Returns null if the entry is rejected.
 */
function valuesOf(
  found: ServiceEntry,
  member: 'default_parameters' | 'parameters',
  label: string,
  rejected: Rejected[],
  readName: (value: unknown) => string = stringOf,
): ParameterValues | undefined | null {
  const values = new Map<string, unknown>();
  const objects = found.value[member];
  for (const one of Array.isArray(objects) ? objects : []) {
    if (!isMapping(one)) continue;
    const name = readName(one.name);
    if (one.is_upper_limit === true && one.is_lower_limit === true) {
      const message = `${name} is both an upper and a lower limit`;
      rejected.push(rejectedEntry(found, member, label, message, 'ask the service which one is right'));
      return null;
    }
    const best = numberOf(one.best);
    values.set(name, {
      ...(best !== undefined && { best }),
      upper_error: numberOf(one.upper_error) ?? null,
      lower_error: numberOf(one.lower_error) ?? null,
      is_upper_limit: one.is_upper_limit === true ? true : null,
      is_lower_limit: one.is_lower_limit === true ? true : null,
    });
  }
  return values.size > 0 ? (Object.fromEntries(values) as ParameterValues) : undefined;
}

export function versionFacts(found: ServiceContent, { facts: given, rejected }: FactCollector<VersionFacts>): void {
  for (const entry of found.eventVersions) {
    const parameters = valuesOf(entry, 'default_parameters', versionIdOf(entry), rejected, defaultParameterName);
    if (parameters === null) continue;
    given.push(factsOfEntry(eventVersions, entry, { short_name: optionalText(entry.value.shortName), parameters }));
  }
}

/** True if the only set was made by Stillwave from the default parameters, because the data have no sets. */
function isStandInSet(
  { value: set }: ServiceEntry,
  sets: readonly ServiceEntry[],
  { value: version }: ServiceEntry,
): boolean {
  const { name, pipeline_type, waveform_family, data_url, is_preferred, links, parameters } = set;
  // The set's description is not compared, because it says how the set was made.
  const { date_added = null, pipeline = null } = set;
  const texts = [date_added, pipeline, pipeline_type, waveform_family, data_url];
  const says = [...texts, ...(Array.isArray(links) ? links : [])];
  const isBare =
    sets.length === 1 && name === version.catalog && is_preferred === true && says.every((one) => one === null);
  return isBare && JSON.stringify(parameters) === JSON.stringify(version.default_parameters ?? []);
}

export function parameterSetFacts(found: ServiceContent, { facts: given, rejected }: FactCollector<SetFacts>): void {
  for (const { entry: version, inner: sets } of found.parameterSets) {
    for (const set of sets) {
      if (isStandInSet(set, sets, version)) continue;
      const label = `${versionIdOf(version)} set ${entryName(set)}`;
      const parameters = valuesOf(set, 'parameters', label, rejected);
      if (parameters === null) continue;
      const links = (Array.isArray(set.value.links) ? set.value.links : []).filter(isMapping).map(linkOf);
      const values = {
        ...{ name: stringOf(version.value.name), version: stringOf(version.value.version), set: entryName(set) },
        is_preferred: set.value.is_preferred === true ? true : null,
        links: links.length > 0 ? links : undefined,
        parameters,
      };
      given.push(factsOfEntry(parameterSetKind, set, values));
    }
  }
}

const linkOf = ({ url, label, description }: Mapping): SetLink =>
  recordOf<SetLink>({ url: stringOf(url), label: stringOf(label), description: optionalText(description) });
