/**
 * Import of a community catalog. In: a JSON file in the exchange format, and the current catalogue. Out: the events of the file, notes
 * about unsupported content, and plans that merge the catalog, its event versions, their parameter sets and GraceDB ids.
 */
import { catalogOfVersionsFinding } from '../../catalogue/check-events.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import type { DataPath, PlacedFinding } from '../../catalogue/files/yaml-file.ts';
import { reservedNameFinding } from '../../catalogue/names.ts';
import type { Problem } from '../../report/problems.ts';
import { type CommunityCatalog, NO_DATE } from '../community/format.ts';
import { notKept, textOf } from '../community/read-event.ts';
import { checkFormat, readEvents } from './community-events.ts';
import { planCommunity } from './community-plan.ts';
import { EVENTS, reportLeftOut, reportNotes } from './left-out.ts';
import type { MergeContext, MergeSource, Place } from './plan.ts';
import { type JsonFile, readJson } from './read-json.ts';

export interface CommunityOptions {
  /** Name of the catalog in the data, if it differs from that in the file. */
  readonly name?: string;
  /** Detectors of new events without any in the file or in an older version. */
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

/** The events of the file. `problems` are those of the catalog itself; its events can be merged because it exists already. */
type CommunityImport = MergeSource;

type Opening = { import: CommunityImport; problems: readonly [] } | { import: null; problems: readonly Problem[] };

/** Reads the file. The import is null if the file or its catalog cannot be used; problems then include those of the events. */
export function openCommunityCatalog(path: string, context: MergeContext, options: CommunityOptions): Opening {
  const read = readJson(path);
  if (!read.file) return { import: null, problems: read.problems };
  const { file } = read;
  const problemOf = ({ at, onKey, code, message, fix }: PlacedFinding): Problem => {
    return { ...file.placeOf(at, onKey), code, message, fix };
  };
  const { notes, findings } = checkFormat(file.value);
  const isNamed = typeof (file.value as Partial<CommunityCatalog> | null)?.catalog_name === 'string';
  if (!isNamed || findings.some(({ at }) => at[0] === 'events')) {
    return { import: null, problems: findings.map(problemOf) };
  }
  const catalog = file.value as CommunityCatalog;
  const head = readHead(catalog, file, context, options);
  const wrong = [...findings, ...head.findings].map(problemOf);
  const events = readEvents(file, catalog, head.facts, context, options);
  const isUsable = wrong.length === 0 || (findings.length === 0 && head.canHaveEvents && !head.facts.isNew);
  if (!isUsable) return { import: null, problems: [...wrong, ...reportLeftOut(events.leftOut, EVENTS)] };
  const date = textOf(catalog.release_date);
  if (date !== undefined && date !== NO_DATE) notes.push(notKept(['release_date'], 'release_date'));
  const facts = wrong.length === 0 ? head.facts : { ...head.facts, description: undefined, doi: undefined };
  const made: CommunityImport = {
    leftOut: events.leftOut,
    problems: wrong,
    notes: reportNotes([...notes.map(problemOf), ...events.notes]),
    plan: () => planCommunity(facts, events.readable, context),
    words: EVENTS,
  };
  return { import: made, problems: [] };
}

/** The facts about the catalog, and their problems in terms of the file. */
function readHead(
  catalog: CommunityCatalog,
  file: JsonFile,
  { known, catalogue }: MergeContext,
  options: CommunityOptions,
) {
  const name = options.name ?? catalog.catalog_name;
  const there = catalogue.catalogs.find((one) => one.name === name);
  const facts: CatalogFacts = {
    name,
    isNew: there === undefined,
    description: lineOf(catalog.catalog_description) ?? (there ? undefined : name),
    doi: lineOf(catalog.doi),
    place: file.placeOf(['catalog_name']),
  };
  const record = { name, description: facts.description ?? 'any', ...(facts.doi !== undefined && { doi: facts.doi }) };
  const findings = checkSchema('catalogs', record, 'catalog').map((finding): PlacedFinding => {
    const at = PATHS[String(finding.at[0])] ?? [];
    return { ...finding, at, fix: `${finding.fix}${at === PATHS.name ? OTHER_NAME : ''}` };
  });
  const wrong = there ? catalogOfVersionsFinding(name, known) : reservedNameFinding('a catalog', name);
  if (wrong) findings.push({ at: ['catalog_name'], ...wrong, fix: `${wrong.fix}${OTHER_NAME}` });
  return { facts, findings, canHaveEvents: wrong === null };
}

/** The schema reports anything but texts. */
const lineOf = (text: unknown): string | undefined => (typeof text === 'string' ? textOf(text) : undefined);

/** Members of a catalog in the data, and their paths in the file. */
const PATHS: Readonly<Record<string, DataPath>> = {
  name: ['catalog_name'],
  description: ['catalog_description'],
  doi: ['doi'],
};

const OTHER_NAME = '; --name gives the catalog another name';
