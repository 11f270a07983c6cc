/** Reads the detectors and parameters in a service's content, which no kind of import covers. */

import { isDetectorCode } from '../../catalogue/check-names.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { rangeNames } from '../../core/collections/event-versions.ts';
import { hyphenForm } from '../../core/contract/parameter-forms.ts';
import { recordOf, type SourceItem } from '../merge/records.ts';
import { dataUnit, isSameUnit } from '../values/units.ts';
import { itemOf } from './items.ts';
import { type Entry, objectsIn, type ServiceContent } from './service-content.ts';
import { availableText, defaultParameterName, stringOf } from './values.ts';

/** Detectors from the whole content, because a service does not list them. They are in alphabetical order. */
export function detectorItems(content: ServiceContent, { detectors }: Catalogue): SourceItem[] {
  const known = new Set(detectors.map(({ code }) => code));
  return detectorsIn(content).map(([code, place]) => {
    const value = known.has(code) ? { code } : { code, name: code };
    return itemOf(place, { kind: 'detectors', stem: '', list: 'detectors', value, label: code });
  });
}

/** Each detector code, with one of its places. */
export function detectorsIn(content: ServiceContent): [code: string, place: Entry<unknown>][] {
  const files = content.datasets.flatMap(({ inner }) => inner);
  const eventFiles = content.eventFiles.flatMap(({ inner }) => inner);
  const flags = content.timelines.map(({ entry }) => entry);
  const several = [...content.runs, ...content.eventVersions, ...content.datasets.map(({ entry }) => entry)];
  const places = new Map<string, Entry<unknown>>();
  const note = (code: unknown, { url, pointer }: Entry, member: string): void => {
    if (typeof code === 'string') places.set(code, { url, pointer: `${pointer}/${member}`, value: code });
  };
  for (const entry of several) {
    const { detectors: codes } = entry.value;
    for (const [n, code] of (Array.isArray(codes) ? codes : []).entries()) note(code, entry, `detectors/${n}`);
  }
  for (const entry of [...files, ...eventFiles, ...flags]) note(entry.value.detector, entry, 'detector');
  return [...places].filter(([code]) => isDetectorCode(code)).sort(([a], [b]) => byCodeUnit(a, b));
}

/**
 * Parameters in the order of the service's listing, then parameters that only event versions have, then parameters that only their sets
 * have.
 */
export function parameterItems(content: ServiceContent, catalogue: Catalogue): SourceItem[] {
  const notParameters = rangeNames({ parameters: [] });
  const listed = content.parameterNames.filter(({ value }) => !notParameters.includes(hyphenForm(stringOf(value))));
  const ofVersions = content.eventVersions.map((version) =>
    objectsIn(version, 'default_parameters').map((one) => [defaultParameterName(one.value.name), one] as const),
  );
  const ofSets = content.parameterSets.flatMap(({ inner }) =>
    inner.map((set) => objectsIn(set, 'parameters').map((one) => [stringOf(one.value.name), one] as const)),
  );
  const byName = new Map(listed.map((one) => [defaultParameterName(one.value), one]));
  // Of several places of a parameter, the first one counts.
  const used = new Map([...ofVersions, ...ofSets].flat().reverse());
  const defaults = new Set([...byName.keys(), ...ofVersions.flat().map(([name]) => name)]);
  const others = commonOrder(ofSets.map((set) => set.map(([name]) => name)));
  return [...new Set([...defaults, ...others])].map((name) => {
    const value = parameterValue(name, used.get(name), catalogue);
    const isIn = (definitions: Catalogue['parameters']) => definitions.some((one) => one.name === name);
    // The data decide, if they have the parameter.
    const isDefault = isIn(catalogue.parameters) || (defaults.has(name) && !isIn(catalogue.otherParameters));
    const list = isDefault ? 'default_parameters' : 'other_parameters';
    const place = used.get(name) ?? (byName.get(name) as Entry<unknown>);
    return itemOf(place, { kind: 'default-parameters', stem: '', list, value, label: name });
  });
}

/** A parameter, with its unit and description from a value that has them. The data keep their own spelling of a unit. */
function parameterValue(name: string, used: Entry | undefined, { parameters, otherParameters }: Catalogue) {
  const known = [...parameters, ...otherParameters].find((one) => one.name === name);
  const unit = dataUnit(stringOf(used?.value.unit));
  return recordOf({
    name,
    unit: used || !known ? (known && isSameUnit(known.unit, unit) ? known.unit : unit) : undefined,
    description: availableText(used?.value.description) ?? (known ? undefined : name),
  });
}

/**
 * The names in all lists, in an order that agrees with every list if there is such an order. A service lists parameters in the same order
 * everywhere.
 */
function commonOrder(lists: readonly (readonly string[])[]): string[] {
  const followers = new Map<string, Set<string>>();
  for (const list of lists) for (const name of list) followers.set(name, new Set());
  for (const list of lists) for (const [n, name] of list.slice(1).entries()) followers.get(list[n] ?? '')?.add(name);
  const waiting = new Map([...followers.keys()].map((name) => [name, 0]));
  for (const name of [...followers.values()].flatMap((names) => [...names]))
    waiting.set(name, (waiting.get(name) ?? 0) + 1);
  const ordered = new Set([...waiting].filter(([, count]) => count === 0).map(([name]) => name));
  // Iterating over a set also visits elements that are added during the iteration.
  for (const name of ordered) {
    for (const next of followers.get(name) ?? []) {
      const count = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, count);
      if (count === 0) ordered.add(next);
    }
  }
  return [...ordered, ...followers.keys()];
}
