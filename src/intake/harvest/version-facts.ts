/**
 * Converts event versions and their parameter sets to facts of the imports of the same names. Out: facts, and entries that the data format
 * cannot express. Facts that can be derived are omitted. Pure.
 */

import { isMapping } from '../../catalogue/files/mapping.ts';
import type { RawValues } from '../../catalogue/files/raw.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { EventRecord, VersionFacts } from '../kinds/event-versions.ts';
import type { SetFacts, SetRecord } from '../kinds/parameter-sets.ts';
import { recordOf } from '../merge/merge-record.ts';
import type { Rejected } from '../merge/plan.ts';
import { givenBy, listOf, numberOf, type Sink, stringOf, textOf } from './entry-facts.ts';
import type { Entry, ServiceContent } from './service-content.ts';
import { rejectedEntry } from './service-problems.ts';

type SetLink = NonNullable<SetRecord['links']>[number];

/** The id of an event version in the data. */
export const versionIdOf = ({ value }: Entry): string => eventVersionId(stringOf(value.name), value.version as number);

/** Values of parameters; null for missing errors and limits, which removes those of the data. Null if the entry is left out. */
function valuesOf(found: Entry, objects: unknown, label: string, rejected: Rejected[]): RawValues | undefined | null {
  const values = new Map<string, unknown>();
  for (const one of Array.isArray(objects) ? objects : []) {
    if (!isMapping(one)) continue;
    const name = stringOf(one.name).replaceAll('-', '_');
    if (one.is_upper_limit === true && one.is_lower_limit === true) {
      const message = `${name} is both an upper and a lower limit`;
      rejected.push(rejectedEntry(found, 'default_parameters', label, message, 'ask the service which one is right'));
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
  return values.size > 0 ? (Object.fromEntries(values) as RawValues) : undefined;
}

export function versionFacts({ eventVersions }: ServiceContent, { given, rejected }: Sink<VersionFacts>): void {
  for (const entry of eventVersions) {
    const parameters = valuesOf(entry, entry.value.default_parameters, versionIdOf(entry), rejected);
    if (parameters === null) continue;
    const { name, version, shortName, gps, catalog, doi, detectors } = entry.value;
    const isOwnName = stringOf(shortName) === versionIdOf(entry);
    const record = recordOf<EventRecord>({
      name: stringOf(name),
      version: numberOf(version),
      short_name: isOwnName ? undefined : textOf(shortName),
      gps: numberOf(gps),
      doi: textOf(doi),
      detectors: listOf(detectors),
      detectors_source: undefined,
      parameters,
    });
    given.push(givenBy(entry, { catalog: textOf(catalog), version: record }));
  }
}

/** True if the only set is one that Stillwave made of the default parameters, because the data hold no sets. */
function standsIn({ value: set }: Entry, sets: readonly Entry[], { value: version }: Entry): boolean {
  const { name, pipeline_type, waveform_family, data_url, is_preferred, links, parameters } = set;
  // Its description says that it stands in.
  const { date_added = null, pipeline = null } = set;
  const texts = [date_added, pipeline, pipeline_type, waveform_family, data_url];
  const says = [...texts, ...(Array.isArray(links) ? links : [])];
  const isBare =
    sets.length === 1 && name === version.catalog && is_preferred === true && says.every((one) => one === null);
  return isBare && JSON.stringify(parameters) === JSON.stringify(version.default_parameters ?? []);
}

export function parameterSetFacts({ parameterSets }: ServiceContent, { given, rejected }: Sink<SetFacts>): void {
  for (const { entry: version, inner: sets } of parameterSets) {
    const shortName = versionIdOf(version);
    for (const set of sets) {
      if (standsIn(set, sets, version)) continue;
      const { name, description, date_added, pipeline, pipeline_type, waveform_family, data_url, is_preferred } =
        set.value;
      const parameters = valuesOf(set, set.value.parameters, `${shortName} set ${stringOf(name)}`, rejected);
      if (parameters === null) continue;
      const links = (Array.isArray(set.value.links) ? set.value.links : []).filter(isMapping);
      const record = recordOf<SetRecord>({
        name: stringOf(name),
        description: textOf(description),
        date_added: textOf(date_added),
        pipeline: textOf(pipeline),
        pipeline_type: textOf(pipeline_type),
        waveform_family: textOf(waveform_family),
        data_url: textOf(data_url),
        is_preferred: is_preferred === true ? true : null,
        links:
          links.length > 0
            ? links.map(({ url, label, description: text }) =>
                recordOf<SetLink>({ url: stringOf(url), label: stringOf(label), description: textOf(text) }),
              )
            : undefined,
        parameters,
      });
      given.push(givenBy(set, { shortName, set: record }));
    }
  }
}
