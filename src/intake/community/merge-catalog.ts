/**
 * Opens a community catalog, a JSON file in the exchange format, and merges it: first the catalog, then event versions, then their
 * parameter sets, then GraceDB ids. Notes name content that the data format does not support. If any part of an event cannot be merged, the
 * whole event is rejected.
 */

import { catalogOfVersionsFinding } from '../../catalogue/check-events.ts';
import type { DataFile } from '../../catalogue/files/data-file.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { reservedNameFinding } from '../../catalogue/names.ts';
import type { Catalogue, EventFacts } from '../../catalogue/types.ts';
import { groupBy } from '../../core/base/group-by.ts';
import { type DataPath, type Finding, type Problem, toProblem } from '../../report/problems.ts';
import { catalogs, type OwnedCatalog } from '../kinds/catalogs.ts';
import { eventVersions } from '../kinds/event-versions.ts';
import { events as eventKind } from '../kinds/events.ts';
import { parameterSets } from '../kinds/parameter-sets.ts';
import { mergeStep, mergeSteps } from '../merge/data-merge.ts';
import type { DataState } from '../merge/data-state.ts';
import type { MergeContext, Owner, SourcedFacts } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import type { Merged, NotMerged } from '../merge/merged.ts';
import { EVENTS, reportRejected } from '../merge/rejected-facts.ts';
import { type CommunityCatalog, NO_DATE, singleLine } from './format.ts';
import { notKept } from './read-event.ts';
import {
  type CatalogFacts,
  type CommunityFacts,
  type CommunityOptions,
  checkFormat,
  type EventsOfFile,
  readCommunityEvents,
} from './read-events.ts';
import { readJson } from './read-json.ts';

/** Merges the catalog and all events that can be merged. */
export function mergeCommunity(before: DataState, file: CommunityFile): Merged | NotMerged {
  const { catalog, events, rejected } = file;
  const valid = (isRejected: (owner: Owner) => boolean) => events.filter(({ owner }) => !isRejected(owner));
  const steps = [
    mergeStep(catalogs, (found, catalogue, isRejected) => {
      for (const one of rejected) found.rejected.push(one);
      const kept = valid(isRejected);
      // A catalog is not added if none of its events can be merged.
      if (kept.length > 0 || !catalog.isNew) found.facts.push(...newCatalogFacts(catalog, kept, catalogue));
    }),
    mergeStep(eventVersions, (found, _, isRejected) => {
      for (const { version } of valid(isRejected)) found.facts.push(version);
    }),
    mergeStep(parameterSets, (found, _, isRejected) => {
      for (const { sets } of valid(isRejected)) found.facts.push(...sets);
    }),
    mergeStep(eventKind, (found, _, isRejected) => {
      found.facts.push(...firstWithId(valid(isRejected)));
    }),
  ];
  return mergeSteps(before, steps, EVENTS, file);
}

/** The facts to merge about the catalog itself. */
function newCatalogFacts(
  { name, description, doi, place, isNew }: CatalogFacts,
  events: readonly CommunityFacts[],
  catalogue: Catalogue,
): SourcedFacts<OwnedCatalog>[] {
  if (!isNew && description === undefined && doi === undefined) return [];
  const own = catalogue.eventVersions.filter((event) => event.catalog === name);
  // If all versions in the catalog already have this DOI, the catalog's DOI adds nothing.
  const isKnown = !isNew && own.length + events.length > 0 && own.every((version) => version.doi === doi);
  const hasDoi = catalogue.catalogs.some((one) => one.name === name && one.doi !== undefined);
  const facts = { name, description, doi: isKnown && !hasDoi ? undefined : doi };
  return [{ place, facts: { catalog: recordOf<OwnedCatalog['catalog']>(facts), owners: [] } }];
}

/** The facts about events, without duplicates: all versions of an event in a catalog have the same GraceDB id. */
function firstWithId(events: readonly CommunityFacts[]): SourcedFacts<EventFacts>[] {
  const given = events.flatMap(({ event }) => event ?? []);
  return [...groupBy(given, ({ facts }) => JSON.stringify(facts)).values()].flatMap((same) => same.slice(0, 1));
}

