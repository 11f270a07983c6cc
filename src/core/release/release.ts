/**
 * Writes, parses and opens the pointer, release.json. A release is the output of one build. The pointer contains everything a request needs
 * besides packs, so every response comes from a single release.
 *
 * Format: `{"sha256":"<hash of the text of release>","release":{...}}`. The hash is checked before any member is read, which detects
 * truncated and modified files. No I/O.
 */

import { SiteDamagedError } from '../base/site-damaged-error.ts';
import { createCollections } from '../collections/registry.ts';
import { pathOfUrl } from '../contract/base-url.ts';
import { type Collection, collectionNamed, type Vocabulary } from '../contract/collection.ts';
import { type Compatibility, linkFormatOf } from '../contract/compatibility.ts';
import type { Enumeration } from '../contract/enumeration.ts';
import {
  type CacheLifetimes,
  type ContentType,
  CSV_TYPE,
  type Headers,
  HTML_TYPE,
  handlerHeaders,
  JSON_TYPE,
  successHeaders,
  TEXT_TYPE,
} from '../contract/headers.ts';
import { queryLink } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import {
  indexPath,
  type Layout,
  type LinkForm,
  type PageLink,
  packPath,
  RELEASE_PATH,
} from '../contract/site-paths.ts';
import type { OpenCollection, PackLists, ReadPack } from '../listing/compose.ts';
import type { RowIndex } from '../listing/row-index.ts';
import { type IndexData, openIndex } from '../listing/select.ts';
import type { Sha256 } from './ports.ts';

/** Format version of the pointer and packs; hosts reject any other version. */
export const RELEASE_FORMAT = 14;

/** An index in a separate file. */
export interface IndexFile {
  readonly kind: 'file';
  /** The file's name, which contains a hash of its content. */
  readonly name: string;
}

/** The content of an index file: a collection's index and packs. */
export interface IndexFileData {
  readonly index: IndexData;
  readonly packs: PackLists;
}

/** The content of release.json. While a release is being built, every index is in memory, and nothing names documents or downloads yet. */
export interface ReleaseData {
  readonly format: typeof RELEASE_FORMAT;
  /** Hash of data, configuration and code version. */
  readonly id: string;
  readonly layout: Layout;
  /** Prefix for links in page files. Handlers also use it, unless they are configured otherwise. */
  readonly baseUrl: string;
  /** The form of links in the files of pages and records; request handlers always link to queries. */
  readonly links: LinkForm;
  readonly compatibility: Compatibility;
  readonly archiveUrl: string | null;
  /** Whether the site supports the interfaces before API v2. */
  readonly legacyInterfaces: boolean;
  readonly cache: CacheLifetimes;
  readonly enumerate: Enumeration;
  readonly vocabulary: Vocabulary;
  /** Indexes by collection. */
  readonly index: Readonly<Record<string, IndexData | IndexFile>>;
  /** Members of the entries in each line set, in order: the CSV columns. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** Does not include packs that are named in index files. */
  readonly packs: PackLists;
  /** Names of the bodies that do not depend on a query, such as OPTIONS and the root. Their lines form one line set, in this order. */
  readonly documents: readonly string[];
  /** Size in bytes and SHA-256 (hex) of each download, by path. They are needed because the downloads' names contain no hash. */
  readonly downloads: Readonly<Record<string, { readonly size: number; readonly sha256: string }>>;
  /** The cumulative catalogs that have events, in the catalogue's order. */
  readonly cumulative: readonly string[];
  /**
   * Default parameters without a flag that a parameter set of the same version gives as a limit: the limit by short name and parameter. The
   * service's answers have no flag for them either, so they must not get one. Only the explorer reads this member.
   */
  readonly setLimits: Readonly<Record<string, Readonly<Record<string, 'upper' | 'lower'>>>>;
}

/** A release that is ready to answer requests. */
export interface Release {
  readonly data: ReleaseData;
  readonly collections: readonly Collection[];
  /** Opens a collection, once. Rejects with SiteDamagedError if its index is in a separate file that is damaged. */
  open(name: string): Promise<OpenCollection>;
  /** The index of a collection; undefined if it is in a separate file that has not been read. */
  loaded(name: string): RowIndex | undefined;
  readonly readPack: ReadPack;
  readonly baseUrl: string;
  /** Path of the base URL: "" or "/gw". */
  readonly basePath: string;
  /** Formats the link to a page, below the base URL. */
  pageLink(query: Query): string;
  /** Headers for a 200, by content type. Created once because every response needs them. */
  readonly headers: Readonly<Record<ContentType, Headers>>;
}

