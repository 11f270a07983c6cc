/** Every enumerated URL of a release: pages of all listings, below all parents, and records under all ids. */

import { allListings, hasRecords } from '../../src/core/contract/collection.ts';
import { queryUrl, recordPath } from '../../src/core/contract/paths.ts';
import { pagePath } from '../../src/core/contract/site-paths.ts';
import type { Release } from '../../src/core/release/release.ts';
import { pageSets, selectSet } from '../../src/site/tasks/page-sets.ts';

export interface EnumeratedUrl {
  /** Path and query below the base URL, as in a request. */
  readonly url: string;
  /** Path of the file in `dist/`. */
  readonly file: string;
}

export async function everyUrl(release: Release): Promise<EnumeratedUrl[]> {
  const urls: EnumeratedUrl[] = [];
  for (const { name } of release.collections.filter(hasRecords)) {
    const { index } = await release.open(name);
    for (const [id] of index.idsBetween(0, index.count)) {
      const url = recordPath(name, id);
      urls.push({ url, file: `${url}.json` });
    }
  }
  for (const listing of allListings(release.collections)) {
    for (const set of (await pageSets(listing, release)).flat()) {
      const selection = await selectSet(set, release);
      for (const query of set.queries) {
        const pageCount = Math.max(Math.ceil(selection.length / query.pageSize), 1);
        for (let page = 1; page <= pageCount; page++) {
          const one = { ...query, page };
          urls.push({ url: queryUrl(one), file: pagePath(one) as string });
        }
      }
    }
  }
  return urls;
}
