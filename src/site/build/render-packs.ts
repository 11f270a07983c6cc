/** Renders the catalogue into packs below a folder. Build time. */

import { setImmediate } from 'node:timers/promises';
import type { Catalogue } from '../../catalogue/types.ts';
import { PACK_SETS, type PackNames, type PackSet } from '../../listing/compose.ts';
import { LINES_PER_PACK } from '../../listing/pack.ts';
import type { IndexData } from '../../listing/select.ts';
import type { ManifestFile } from '../output/manifest.ts';
import { indexEvents, renderEvents, renderParameterNames } from '../render/render-events.ts';
import { indexStrainFiles, renderStrainFiles, type StatisticsSource } from '../render/render-strain.ts';
import { createPackWriter, type PackWriter } from './pack-writer.ts';

export interface RenderedPacks {
  readonly packs: PackNames;
  readonly files: readonly ManifestFile[];
}

/** The index of a catalogue, which is known before anything is rendered. */
export function indexCatalogue(catalogue: Catalogue): IndexData {
  return {
    strainFiles: indexStrainFiles(catalogue.datasets),
    eventVersions: indexEvents(catalogue),
    defaultParameters: renderParameterNames(catalogue).length,
  };
}

/**
 * Renders the catalogue and writes the packs below `folder`. `onPack` is told of each as soon as it is written,
 * `onProgress` how many strain files are rendered.
 */
export async function renderPacks(
  catalogue: Catalogue,
  statistics: StatisticsSource,
  folder: string,
  onPack: (set: PackSet, name: string) => void,
  onProgress: (done: number) => void,
): Promise<RenderedPacks> {
  const files = new Map<string, ManifestFile>();
  const writers = Object.fromEntries(
    PACK_SETS.map((set) => {
      const writer = createPackWriter(set, folder, (file, ofSet, name) => {
        files.set(file.path, file);
        onPack(ofSet, name);
      });
      return [set, writer];
    }),
  );
  const writer = (set: PackSet) => writers[set] as PackWriter;

  let done = 0;
  for (const { entry, detail } of renderStrainFiles(catalogue, statistics)) {
    writer('strain-files').add(entry);
    writer('strain-file-details').add(detail);
    if (++done % LINES_PER_PACK > 0) continue;
    // Lets timers and signals have their turn.
    await setImmediate();
    onProgress(done);
  }
  const events = renderEvents(catalogue);
  for (const line of events.entries) writer('event-versions').add(line);
  for (const line of events.entriesWithParameters) writer('event-versions-parameters').add(line);
  for (const line of events.details) writer('event-version-details').add(line);
  for (const line of renderParameterNames(catalogue)) writer('default-parameters').add(line);

  const packs = Object.fromEntries(PACK_SETS.map((set) => [set, writer(set).end()])) as unknown as PackNames;
  return { packs, files: [...files.values()] };
}
