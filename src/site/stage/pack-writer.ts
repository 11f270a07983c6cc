/** Renders the lines of collections into packs, and index files. */

import { setImmediate } from 'node:timers/promises';
import type { Collection } from '../../core/contract/collection.ts';
import { linkFormatOf } from '../../core/contract/compatibility.ts';
import { LEGACY_LINE_SETS, lineSetsOf, recordLineSet } from '../../core/contract/line-sets.ts';
import { withLinkFormat } from '../../core/contract/paths.ts';
import { indexPath, packName, packPath } from '../../core/contract/site-paths.ts';
import type { PackList, PackLists } from '../../core/listing/compose.ts';
import type { IndexData } from '../../core/listing/select.ts';
import type { IndexFile, IndexFileData } from '../../core/release/release.ts';
import { sha256 } from '../../fs/hash.ts';
import type { FileWriter } from '../groups/file-writer.ts';
import { LINK_QUERY_MARKER } from '../render/json.ts';
import { rendererOf } from '../render/registry.ts';
import type { NamedCatalogue, RenderOptions } from '../render/renderer.ts';

/** Number of lines in every pack except the last pack in a set, unless packs are split by period. */
export const LINES_PER_PACK = 1000;
/** Number of lines in small packs. A request that needs only a few lines then does not wait for a thousand lines on a slow connection. */
const LINES_PER_SMALL_PACK = 50;

/**
 * Number of lines in each of a set's packs. Sets whose lines are requested a few at a time (records, and listings below a record) have
 * small packs; strain files are split by period.
 */
function linesPerPack({ index, listings: [first], records }: Collection, set: string): number {
  if (index === 'series') return Number.POSITIVE_INFINITY;
  const isOfRecords = set === records || set === LEGACY_LINE_SETS.eventRecords;
  return isOfRecords || first?.parentNames.length ? LINES_PER_SMALL_PACK : LINES_PER_PACK;
}

/** Maximum size in bytes of an index in release.json, including its collection's packs. Larger indexes are separate files. */
const MAX_BYTES_IN_POINTER = 100_000;

/** Writes a collection's index and packs to a separate file, unless release.json contains both. Returns the index for release.json. */
export function writeIndex(
  { name, hasIndexFile }: Collection,
  data: IndexFileData,
  write: FileWriter['write'],
): IndexData | IndexFile {
  const content = Buffer.from(JSON.stringify(data));
  if (!hasIndexFile && content.length <= MAX_BYTES_IN_POINTER) return data.index;
  const hash = sha256(content);
  const file: IndexFile = { kind: 'file', name: packName(name, hash) };
  write(indexPath(file.name), content, hash);
  return file;
}

/**
 * Renders a collection and writes its packs. Returns their names by line set. `onProgress` is called about every thousand entries, with the
 * number of entries since its last call.
 */
export async function renderPacks(
  collection: Collection,
  catalogue: NamedCatalogue,
  options: RenderOptions,
  write: FileWriter['write'],
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
  const records = recordLineSet(collection);
  const lines = rendererOf(collection).lines(catalogue, options);
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

/**
 * Splits a set's lines into packs, each with one period and at most `size` lines, and adds the packs to `packs`. Each pack is written as
 * soon as it is complete, so memory use does not grow; `end` writes the last one. `linkQuery` is appended to every generated link.
 */
export function createSetWriter(
  set: string,
  write: FileWriter['write'],
  packs: Record<string, PackList>,
  size = LINES_PER_PACK,
  linkQuery = '',
): { add(line: string, period?: number): void; end(): void } {
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
    // Packs with the same lines share a single file.
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
