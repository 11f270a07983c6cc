/** A release of the sample collections: boxes and their contents, below paths with two levels. */

import { SiteDamagedError } from '../../src/core/base/site-damaged-error.ts';
import { DOCUMENT_LINE_SET, lineSetsOf } from '../../src/core/contract/line-sets.ts';
import { optionsName } from '../../src/core/contract/route.ts';
import type { ReadPack } from '../../src/core/listing/compose.ts';
import { openPack } from '../../src/core/listing/pack.ts';
import { type IndexData, openIndex } from '../../src/core/listing/select.ts';
import type { Ports } from '../../src/core/release/ports.ts';
import { openRelease, RELEASE_FORMAT, type Release, type ReleaseData } from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { describedRoutes, describeRoute } from '../../src/site/documents/describe.ts';
import { groups, names, numbers, texts } from '../../src/site/render/index-columns.ts';
import { packBytes } from './pack-bytes.ts';
import { COLOURS, sampleCollections } from './sample-collections.ts';

export const SAMPLE_URL = 'https://x.test/gw';

/** Box a@1 is red, b is green, and c, which is blue, is empty. */
const INDEX: Readonly<Record<string, IndexData>> = {
  boxes: {
    kind: 'columns',
    count: 3,
    columns: {
      name: texts(['a@1', 'b', 'c']),
      colour: texts(['red', 'green', 'blue']),
      size: numbers([5, 15, 99]),
      aliases: names([['first', 'b'], ['second'], []]),
    },
  },
  lids: { kind: 'columns', count: 2, columns: { colour: texts(['red', 'green']) } },
  things: {
    kind: 'columns',
    count: 5,
    columns: {
      name: texts(['t0', 't1', 't2', 't3', 't4']),
      box: names(['a@1', 'a@1', 'b', 'b', 'b']),
      colour: names(['red', 'green', 'green', 'red', 'red']),
      tags: names([['red'], ['red', 'green'], [], ['green'], ['red']]),
      shape: texts(['ring', 'ring', 'cube', 'cube', 'cube']),
      year: numbers([2, 1, 2, 1, 1]),
      size: numbers([1, 2, null, 4, 5]),
    },
  },
  openings: {
    kind: 'columns',
    count: 3,
    columns: { start: numbers([0, 10, 0]), stop: numbers([5, 20, 30]), box: groups([2, 1, 0]) },
  },
  looks: { kind: 'columns', count: 2, columns: {} },
};

const sizeOf = (name: string): number => {
  const data = INDEX[name] as IndexData;
  return data.kind === 'columns' ? data.count : 0;
};

/** The line at a position of a line set. */
export const sampleLine = (set: string, position: number): string => `{"${set}":${position}}`;

export function sampleRelease(): { readonly release: Release; readonly ports: Ports } {
  const collections = sampleCollections();
  const sets = collections.flatMap((one) => lineSetsOf(one).map((set) => [set, sizeOf(one.name)] as const));
  const documents = new Map(
    describedRoutes({ collections }).map((one) => [optionsName(one), JSON.stringify(describeRoute(one))]),
  );
  const counts = new Map(sets);
  const readPack: ReadPack = async (name) => {
    const set = name.slice(0, -2);
    const entries = Array.from({ length: counts.get(set) ?? 0 }, (_, n) => sampleLine(set, n));
    const lines = set === DOCUMENT_LINE_SET ? [...documents.values()] : entries;
    return openPack(packBytes(lines), { baseUrl: SAMPLE_URL, recordEnding: '' });
  };
  const readIndex = () => Promise.reject(new Error('there are no index files'));
  const data: ReleaseData = {
    format: RELEASE_FORMAT,
    id: 'sample',
    layout: 'both',
    baseUrl: SAMPLE_URL,
    links: 'query',
    archiveUrl: null,
    compatibility: 'specification',
    legacyInterfaces: false,
    cumulative: [],
    setLimits: {},
    cache: { listings: { maxAge: 1, staleWhileRevalidate: 2 }, errors: { maxAge: 3 } },
    enumerate: { pageSizes: [2, 20], filters: { things: ['colour', 'new'] } },
    vocabulary: { detectors: [], catalogs: COLOURS, parameters: [] },
    index: INDEX,
    documents: [...documents.keys()],
    packs: {
      ...Object.fromEntries(sets.map(([set]) => [set, { names: [`${set}-0`], starts: [0] }])),
      [DOCUMENT_LINE_SET]: { names: [`${DOCUMENT_LINE_SET}-0`], starts: [0] },
    },
    downloads: {},
    members: Object.fromEntries(sets.map(([set]) => [set, [set]])),
  };
  const base = openRelease(data, { readPack, readIndex });
  const opened = new Map(collections.map((one) => [one.name, openIndex(one, INDEX[one.name] as IndexData)] as const));
  const loaded = (name: string) => {
    const index = opened.get(name);
    if (!index) throw new SiteDamagedError(`no index of ${name}`);
    return index;
  };
  const open = async (name: string) => ({ index: loaded(name), packs: data.packs, readPack });
  const release: Release = { ...base, collections, loaded, open };
  const ports: Ports = {
    sha256,
    readFile: (path) => Promise.reject(new Error(`ENOENT ${path}`)),
  };
  return { release, ports };
}

/** The release with another way to read packs. */
export const withReadPack = (release: Release, readPack: ReadPack): Release => ({
  ...release,
  readPack,
  open: async (name) => ({ ...(await release.open(name)), readPack }),
});
