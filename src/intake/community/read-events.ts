/**
 * Reads the events in a community catalog for an import. Returns the events that can be merged, and the others with all their problems.
 *
 * The format has no version numbers: an event is matched with its existing version in the same catalog, and a new version gets the next
 * free number.
 */

import type { DataFile } from '../../catalogue/files/data-file.ts';
import type { Mapping } from '../../catalogue/files/mapping.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import type { Catalogue, CatalogVersion } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import { type DataPath, type Finding, type Place, type Problem, toProblem } from '../../report/problems.ts';
import { versionRecord } from '../kinds/event-versions.ts';
import { eventRecord } from '../kinds/events.ts';
import { setRecord } from '../kinds/parameter-sets.ts';
import { recordOf, type SourceItem, type SourceRecord } from '../merge/records.ts';
import { type CommunityCatalog, type CommunityEvent, mayHoldIntervals } from './format.ts';
import { notKept, type ParsedCommunityEvent, readCommunityEvent } from './read-event.ts';

export interface CommunityOptions {
  /** The catalog's name in the data, if it differs from the name in the file. */
  readonly name?: string;
  /** Detectors for new events that have none in the file or in an older version. */
  readonly detectors?: readonly string[];
}

/** The catalog that the events are merged into. */
interface IntoCatalog {
  readonly name: string;
  readonly doi: string | undefined;
  /** Detectors for new events that have none in the file or in an older version. */
  readonly detectors: readonly string[] | undefined;
  /** The record of a new catalog, which is added along with its events. */
  readonly head: SourceRecord | null;
}

/**
 * Checks the file, or one event, against the schema. An unknown member causes only a warning, unless its name is so similar to a name in the
 * format that it is probably misspelt.
 */
export function checkFormat(value: unknown, definition?: 'event'): { findings: Finding[]; warnings: Finding[] } {
  const all = checkSchema('community-catalog', value, { definition, isNamed: definition === undefined });
  const warnings = all
    .filter(({ isExtra }) => isExtra)
    .map(({ at = [] }) => notKept(at, `"${at.at(-1)}", which is not part of the format,`));
  return { findings: all.filter(({ isExtra }) => !isExtra), warnings };
}

/** Reads all events in the file. Warnings are about events that have no problems of their own. */
export function readCommunityEvents(
  file: DataFile,
  { catalog_name: ownName, events: all }: CommunityCatalog,
  catalog: IntoCatalog,
  catalogue: Catalogue,
): { readonly items: readonly SourceItem[]; readonly warnings: readonly Problem[] } {
  const versions = versionsByName(catalogue.eventVersions);
  const numbers = numberVersions(all, catalog.name, versions);
  const warnings: Problem[] = [];
  const forms = all.map((raw) => checkFormat(raw, 'event'));
  // Events that are not valid are reported by their form.
  const intervals = mayHoldIntervals(all.filter((_, index) => forms[index]?.findings.length === 0));
  const items = all.map((raw, index): SourceItem => {
    const placeAt = (inner: DataPath, onKey?: boolean) => file.place(['events', index, ...inner], onKey);
    const located = (found: Finding): Problem => toProblem(found, placeAt(found.at ?? [], found.onKey));
    const form = forms[index] as ReturnType<typeof checkFormat>;
    const number = numbers[index] as VersionNumber;
    const { event_name: name } = raw;
    const label = typeof name === 'string' ? eventVersionId(name, number.version) : null;
    const item = { place: placeAt(['event_name']), label };
    if (form.findings.length > 0) {
      return { ...item, records: [], problems: [...form.findings, ...number.findings].map(located) };
    }
    const event = readCommunityEvent(raw, ownName, catalogue, intervals);
    const own = versionOf(event, number, versions.get(name)?.at(-1), catalog);
    const findings = [
      ...number.findings,
      ...event.findings,
      ...(own.detectors || number.existing ? [] : [NO_DETECTORS]),
    ];
    if (findings.length === 0) warnings.push(...[...form.warnings, ...event.warnings].map(located));
    const records = findings.includes(NO_DETECTORS) ? [] : recordsOf(event, own, catalog, placeAt);
    return { ...item, records, problems: findings.map(located) };
  });
  return { items, warnings };
}

