/**
 * Reads a community catalog, a JSON file in the exchange format, as items: one for each event, with its version, parameter sets and GraceDB
 * id. Warnings name content that the data format does not support.
 */
import { catalogNameFinding, cumulativeFinding } from '../../catalogue/check-catalogs.ts';
import type { DataFile } from '../../catalogue/files/data-file.ts';
import type { Catalogue } from '../../catalogue/types.ts';
import { type DataPath, type Finding, failed, type Problem, type Reading, toProblem } from '../../report/problems.ts';
import { catalogRecord } from '../kinds/catalogs.ts';
import type { GivenNames } from '../merge/base-files.ts';
import type { Source } from '../merge/merge.ts';
import { recordOf, type SourceItem, type SourceRecord } from '../merge/records.ts';
import { EVENTS, reportSkipped } from '../merge/report-skipped.ts';
import { type CommunityCatalog, NO_DATE, singleLine } from './format.ts';
import { notKept } from './read-event.ts';
import { type CommunityOptions, checkFormat, readCommunityEvents } from './read-events.ts';
import { readJson } from './read-json.ts';

/** Reads the file's JSON, which must have the catalog's name and a list of events. Other members, and the events, may be invalid. */
function readFile(path: string) {
  const json = readJson(path);
  if (!json.value) return json;
  const file = json.value;
  const problemOf = (found: Finding): Problem => toProblem(found, file.place(found.at ?? [], found.onKey));
  const { warnings, findings } = checkFormat(file.value);
  const { catalog_name: name, events } = (file.value ?? {}) as Partial<CommunityCatalog>;
  const isComplete = typeof name === 'string' && events !== undefined;
  if (!isComplete || findings.some(({ at = [] }) => at[0] === 'events')) return failed(findings.map(problemOf));
  const community = file.value as CommunityCatalog;
  return { value: { file, community, warnings, findings, problemOf }, problems: [] } as const;
}

/** The detectors for the events in a file, even if the events are invalid. */
export function detectorsInCatalog(path: string): Reading<GivenNames> {
  const read = readFile(path);
  if (!read.value) return read;
  const codes = read.value.community.events.flatMap(({ detectors }) => detectors ?? []);
  return { value: { detectors: codes.filter((code) => typeof code === 'string') }, problems: [] };
}

/** Reads the file. If it cannot be used, or its catalog, the problems include those with the events that were read. */
export function readCommunityCatalog(path: string, catalogue: Catalogue, options: CommunityOptions): Reading<Source> {
  const readable = readFile(path);
  if (!readable.value) return readable;
  const { file, community, warnings, findings, problemOf } = readable.value;
  const name = options.name ?? community.catalog_name;
  const existing = catalogue.catalogs.find((one) => one.name === name);
  const wrong = nameFinding(name, catalogue);
  const doi = lineOf(community.doi);
  const head = headRecord(community, file, { name, doi, isNew: existing === undefined });
  const into = { name, doi, detectors: options.detectors, head: existing ? null : head };
  const read = readCommunityEvents(file, community, into, catalogue);
  const ofFile = [...findings, ...(wrong ?? [])].map(problemOf);
  // An existing catalog takes events even if other facts about it have the wrong form.
  if (wrong !== null || (findings.length > 0 && !existing)) {
    const skipped = read.items.filter((item) => item.problems.length > 0);
    return failed([...ofFile, ...reportSkipped(skipped, EVENTS)]);
  }
  const date = singleLine(community.release_date);
  if (date !== undefined && date !== NO_DATE) warnings.push(notKept(['release_date'], 'release_date'));
  const own: SourceItem = { place: file.place(['catalog_name']), label: name, records: [head], problems: [] };
  // If the file says nothing about an existing catalog but its name, there is nothing to merge.
  const saysMore = Object.keys(head.value).length > 1 && findings.length === 0;
  const items = existing && saysMore ? [own, ...read.items] : read.items;
  return {
    value: { items, problems: ofFile, warnings: [...warnings.map(problemOf), ...read.warnings] },
    problems: [],
  };
}

/** The record of the catalog itself. */
function headRecord(
  { catalog_description: description }: CommunityCatalog,
  file: DataFile,
  { name, doi, isNew }: { readonly name: string; readonly doi: string | undefined; readonly isNew: boolean },
): SourceRecord {
  const value = recordOf({ name, description: lineOf(description) ?? (isNew ? name : undefined), doi });
  return { ...catalogRecord(name, value), placeAt: ([member = '']) => file.place(PATHS[member] ?? ['catalog_name']) };
}

/** Why a catalog of this name cannot have event versions. */
function nameFinding(name: string, { catalogs }: Pick<Catalogue, 'catalogs'>): Finding[] | null {
  const isCumulative = catalogs.some((one) => one.name === name && one.members !== undefined);
  const wrong = catalogNameFinding(name) ?? (isCumulative ? cumulativeFinding(name) : null);
  return wrong
    ? [{ ...wrong, at: ['catalog_name'], fix: `${wrong.fix}; --name gives the catalog another name` }]
    : null;
}

/** Joins the text into one line; undefined for other types, which the schema reports. */
const lineOf = (text: unknown): string | undefined => (typeof text === 'string' ? singleLine(text) : undefined);

/** The path in the file for each of a catalog's members in the data. */
const PATHS: Readonly<Record<string, DataPath>> = {
  name: ['catalog_name'],
  description: ['catalog_description'],
  doi: ['doi'],
};