/** Reads a release's files by their names. Both functions reject with SiteDamagedError. */
export interface ReleaseReader {
  readonly readPack: ReadPack;
  readonly readIndex: (name: string) => Promise<IndexFileData>;
}

/** Matches the content of release.json. The two groups are the hash and the hashed text. */
const POINTER = /^\{"sha256":"([0-9a-f]{64})","release":(.*)\}\n$/s;

/** Formats release.json. */
export async function formatRelease(data: ReleaseData, sha256: Sha256): Promise<string> {
  const text = JSON.stringify(data);
  return `{"sha256":"${await sha256(new TextEncoder().encode(text))}","release":${text}}\n`;
}

/** Parses release.json. Throws SiteDamagedError if its hash does not match, or if it is in another format. */
export async function parseRelease(file: Uint8Array, sha256: Sha256): Promise<ReleaseData> {
  const [, hash, text = ''] = POINTER.exec(new TextDecoder().decode(file)) ?? [];
  if ((await sha256(new TextEncoder().encode(text))) !== hash) {
    throw new SiteDamagedError(`${RELEASE_PATH} is truncated or changed`);
  }
  const data = JSON.parse(text) as ReleaseData | null;
  if (data?.format !== RELEASE_FORMAT) {
    throw new SiteDamagedError(`${RELEASE_PATH} has format ${data?.format}; this version reads ${RELEASE_FORMAT}`);
  }
  // Opening the release reads the other members.
  if (typeof data.id !== 'string' || typeof data.downloads !== 'object') {
    throw new SiteDamagedError(`${RELEASE_PATH} cannot be used`);
  }
  return data;
}

/** Opens each collection once; memory use depends only on the release, not on requests. */
function createOpener(
  { index, packs: packsInPointer }: ReleaseData,
  collections: readonly Collection[],
  { readPack, readIndex }: ReleaseReader,
): Pick<Release, 'open' | 'loaded'> {
  const opened = new Map<string, OpenCollection>();

  function keep(name: string, data: IndexData, packs: PackLists): OpenCollection {
    // If several requests waited for an index file, the first to resume opens it.
    const open = opened.get(name) ?? { index: openIndex(collectionNamed(collections, name), data), packs, readPack };
    opened.set(name, open);
    return open;
  }

  function dataOf(name: string): IndexData | IndexFile {
    const data = collections.some((one) => one.name === name) && index[name];
    if (!data) throw new SiteDamagedError(`${RELEASE_PATH} has no index of ${name}`);
    return data;
  }

  /** Undefined if an index file must be read first. */
  function openLoaded(name: string): OpenCollection | undefined {
    const open = opened.get(name);
    if (open) return open;
    const data = dataOf(name);
    return data.kind === 'file' ? undefined : keep(name, data, packsInPointer);
  }

  return {
    loaded: (name) => openLoaded(name)?.index,
    async open(name) {
      const open = openLoaded(name);
      if (open) return open;
      const file = await readIndex((dataOf(name) as IndexFile).name);
      return keep(name, file.index, file.packs);
    },
  };
}

/** The packs of all line sets. Reads the index files that have not been read; rejects with SiteDamagedError. */
export async function allPacks({ data, open }: Pick<Release, 'data' | 'open'>): Promise<PackLists> {
  const packs = [data.packs];
  for (const name of Object.keys(data.index)) packs.push((await open(name)).packs);
  return Object.assign({}, ...packs);
}

/** Paths of all packs and index files. Rejects like `allPacks`. */
export async function hashedFiles(release: Pick<Release, 'data' | 'open'>): Promise<string[]> {
  const names = Object.values(await allPacks(release)).flatMap((list) => list.names);
  const indexes = Object.values(release.data.index).flatMap((index) => (index.kind === 'file' ? index.name : []));
  return [...Array.from(new Set(names), packPath), ...indexes.map(indexPath)];
}

/** Prepares a release for answering requests. */
export function openRelease(
  data: ReleaseData,
  reader: ReleaseReader,
  {
    baseUrl = data.baseUrl,
    pageLink = queryLink,
  }: { readonly baseUrl?: string | undefined; readonly pageLink?: PageLink } = {},
): Release {
  const headers = [JSON_TYPE, CSV_TYPE, TEXT_TYPE, HTML_TYPE].map((type) => {
    return [type, handlerHeaders(successHeaders(data.cache, type), data.id)] as const;
  });
  const collections = createCollections(data.vocabulary);
  return {
    data,
    collections,
    readPack: reader.readPack,
    ...createOpener(data, collections, reader),
    baseUrl,
    basePath: pathOfUrl(baseUrl),
    pageLink: (query) => pageLink(query, linkFormatOf(data.compatibility)),
    headers: Object.fromEntries(headers) as Release['headers'],
  };
}
