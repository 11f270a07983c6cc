/** Every URL of a release that is enumerated: pages of all listings, below all parents, and records under all ids. */

import { pagePath, queryUrl, recordPath } from '../../src/contract/paths.ts';
import type { Release } from '../../src/handler/release.ts';
import { planTasks } from '../../src/site/build/tasks.ts';

export interface EnumeratedUrl {
  /** Below the base URL, as a client asks. */
  readonly url: string;
  /** In `dist/`. */
  readonly file: string;
}

const noPart = (name: string) => Promise.reject(new Error(`${name} is not part of a build`));

/** `release` must hold the whole index, as that of a build does. */
export async function everyUrl(release: Release): Promise<EnumeratedUrl[]> {
  const urls: EnumeratedUrl[] = [];
  for (const task of await planTasks(release)) {
    if (task.kind === 'records') {
      const index = await release.indexOf(task.collection.name, noPart);
      for (const [id] of index.idsFrom(task.first, task.end)) {
        const url = recordPath(task.collection.name, id);
        urls.push({ url, file: `${url}.json` });
      }
      continue;
    }
    for (const { query, pageCount } of task.sets) {
      for (let page = 1; page <= pageCount; page++) {
        const one = { ...query, page };
        urls.push({ url: queryUrl(one), file: pagePath(one) as string });
      }
    }
  }
  return urls;
}
