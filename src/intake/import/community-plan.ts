/**
 * Plans the import of a community catalog: the catalog, then event versions, then their parameter sets, then GraceDB ids. In: facts from
 * the file. Out: one plan. If a part of an event cannot be merged, the whole event is left out.
 */
import { join } from 'node:path';
import { checkEvent, EventIds } from '../../catalogue/check-events.ts';
import type { RawEvent, RawParameterSet } from '../../catalogue/files/raw.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import type { DataPath, PlacedFinding } from '../../catalogue/files/yaml-file.ts';
import type { Finding } from '../../report/problems.ts';
import { type CatalogRecord, catalogKind } from './catalogs.ts';
import type { CatalogFacts } from './community-catalog.ts';
import { type ImportedEvent, placeInEvent, placeInSet, shortNameOfEvent } from './community-events.ts';
import { checkVersion, type EventRecord, eventVersionKind } from './event-versions.ts';
import { eventKind } from './events.ts';
import type { LocatedFinding } from './left-out.ts';
import { recordOf } from './merge-record.ts';
import { type RecordFacts, RecordMerger } from './merge-records.ts';
import { checkSet, parameterSetKind, type SetRecord } from './parameter-sets.ts';
import { type ImportPlan, type MergeContext, type Rejected, sumByFile } from './plan.ts';

/** Input of a plan: the catalog, and those of its events that are merged. */
interface Merging {
  readonly context: MergeContext;
  readonly catalog: CatalogFacts;
  readonly events: readonly ImportedEvent[];
}

/** A plan for all events that can be merged. */
export function planCommunity(
  catalog: CatalogFacts,
  events: readonly ImportedEvent[],
  context: MergeContext,
): ImportPlan {
  const leftOut: Rejected[] = [];
  let kept = events;
  for (;;) {
    const { plan, failed } = attempt({ context, catalog, events: kept });
    if (failed.size === 0) return { ...plan, leftOut: [...leftOut, ...plan.leftOut] };
    leftOut.push(...failed.values());
    kept = kept.filter((event) => !failed.has(event));
  }
}

const NOTHING: ImportPlan = { outcomes: [], leftOut: [], changes: [], texts: new Map() };

/** Merges all events; `failed` are those that cannot be merged, with the reasons. */
function attempt(merging: Merging): { plan: ImportPlan; failed: ReadonlyMap<ImportedEvent, Rejected> } {
  const { events, catalog, context } = merging;
  // A catalog is not added if none of its events can be merged.
  if (events.length === 0 && catalog.isNew) return { plan: NOTHING, failed: new Map() };
  const failed = new Map<ImportedEvent, Rejected>();
  const byLabel = new Map<string, ImportedEvent>();
  const collect = (plan: ImportPlan): void => {
    for (const { label, place, findings } of plan.leftOut) {
      const event = byLabel.get(label ?? '');
      if (!event) continue;
      const located = findings.map((finding): LocatedFinding => ({ place, ...finding }));
      const before = failed.get(event)?.findings ?? [];
      failed.set(event, { place: event.place, label: shortNameOfEvent(event), findings: [...before, ...located] });
    }
  };
  const add = <T extends object>(merger: RecordMerger<T>, event: ImportedEvent, facts: RecordFacts<T>): void => {
    byLabel.set(facts.label, event);
    merger.merge(facts);
  };
  const path = join(context.dataDir, 'event-versions', `${catalog.name}.yaml`);
  const { inputs, policy, texts } = context;
  const catalogs = new RecordMerger(catalogKind, policy, [inputs.top.catalogs], texts);
  if (catalog.isNew || catalog.description !== undefined || catalog.doi !== undefined)
    catalogs.merge(catalogFacts(merging));
  const versions = new RecordMerger(eventVersionKind, policy, inputs.folders['event-versions'], texts);
  for (const event of events) add(versions, event, versionFacts(event, path, merging));
  const versionPlan = versions.plan();
  collect(versionPlan);
  const valid = events.filter((event) => !failed.has(event));
  const sets = new RecordMerger(parameterSetKind, policy, [path], new Map([...texts, ...versionPlan.texts]));
  for (const event of valid) {
    for (const set of event.sets) add(sets, event, setFacts(event, set, path, context));
  }
  const ids = new RecordMerger(
    eventKind,
    policy,
    inputs.all.filter((file) => file === inputs.top.events),
    texts,
  );
  const eventIds = idsOf(merging);
  for (const event of firstWithId(valid)) add(ids, event, idFacts(event, eventIds, context));
  const plans = [catalogs.plan(), versionPlan, sets.plan(), ids.plan()];
  for (const plan of plans.slice(2)) collect(plan);
  return { plan: joined(plans, plans[0]?.leftOut ?? []), failed };
}

