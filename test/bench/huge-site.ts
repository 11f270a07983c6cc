/**
 * Writes the packs of a catalogue so large that building it would take tens of minutes and gigabytes. The pointer, the index files and all
 * other packs are the same as in a build without statistics, but only strain files that the benchmark lists have entries, and none has a
 * record.
 */

import { mkdirSync } from 'node:fs';
import { checkFolder, readDataFolder } from '../../src/catalogue/load.ts';
import { orderFiles, type StrainFileIndexData } from '../../src/core/listing/strain-file-index.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { readExplorer } from '../../src/site/documents/explorer-files.ts';
import { withShortNames } from '../../src/site/render/event-facts.ts';
import { RENDERERS } from '../../src/site/render/registry.ts';
import type { RenderedEntry, Renderer, RenderOptions } from '../../src/site/render/renderer.ts';
import { PACK_PERIOD_S, strainFiles } from '../../src/site/render/strain-files.ts';
import type { SiteCounts } from '../../src/site/stage/stage-site.ts';
import { stageSite } from '../../src/site/stage/stage-site.ts';

/** Positions in the collection, from 0 to 1, around which files have entries: enough for a page and the packs around it. */
const LISTED_PARTS = [0, 0.5, 1];
const LISTED = 5000;

/** Every listed entry is a copy of the first one, so entries have a realistic size. */
function* renderLines(catalogue: Parameters<Renderer['lines']>[0], options: RenderOptions): Generator<RenderedEntry> {
  const { gpsStarts } = orderFiles(strainFiles.index(catalogue) as StrainFileIndexData);
  const [first] = strainFiles.lines(catalogue, options);
  const { entry, variants } = first as RenderedEntry;
  const empty = Object.fromEntries(Object.keys(variants ?? {}).map((set) => [set, '{}']));
  for (const [position, gpsStart] of gpsStarts.entries()) {
    const isListed = LISTED_PARTS.some((part) => Math.abs(position - part * gpsStarts.length) < LISTED);
    const period = Math.floor(gpsStart / PACK_PERIOD_S);
    yield { entry: isListed ? entry : '{}', record: '{}', period, variants: empty };
  }
}

/** Writes the site of a data folder. */
export async function writeHugeSite(dataDir: string, root: string): Promise<SiteCounts> {
  const { catalogue, problems } = checkFolder(readDataFolder(dataDir));
  if (catalogue === null) throw new Error(JSON.stringify(problems.slice(0, 3)));
  mkdirSync(root);
  const config = { ...DEFAULT_CONFIG, layout: 'packs' as const, downloads: [] };
  const renderers = RENDERERS as Record<string, Renderer>;
  renderers['strain-files'] = { ...strainFiles, lines: renderLines };
  try {
    const named = withShortNames(catalogue, config.compatibility);
    const input = {
      id: 'huge',
      catalogue: named,
      hashes: new Map(),
      config,
      explorer: readExplorer(),
      onProgress: () => {},
    };
    const { counts } = await stageSite(input, { root, staging: root, scratch: root, previous: null }, null, null);
    return counts;
  } finally {
    renderers['strain-files'] = strainFiles;
  }
}
