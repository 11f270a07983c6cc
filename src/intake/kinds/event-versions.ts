/**
 * Imports event versions into `event-versions/<catalog>.yaml`. Columns: name and version; gps (s), catalog and detectors (`H1|L1`), which a
 * new version needs; optional short_name, doi, reference, bulk_detectors, detectors_source (record, latest-version, unknown), and the
 * parameter columns. Other columns in CSV files from the API or the service's portal are derived from these, and are ignored.
 *
 * Event versions are identified by name and version, and stay in their catalog: a row that names another catalog is skipped. New versions
 * are inserted in the order of the listing (gps descending, name, version).
 */
import { checkEventVersion, shortNameOf } from '../../catalogue/check-event-versions.ts';
import { catalogOfVersionsFinding } from '../../catalogue/check-events.ts';
import { unixTimeFinding } from '../../catalogue/check-plausible.ts';
import type { EventVersion } from '../../catalogue/types.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, DETECTORS, IGNORED, REQUIRED_TEXT, REQUIRED_VERSION, TEXT, TIME } from '../csv/csv-columns.ts';
import { checkSchemaThen } from '../merge/check-schema-then.ts';
import { type MergeContext, recordsOf, type SourcedFacts } from '../merge/facts.ts';
import { recordOf } from '../merge/merge-record.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { inOrderOf, splitValues } from './parameter-cells.ts';

/** An event version from a row; null removes the detectors' source. */
export type VersionRecord = Omit<EventVersion, 'detectors_source'> & {
  readonly detectors_source?: 'latest-version' | null;
};

/** An event version and its catalog. The catalog is undefined if the source does not name it. */
export interface VersionFacts {
  readonly catalog: string | undefined;
  readonly version: VersionRecord;
}

type RowValues = VersionRecord & { readonly catalog?: string };

export const eventVersions: ImportKindDefinition<VersionFacts, RowValues> = {
  unit: 'event versions',
  columns: {
    name: REQUIRED_TEXT,
    version: REQUIRED_VERSION,
    gps: TIME,
    catalog: TEXT,
    detectors: DETECTORS,
    bulk_detectors: DETECTORS,
    short_name: TEXT,
    doi: TEXT,
    reference: TEXT,
    // If the row has the published detectors, a remark that they were copied no longer holds.
    detectors_source: choice({ record: null, 'latest-version': 'latest-version', unknown: undefined }),
    // Found in exports from the API.
    shortName: IGNORED,
    detail_url: IGNORED,
  },
  parameters: ({ parameters }) => parameters,
  namesCatalogs: true,
  aliases: {
    utc: 'gps',
    // Found in files from the service's portal, which have no detectors.
    ...{ commonname: 'name', catalog_shortname: 'catalog', id: null, jsonurl: null },
    ...{ event: 'name', note: null },
  },
  // Found in downloads. The data already imply which versions are last or in a cumulative catalog.
  ignored: /^(is_last_version|in_.*)$/,
  read: ({ catalog, ...values }) => {
    const isOwnName = values.short_name === shortNameOf(values);
    const version = recordOf<VersionRecord>({
      ...values,
      short_name: isOwnName ? undefined : values.short_name,
      doi: values.doi === undefined ? doiOf(values.reference) : currentDoi(values.doi),
    });
    const unix = unixTimeFinding(version);
    return { facts: { catalog, version }, findings: unix ? [unix] : [] };
  },
  file: 'event-versions',
  list: ['event_versions'],
  records: recordsOf<VersionRecord, VersionFacts>((context, all) => {
    const { known, catalogue } = context;
    const catalogs = new Map(catalogue.eventVersions.map((event) => [shortNameOf(event), event.catalog]));
    const freeVersionOf = freeVersions(context, all);
    return ({ facts }) => {
      const { parameters } = facts.version;
      const record = { ...facts.version, ...(parameters && { parameters: inOrderOf(parameters, known.parameters) }) };
      const shortName = shortNameInRow(record.name, record.version);
      const existing = catalogs.get(shortName);
      const catalog = facts.catalog ?? existing;
      // A version in another catalog is not merged, so there is no whole record to check.
      const isElsewhere = existing !== undefined && existing !== catalog;
      const findings: Finding[] = [];
      const wrongCatalog =
        catalog === undefined ? NO_CATALOG : existing === catalog ? null : catalogOfVersionsFinding(catalog, known);
      if (wrongCatalog) findings.push(wrongCatalog);
      else if (isElsewhere) {
        const fix = `use version ${freeVersionOf(record.name)}, which is free, or correct the catalog`;
        findings.push({ code: 'D131', message: `this version is already in ${existing}`, fix });
      }
      const check = (merged: VersionRecord) => (isElsewhere ? [] : checkVersion(merged, known));
      return { label: shortName, name: catalog ?? null, record, findings, check };
    };
  }),
};

/** The short name in a row or entry, whose version number may be missing or invalid. */
export const shortNameInRow = (name: string, version: unknown): string => eventVersionId(name, String(version ?? ''));

const NO_CATALOG: Finding = {
  code: 'D111',
  message: 'catalog is missing',
  fix: 'name the catalog that published the version',
};

/** The DOI in a reference from the portal, which is the catalog's DOI or a page on the portal. */
const doiOf = (reference: string | undefined): string | undefined =>
  reference?.startsWith('https://doi.org/') ? reference : undefined;

/** Publications about the first events link to the resolver's old address, which redirects to the current address. */
const currentDoi = (doi: string): string => doi.replace(/^https?:\/\/dx\.doi\.org\//, 'https://doi.org/');

/** Checks a version after a merge. */
function checkVersion(merged: VersionRecord, known: MergeContext['known']): Finding[] {
  const { valid, findings } = splitValues(merged.parameters);
  const event = recordOf<EventVersion>({
    ...merged,
    detectors_source: merged.detectors_source ?? undefined,
    parameters: valid,
  });
  const more = () => checkEventVersion(event, known, null);
  return [...findings, ...checkSchemaThen('event-versions', 'event_version', event, more)];
}

/** Facts in which new versions without detectors have the given ones; existing versions have their own. */
export function withDetectors(
  all: readonly SourcedFacts<VersionFacts>[],
  detectors: readonly string[],
  { catalogue }: Pick<MergeContext, 'catalogue'>,
): SourcedFacts<VersionFacts>[] {
  const existing = new Set(catalogue.eventVersions.map(shortNameOf));
  return all.map((one) => {
    const { version } = one.facts;
    const isComplete = version.detectors !== undefined || existing.has(shortNameInRow(version.name, version.version));
    if (isComplete) return one;
    return { ...one, facts: { ...one.facts, version: { ...version, detectors } } };
  });
}

/** Creates a function that returns the next version number after all existing and merged versions of an event. */
function freeVersions(
  { catalogue }: MergeContext,
  all: readonly SourcedFacts<VersionFacts>[],
): (name: string) => number {
  const highest = new Map<string, number>();
  for (const { name, version } of [...catalogue.eventVersions, ...all.map(({ facts }) => facts.version)]) {
    if (Number.isInteger(version)) highest.set(name, Math.max(version, highest.get(name) ?? 0));
  }
  return (name) => (highest.get(name) ?? 0) + 1;
}
