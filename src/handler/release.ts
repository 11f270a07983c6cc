/**
 * The pointer, release.json: text <-> release. One release is one build's output; whatever a request needs beyond packs
 * is in here, so that an answer belongs wholly to one release.
 *
 * Form: `{"sha256":"<hash of the text of release>","release":{...}}`, so that a file which is cut short or changed is
 * recognised before a single member of it is believed. No I/O.
 */

import { createCollections } from '../collections/registry.ts';
import type { Collection, Vocabulary } from '../contract/collection.ts';
import type { Enumeration } from '../contract/enumeration.ts';
import {
  type CacheLifetimes,
  CSV_TYPE,
  type Headers,
  HTML_TYPE,
  JSON_TYPE,
  successHeaders,
  varyByCoding,
} from '../contract/headers.ts';
import { type LinkForm, type PageLink, queryLink } from '../contract/paths.ts';
import type { PackNames } from '../listing/compose.ts';
import { type IndexData, openIndex, type RowIndex } from '../listing/select.ts';

/** Version of the pointer's and the packs' format; a host refuses any other. */
export const RELEASE_FORMAT = 4;

/** An index that is a file of its own. */
export interface IndexPart {
  readonly kind: 'part';
  /** The file's name, which has the hash of its content. */
  readonly name: string;
}

export interface ReleaseData {
  readonly format: typeof RELEASE_FORMAT;
  /** Hash of data, configuration and code version. */
  readonly id: string;
  readonly layout: 'pages' | 'packs' | 'both';
  /** Prefix of links in page files, and of a handler's links unless it is told otherwise. */
  readonly baseUrl: string;
  /** Of page and detail files; request handlers always link to queries. */
  readonly links: LinkForm;
  readonly archiveUrl: string | null;
  readonly cache: CacheLifetimes;
  readonly enumerate: Enumeration;
  readonly vocabulary: Vocabulary;
  /** By collection. */
  readonly index: Readonly<Record<string, IndexData | IndexPart>>;
  readonly packs: PackNames;
  /** Names of the answers that are the same whatever the query: OPTIONS, the root and the like. Each is a line of a pack of theirs, in this order. */
  readonly documents: readonly string[];
  /** Size in bytes and SHA-256 (hex) of the files that can be downloaded, by path: their names stay, their content does not. */
  readonly downloads: Readonly<Record<string, { readonly size: number; readonly sha256: string }>>;
  /** Members of the entries that each set of lines has, in their order: the columns of CSV. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

/** A release, ready to answer. */
export interface Release {
  readonly data: ReleaseData;
  readonly collections: readonly Collection[];
  /**
   * The index of a collection, opened when it is first asked for. Only one that is a file of its own is a promise, which rejects with what
   * `readPart` rejects with.
   */
  indexOf(name: string, readPart: ReadPart): RowIndex | Promise<RowIndex>;
  readonly baseUrl: string;
  /** Path of the base URL: "" or "/gw". */
  readonly basePath: string;
  readonly pageLink: PageLink;
  /** Headers of a success, by content type; varied: of a host that compresses. Made once, as every answer has them. */
  readonly headers: { readonly [vary in 'plain' | 'varied']: Readonly<Record<ContentType, Headers>> };
}

export type ContentType = typeof JSON_TYPE | typeof CSV_TYPE | typeof HTML_TYPE;

/** Reads a part of the index by its name. Rejects with SiteDamagedError. */
export type ReadPart = (name: string) => Promise<IndexData>;

/** Hex SHA-256 of bytes; each host passes in its own. */
export type Sha256 = (bytes: Uint8Array) => string | Promise<string>;

/** The site's files are not what they should be: missing, cut, changed, unreadable, too slow or of another format. */
export class SiteDamagedError extends Error {
  override readonly name = 'SiteDamagedError';
}

const BEFORE_HASH = '{"sha256":"';
const AFTER_HASH = '","release":';
const HASH_DIGITS = 64;

/** The text of release.json. */
export async function formatRelease(data: ReleaseData, sha256: Sha256): Promise<string> {
  const text = JSON.stringify(data);
  return `${BEFORE_HASH}${await sha256(new TextEncoder().encode(text))}${AFTER_HASH}${text}}\n`;
}

/** Parses release.json. Throws SiteDamagedError where its hash does not match. */
export async function parseRelease(file: Uint8Array, sha256: Sha256): Promise<ReleaseData> {
  const headLength = BEFORE_HASH.length + HASH_DIGITS + AFTER_HASH.length;
  const head = new TextDecoder().decode(file.subarray(0, headLength));
  const body = file.subarray(headLength, file.length - 2);
  const hash = head.slice(BEFORE_HASH.length, BEFORE_HASH.length + HASH_DIGITS);
  const end = new TextDecoder().decode(file.subarray(file.length - 2));
  if (head !== `${BEFORE_HASH}${hash}${AFTER_HASH}` || end !== '}\n' || (await sha256(body)) !== hash) {
    throw new SiteDamagedError('release.json is cut short or changed');
  }
  const data = JSON.parse(new TextDecoder().decode(body)) as ReleaseData | null;
  if (data?.format !== RELEASE_FORMAT) {
    throw new SiteDamagedError(`release.json has format ${data?.format}; this version reads ${RELEASE_FORMAT}`);
  }
  return data;
}

/** The path of an absolute URL without trailing slash: `https://user.example/gw` -> `/gw`. */
export function pathOfUrl(url: string): string {
  return /^[a-z]+:\/\/[^/]*(.*)/i.exec(url)?.[1] ?? '';
}

/** Opens each index once; what is kept depends on the release alone. */
function createIndexes({ index }: ReleaseData, collections: readonly Collection[]): Release['indexOf'] {
  const opened = new Map<string, RowIndex>();
  return (name, readPart) => {
    const known = opened.get(name);
    if (known) return known;
    const collection = collections.find((one) => one.name === name);
    const data = index[name];
    if (!collection || !data) throw new SiteDamagedError(`release.json has no index of ${name}`);
    const open = (content: IndexData): RowIndex => {
      // Of several that waited for the part, the first one opens it.
      const made = opened.get(name) ?? openIndex(collection, content);
      opened.set(name, made);
      return made;
    };
    return data.kind === 'part' ? readPart(data.name).then(open) : open(data);
  };
}

/** Prepares a release for answering. `baseUrl` replaces the one that the release was built with. */
export function openRelease(
  data: ReleaseData,
  baseUrl: string = data.baseUrl,
  pageLink: PageLink = queryLink,
): Release {
  const headersOf = (vary: (headers: Headers) => Headers) => {
    const ofType = (type: ContentType) => [type, vary(successHeaders(data.cache, type))] as const;
    const types = [JSON_TYPE, CSV_TYPE, HTML_TYPE] as const;
    return Object.fromEntries(types.map(ofType)) as Record<ContentType, Headers>;
  };
  const collections = createCollections(data.vocabulary);
  return {
    data,
    collections,
    indexOf: createIndexes(data, collections),
    baseUrl,
    basePath: pathOfUrl(baseUrl),
    pageLink,
    headers: { plain: headersOf((headers) => headers), varied: headersOf(varyByCoding) },
  };
}
