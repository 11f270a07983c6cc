/**
 * Reads the events in a community catalog for an import. Returns the events that can be merged, and the others with all their problems.
 *
 * The format has no version numbers: an event is matched with its existing version in the same catalog, and a new version gets the next
 * free number.
 */
import { checkEventVersion, shortNameOf } from '../../catalogue/check-event-versions.ts';
import type { DataFile } from '../../catalogue/files/data-file.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import type { CatalogVersion, EventFacts, EventVersion, ParameterSet } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { type DataPath, type Finding, type Place, type Problem, toProblem } from '../../report/problems.ts';
import type { VersionFacts, VersionRecord } from '../kinds/event-versions.ts';
import type { SetFacts } from '../kinds/parameter-sets.ts';
import type { MergeContext, Owner, Rejected, SourcedFacts } from '../merge/facts.ts';
import { recordOf, withoutNull } from '../merge/merge-record.ts';
import { type CommunityCatalog, type CommunityEvent, mayHoldIntervals } from './format.ts';
import { notKept, type ParsedCommunityEvent, readCommunityEvent } from './read-event.ts';

export interface CommunityOptions {
  /** The catalog's name in the data, if it differs from the name in the file. */
  readonly name?: string;
  /** Detectors for new events that have none in the file or in an older version. */
  readonly detectors?: readonly string[];
}

/** Facts about the catalog itself; undefined members are unknown. */
export interface CatalogFacts {
  readonly name: string;
  readonly isNew: boolean;
  readonly description: string | undefined;
  readonly doi: string | undefined;
  readonly place: Place;
}

/** An event in the file, as facts that are merged together or not at all. */
export interface CommunityFacts {
  readonly owner: Owner;
  readonly version: SourcedFacts<VersionFacts>;
  readonly sets: readonly SourcedFacts<SetFacts>[];
  /** Null unless the file gives the event's GraceDB id. */
  readonly event: SourcedFacts<EventFacts> | null;
}

export interface EventsOfFile {
  readonly events: readonly CommunityFacts[];
  readonly rejected: readonly Rejected[];
  readonly notes: readonly Problem[];
}

/**
 * Checks the file, or one event, against the schema. An unknown member causes only a note, unless its name is so similar to a name in the
 * format that it is probably misspelt.
 */
export function checkFormat(value: unknown, definition?: 'event'): { findings: Finding[]; notes: Finding[] } {
  const all = checkSchema('community-catalog', value, definition);
  const isUnlike = ({ unknownField }: Finding): boolean => unknownField?.near === null;
  const notes = all
    .filter(isUnlike)
    .map(({ at = [] }) => notKept(at, `"${at.at(-1)}", which is not part of the format,`));
  return { findings: all.filter((finding) => !isUnlike(finding)), notes };
}

/** Reads all events in the file; `catalog` is the catalog that they are merged into. */
export function readCommunityEvents(
  file: DataFile,
  { catalog_name: ownName, events: all }: CommunityCatalog,
  catalog: CatalogFacts,
  context: MergeContext,
  options: CommunityOptions,
): EventsOfFile {
  const versions = versionsByName(context.catalogue.eventVersions);
  const numbers = numberVersions(all, catalog.name, versions);
  const rejected: Rejected[] = [];
  const events: CommunityFacts[] = [];
  const notes: Problem[] = [];
  // Events that are not valid are reported by their form.
  const intervals = mayHoldIntervals(all.filter((raw) => checkFormat(raw, 'event').findings.length === 0));
  for (const [index, raw] of all.entries()) {
    const placeAt = (inner: DataPath, onKey?: boolean) => file.place(['events', index, ...inner], onKey);
    const form = checkFormat(raw, 'event');
    const number = numbers[index] as VersionNumber;
    const latest = versions.get(raw.event_name)?.at(-1);
    const isRead = form.findings.length === 0;
    const event = isRead ? readEvent(raw, { ownName, intervals }, number, latest, context, options.detectors) : null;
    const findings = [...form.findings, ...(number.finding ? [number.finding] : []), ...(event?.findings ?? [])];
    const { event_name: name } = raw;
    const label = typeof name === 'string' ? shortNameOf({ name, version: number.version }) : null;
    const owner: Owner = { place: placeAt(['event_name']), label };
    if (!event || findings.length > 0) {
      const problems = findings.map((finding) => toProblem(finding, placeAt(finding.at ?? [], finding.onKey)));
      rejected.push({ ...owner, problems });
      continue;
    }
    for (const note of [...form.notes, ...event.notes]) notes.push(toProblem(note, placeAt(note.at ?? [], note.onKey)));
    events.push(toFacts(name, event, number, catalog, owner, placeAt));
  }
  return { events, rejected, notes };
}

