/** The responses of the older interfaces that have files, for hosts that serve files: lists, catalogs, events and datasets. */

import { CATALOG } from '../../core/collections/catalogs.ts';
import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import {
  LEGACY_CATALOGS,
  legacyCatalogPath,
  legacyEventPath,
  legacyRangeNames,
} from '../../core/contract/legacy-paths.ts';
import { legacyFile } from '../../core/contract/paths.ts';
import type { Release } from '../../core/handler/release.ts';
import { resolveRequest } from '../../core/handler/resolve-request.ts';
import { idsFrom } from '../../core/listing/select.ts';
import { indexOf, parentsOf } from '../render/whole-index.ts';

/** The forms of a catalog that have files. */
const FORMS = ['json', 'jsonfull'];

/** The paths that have files, below the base URL. A path shared by several ids is listed only once. */
function legacyPaths(release: Release): Set<string> {
  const { catalogs } = release.data.vocabulary;
  const versions = indexOf(release, 'event-versions');
  const datasets = indexOf(release, 'datasets');
  const paths = [LEGACY_CATALOGS, 'archive/all/json'];
  for (const form of FORMS) {
    for (const catalog of ['allevents', ...catalogs]) paths.push(`eventapi/${form}/${catalog}`);
  }
  for (const [id, position] of idsFrom(versions, 0, versions.count)) {
    const [event = '', catalog = 'event'] = id.split('@');
    paths.push(`${legacyCatalogPath(catalog)}${event}`);
    const row = versions.rowAt(position);
    const version = row.number(EVENT_VERSION.version);
    // Keeps only the ids that name this version by its number.
    const ending = eventVersionId('', version);
    if (!id.endsWith(ending)) continue;
    const name = id.slice(0, -ending.length);
    const places = ['event', ...row.names(EVENT_VERSION.catalogs)];
    paths.push(...places.map((place) => legacyEventPath({ name, version, catalog: place })));
  }
  for (const [id] of idsFrom(datasets, 0, datasets.count)) paths.push(`archive/dataset/${id}/json`);
  return new Set(paths);
}

/** Writes the older interfaces' files, with the same bodies that request handlers return. */
export async function writeLegacy(release: Release, emit: (path: string, body: Uint8Array) => void): Promise<void> {
  const names = legacyRangeNames(release.data.vocabulary.parameters.map(({ name }) => name));
  // Request handlers read this from a document, which has not been written yet.
  emit(legacyFile('eventapi/json/query/params'), Buffer.from(JSON.stringify(names)));
  const bodyAt = async (path: string) => {
    const url = `${release.basePath}/${path}`;
    const resolved = await resolveRequest({ method: 'GET', url }, release);
    if (resolved.kind !== 'legacy') throw new Error(`nothing is at ${path}`);
    return (await resolved.row.envelope(resolved, release)).body;
  };
  for (const path of legacyPaths(release)) emit(legacyFile(path), await bodyAt(path));
  // Files cannot redirect, so a catalog's short name has a copy.
  for (const catalog of parentsOf(indexOf(release, 'catalogs'))) {
    for (const alias of catalog.names(CATALOG.aliases)) {
      for (const form of FORMS)
        emit(legacyFile(`eventapi/${form}/${alias}`), await bodyAt(`eventapi/${form}/${catalog.id}`));
    }
  }
}
