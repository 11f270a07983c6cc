/**
 * Imports event versions into `event-versions/<catalog>.yaml`. Columns: name and version; gps (s), catalog and detectors (`H1|L1`), which a
 * new version needs; optional short_name, doi, reference, bulk_detectors, detectors_source (record, latest-version, unknown), and the
 * parameter columns. Other columns in CSV files from the API or the service's portal are derived from these, and are ignored.
 *
 * Event versions are identified by name and version, and stay in their catalog: a row that names another catalog is skipped. New versions
 * are inserted in the order of the listing (gps descending, name, version).
 */

import { unixTimeFinding } from '../../catalogue/check-plausible.ts';
import { shortNameOf } from '../../catalogue/names.ts';
import type { Catalogue, EventVersion } from '../../catalogue/types.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, DETECTORS, IGNORED, REQUIRED_TEXT, REQUIRED_VERSION, TEXT, TIME } from '../csv/csv-columns.ts';
import { recordOf } from '../merge/merge-values.ts';
import type { SourceRecord } from '../merge/records.ts';
import type { ImportKindDefinition } from './import-kind.ts';
import { inOrderOf } from './parameter-cells.ts';

/** An event version; null removes the detectors' source. */
export type VersionValue = Omit<EventVersion, 'detectors_source'> & {
  readonly detectors_source?: 'latest-version' | null;
};

type VersionValues = VersionValue & { readonly catalog?: string };

export const eventVersions: ImportKindDefinition<VersionValues> = {
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
  parameters: ({ parameters }) => parameters.map(({ name }) => name),
  namesCatalogs: true,
  aliases: {
    utc: 'gps',
    // Found in files from the service's portal, which have no detectors.
    ...{ commonname: 'name', catalog_shortname: 'catalog', id: null, jsonurl: null },
    ...{ event: 'name', note: null },
  },
  // Found in downloads. The data already imply which versions are last or in a cumulative catalog.
  ignored: /^(is_last_version|in_.*)$/,
  readAll: (all, catalogue) => {
    const catalogs = catalogsByVersion(catalogue);
    const names = catalogue.parameters.map(({ name }) => name);
    const freeVersionOf = freeVersions(catalogue, all);
    return all.map(({ catalog: given, ...values }) => {
      const label = shortNameInRow(values.name, values.version);
      const existing = catalogs.get(label);
      const catalog = given ?? existing;
      const own = [unixTimeFinding(values) ?? []].flat();
      if (catalog === undefined) return { label, records: [], findings: [NO_CATALOG, ...own] };
      if (existing !== undefined && existing !== catalog) {
        const fix = `use version ${freeVersionOf(values.name)}, which is free, or correct the catalog`;
        const elsewhere: Finding = { code: 'D131', message: `this version is already in ${existing}`, fix };
        return { label, records: [], findings: [elsewhere, ...own] };
      }
      const { parameters, short_name: shortName, doi, reference } = values;
      const value = recordOf<VersionValue>({
        ...values,
        short_name: shortName === label ? undefined : shortName,
        doi: doi === undefined ? doiOf(reference) : currentDoi(doi),
        parameters: parameters && inOrderOf(parameters, names),
      });
      return { label, records: [versionRecord(catalog, value)], findings: own };
    });
  },
};

export const versionRecord = (catalog: string, value: VersionValue): SourceRecord => ({
  kind: 'event-versions',
  name: catalog,
  list: ['event_versions'],
  value,
  label: shortNameInRow(value.name, value.version),
});

/** The catalog of each existing event version, by short name. */
const catalogsByVersion = ({ eventVersions: all }: Pick<Catalogue, 'eventVersions'>): ReadonlyMap<string, string> =>
  new Map(all.map((version) => [shortNameOf(version), version.catalog]));

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

/** Returns a function that gives new versions without detectors these detectors; existing versions have their own. */
export function giveDetectors(
  detectors: readonly string[],
  { eventVersions: existing }: Pick<Catalogue, 'eventVersions'>,
): (values: object) => object {
  const known = new Set(existing.map(shortNameOf));
  return (values) => {
    const { name, version, detectors: own } = values as VersionValues;
    return own !== undefined || known.has(shortNameInRow(name, version)) ? values : { ...values, detectors };
  };
}

/** Creates a function that returns the next version number after all existing and new versions of an event. */
function freeVersions(
  { eventVersions: existing }: Pick<Catalogue, 'eventVersions'>,
  all: readonly VersionValues[],
): (name: string) => number {
  const highest = new Map<string, number>();
  for (const { name, version } of [...existing, ...all]) {
    if (Number.isInteger(version)) highest.set(name, Math.max(version, highest.get(name) ?? 0));
  }
  return (name) => (highest.get(name) ?? 0) + 1;
}
