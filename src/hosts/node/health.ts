/** The health check of the Node host. `stillwave verify` checks every file. */

import { packPath, RELEASE_PATH } from '../../core/contract/site-paths.ts';
import { createReader } from '../../core/release/pack-cache.ts';
import type { Ports } from '../../core/release/ports.ts';
import { inTime, readHashedFile } from '../../core/release/read-file.ts';
import { allPacks, openRelease, parseRelease } from '../../core/release/release.ts';

/** A result counts for this long, so that clients who ask often do not keep others waiting. */
const MAX_AGE_MS = 1000;

/** Reads the pointer, the index files, and one pack of each set of lines. Rejects if one of them is missing, damaged, or not read in time. */
async function checkHealth(ports: Ports): Promise<void> {
  const pointer = await inTime(() => ports.readFile(RELEASE_PATH, true), RELEASE_PATH, ports.readTimeoutMs);
  const data = await parseRelease(pointer, ports.sha256);
  const reader = createReader(ports, { baseUrl: data.baseUrl, recordEnding: '' });
  const packs = await allPacks(openRelease(data, reader));
  for (const { names } of Object.values(packs)) {
    const [name] = names;
    if (name !== undefined) await readHashedFile(packPath(name), ports);
  }
}

/** Creates a function that checks whether the site can answer. Requests at about the same time share one check. */
export function createHealthCheck(ports: Ports): () => Promise<boolean> {
  let isHealthy = Promise.resolve(false);
  let ends = 0;
  return () => {
    if (performance.now() >= ends) {
      ends = Number.POSITIVE_INFINITY;
      isHealthy = checkHealth(ports).then(
        () => true,
        () => false,
      );
      isHealthy.then(() => {
        ends = performance.now() + MAX_AGE_MS;
      });
    }
    return isHealthy;
  };
}
