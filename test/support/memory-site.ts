/**
 * A site in memory, written by hand: 1,004 strain files (two packs per line set), three event versions, and lines that describe
 * themselves. `marker` is in every line, so a response shows which release it is from.
 */

import { EVENT_VERSION } from '../../src/core/collections/event-versions.ts';
import { DOCUMENT_LINE_SET, lineSetsOf } from '../../src/core/contract/line-sets.ts';
import { indexPath, packName, packPath, RELEASE_PATH } from '../../src/core/contract/site-paths.ts';
import type { PackList, PackLists } from '../../src/core/listing/compose.ts';
import { BASE_URL_MARKER, openPack, RECORD_ENDING_MARKER } from '../../src/core/listing/pack.ts';
import type { IndexData } from '../../src/core/listing/select.ts';
import { createIndexReader } from '../../src/core/release/pack-cache.ts';
import type { HandlerRequest, HandlerResponse, Ports } from '../../src/core/release/ports.ts';
import {
  formatRelease,
  type IndexFile,
  type IndexFileData,
  openRelease,
  RELEASE_FORMAT,
  type Release,
  type ReleaseData,
  type ReleaseReader,
} from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { documentLines } from '../../src/site/documents/documents.ts';
import { names, numbers, texts } from '../../src/site/render/index-columns.ts';
import { packBytes } from './pack-bytes.ts';
import { collections, VOCABULARY } from './vocabulary.ts';

export { sha256 };

const CACHE = { listings: { maxAge: 1, staleWhileRevalidate: 2 }, errors: { maxAge: 3 } };
export const BASE_URL = 'https://x.test/gw';

const STRAIN_FILES: IndexData = {
  kind: 'series',
  series: [
    { detector: 'H1', sampleRateKHz: 4, run: 'O1', dataset: 'O1', blocks: [0, 1001] },
    { detector: 'L1', sampleRateKHz: 16, run: 'O2', dataset: 'O2_16KHZ', blocks: [2, 3] },
  ],
};

const EVENT_VERSIONS: IndexData = {
  kind: 'columns',
  count: 3,
  columns: {
    [EVENT_VERSION.name]: texts(['GW3', 'GW2', 'GW1']),
    [EVENT_VERSION.version]: numbers([1, 2, 1]),
    [EVENT_VERSION.gps]: numbers([3, 2, 1]),
    [EVENT_VERSION.catalogs]: names([['GWTC-2'], ['GWTC-1', 'a.b_c-d'], ['GWTC-1']]),
    [EVENT_VERSION.detectors]: names([['H1'], ['H1', 'L1'], ['L1']]),
    [EVENT_VERSION.aliases]: names([[], ['S2'], []]),
    [EVENT_VERSION.shortName]: names([[], [], []]),
    [EVENT_VERSION.otherShortName]: names([[], [], []]),
    [EVENT_VERSION.detectorRuns]: names([[], [], []]),
    [EVENT_VERSION.best('mass_1_source')]: numbers([30, null, 10]),
    [EVENT_VERSION.best('chi_eff')]: numbers([0, 0, 0]),
    [EVENT_VERSION.best('far')]: numbers([null, null, null]),
  },
};

/** The index of each collection; empty for those that the handler tests do not use. */
const INDEX: Readonly<Record<string, IndexData>> = {
  'strain-files': STRAIN_FILES,
  'event-versions': EVENT_VERSIONS,
  'default-parameters': { kind: 'columns', count: 4, columns: {} },
};

const NO_ENTRIES: IndexData = { kind: 'columns', count: 0, columns: {} };

const COUNTS: Readonly<Record<string, number>> = {
  'strain-files': 1004,
  'event-versions': 3,
  'default-parameters': 4,
};

/** The line at a position, as in a response. */
export function lineOf(set: string, position: number, marker = 'a', baseUrl = BASE_URL): string {
  return `{"${set}":${position},"marker":"${marker}","url":"${baseUrl}/x"}`;
}

export interface MemorySite {
  readonly data: ReleaseData;
  /** By path in dist/; tests can change it. */
  readonly files: Map<string, Uint8Array>;
}

