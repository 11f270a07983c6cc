/**
 * Collects the detectors, parameters and flags without segments in a service's content, and defines how they are merged. No kind of import
 * covers them.
 */
import { checkFlag } from '../../catalogue/check-timelines.ts';
import { isDetectorCode, unknownNameFinding } from '../../catalogue/names.ts';
import type { Catalogue, DetectorsFile, Flag, ParameterDefinition } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { rangeNames } from '../../core/collections/event-versions.ts';
import { hyphenForm } from '../../core/contract/parameters.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { type FactCollector, type MergeKind, recordsOf } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import { dataUnit, isSameUnit } from '../units.ts';
import { availableText, defaultParameterName, sourcedFacts, stringOf } from './entry-facts.ts';
import type { ResponseValue } from './service.ts';
import { entryName, objectsIn, type ServiceContent, type ServiceEntry } from './service-content.ts';

type Detector = DetectorsFile['detectors'][number];

export const detectors: MergeKind<string> = {
  file: 'detectors',
  list: ['detectors'],
  records: recordsOf<Detector, string>(({ known }) => ({ facts: code }) => ({
    label: code,
    record: recordOf<Detector>({ code, name: known.detectors?.includes(code) ? undefined : code }),
  })),
};

/** A parameter. `isUsed` is true if its unit is known from a value; `isDefault` is false if only parameter sets have it. */
interface ParameterFacts {
  readonly name: string;
  readonly unit: string;
  readonly description: string | undefined;
  readonly isUsed: boolean;
  readonly isDefault: boolean;
}

export const defaultParameters: MergeKind<ParameterFacts> = {
  file: 'default-parameters',
  records: recordsOf<ParameterDefinition, ParameterFacts>(({ catalogue: { parameters, otherParameters } }) => {
    const existing = new Map([...parameters, ...otherParameters].map((one) => [one.name, one]));
    const others = new Set(otherParameters.map(({ name }) => name));
    return ({ facts: { name, unit, description, isUsed, isDefault } }) => {
      const known = existing.get(name);
      const list = others.has(name) || !(known || isDefault) ? 'other_parameters' : 'default_parameters';
      // The data keep their own spelling of a unit.
      const spelled = known && isSameUnit(known.unit, unit) ? known.unit : unit;
      const record = recordOf<ParameterDefinition>({
        name,
        unit: isUsed || !known ? spelled : undefined,
        description: description ?? (known ? undefined : name),
      });
      return { label: name, list: [list], record };
    };
  }),
};

interface FlagFacts {
  readonly flag: string;
  readonly run: string;
}

/** Flags without segments that the data lack. */
export const emptyFlags: MergeKind<FlagFacts> = {
  file: 'timelines',
  list: ['flags'],
  records: recordsOf<Flag, FlagFacts>(({ known }) => ({ facts: { flag, run } }) => {
    const record: Flag = { name: flag, segments: [] };
    const check = () =>
      checkSchemaThen('timelines', undefined, { run, flags: [record] }, () => checkFlag(record, known));
    const unknown = unknownNameFinding('D135', 'run', run, known.runs, 'runs.yaml');
    return { label: `${flag} of ${run}`, name: run, record, findings: unknown ? [unknown] : [], check };
  }),
};

export function emptyFlagFacts(
  { timelines }: ServiceContent,
  found: FactCollector<FlagFacts>,
  catalogue: Catalogue,
): void {
  const known = new Set(catalogue.timelines.map(({ name, run }) => JSON.stringify([name, run])));
  for (const { entry, run, inner } of timelines) {
    const flag = entryName(entry);
    if (inner.length > 0 || known.has(JSON.stringify([flag, run]))) continue;
    found.facts.push(sourcedFacts(entry, { flag, run }));
  }
}

/** Collects detector codes from the whole content, because a service does not list them. They are in alphabetical order. */
export function detectorFacts(found: ServiceContent, { facts: given }: FactCollector<string>): void {
  for (const [code, place] of detectorsIn(found)) given.push(sourcedFacts(place, code));
}

/** Each detector code, with one of its places. */
export function detectorsIn(found: ServiceContent): [code: string, place: ResponseValue][] {
  const files = found.datasets.flatMap(({ inner }) => inner);
  const eventFiles = found.eventFiles.flatMap(({ inner }) => inner);
  const flags = found.timelines.map(({ entry }) => entry);
  const several = [...found.runs, ...found.eventVersions, ...found.datasets.map(({ entry }) => entry)];
  const places = new Map<string, ResponseValue>();
  const note = (code: unknown, { url, pointer }: ServiceEntry, member: string): void => {
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
export function parameterFacts(found: ServiceContent, { facts: given }: FactCollector<ParameterFacts>): void {
  const used = new Map<string, ServiceEntry>();
  /** Notes the parameters in a list of an entry, and returns their names. */
  const look = (entry: ServiceEntry, member: string, readName: (value: unknown) => string = stringOf): string[] =>
    objectsIn(entry, member).map((parameter) => {
      const name = readName(parameter.value.name);
      if (!used.has(name)) used.set(name, parameter);
      return name;
    });
  const ofVersions = found.eventVersions.map((version) => look(version, 'default_parameters', defaultParameterName));
  const ofSets = found.parameterSets.flatMap(({ inner }) => inner.map((set) => look(set, 'parameters')));
  const notParameters = rangeNames({ parameters: [] });
  const listed = found.parameterNames.filter(({ value }) => !notParameters.includes(hyphenForm(stringOf(value))));
  const byName = new Map(listed.map((one) => [defaultParameterName(one.value), one]));
  const defaults = new Set([...byName.keys(), ...ofVersions.flat()]);
  for (const name of new Set([...defaults, ...commonOrder(ofSets)])) {
    const parameter = used.get(name);
    const { unit, description } = parameter?.value ?? {};
    const facts = {
      name,
      unit: dataUnit(stringOf(unit)),
      description: availableText(description),
      isUsed: parameter !== undefined,
      isDefault: defaults.has(name),
    };
    given.push(sourcedFacts(parameter ?? (byName.get(name) as ResponseValue), facts));
  }
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
