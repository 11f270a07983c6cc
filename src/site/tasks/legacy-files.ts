/** Writes the responses of the older interfaces that have files, for hosts that serve files. */

import { CATALOG } from '../../core/collections/catalogs.ts';
import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import { legacyFile } from '../../core/contract/site-paths.ts';
import { resolveRequest } from '../../core/handler/resolve-request.ts';
import { fillPattern, LEGACY_ROWS, placeholdersOf } from '../../core/legacy/legacy.ts';
import type { Values } from '../../core/legacy/resolve-legacy.ts';
import { listIds, listRecords } from '../../core/listing/row-index.ts';
import type { Release } from '../../core/release/release.ts';

/** The body at a URL, as request handlers return it. A catalog's short name has a copy, because files cannot redirect. */
async function bodyAt(url: string, release: Release): Promise<Uint8Array> {
  const resolved = await resolveRequest({ method: 'GET', url }, release);
  if (resolved.kind === 'redirect') return bodyAt(resolved.location, release);
  if (resolved.kind !== 'legacy') throw new Error(`nothing is at ${url}`);
  return (await resolved.compose()).body;
}

/** Event versions by all their ids, and by the ids with the version's number: alone, and in each of their catalogs. */
async function listEvents({ open }: Release): Promise<Values[]> {
  const { index } = await open('event-versions');
  return index.idsBetween(0, index.count).flatMap(([id, position]): Values[] => {
    const [event = '', catalog] = id.split('@');
    const named = catalog === undefined ? { event } : { event, catalog };
    const { names, number } = index.rowAt(position);
    const version = String(number(EVENT_VERSION.version));
    const ending = eventVersionId('', version);
    if (!id.endsWith(ending)) return [named];
    const numbered = { event: id.slice(0, -ending.length), version };
    return [named, numbered, ...names(EVENT_VERSION.catalogs).map((one) => ({ ...numbered, catalog: one }))];
  });
}

/** The values that fill the placeholders of the paths with files. Catalogs also have short names. */
async function listValues(release: Release): Promise<Values[]> {
  const catalogs = listRecords((await release.open('catalogs')).index);
  const datasets = listIds((await release.open('datasets')).index);
  return [
    {},
    ...catalogs.flatMap(({ id, names }) => [id, ...names(CATALOG.aliases)].map((catalog) => ({ catalog }))),
    ...datasets.map((dataset) => ({ dataset })),
    ...(await listEvents(release)),
  ];
}

export async function writeLegacy(release: Release, emit: (path: string, body: Uint8Array) => void): Promise<void> {
  const paths = new Set<string>();
  const all = await listValues(release);
  for (const { pattern } of LEGACY_ROWS.filter(({ hasFiles }) => hasFiles)) {
    const { length } = placeholdersOf(pattern);
    const filled = all.filter((values) => Object.keys(values).length === length);
    for (const path of filled.flatMap((values) => fillPattern(pattern, values) ?? [])) paths.add(path);
  }
  for (const path of paths) emit(legacyFile(path), await bodyAt(`${release.basePath}/${path}`, release));
}
