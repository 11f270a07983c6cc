/** Renders the catalogue into packs below a folder. Build time. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Catalogue } from '../../catalogue/types.ts';
import { type Collection, recordLines } from '../../contract/collection.ts';
import { packName, partPath } from '../../contract/paths.ts';
import type { IndexPart } from '../../handler/release.ts';
import type { PackNames } from '../../listing/compose.ts';
import { LINES_PER_PACK } from '../../listing/pack.ts';
import type { IndexData } from '../../listing/select.ts';
import { sha256 } from '../output/hash.ts';
import type { ManifestFile } from '../output/manifest.ts';
import { RENDERERS } from '../render/registry.ts';
import type { RenderedEntry, Renderer } from '../render/renderer.ts';
import type { StatisticsSource } from '../render/strain-files.ts';
import { createPackWriter, type PackWriter } from './pack-writer.ts';

export interface RenderedPacks {
  readonly packs: PackNames;
  readonly files: readonly ManifestFile[];
}

const rendererOf = ({ name }: Collection): Renderer => RENDERERS[name as keyof typeof RENDERERS];

/** The index of every collection, which is known before anything is rendered. */
export function indexCatalogue(catalogue: Catalogue, collections: readonly Collection[]): Record<string, IndexData> {
  return Object.fromEntries(collections.map((one) => [one.name, rendererOf(one).index(catalogue)]));
}

/** Writes the parts of the index that are files of their own below `folder`, and names them in place of the parts. */
export function writeParts(
  index: Readonly<Record<string, IndexData>>,
  collections: readonly Collection[],
  folder: string,
): { readonly index: Record<string, IndexData | IndexPart>; readonly files: readonly ManifestFile[] } {
  const files: ManifestFile[] = [];
  const named: Record<string, IndexData | IndexPart> = { ...index };
  for (const { name } of collections.filter(({ isPart }) => isPart)) {
    const text = JSON.stringify(index[name]);
    const hash = sha256(text);
    const part: IndexPart = { kind: 'part', name: packName(name, hash) };
    const path = partPath(part.name);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    files.push({ path, size: Buffer.byteLength(text), sha256: hash });
    named[name] = part;
  }
  return { index: named, files };
}

/** Adds the lines of one entry to the packs of their sets. */
function addLines(entry: RenderedEntry, collection: Collection, writers: ReadonlyMap<string, PackWriter>): void {
  writers.get(collection.name)?.add(entry.entry);
  for (const set in entry.shown) writers.get(set)?.add(entry.shown[set] as string);
  if (entry.record !== undefined) writers.get(recordLines(collection) as string)?.add(entry.record);
}

/**
 * Renders the catalogue and writes the packs below `folder`. `onPack` is handed each as soon as it is written,
 * `onProgress` how many entries are rendered.
 */
export async function renderPacks(
  catalogue: Catalogue,
  collections: readonly Collection[],
  statistics: StatisticsSource,
  folder: string,
  onPack: (set: string, name: string, bytes: Uint8Array) => void,
  onProgress: (done: number) => void,
): Promise<RenderedPacks> {
  const files = new Map<string, ManifestFile>();
  const packs: Record<string, readonly string[]> = {};
  let done = 0;
  for (const collection of collections) {
    const writers = new Map(
      collection.lineSets.map((set) => {
        const writer = createPackWriter(set, folder, (file, name, bytes) => {
          files.set(file.path, file);
          onPack(set, name, bytes);
        });
        return [set, writer];
      }),
    );
    for (const entry of rendererOf(collection).lines(catalogue, statistics)) {
      addLines(entry, collection, writers);
      if (++done % LINES_PER_PACK > 0) continue;
      // Lets timers and signals have their turn.
      await setImmediate();
      onProgress(done);
    }
    for (const [set, writer] of writers) packs[set] = writer.end();
  }
  return { packs, files: [...files.values()] };
}
