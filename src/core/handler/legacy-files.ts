/**
 * The paths of the older interfaces that have files, for hosts that serve files: the values of the placeholders in each row's pattern. A
 * path may be listed repeatedly.
 */

import { CATALOG } from '../collections/catalogs.ts';
import { EVENT_VERSION } from '../collections/event-versions.ts';
import { eventVersionId } from '../contract/ids.ts';
import { listParents } from '../listing/row-index.ts';
import type { Release } from './release.ts';
import type { Values } from './resolve-legacy.ts';

/** A pattern without placeholders. */
export const oneFile = async (): Promise<Values[]> => [{}];

/** Catalogs, by their names and short names. */
export async function catalogFiles({ open }: Release): Promise<Values[]> {
  const catalogs = listParents((await open('catalogs')).index);
  return catalogs.flatMap(({ id, names }) => [id, ...names(CATALOG.aliases)].map((catalog) => ({ catalog })));
}

export async function datasetFiles({ open }: Release): Promise<Values[]> {
  const { index } = await open('datasets');
  return index.idsBetween(0, index.count).map(([dataset]) => ({ dataset }));
}

/** Event versions by all their ids: `GW150914`, or `GW150914@GWTC` below a catalog. */
export async function eventFiles({ open }: Release): Promise<Values[]> {
  const { index } = await open('event-versions');
  return index.idsBetween(0, index.count).map(([id]) => {
    const [event = '', catalog = 'event'] = id.split('@');
    return { event, catalog };
  });
}

/** Event versions by their ids with the version's number, in each of their catalogs. */
export async function versionFiles({ open }: Release): Promise<Values[]> {
  const { index } = await open('event-versions');
  return index.idsBetween(0, index.count).flatMap(([id, position]) => {
    const { names, number } = index.rowAt(position);
    const version = number(EVENT_VERSION.version);
    const ending = eventVersionId('', version);
    if (!id.endsWith(ending)) return [];
    const event = id.slice(0, -ending.length);
    const catalogs = ['event', ...names(EVENT_VERSION.catalogs)];
    return catalogs.map((catalog) => ({ event, catalog, version: String(version) }));
  });
}
