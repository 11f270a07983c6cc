/**
 * The work of writing page and detail files, cut into tasks that can run on any core: every page of one enumerated set of
 * filters at one page size, or the detail files of one pack. Bodies come from the same functions that answer live requests.
 *
 * In: a release and its packs. Out: calls of `emit` with path and body, in a fixed order within each task. Build time.
 */

import { enumerateFilters } from '../contract/enumeration.ts';
import { detailPath, pageFolder, pagePath } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import { LISTING_NAMES, type ListingName } from '../contract/wire.ts';
import { composeRecord, type ReadPack } from '../listing/compose.ts';
import { LINES_PER_PACK } from '../listing/pack.ts';
import type { Release } from '../rewrite/release.ts';
import { pageBody } from '../rewrite/respond.ts';

export type Task =
  | { readonly kind: 'pages'; readonly query: Query; readonly folder: string; readonly fileCount: number }
  | {
      readonly kind: 'records';
      readonly listing: ListingName;
      /** Ids of the records from position `first` on. */
      readonly ids: readonly string[];
      readonly first: number;
      readonly fileCount: number;
    };

export type Emit = (path: string, body: Uint8Array) => void;

function pageTasks(release: Release): Task[] {
  const { enumerate } = release.data;
  return LISTING_NAMES.flatMap((name) => {
    const listing = release.listings[name];
    return enumerateFilters(listing, enumerate).flatMap((filters) =>
      enumerate.pageSizes.map((pageSize): Task => {
        const query = { listing: name, filters, pageSize, page: 1 };
        const fileCount = Math.max(1, Math.ceil(release.index.select(query).count / pageSize));
        return { kind: 'pages', query, folder: pageFolder(listing, query) as string, fileCount };
      }),
    );
  });
}

function recordTasks(release: Release): Task[] {
  return LISTING_NAMES.flatMap((listing) => {
    const all = release.index.recordIds(listing);
    return Array.from({ length: Math.ceil(all.length / LINES_PER_PACK) }, (_, n): Task => {
      const first = n * LINES_PER_PACK;
      const ids = all.slice(first, first + LINES_PER_PACK);
      return { kind: 'records', listing, ids, first, fileCount: ids.length };
    });
  });
}

/**
 * Every task of a site, the same list in the same order wherever it is made. Records come first, as each of their tasks needs
 * one pack alone and can begin while the others are still rendered.
 */
export function planTasks(release: Release): Task[] {
  return [...recordTasks(release), ...pageTasks(release)];
}

/** Runs one task. Rejects where a page that the plan counts cannot be composed. */
export async function runTask(task: Task, release: Release, readPack: ReadPack, emit: Emit): Promise<void> {
  if (task.kind === 'pages') {
    for (let page = 1; page <= task.fileCount; page++) {
      const query = { ...task.query, page };
      const body = await pageBody(query, release, readPack);
      if (!(body instanceof Uint8Array)) throw new Error(`no page ${page} in ${task.folder}: ${body.body.detail}`);
      emit(pagePath(release.listings[query.listing], query) as string, body);
    }
    return;
  }
  for (const [offset, id] of task.ids.entries()) {
    const body = await composeRecord(task.listing, task.first + offset, release.data.packs, readPack);
    if (body === null) throw new Error(`no record ${id} in ${task.listing}`);
    emit(detailPath(task.listing, id), body);
  }
}
