/** Checks a host that only sends files: compares its files with the sizes and hashes in the manifest. */

import { createCollections } from '../core/collections/registry.ts';
import { pathOfUrl } from '../core/contract/base-url.ts';
import { wholeListings } from '../core/contract/collection.ts';
import type { ManifestBody, ManifestFile } from '../core/contract/files.ts';
import { HTML_TYPE, JSON_TYPE } from '../core/contract/headers.ts';
import { API_ROOT } from '../core/contract/paths.ts';
import { HOME_PATH, MANIFEST_PATH, PACK_FOLDER, RELEASE_PATH } from '../core/contract/site-paths.ts';
import type { ReadFile } from '../core/release/ports.ts';
import { parseRelease } from '../core/release/release.ts';
import { originalOf } from '../fs/compress.ts';
import { sha256 } from '../fs/hash.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { addressResult, type CheckResult, outcomeOf, UnreadableSiteError } from './result.ts';
import type { Send, TestAnswer } from './send.ts';

/** How many files of a group are compared. */
const MOST_OF_GROUP = 100;

/** Evenly spaced items, with the first and the last. */
function sampleOf<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max((items.length - 1) / (most - 1), 1);
  return items.filter((_, n) => n === items.length - 1 || Math.floor(n / step) !== Math.floor((n - 1) / step));
}

/**
 * All packs, the files at the top of the site, and some files of each other group. Compressed copies are left out, because hosts send them
 * in place of the files that they are made from.
 */
function sampleFiles({ groups, files }: ManifestBody): ManifestFile[] {
  const paths = new Set(files.map(({ path }) => path));
  const isCopy = (path: string): boolean => path !== originalOf(path) && paths.has(originalOf(path));
  let from = 0;
  return groups
    .flatMap(({ kind, files: count }) => {
      const group = files.slice(from, from + count);
      from += count;
      if (kind === 'packs') return group;
      const isTop = ({ path }: ManifestFile): boolean => !path.includes('/');
      return [
        ...group.filter(isTop),
        ...sampleOf(
          group.filter((file) => !isTop(file)),
          MOST_OF_GROUP,
        ),
      ];
    })
    .filter(({ path }) => !isCopy(path));
}

/** The start of a file's folder. */
const groupOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 3).join('/') || 'files';

/** For packs, whose names contain a hash, and files that are not text, the size is enough. */
const isSized = (path: string): boolean => path.startsWith(`${PACK_FOLDER}/`) || /\.(?:parquet|gz)$/.test(path);

function typeFault(path: string, { headers }: TestAnswer): string | null {
  const [type] =
    path === '' || path.endsWith('.html')
      ? [HTML_TYPE.split(';')[0] as string]
      : path.endsWith('.json')
        ? [JSON_TYPE]
        : [];
  const got = headers['content-type'];
  return type === undefined || got?.startsWith(type) ? null : `content-type: expected ${type}, got ${got ?? 'none'}`;
}

function fileFault(path: string, file: ManifestFile, answer: TestAnswer): string | null {
  const { status, headers, body } = answer;
  if (status !== 200) return `status: expected 200, got ${status}`;
  const origins = headers['access-control-allow-origin'];
  if (origins !== '*' && path.endsWith('.json'))
    return `access-control-allow-origin: expected *, got ${origins ?? 'none'}`;
  const size = isSized(path) ? Number(headers['content-length'] ?? file.size) : Buffer.byteLength(body);
  if (size !== file.size) return `size: expected ${file.size} bytes, got ${size}`;
  if (!isSized(path) && sha256(body) !== file.sha256) {
    return `body: expected SHA-256 ${file.sha256}, got ${sha256(body)}: ${JSON.stringify(body.slice(0, 80))}`;
  }
  return typeFault(path, answer);
}

/** Reads a file of the site as JSON. */
async function readJson<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new UnreadableSiteError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Checks the files of a site, and that no listing's path has the answer to all queries. */
export async function checkFileHost(baseUrl: string, send: Send, readFile: ReadFile): Promise<CheckResult[]> {
  const basePath = pathOfUrl(baseUrl);
  const release = await readJson(RELEASE_PATH, async () => parseRelease(await readFile(RELEASE_PATH, true), sha256));
  const manifest = await readJson(
    MANIFEST_PATH,
    async () => JSON.parse(Buffer.from(await readFile(MANIFEST_PATH, true)).toString()) as ManifestBody,
  );
  const files = sampleFiles(manifest).map((file) => ({ path: file.path, file }));
  const home = files.find(({ path }) => path === HOME_PATH);
  const check = async (group: string, method: string, path: string, faultOf: (answer: TestAnswer) => string | null) => {
    const target = `${basePath}/${path}`;
    const fault = await send({ method, target, headers: {} }).then(
      faultOf,
      (error: Error) => `no answer: ${error.message}`,
    );
    return { group, request: `${method} ${target}`, ...outcomeOf(fault) };
  };
  const results = await mapConcurrently([...(home ? [{ ...home, path: '' }] : []), ...files], ({ path, file }) =>
    check(groupOf(path), isSized(path) ? 'HEAD' : 'GET', path, (answer) => fileFault(path, file, answer)),
  );
  const queries = await mapConcurrently(wholeListings(createCollections()), ({ path }) =>
    check('queries', 'GET', `${API_ROOT}/${path}?detector=-`, ({ status }) =>
      status === 200 ? 'status: expected 404, because a host that ignores queries must not answer them, got 200' : null,
    ),
  );
  return [addressResult(baseUrl, release.baseUrl), ...results, ...queries];
}