/** Joins plans; a later text of a file is based on an earlier one. */
function joined(plans: readonly ImportPlan[], leftOut: readonly Rejected[]): ImportPlan {
  return {
    outcomes: sumByFile(plans.flatMap(({ outcomes }) => outcomes)),
    leftOut,
    changes: plans.flatMap(({ changes }) => changes),
    texts: new Map(plans.flatMap(({ texts }) => [...texts])),
    sourceOf: (path, line, text) => {
      for (const plan of plans) {
        const place = plan.sourceOf?.(path, line, text);
        if (place) return place;
      }
      return undefined;
    },
  };
}

function catalogFacts({ catalog, context, events }: Merging): RecordFacts<CatalogRecord> {
  const { name, description, place, isNew } = catalog;
  const own = context.catalogue.eventVersions.filter((event) => event.catalog === name);
  // A DOI that all versions of the catalog have is already known.
  const isKnown = !isNew && own.length + events.length > 0 && own.every(({ doi }) => doi === catalog.doi);
  const hasDoi = context.catalogue.catalogs.some((one) => one.name === name && one.doi !== null);
  const doi = isKnown && !hasDoi ? undefined : catalog.doi;
  const record = recordOf<CatalogRecord>({ name, description, doi });
  return { place, label: name, path: context.inputs.top.catalogs, record, findings: [], check: () => [] };
}

function versionFacts(event: ImportedEvent, path: string, { catalog, context }: Merging): RecordFacts<EventRecord> {
  const { name, version, there, gps, detectors, isSourceLatest, parameters, place, locate } = event;
  const record = recordOf<EventRecord>({
    name,
    version,
    gps,
    // The format has one DOI for the whole catalog; existing versions keep theirs.
    doi: there ? undefined : catalog.doi,
    detectors,
    detectors_source: isSourceLatest ? 'latest-version' : undefined,
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
  });
  const check = (merged: EventRecord) =>
    checkVersion(merged, context.known).map((finding) =>
      locate({ ...finding, at: placeInEvent(event.sets, pathOf(finding)), onKey: false }),
    );
  return { place, label: shortNameOfEvent(event), path, record, findings: [], check };
}

/** The path of a finding in its record. */
const pathOf = (finding: Finding | PlacedFinding): DataPath => ('at' in finding ? finding.at : []);

function setFacts(
  event: ImportedEvent,
  set: ImportedEvent['sets'][number],
  path: string,
  { known }: MergeContext,
): RecordFacts<SetRecord> {
  const shortName = shortNameOfEvent(event);
  const { record } = set;
  const check = (merged: RawParameterSet | SetRecord) =>
    checkSet(merged, shortName, known).map((finding) =>
      event.locate({ ...finding, at: placeInSet(set, pathOf(finding)), onKey: false }),
    );
  const { place = event.place } = event.locate({ at: set.at, code: 'D172', message: '', fix: '' });
  return { place, label: `${shortName} set ${record.name}`, path, within: shortName, record, findings: [], check };
}

/** Ids of events and versions after the merge. */
function idsOf({ context, events }: Merging): EventIds {
  const ids = new EventIds([...context.catalogue.eventVersions, ...events]);
  for (const { name, aliases } of context.catalogue.events) for (const alias of aliases) ids.addAlias(alias, name);
  return ids;
}

/** Versions of one event in a catalog have the same id: only the first one is merged. */
function firstWithId(events: readonly ImportedEvent[]): ImportedEvent[] {
  const seen = new Set<string>();
  return events.filter(({ name, graceId }) => {
    if (graceId === undefined) return false;
    const before = seen.size;
    return seen.add(JSON.stringify([name, graceId])).size > before;
  });
}

function idFacts(event: ImportedEvent, ids: EventIds, { known, inputs }: MergeContext): RecordFacts<RawEvent> {
  const { name, place, graceId, locate } = event;
  const check = (merged: RawEvent) => {
    const findings = checkSchema('events', merged, 'event');
    const all = findings.length > 0 ? findings : checkEvent(merged, known, ids);
    return all.map((finding) =>
      locate({ ...finding, at: finding.at[0] === 'grace_id' ? ['gracedb_id'] : ['event_name'] }),
    );
  };
  const record = recordOf<RawEvent>({ name, grace_id: graceId, run: undefined, aliases: undefined });
  return { place, label: name, path: inputs.top.events, record, findings: [], check };
}
