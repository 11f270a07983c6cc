/** Renders the lines of collections, and cuts them into the files of packs and index parts. Build time. */

import { setImmediate } from 'node:timers/promises';
import type { Catalogue } from '../../catalogue/types.ts';
import type { Collection } from '../../core/contract/collection.ts';
import { linkFormatOf } from '../../core/contract/compatibility.ts';
import { lineSetsOf, recordLines } from '../../core/contract/line-sets.ts';
import { packName, packPath, partPath, withLinkFormat } from '../../core/contract/paths.ts';
import type { IndexPart, PartData } from '../../core/handler/release.ts';
import type { PackList, PackLists } from '../../core/listing/compose.ts';
import type { IndexData } from '../../core/listing/select.ts';
import { sha256 } from '../../fs/hash.ts';
import { LINK_QUERY_MARKER } from './json.ts';
import { RENDERERS } from './registry.ts';
import type { Renderer, RenderOptions } from './renderer.ts';

const rendererOf = ({ name }: Collection): Renderer => RENDERERS[name as keyof typeof RENDERERS];

/** The members of the catalogue that a collection is rendered from. */
export function inputsOf(collection: Collection, catalogue: Catalogue): Catalogue {
  const members = rendererOf(collection).reads.map((name) => [name, catalogue[name]] as const);
  // The other members are missing, so a renderer fails if it does not name all its inputs.
  return Object.fromEntries(members) as unknown as Catalogue;
}

/** The index of a collection. */
export const renderIndex = (collection: Collection, catalogue: Catalogue): IndexData =>
  rendererOf(collection).index(inputsOf(collection, catalogue));

/** Receives a file whose name contains the hash of its content. */
type WriteFile = (path: string, content: Uint8Array, hash: string) => void;

/** Lines in every pack except the last one of a set, unless packs are cut by period. */
export const LINES_PER_PACK = 1000;
/** The same of small packs, so that a slow connection does not wait for a thousand lines if a request needs one or a few. */
const LINES_PER_SMALL_PACK = 50;

/** Sets whose lines are requested one or a few at a time (records, and listings below a record) have small packs; strain files have periods. */
function linesPerPack({ index, listings: [first], records }: Collection, set: string): number {
  if (index.kind === 'series') return Number.POSITIVE_INFINITY;
  return set === records || first?.parents.length ? LINES_PER_SMALL_PACK : LINES_PER_PACK;
}

/** Maximum bytes of an index in release.json, with the packs of its collection. Larger indexes are separate files. */
const MAX_BYTES_IN_POINTER = 100_000;

/** The index of a collection as a separate file, with the packs of the collection; null if release.json contains both. */
export function indexPart(collection: Collection, index: IndexData, packs: PackLists) {
  const { name, isPart } = collection;
  const own = lineSetsOf(collection).map((set) => [set, packs[set] as PackList] as const);
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
): Promise<PackLists> {
  const packs: Record<string, PackList> = {};
  const linkQuery = withLinkFormat('', linkFormatOf(options.compatibility));
  const writers = new Map(
    lineSetsOf(collection).map((set) => [
      set,
      createSetWriter(set, write, packs, linesPerPack(collection, set), linkQuery),
    ]),
  );
  const records = recordLines(collection);
  const lines = rendererOf(collection).lines(inputsOf(collection, catalogue), options);
  let done = 0;
  for (const { entry, record, period, variants } of lines) {
    writers.get(collection.name)?.add(entry, period);
    for (const set in variants) writers.get(set)?.add(variants[set] as string, period);
    if (record !== undefined && records !== null) writers.get(records)?.add(record, period);
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
  /** A line of a new period begins a new pack. */
  add(line: string, period?: number): void;
  /** Writes the last, partly filled pack. */
  end(): void;
}

/**
 * Cuts the lines of a set into packs of one period and at most `size` lines, and adds them to `packs`. Each is written as soon as it is
 * complete, so memory does not grow. `linkQuery` ends every generated link.
 */
export function createSetWriter(
  set: string,
  write: WriteFile,
  packs: Record<string, PackList>,
  size = LINES_PER_PACK,
  linkQuery = '',
): LineWriter {
  const names: string[] = [];
  const starts: number[] = [];
  packs[set] = { names, starts };
  let lines: string[] = [];
  let start = 0;
  let current: number | undefined;

  function end(): void {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`.replaceAll(LINK_QUERY_MARKER, linkQuery));
    starts.push(start);
    start += lines.length;
    lines = [];
    const hash = sha256(bytes);
    const name = packName(set, hash);
    // Packs with the same lines are a single file.
    if (!names.includes(name)) write(packPath(name), bytes, hash);
    names.push(name);
  }

  return {
    add(line, period) {
      if (period !== current) end();
      current = period;
      lines.push(line);
      if (lines.length === size) end();
    },
    end,
  };
}
