/** Renders the whole catalogue into packs below a folder. Returns what release.json needs to know of them. Build time. */

import { setImmediate } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/types.ts';
import { PACK_SETS, type PackNames, type PackSet } from '../listing/compose.ts';
import { LINES_PER_PACK } from '../listing/pack.ts';
import type { IndexData } from '../listing/select.ts';
import { countStrainFiles } from '../listing/strain-index.ts';
import type { ManifestFile } from './manifest.ts';
import { createPackWriter, type PackWriter } from './pack-writer.ts';
import { renderEvents, renderParameterNames } from './render-events.ts';
import { indexStrainFiles, renderStrainFiles, type StatisticsSource } from './render-strain.ts';

export interface RenderedPacks {
  readonly index: IndexData;
  readonly packs: PackNames;
  readonly files: readonly ManifestFile[];
}

export async function renderPacks(
  catalogue: Catalogue,
  statistics: StatisticsSource,
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<RenderedPacks> {
  const files = new Map<string, ManifestFile>();
  const onFile = (file: ManifestFile) => files.set(file.path, file);
  const writers = Object.fromEntries(PACK_SETS.map((set) => [set, createPackWriter(set, folder, onFile)]));
  const writer = (set: PackSet) => writers[set] as PackWriter;

  const strainFiles = indexStrainFiles(catalogue.datasets);
  const total = countStrainFiles(strainFiles);
  let done = 0;
  for (const { entry, detail } of renderStrainFiles(catalogue, statistics)) {
    writer('strain-files').add(entry);
    writer('strain-file-details').add(detail);
    if (++done % LINES_PER_PACK > 0) continue;
    // Lets timers and signals have their turn.
    await setImmediate();
    onProgress(done, total);
  }
  const events = renderEvents(catalogue);
  for (const line of events.entries) writer('event-versions').add(line);
  for (const line of events.entriesWithParameters) writer('event-versions-parameters').add(line);
  for (const line of events.details) writer('event-version-details').add(line);
  const names = renderParameterNames(catalogue);
  for (const line of names) writer('default-parameters').add(line);

  const packs = Object.fromEntries(PACK_SETS.map((set) => [set, writer(set).end()])) as unknown as PackNames;
  return {
    index: {
      strainFiles,
      eventVersions: events.index,
      defaultParameters: names.length,
    },
    packs,
    files: [...files.values()],
  };
}
