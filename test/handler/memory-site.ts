/**
 * A site in memory, made by hand: 1,004 strain files (two packs a set), three event versions, and lines that say what they
 * are. `marker` is in every line, so that an answer shows which release it is from.
 */

import { packName, packPath, RELEASE_PATH } from '../../src/contract/paths.ts';
import { formatRelease, RELEASE_FORMAT, type ReleaseData } from '../../src/handler/release.ts';
import type { HandlerRequest, HandlerResponse } from '../../src/handler/respond.ts';
import { PACK_SETS, type PackNames, type PackSet } from '../../src/listing/compose.ts';
import { BASE_URL_MARKER, joinLines, LINES_PER_PACK, RECORD_ENDING_MARKER } from '../../src/listing/pack.ts';
import { sha256 } from '../../src/site/output/hash.ts';
import { VOCABULARY } from '../contract/vocabulary.ts';

export { sha256 };

export const CACHE = { listings: { maxAge: 1, staleWhileRevalidate: 2 }, errors: { maxAge: 3 } };
export const BASE_URL = 'https://x.test/gw';

const COUNTS: { readonly [set in PackSet]: number } = {
  'strain-files': 1004,
  'strain-file-details': 1004,
  'event-versions': 3,
  'event-versions-parameters': 3,
  'event-version-details': 3,
  'default-parameters': 4,
};

/** The line at a position, as an answer has it. */
export function lineOf(set: PackSet, position: number, marker = 'a', baseUrl = BASE_URL): string {
  return `{"${set}":${position},"marker":"${marker}","url":"${baseUrl}/x"}`;
}

export interface MemorySite {
  readonly data: ReleaseData;
  /** By path in dist/; tests change it as they like. */
  readonly files: Map<string, Uint8Array>;
}

export async function createMemorySite(marker = 'a', overrides: Partial<ReleaseData> = {}): Promise<MemorySite> {
  const files = new Map<string, Uint8Array>();
  const packsOf = (set: PackSet): string[] => {
    const lines = Array.from({ length: COUNTS[set] }, (_, position) =>
      lineOf(set, position, marker, BASE_URL_MARKER).replace('/x"', `/x${RECORD_ENDING_MARKER}"`),
    );
    const names: string[] = [];
    for (let first = 0; first < lines.length; first += LINES_PER_PACK) {
      const bytes = joinLines(lines.slice(first, first + LINES_PER_PACK));
      const name = packName(set, sha256(bytes));
      names.push(name);
      files.set(packPath(name), bytes);
    }
    return names;
  };
  const data: ReleaseData = {
    format: RELEASE_FORMAT,
    id: `release-${marker}`,
    layout: 'packs',
    baseUrl: BASE_URL,
    links: 'query',
    archiveUrl: 'https://archive.test/top',
    cache: CACHE,
    enumerate: { pageSizes: [20], filters: {} },
    vocabulary: VOCABULARY,
    index: {
      strainFiles: [
        { detector: 'H1', sampleRateKHz: 4, runs: [0, 1001] },
        { detector: 'L1', sampleRateKHz: 16, runs: [8192, 3] },
      ],
      eventVersions: {
        names: ['GW3', 'GW2', 'GW1'],
        versions: [1, 2, 1],
        gps: [3, 2, 1],
        catalogs: ['GWTC-2', 'GWTC-1', 'GWTC-1'],
        isLastVersion: [true, true, true],
        parameters: { mass_1_source: [30, null, 10], chi_eff: [0, 0, 0], far: [null, null, null] },
      },
      defaultParameters: 4,
    },
    packs: Object.fromEntries(PACK_SETS.map((set) => [set, packsOf(set)])) as unknown as PackNames,
    ...overrides,
  };
  files.set(RELEASE_PATH, new TextEncoder().encode(await formatRelease(data, sha256)));
  return { data, files };
}

/** Reads from the map; rejects where there is nothing. */
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

/** A promise that is settled by hand. */
export function deferred<T = void>(): { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void } {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}

/** Lets every promise that can go on do so. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
