/** The answers of the older interfaces that have files, for hosts that send files: lists, catalogs, events and datasets. Build time. */

import { EVENT_VERSION } from '../../core/collections/event-versions.ts';
import { eventVersionId } from '../../core/contract/ids.ts';
import { EVENT_FORMS, olderEventPath, olderPath, olderRangeNames } from '../../core/contract/older-paths.ts';
import { olderFile } from '../../core/contract/paths.ts';
import { answerOlder } from '../../core/handler/answer-older.ts';
import type { Release } from '../../core/handler/release.ts';
import { resolveRequest } from '../../core/handler/resolve-request.ts';
import type { ReadPack } from '../../core/listing/compose.ts';
import { indexOf, readNoPart } from '../render/whole-index.ts';

/** Paths of all other answers with files, below the base URL. A path that several ids share is listed once. */
function olderPaths(release: Release): Set<string> {
  const { catalogs } = release.data.vocabulary;
  const versions = indexOf(release, 'event-versions');
  const datasets = indexOf(release, 'datasets');
  const paths = [olderPath('eventapi/json', {}), olderPath('archive/all/json', {})];
  for (const form of EVENT_FORMS.filter((one) => one !== 'csv')) {
    for (const catalog of ['allevents', ...catalogs])
      paths.push(olderPath('eventapi/{form}/{catalog}', { form, catalog }));
  }
  for (const [id, position] of versions.idsFrom(0, versions.count)) {
    const [event = '', catalog = 'event'] = id.split('@');
    paths.push(olderPath('eventapi/json/{catalog}/{event}', { catalog, event }));
    const row = versions.rowAt(position);
    const version = row.number(EVENT_VERSION.version);
    // The ids that name this version by its number.
    const ending = eventVersionId('', version);
    if (!id.endsWith(ending)) continue;
    const name = id.slice(0, -ending.length);
    const places = ['event', ...row.names(EVENT_VERSION.catalogs)];
    paths.push(...places.map((place) => olderEventPath({ name, version, catalog: place })));
  }
  for (const [id] of datasets.idsFrom(0, datasets.count)) {
    paths.push(olderPath('archive/dataset/{dataset}/json', { dataset: id }));
  }
  return new Set(paths);
}

/** Composes the files of the older interfaces, as request handlers answer. */
export async function writeOlder(
  release: Release,
  readPack: ReadPack,
  emit: (path: string, body: Uint8Array) => void,
): Promise<void> {
  const ports = { readPack, readPart: readNoPart };
  const { parameters } = release.data.vocabulary;
  emit(
    olderFile(olderPath('eventapi/json/query/params', {})),
    Buffer.from(JSON.stringify(olderRangeNames(parameters.map(({ name }) => name)))),
  );
  for (const path of olderPaths(release)) {
    const resolved = await resolveRequest({ method: 'GET', url: `${release.basePath}/${path}` }, release, readNoPart);
    if (resolved.kind !== 'older') throw new Error(`nothing is at ${path}`);
    emit(olderFile(path), (await answerOlder(resolved, release, ports)).body);
  }
}
