/**
 * The lines and the index of one collection: rendered and written as packs, or reused from the previous build if the inputs of the
 * collection have not changed. Build time.
 */

import { setImmediate } from 'node:timers/promises';
import type { Catalogue, EventVersion } from '../../catalogue/types.ts';
import type { FileLinks } from '../../core/contract/archive-paths.ts';
import { type Collection, recordLines } from '../../core/contract/collection.ts';
import { packName, packPath, partPath } from '../../core/contract/paths.ts';
import type { IndexPart } from '../../core/handler/release.ts';
import { LINES_PER_PACK } from '../../core/listing/pack.ts';
import type { IndexData } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import type { FileWriter } from '../install/file-writer.ts';
import { RENDERERS } from '../render/registry.ts';
import type { Renderer, RenderOptions } from '../render/renderer.ts';
import { digestOf } from './digest.ts';
import { digestOfFolders, type Inputs } from './inputs.ts';
import { createPackWriter, type PackWriter } from './pack-writer.ts';

export const rendererOf = ({ name }: Collection): Renderer => RENDERERS[name as keyof typeof RENDERERS];

type WithoutValues = Omit<EventVersion, 'parameters' | 'parameterSets'>;

function withoutValues({ parameters: _, parameterSets: _sets, ...version }: EventVersion): WithoutValues {
  return version;
}

/** The part of the catalogue that the renderer declares in `reads`, so that it cannot use anything else. */
export function partOf(catalogue: Catalogue, { reads, ignoresValues }: Renderer): Catalogue {
  const part = {};
  for (const name of Object.keys(catalogue) as (keyof Catalogue)[]) {
    let versions: readonly WithoutValues[] | undefined;
    const get = () => {
      if (!reads.includes(name)) throw new Error(`a renderer uses ${name}, which is not in its "reads"`);
      if (name !== 'eventVersions' || !ignoresValues) return catalogue[name];
      versions ??= catalogue.eventVersions.map(withoutValues);
      return versions;
    };
    Object.defineProperty(part, name, { get, enumerable: true });
  }
  return part as Catalogue;
}

/** Computes the digest of a member of the catalogue; for `eventVersions`, without parameters if they are ignored. */
export type Digester = (name: keyof Catalogue, ignoresValues?: boolean) => string;

/**
 * Creates the function that computes digests of members of the catalogue. Those of large members are made from their files: datasets
 * and timelines need not even be read if they have not changed since the previous build.
 */
export function createDigester(catalogue: Catalogue, inputs: Inputs): Digester {
  const known = new Map<string, string>();
  const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);
  const make = (name: keyof Catalogue, ignoresValues: boolean): string => {
    if (name === 'datasets') return digestOfFolders(inputs, 'strain-files', 'strain-statistics');
    if (name === 'timelines') return digestOfFolders(inputs, 'timelines');
    if (name !== 'eventVersions') return sha256(JSON.stringify(catalogue[name], plain));
    if (ignoresValues) return sha256(JSON.stringify(catalogue.eventVersions.map(withoutValues), plain));
    // Each catalog has its own file; their order is that of the list of catalogs.
    const order = catalogue.catalogs.map(({ name }) => name);
    return sha256(JSON.stringify([digestOfFolders(inputs, 'event-versions'), order]));
  };
  return (name, ignoresValues = false) => {
    const key = `${name} ${ignoresValues}`;
    const digest = known.get(key) ?? make(name, ignoresValues);
    known.set(key, digest);
    return digest;
  };
}

/** Digest of everything that the lines and the index of a collection depend on. */
export function digestOfLines(collection: Collection, digest: Digester, fileLinks: FileLinks): string {
  const { reads, ignoresValues } = rendererOf(collection);
  const digests = reads.map((name) => digest(name, ignoresValues));
  return digestOf('lines', collection.name, collection.lineSets, digests, fileLinks);
}

/** Called for each pack with its line set, its name, its folder and its bytes. */
export type OnPack = (set: string, name: string, folder: string, bytes: Uint8Array) => void;

/** Renders a collection and writes its packs. `onProgress` is called about every thousand entries with their number. */
export async function renderLines(
  collection: Collection,
  catalogue: Catalogue,
  options: RenderOptions,
  writer: FileWriter,
  onPack: OnPack,
  onProgress: (entries: number) => void,
): Promise<void> {
  const renderer = rendererOf(collection);
  const writers = new Map(
    collection.lineSets.map((set) => [set, createSetWriter(set, writer, onPack)] as [string, PackWriter]),
  );
  const records = recordLines(collection);
  let done = 0;
  for (const entry of renderer.lines(partOf(catalogue, renderer), options)) {
    writers.get(collection.name)?.add(entry.entry);
    for (const set in entry.shown) writers.get(set)?.add(entry.shown[set] as string);
    if (entry.record !== undefined && records !== null) writers.get(records)?.add(entry.record);
    if (++done % LINES_PER_PACK > 0) continue;
    // Lets timers and signals run.
    await setImmediate();
    onProgress(LINES_PER_PACK);
  }
  for (const one of writers.values()) one.end();
  onProgress(done % LINES_PER_PACK);
}

/** Writes the packs of one line set. */
export function createSetWriter(set: string, writer: FileWriter, onPack: OnPack): PackWriter {
  const folders = new Map<string, string>();
  return createPackWriter((bytes) => {
    const hash = sha256(bytes);
    const name = packName(set, hash);
    // Packs with the same lines are a single file.
    const folder = folders.get(name) ?? writer.write(packPath(name), bytes, hash);
    folders.set(name, folder);
    onPack(set, name, folder, bytes);
  });
}

/** Writes an index to a file of its own, named by its content. */
export function writePart({ name }: Collection, index: IndexData, writer: FileWriter): IndexPart {
  const bytes = Buffer.from(JSON.stringify(index));
  const hash = sha256(bytes);
  const part: IndexPart = { kind: 'part', name: packName(name, hash) };
  writer.write(partPath(part.name), bytes, hash);
  return part;
}
