/** A pointer with different bytes is a new release, even with the same id: a site that is rebuilt or repaired while a host is running. */

import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packName, packPath, RELEASE_PATH } from '../../src/core/contract/site-paths.ts';
import type { PackList } from '../../src/core/listing/compose.ts';
import { formatRelease, parseRelease } from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { createHandler, type Handler } from '../../src/hosts/node/handler.ts';
import { buildPacks } from '../support/built-site.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { eventually } from '../support/server.ts';

const root = mkdtempSync(join(tmpdir(), 'stillwave-same-id-'));
let handler: Handler;
const seen: (Error | null)[] = [];

beforeAll(async () => {
  await buildPacks(SMALL_DATA, root);
  handler = await createHandler({ root, cacheBytes: 0, onRelease: (problem) => seen.push(problem) });
});
afterAll(() => {
  handler.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = async () => {
  const response = await handler.fetch(new Request('http://localhost:8000/api/v2/event-versions'));
  return [response.status, await response.text()] as const;
};

function replace(path: string, bytes: string | Uint8Array): void {
  writeFileSync(join(root, `${path}.new`), bytes);
  renameSync(join(root, `${path}.new`), join(root, path));
}

it('packs with other names under the same id are used immediately', async () => {
  const [status, before] = await ask();
  expect(status).toBe(200);
  const data = await parseRelease(readFileSync(join(root, RELEASE_PATH)), sha256);
  const { names, starts } = data.packs['event-versions'] as PackList;
  const old = names[0] as string;
  const bytes = Buffer.from(readFileSync(join(root, packPath(old)), 'utf8').replaceAll('"gps":', '"gpt":'));
  const name = packName('event-versions', sha256(bytes));
  expect(name).not.toBe(old);
  writeFileSync(join(root, packPath(name)), bytes);
  replace(
    RELEASE_PATH,
    await formatRelease({ ...data, packs: { ...data.packs, 'event-versions': { names: [name], starts } } }, sha256),
  );
  rmSync(join(root, packPath(old)));
  await eventually(() => seen.length > 1, 'the change is noticed');
  expect(handler.site.release?.data.id).toBe(data.id);
  expect(await ask()).toEqual([200, before.replaceAll('"gps":', '"gpt":')]);
  expect(readdirSync(join(root, 'packs'))).not.toContain(`${old}.ndjson`);
});

it('the same bytes written again are the same release', async () => {
  const { release } = handler.site;
  const told = seen.length;
  replace(RELEASE_PATH, readFileSync(join(root, RELEASE_PATH)));
  await eventually(() => seen.length > told, 'the new file is noticed');
  expect(seen.at(-1)).toBeNull();
  expect(handler.site.release).toBe(release);
});
