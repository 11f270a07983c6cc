/** The type of a collection's renderer. Unlike the collection's definition in core, a renderer knows the catalogue. */

import type { Catalogue, FileStatistics, StrainDataset } from '../../catalogue/types.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import type { IndexData } from '../../core/listing/select.ts';

/** Statistics for one dataset, in ascending order by gps_start, then detector. */
export type StatisticsSource = (dataset: StrainDataset) => Iterable<FileStatistics>;

/** The settings that lines depend on besides the catalogue. */
export interface RenderOptions {
  readonly statistics: StatisticsSource;
  readonly compatibility: Compatibility;
  /** Whether the older interfaces need lines. */
  readonly legacyInterfaces: boolean;
}

/** The lines for one entry: JSON without line feeds. */
export interface RenderedEntry {
  readonly entry: string;
  /** Missing if the collection has no records of its own. */
  readonly record?: string;
  /** An entry whose period differs from the previous entry's starts a new pack. Missing if packs are split by number of lines. */
  readonly period?: number;
  /** Other lines for the entry, by line set, such as the entry with parameters. */
  readonly variants?: Readonly<Record<string, string>>;
}

export interface Renderer {
  /** The catalogue's members that the renderer uses; it receives no others. Statistics belong to datasets. */
  readonly reads: readonly (keyof Catalogue)[];
  /** The index of the whole collection. */
  index(catalogue: Catalogue): IndexData;
  /** The lines of all entries, in the collection's order. Collections of intervals have no lines. */
  lines(catalogue: Catalogue, options: RenderOptions): Iterable<RenderedEntry>;
}