/** The facts about an event, in the form that data files use. */
function toFacts(
  name: string,
  event: ReturnType<typeof readEvent>,
  { version, existing }: VersionNumber,
  catalog: CatalogFacts,
  owner: Owner,
  placeAt: (at: DataPath) => Place,
): CommunityFacts {
  const { gps, detectors, isSourceLatest, parameters, graceId, sets } = event;
  const { place } = owner;
  const record = recordOf<VersionRecord>({
    name,
    version,
    gps,
    // The format has one DOI for the whole catalog; existing versions keep their own DOIs.
    doi: existing ? undefined : catalog.doi,
    detectors,
    detectors_source: isSourceLatest ? 'latest-version' : undefined,
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
  });
  return {
    owner,
    version: {
      owner,
      place,
      facts: { catalog: catalog.name, version: record },
      placeOf: (at) => placeAt(placeInEvent(sets, at)),
    },
    sets: sets.map((set) => ({
      owner,
      place: placeAt(set.at),
      facts: { event: name, version, set: set.record },
      placeOf: (at) => placeAt(placeInSet(set, at)),
    })),
    event:
      graceId === undefined
        ? null
        : {
            owner,
            place,
            facts: { name, grace_id: graceId },
            placeOf: (at) => placeAt(at[0] === 'grace_id' ? ['gracedb_id'] : ['event_name']),
          },
  };
}

/**
 * Reads an event that is valid according to the schema, and finds all problems with the event itself. The merge finds contradictions with
 * existing data. `latest` is the event's latest existing version.
 */
function readEvent(
  raw: CommunityEvent,
  { ownName, intervals }: { readonly ownName: string; readonly intervals: boolean },
  { version, existing }: VersionNumber,
  latest: EventVersion | undefined,
  { catalogue, known }: MergeContext,
  fallback: readonly string[] | undefined,
) {
  const event = readCommunityEvent(raw, ownName, catalogue, intervals);
  const findings = [...event.findings];
  const isSourceLatest = !event.detectors && !existing && latest !== undefined;
  // Existing versions have their own detectors.
  const detectors = event.detectors ?? (existing ? undefined : (latest?.detectors ?? fallback));
  if (!detectors && !existing) findings.push({ at: ['event_name'], ...NO_DETECTORS });
  const parameter_sets = event.sets.map(({ record }) => withoutNull(record) as ParameterSet);
  // If detectors are missing, a placeholder lets the other members be checked.
  const record: EventVersion = {
    name: raw.event_name,
    version,
    gps: event.gps,
    detectors: detectors ?? ['H1'],
    parameter_sets,
  };
  const names = detectors ? known : { ...known, detectors: null };
  const wrong = [...checkSchema('event-versions', record, 'event_version'), ...checkEventVersion(record, names, null)];
  findings.push(
    ...wrong.map((finding) => ({ ...finding, at: placeInEvent(event.sets, finding.at ?? []), onKey: false })),
  );
  return { ...event, detectors, isSourceLatest, findings };
}

const NO_DETECTORS = {
  code: 'D111',
  message: 'detectors are missing',
  fix: 'add them, or name the detectors of all such events with --detectors H1,L1',
} as const;

/** Converts a path in an event version in the data to the path in the file. */
function placeInEvent(sets: ParsedCommunityEvent['sets'], [first = '', ...rest]: DataPath): DataPath {
  if (first === 'gps' || first === 'detectors') return [first, ...rest];
  if (first !== 'parameter_sets') return first === 'name' ? ['event_name'] : [];
  const [index, ...inner] = rest;
  const set = sets[Number(index)];
  return set ? placeInSet(set, inner) : [];
}

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
  readonly finding: Finding | null;
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
    return { version, existing, finding: isDuplicate ? { at: ['event_name'], code: 'D116', message, fix } : null };
  });
}
