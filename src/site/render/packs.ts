/** Renders the lines of collections, and cuts them into the files of packs and index parts. Build time. */

import { setImmediate } from 'node:timers/promises';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Collection } from '../../core/contract/collection.ts';
import { linkFormatOf } from '../../core/contract/compatibility.ts';
import { lineSetsOf, recordLines } from '../../core/contract/line-sets.ts';
import { packName, packPath, partPath, withLinkFormat } from '../../core/contract/paths.ts';
import type { IndexPart, PartData } from '../../core/handler/release.ts';
import type { PackNames } from '../../core/listing/compose.ts';
import { LINES_PER_PACK, linesPerPack } from '../../core/listing/pack.ts';
import type { IndexData } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import { LINK_QUERY_MARKER } from './json.ts';
import { RENDERERS } from './registry.ts';
import type { Renderer, RenderOptions } from './renderer.ts';

const rendererOf = ({ name }: Collection): Renderer => RENDERERS[name as keyof typeof RENDERERS];

/** The members of the catalogue that a collection is rendered from. */
export function inputsOf(collection: Collection, catalogue: Catalogue): Catalogue {
  const members = rendererOf(collection).reads.map((name) => [name, catalogue[name]] as const);
  // The other members are missing, so that a renderer that does not name all its inputs fails.
  return Object.fromEntries(members) as unknown as Catalogue;
}

/** The index of a collection. */
export const renderIndex = (collection: Collection, catalogue: Catalogue): IndexData =>
  rendererOf(collection).index(inputsOf(collection, catalogue));

/** Receives a file whose name contains the hash of its content. */
type WriteFile = (path: string, content: Uint8Array, hash: string) => void;

/** Bytes of an index, with the names of the collection's packs, that release.json has room for, however large a catalogue is. */
const MAX_BYTES_IN_POINTER = 100_000;

/** The index of a collection as a file of its own, with the names of the collection's packs; null if release.json contains both. */
export function indexPart(collection: Collection, index: IndexData, packs: PackNames) {
  const { name, isPart } = collection;
  const own = lineSetsOf(collection).map((set) => [set, packs[set] ?? []] as const);
  const data: PartData = { index, packs: Object.fromEntries(own) };
  const content = Buffer.from(JSON.stringify(data));
  if (!isPart && content.length <= MAX_BYTES_IN_POINTER) return null;
  const hash = sha256(content);
  const part: IndexPart = { kind: 'part', name: packName(name, hash) };
  return { part, path: partPath(part.name), content, hash };
}

/**
 * Renders a collection and writes its packs. Returns their names by line set. `onProgress` is called about every thousand entries with their
 * number.
 */
export async function renderPacks(
  collection: Collection,
  catalogue: Catalogue,
  options: RenderOptions,
  write: WriteFile,
  onProgress: (entries: number) => void,
): Promise<Record<string, string[]>> {
  const packs: Record<string, string[]> = {};
  const linkQuery = withLinkFormat('', linkFormatOf(options.compatibility));
  const writers = new Map(
    lineSetsOf(collection).map((set) => [
      set,
      createSetWriter(set, write, packs, linesPerPack(collection, set), linkQuery),
    ]),
  );
  const records = recordLines(collection);
  let done = 0;
  for (const { entry, record, variants } of rendererOf(collection).lines(inputsOf(collection, catalogue), options)) {
    writers.get(collection.name)?.add(entry);
    for (const set in variants) writers.get(set)?.add(variants[set] as string);
    if (record !== undefined && records !== null) writers.get(records)?.add(record);
    if (++done % LINES_PER_PACK > 0) continue;
    // Lets timers and signals run.
    await setImmediate();
    onProgress(LINES_PER_PACK);
  }
  for (const one of writers.values()) one.end();
  onProgress(done % LINES_PER_PACK);
  return packs;
}

/** Receives the lines of a line set. */
interface LineWriter {
  add(line: string): void;
  /** Writes the last, partly filled pack. */
  end(): void;
}

/**
 * Cuts the lines of a set into packs, and adds their names to `packs`. Each is written as soon as it is full, so memory does not grow.
 * `linkQuery` ends every generated link.
 */
export function createSetWriter(
  set: string,
  write: WriteFile,
  packs: Record<string, string[]>,
  size = LINES_PER_PACK,
  linkQuery = '',
): LineWriter {
  const names: string[] = [];
  packs[set] = names;
  let lines: string[] = [];

  function end(): void {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`.replaceAll(LINK_QUERY_MARKER, linkQuery));
    lines = [];
    const hash = sha256(bytes);
    const name = packName(set, hash);
    // Packs with the same lines are a single file.
    if (!names.includes(name)) write(packPath(name), bytes, hash);
    names.push(name);
  }

  return {
    add(line) {
      lines.push(line);
      if (lines.length === size) end();
    },
    end,
  };
}
