/** `shareReads: false`: a request whose reads never finish does not block others that need the same files. */

import { describe, expect, it } from 'vitest';
import { packPath, RELEASE_PATH } from '../../../src/core/contract/site-paths.ts';
import { createSite } from '../../../src/core/handler/site.ts';
import { bodyOf, createMemorySite, lineOf, readerOf, request, settled, sha256 } from '../../support/memory-site.ts';

const { data, files } = await createMemorySite('a');
const EVENT = '/gw/api/v2/event-versions/GW2-v2';
const eventPack = packPath(data.packs['event-version-details']?.names[0] as string);
const read = readerOf(files);

/** A site whose first read of `lost` never finishes. */
function losing(lost: string, shareReads: boolean) {
  const reads: string[] = [];
  const readFile = (path: string) => {
    reads.push(path);
    const isFirst = reads.filter((other) => other === path).length === 1;
    return path === lost && isFirst ? new Promise<never>(() => {}) : read(path);
  };
  return { site: createSite({ readFile, sha256, shareReads, readTimeoutMs: 60_000 }), reads };
}

describe.each([RELEASE_PATH, eventPack])('a read of %s is lost', (lost) => {
  it('another request reads the file itself', async () => {
    const { site, reads } = losing(lost, false);
    void site.respond(request(EVENT));
    await settled();
    expect(bodyOf(await site.respond(request(EVENT)))).toBe(lineOf('event-version-details', 1));
    expect(reads.filter((path) => path === lost)).toHaveLength(2);
  });

  it('if reads are shared, another request waits for it', async () => {
    const { site, reads } = losing(lost, true);
    void site.respond(request(EVENT));
    await settled();
    let isAnswered = false;
    void site.respond(request(EVENT)).then(() => {
      isAnswered = true;
    });
    await settled();
    expect(isAnswered).toBe(false);
    expect(reads.filter((path) => path === lost)).toHaveLength(1);
  });
});

it('more requests at once than the limit for shared reads', async () => {
  const { site } = losing('', false);
  const answers = await Promise.all(Array.from({ length: 50 }, () => site.respond(request(EVENT))));
  for (const answer of answers) expect(bodyOf(answer)).toBe(lineOf('event-version-details', 1));
});