/** A file that can be merged. */
export interface CommunityFile extends Pick<EventsOfFile, 'events' | 'rejected'> {
  readonly catalog: CatalogFacts;
  /** Problems with the catalog itself. Its events can still be merged, because the catalog already exists. */
  readonly problems: readonly Problem[];
  /** Warnings about unsupported content. */
  readonly notes: readonly Problem[];
}

type OpenResult = { file: CommunityFile; problems: readonly [] } | { file: null; problems: readonly Problem[] };

/**
 * Reads the file. `file` is null if the file or its catalog cannot be used; the problems then include any problems with the events that
 * were read.
 */
export function openCommunityCatalog(path: string, context: MergeContext, options: CommunityOptions): OpenResult {
  const read = readJson(path);
  if (!read.file) return { file: null, problems: read.problems };
  const { file } = read;
  const problemOf = (found: Finding): Problem => toProblem(found, file.place(found.at ?? [], found.onKey));
  const { notes, findings } = checkFormat(file.value);
  const isNamed = typeof (file.value as Partial<CommunityCatalog> | null)?.catalog_name === 'string';
  if (!isNamed || findings.some(({ at = [] }) => at[0] === 'events')) {
    return { file: null, problems: findings.map(problemOf) };
  }
  const community = file.value as CommunityCatalog;
  const head = readHead(community, file, context, options);
  const problems = [...findings, ...head.findings].map(problemOf);
  const isSound = problems.length === 0;
  const catalog = isSound ? head.facts : { ...head.facts, description: undefined, doi: undefined };
  const { events, rejected, notes: more } = readCommunityEvents(file, community, catalog, context, options);
  // An existing catalog takes events even if the facts about the catalog itself are wrong.
  const isUsable = isSound || (findings.length === 0 && head.canHaveEvents && !catalog.isNew);
  if (!isUsable) return { file: null, problems: [...problems, ...reportRejected(rejected, EVENTS)] };
  const date = singleLine(community.release_date);
  if (date !== undefined && date !== NO_DATE) notes.push(notKept(['release_date'], 'release_date'));
  const allNotes = [...notes.map(problemOf), ...more];
  return { file: { catalog, events, rejected, problems, notes: allNotes }, problems: [] };
}

/** Returns the facts about the catalog, and problems with them, located in the file. */
function readHead(
  catalog: CommunityCatalog,
  file: DataFile,
  { known, catalogue }: MergeContext,
  options: CommunityOptions,
) {
  const name = options.name ?? catalog.catalog_name;
  const existing = catalogue.catalogs.find((one) => one.name === name);
  const facts: CatalogFacts = {
    name,
    isNew: existing === undefined,
    description: lineOf(catalog.catalog_description) ?? (existing ? undefined : name),
    doi: lineOf(catalog.doi),
    place: file.place(['catalog_name']),
  };
  const record = { name, description: facts.description ?? 'any', ...(facts.doi !== undefined && { doi: facts.doi }) };
  const findings = checkSchema('catalogs', record, 'catalog').map((finding): Finding => {
    const at = PATHS[String(finding.at?.[0])] ?? [];
    return { ...finding, at, fix: `${finding.fix}${at === PATHS.name ? OTHER_NAME : ''}` };
  });
  const wrong = existing ? catalogOfVersionsFinding(name, known) : reservedNameFinding('a catalog', name);
  if (wrong) findings.push({ at: ['catalog_name'], ...wrong, fix: `${wrong.fix}${OTHER_NAME}` });
  return { facts, findings, canHaveEvents: wrong === null };
}

/** Joins the text into one line; undefined for other types, which the schema reports. */
const lineOf = (text: unknown): string | undefined => (typeof text === 'string' ? singleLine(text) : undefined);

/** The path in the file for each of a catalog's members in the data. */
const PATHS: Readonly<Record<string, DataPath>> = {
  name: ['catalog_name'],
  description: ['catalog_description'],
  doi: ['doi'],
};

const OTHER_NAME = '; --name gives the catalog another name';