/**
 * An event's version. An existing version has its own detectors and DOI; the format has one DOI for the whole catalog. `latest` is the
 * event's latest version in the data.
 */
function versionOf(
  { name, gps, detectors: given, parameters }: ParsedCommunityEvent,
  { version, existing }: VersionNumber,
  latest: CatalogVersion | undefined,
  catalog: IntoCatalog,
): Mapping {
  const copied = given || existing ? undefined : latest?.detectors;
  return recordOf({
    name,
    version,
    gps,
    doi: existing ? undefined : catalog.doi,
    detectors: given ?? copied ?? (existing ? undefined : catalog.detectors),
    // Null removes the remark that the detectors were copied.
    detectors_source: copied ? 'latest-version' : given ? null : undefined,
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
  });
}

/** The records of an event, each with the places of its members. */
function recordsOf(
  { name, sets, graceId, detectors }: ParsedCommunityEvent,
  own: Mapping,
  { name: catalog, head }: IntoCatalog,
  placeAt: (at: DataPath) => Place,
): SourceRecord[] {
  const placeInEvent = ([member = '', ...rest]: DataPath): DataPath =>
    member === 'gps' || (member === 'detectors' && detectors) ? [member, ...rest] : ['event_name'];
  return [
    ...(head ? [head] : []),
    { ...versionRecord(catalog, own), placeAt: (at) => placeAt(placeInEvent(at)) },
    ...sets.map((set) => ({
      ...setRecord(catalog, own, { ...set.record }),
      placeAt: (at: DataPath) => placeAt(placeInSet(set, at)),
    })),
    ...(graceId === undefined
      ? []
      : [
          {
            ...eventRecord({ name, grace_id: graceId }),
            placeAt: (at: DataPath) => placeAt([at[0] === 'grace_id' ? 'gracedb_id' : 'event_name']),
          },
        ]),
  ];
}

const NO_DETECTORS: Finding = {
  at: ['event_name'],
  code: 'D111',
  message: 'detectors are missing',
  fix: 'add them, or name the detectors of all such events with --detectors H1,L1',
};

/** Converts a path in a parameter set in the data to the path in the file, where values are in a list. */
function placeInSet(
  { at, positions }: ParsedCommunityEvent['sets'][number],
  [first = '', ...rest]: DataPath,
): DataPath {
  if (first === 'name' || first === '') return at;
  if (first !== 'parameters') return [...at, first, ...rest];
  const position = positions.get(String(rest[0]));
  return position === undefined ? [...at, first] : [...at, first, position];
}

interface VersionNumber {
  readonly version: number;
  readonly existing: CatalogVersion | undefined;
  readonly findings: readonly Finding[];
}

/** The existing versions of each event, in ascending order. */
function versionsByName(versions: readonly CatalogVersion[]): ReadonlyMap<string, readonly CatalogVersion[]> {
  const byName = groupBy(versions, ({ name }) => name);
  for (const all of byName.values()) all.sort((a, b) => a.version - b.version);
  return byName;
}

/**
 * The version number for each event. Events with the same name use the catalog's existing versions in ascending order; if there are fewer
 * events than versions, the highest versions are used. An event without an existing version gets the next free number.
 */
function numberVersions(
  events: readonly CommunityEvent[],
  catalog: string,
  versions: ReadonlyMap<string, readonly CatalogVersion[]>,
): VersionNumber[] {
  const total = new Map<string, number>();
  for (const { event_name: name } of events) total.set(name, (total.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return events.map(({ event_name: name }) => {
    const turn = seen.get(name) ?? 0;
    seen.set(name, turn + 1);
    const all = versions.get(name) ?? [];
    const own = all.filter((one) => one.catalog === catalog);
    const existing = own[Math.max(0, own.length - (total.get(name) ?? 0)) + turn];
    const version = existing?.version ?? (all.at(-1)?.version ?? 0) + 1;
    const isDuplicate = existing === undefined && turn > 0;
    const message = 'it is a duplicate';
    const fix = 'keep one of the two, or add another version with "import event-versions"';
    return { version, existing, findings: isDuplicate ? [{ at: ['event_name'], code: 'D116', message, fix }] : [] };
  });
}
