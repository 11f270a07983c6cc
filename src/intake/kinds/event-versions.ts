/**
 * Imports event versions into `event-versions/<catalog>.yaml`. A new version needs gps, catalog and detectors.
 *
 * Event versions are identified by name and version, and stay in their catalog: a row that names another catalog is skipped. New versions
 * are inserted in the order of the listing (gps descending, name, version).
 */
import { isMapping, type Mapping } from '../../catalogue/files/mapping.ts';
import type { Catalogue, CatalogVersion } from '../../catalogue/types.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import type { Finding } from '../../report/problems.ts';
import { choice, DETECTORS, EVENT_TIME, REQUIRED_TEXT, REQUIRED_VERSION, TEXT } from '../csv/columns.ts';
import { inOrder } from '../merge/layout.ts';
import { recordOf, type SourceRecord } from '../merge/records.ts';
import { unixTimeFinding } from '../values/unix-time.ts';
import type { ImportKindDefinition, ReadRow } from './import-kind.ts';

export const eventVersions: ImportKindDefinition = {
  noun: 'event versions',
  columns: {
    name: REQUIRED_TEXT,
    version: REQUIRED_VERSION,
    gps: EVENT_TIME,
    catalog: TEXT,
    detectors: DETECTORS,
    bulk_detectors: DETECTORS,
    short_name: TEXT,
    doi: TEXT,
    reference: TEXT,
    detectors_source: choice({ record: null, 'latest-version': 'latest-version', unknown: undefined }),
  },
  parameters: 'default',
  giveDetectors,
  aliases: {
    utc: 'gps',
    event: 'name',
    // Found in files from the service's portal, which have no detectors.
    commonname: 'name',
    catalog_shortname: 'catalog',
  },
  // Found in the API's CSV, in downloads and in files from the portal. They follow from the others.
  ignored: /^(id|jsonurl|shortname|detail_url|note|is_last_version)$/,
  readAll: (rows, catalogue) => {
    const versions = versionsById(catalogue);
    const names = catalogue.parameters.map(({ name }) => name);
    const freeVersionOf = freeVersions(catalogue, rows);
    return rows.map(({ catalog: given, ...values }): ReadRow => {
      const { name, version, gps, parameters, short_name: shortName, doi, reference } = values;
      const label = eventVersionId(String(name), version);
      const existing = versions.get(label);
      const catalog = given ?? existing?.catalog;
      const unix = typeof gps === 'number' ? unixTimeFinding({ name: String(name), gps }) : null;
      const own = unix ? [unix] : [];
      if (catalog === undefined) return { label, records: [], findings: [NO_CATALOG, ...own] };
      if (existing && existing.catalog !== catalog) {
        const fix = `use version ${freeVersionOf(String(name))}, which is free, or correct the catalog`;
        const elsewhere: Finding = { code: 'D131', message: `this version is already in ${existing.catalog}`, fix };
        return {
          label,
          records: [{ ...versionRecord(existing.catalog, values), isOnlyNamed: true }],
          findings: [elsewhere, ...own],
        };
      }
      const value = recordOf({
        ...values,
        short_name: shortName === label ? undefined : shortName,
        doi: doi === undefined ? doiOf(reference) : currentDoi(doi),
        parameters: isMapping(parameters) ? inOrder(parameters, names) : undefined,
      });
      return { label, records: [versionRecord(String(catalog), value)], findings: own };
    });
  },
};

export const versionRecord = (catalog: string, value: Mapping): SourceRecord => ({
  kind: 'event-versions',
  stem: catalog,
  list: 'event_versions',
  value,
  label: eventVersionId(String(value.name), value.version),
});

/** The existing event versions, by id. */
export const versionsById = ({
  eventVersions,
}: Pick<Catalogue, 'eventVersions'>): ReadonlyMap<string, CatalogVersion> =>
  new Map(eventVersions.map((version) => [eventVersionId(version.name, version.version), version]));

const NO_CATALOG: Finding = {
  code: 'D111',
  message: 'catalog is missing',
  fix: 'name the catalog that published the version',
};

/** The DOI in a reference from the portal, which is the catalog's DOI or a page on the portal. */
const doiOf = (reference: unknown): unknown =>
  String(reference).startsWith('https://doi.org/') ? reference : undefined;

/** Publications about the first events link to the resolver's old address, which redirects to the current address. */
const currentDoi = (doi: unknown): unknown =>
  typeof doi === 'string' ? doi.replace(/^https?:\/\/dx\.doi\.org\//, 'https://doi.org/') : doi;

/** Existing versions have their own detectors. */
function giveDetectors(detectors: readonly string[], catalogue: Catalogue): (values: Mapping) => Mapping {
  const known = versionsById(catalogue);
  return (values) =>
    values.detectors !== undefined || known.has(eventVersionId(String(values.name), values.version))
      ? values
      : { ...values, detectors };
}

/** Creates a function that returns the next version number after all existing and new versions of an event. */
function freeVersions(
  { eventVersions: existing }: Pick<Catalogue, 'eventVersions'>,
  rows: readonly Mapping[],
): (name: string) => number {
  const highest = new Map<string, number>();
  for (const { name, version } of [...existing, ...rows]) {
    if (typeof version !== 'number' || !Number.isInteger(version)) continue;
    highest.set(String(name), Math.max(version, highest.get(String(name)) ?? 0));
  }
  return (name) => (highest.get(name) ?? 0) + 1;
}