export async function createMemorySite(marker = 'a', overrides: Partial<ReleaseData> = {}): Promise<MemorySite> {
  const files = new Map<string, Uint8Array>();
  const linesOf = (set: string, count = 0): string[] =>
    Array.from({ length: count }, (_, position) =>
      lineOf(set, position, marker, BASE_URL_MARKER).replace('/x"', `/x${RECORD_ENDING_MARKER}"`),
    );
  const packsOf = (set: string, lines: readonly string[]): PackList => {
    const names: string[] = [];
    const starts = Array.from({ length: Math.ceil(lines.length / 1000) }, (_, n) => n * 1000);
    for (const start of starts) {
      const bytes = packBytes(lines.slice(start, start + 1000));
      const name = packName(set, sha256(bytes));
      names.push(name);
      files.set(packPath(name), bytes);
    }
    return { names, starts };
  };
  const built: ReleaseData = {
    format: RELEASE_FORMAT,
    id: `release-${marker}`,
    layout: 'packs',
    baseUrl: BASE_URL,
    links: 'query',
    archiveUrl: 'https://archive.test/top',
    compatibility: 'specification',
    legacyInterfaces: true,
    cache: CACHE,
    enumerate: { pageSizes: [20], filters: {} },
    vocabulary: VOCABULARY,
    index: Object.fromEntries(collections().map(({ name }) => [name, INDEX[name] ?? NO_ENTRIES])),
    documents: [],
    packs: Object.fromEntries(
      collections().flatMap((one) => lineSetsOf(one).map((set) => [set, packsOf(set, linesOf(set, COUNTS[one.name]))])),
    ),
    downloads: {},
    cumulative: [],
    setLimits: {},
    members: Object.fromEntries(
      collections().flatMap((one) => lineSetsOf(one).map((set) => [set, [set, 'marker', 'url']])),
    ),
    ...overrides,
  };
  const { title } = DEFAULT_CONFIG;
  const documents = new Map([
    ...documentLines({ collections: collections(), data: built }, { title }),
    ['openapi', lineOf('openapi', 0, marker, BASE_URL_MARKER)],
  ]);
  const packs: PackLists = { ...built.packs, [DOCUMENT_LINE_SET]: packsOf(DOCUMENT_LINE_SET, [...documents.values()]) };
  const data: ReleaseData = { ...built, documents: [...documents.keys()], packs };
  files.set(RELEASE_PATH, new TextEncoder().encode(await formatRelease(data, sha256)));
  return { data, files };
}

/** A site where the index of one collection, with its packs, is a separate file. */
export async function createSiteWithIndexFile(
  name: string,
  marker = 'a',
): Promise<MemorySite & { readonly path: string }> {
  const { data, files } = await createMemorySite(marker);
  const lineSets = collections()
    .filter((one) => one.name === name)
    .flatMap(lineSetsOf);
  const isOwn = ([set]: [string, unknown]) => lineSets.includes(set);
  const sets = Object.entries(data.packs);
  const content: IndexFileData = {
    index: data.index[name] as IndexData,
    packs: Object.fromEntries(sets.filter(isOwn)),
  };
  const text = new TextEncoder().encode(JSON.stringify(content));
  const part: IndexFile = { kind: 'file', name: packName(name, sha256(text)) };
  const packs = Object.fromEntries(sets.filter((one) => !isOwn(one)));
  const divided = { ...data, packs, index: { ...data.index, [name]: part } };
  files.set(indexPath(part.name), text);
  files.set(RELEASE_PATH, new TextEncoder().encode(await formatRelease(divided, sha256)));
  return { data: divided, files, path: indexPath(part.name) };
}

export const portsOf = (files: ReadonlyMap<string, Uint8Array>): Ports => ({ sha256, readFile: readerOf(files) });

/** Opens the release; it reads packs and parts from the map, without caching. */
export function openFrom({ data, files }: MemorySite, options: Parameters<typeof openRelease>[2] = {}): Release {
  const readFile = readerOf(files);
  const reader: ReleaseReader = {
    readPack: async (name) => openPack(await readFile(packPath(name)), { baseUrl: BASE_URL, recordEnding: '' }),
    readIndex: createIndexReader({ readFile, sha256 }),
  };
  return openRelease(data, reader, options);
}

/** Reads from the map; rejects if the file does not exist. */
export function readerOf(files: ReadonlyMap<string, Uint8Array>): (path: string) => Promise<Uint8Array> {
  return async (path) => {
    const file = files.get(path);
    if (!file) throw new Error(`ENOENT ${path}`);
    return file;
  };
}

export function request(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): HandlerRequest {
  return { method, url, header: (name) => headers[name] };
}

export const bodyOf = ({ body }: HandlerResponse): string => new TextDecoder().decode(body);

/** A promise that the test settles. */
export function deferred<T = void>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}

/** Lets all pending promises continue. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
