/**
 * Merges a community catalog: the catalog, then event versions, then their parameter sets, then GraceDB ids. In: facts from the file, and the
 * data. Out: the merged content. If a part of an event cannot be merged, the whole event is rejected.
 */
import type { RawEvent } from '../../catalogue/files/raw.ts';
import { catalogs, type OwnedCatalog } from '../kinds/catalogs.ts';
import { eventVersions } from '../kinds/event-versions.ts';
import { events as eventKind } from '../kinds/events.ts';
import { parameterSets } from '../kinds/parameter-sets.ts';
import { DataMerge, type DataState, type Merged, type NotMerged } from '../merge/data-merge.ts';
import { recordOf } from '../merge/merge-record.ts';
import type { Given, Owner, Rejected } from '../merge/plan.ts';
import { EVENTS } from '../merge/rejected-rows.ts';
import type { CatalogFacts, CommunityFile } from './open-catalog.ts';
import type { CommunityFacts } from './read-events.ts';

/** Merges all events that can be merged. */
export function mergeCommunity(before: DataState, file: CommunityFile): Merged | NotMerged {
  const { catalog, events, rejected } = file;
  const failed = [...rejected];
  let kept = events;
  for (;;) {
    const merge = new DataMerge(before, failed);
    mergeEvents(merge, catalog, kept);
    const owners = joinByOwner(merge.rejected);
    if (owners.size === 0) return merge.end(EVENTS, file);
    failed.push(...owners.values());
    kept = kept.filter(({ owner }) => !owners.has(owner));
  }
}

function mergeEvents(merge: DataMerge, catalog: CatalogFacts, events: readonly CommunityFacts[]): void {
  // A catalog is not added if none of its events can be merged.
  if (events.length === 0 && catalog.isNew) return;
  merge.merge(catalogs, catalogFacts(catalog, events, merge));
  merge.merge(
    eventVersions,
    events.map(({ version }) => version),
  );
  const owners = joinByOwner(merge.rejected);
  const valid = events.filter(({ owner }) => !owners.has(owner));
  merge.merge(
    parameterSets,
    valid.flatMap(({ sets }) => sets),
  );
  merge.merge(eventKind, firstWithId(valid));
}

/** The events that cannot be merged, with all reasons. */
function joinByOwner(rejected: readonly Rejected[]): ReadonlyMap<Owner, Rejected> {
  const joined = new Map<Owner, Rejected>();
  for (const { owner, place, findings } of rejected) {
    if (!owner) continue;
    const located = findings.map((finding) => ({ place, ...finding }));
    joined.set(owner, { ...owner, findings: [...(joined.get(owner)?.findings ?? []), ...located] });
  }
  return joined;
}

/** What is new about the catalog. */
function catalogFacts(
  { name, description, doi, place, isNew }: CatalogFacts,
  events: readonly CommunityFacts[],
  { catalogue }: DataMerge,
): Given<OwnedCatalog>[] {
  if (!isNew && description === undefined && doi === undefined) return [];
  const own = catalogue.eventVersions.filter((event) => event.catalog === name);
  // A DOI that all versions of the catalog have is already known.
  const isKnown = !isNew && own.length + events.length > 0 && own.every((version) => version.doi === doi);
  const hasDoi = catalogue.catalogs.some((one) => one.name === name && one.doi !== null);
  const facts = { name, description, doi: isKnown && !hasDoi ? undefined : doi };
  return [{ place, facts: { catalog: recordOf<OwnedCatalog['catalog']>(facts), owners: [], isCumulative: false } }];
}

/** Versions of one event in a catalog have the same id: only the first one is merged. */
function firstWithId(events: readonly CommunityFacts[]): Given<RawEvent>[] {
  const given = events.flatMap(({ event }) => event ?? []);
  const seen = new Map(given.toReversed().map((one) => [JSON.stringify(one.facts), one]));
  return given.filter((one) => seen.get(JSON.stringify(one.facts)) === one);
}
