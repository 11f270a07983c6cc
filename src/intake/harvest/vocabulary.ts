/**
 * Collects the detectors, parameters and flags without segments in a service's content, and defines how they are merged. No kind of import
 * covers them.
 */
import { checkFlag } from '../../catalogue/check-timelines.ts';
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { ParameterDefinition, RawDetectors, RawFlag } from '../../catalogue/files/raw.ts';
import { isDetectorCode, unknownNameFinding } from '../../catalogue/names.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { rangeNames } from '../../core/collections/event-versions.ts';
import { hyphenForm } from '../../core/contract/parameters.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { type FactCollector, type MergeKind, recordsOf } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import { availableText, defaultParameterName, namesIn, sourcedFacts, stringOf } from './entry-facts.ts';
import type { ResponseValue } from './service.ts';
import { entryName, type ServiceContent, type ServiceEntry } from './service-content.ts';

type Detector = RawDetectors['detectors'][number];

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
  records: recordsOf<ParameterDefinition, ParameterFacts>(({ known }) => ({ facts }) => {
    const { name, unit, description, isUsed, isDefault } = facts;
    const isOther = known.otherParameters?.includes(name) ?? false;
    const isKnown = isOther || known.parameters.includes(name);
    const list = isOther || !(isKnown || isDefault) ? 'other_parameters' : 'default_parameters';
    const record = recordOf<ParameterDefinition>({
      name,
      unit: isUsed || !isKnown ? unit : undefined,
      description: description ?? (isKnown ? undefined : name),
    });
    return { label: name, list: [list], record };
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
  records: recordsOf<RawFlag, FlagFacts>(({ known }) => ({ facts: { flag, run } }) => {
    const record: RawFlag = { name: flag, segments: [] };
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
  for (const [code, entry] of detectorsIn(found)) given.push(sourcedFacts(entry, code));
}

export function detectorsIn(found: ServiceContent): [code: string, entry: ServiceEntry][] {
  const files = found.datasets.flatMap(({ inner }) => inner);
  const eventFiles = found.eventFiles.flatMap(({ inner }) => inner);
  const flags = found.timelines.map(({ entry }) => entry);
  const several = [...found.runs, ...found.eventVersions, ...found.datasets.map(({ entry }) => entry)];
  const places = new Map<string, ServiceEntry>();
  for (const entry of several) for (const code of namesIn(entry.value.detectors)) places.set(code, entry);
  for (const entry of [...files, ...eventFiles, ...flags]) {
    if (typeof entry.value.detector === 'string') places.set(entry.value.detector, entry);
  }
  return [...places].filter(([code]) => isDetectorCode(code)).sort(([a], [b]) => byCodeUnit(a, b));
}

/** Units that the service spells differently from its specification. */
const UNITS = new Map([['1/yr', 'yr^-1']]);

/**
 * Parameters in the order of the service's listing, then parameters that only event versions have, then parameters that only their sets
 * have.
 */
export function parameterFacts(found: ServiceContent, { facts: given }: FactCollector<ParameterFacts>): void {
  const used = new Map<string, { place: ResponseValue; value: Mapping }>();
  /** Notes the parameters in an entry, and returns their names. */
  const look = (place: ServiceEntry, objects: unknown, readName: (value: unknown) => string = stringOf): string[] => {
    const values = (Array.isArray(objects) ? objects : []).filter(isMapping);
    return values.map((value) => {
      const name = readName(value.name);
      if (!used.has(name)) used.set(name, { place, value });
      return name;
    });
  };
  const ofVersions = found.eventVersions.map((version) =>
    look(version, version.value.default_parameters, defaultParameterName),
  );
  const ofSets = found.parameterSets.flatMap(({ inner }) => inner.map((set) => look(set, set.value.parameters)));
  const notParameters = rangeNames({ parameters: [] });
  const listed = found.parameterNames.filter(({ value }) => !notParameters.includes(hyphenForm(stringOf(value))));
  const byName = new Map(listed.map((one) => [defaultParameterName(one.value), one]));
  const defaults = new Set([...byName.keys(), ...ofVersions.flat()]);
  for (const name of new Set([...defaults, ...commonOrder(ofSets)])) {
    const { place, value } = used.get(name) ?? { place: byName.get(name) as ResponseValue, value: {} };
    const unit = stringOf(value.unit);
    const description = availableText(value.description);
    const facts = { name, unit: UNITS.get(unit) ?? unit, description, isUsed: used.has(name) };
    given.push(sourcedFacts(place, { ...facts, isDefault: defaults.has(name) }));
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
