/** The type of a collection's renderer, the counterpart of its definition that knows the catalogue. Build time. */

import type { Catalogue, FileStatistics, StrainDataset } from '../../catalogue/types.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import type { IndexData } from '../../core/listing/select.ts';

/** Statistics of one dataset, by gps_start then detector, ascending. */
export type StatisticsSource = (dataset: StrainDataset) => Iterable<FileStatistics>;

/** The settings that lines depend on besides the catalogue. */
export interface RenderOptions {
  readonly statistics: StatisticsSource;
  readonly compatibility: Compatibility;
  /** Whether the older interfaces need lines. */
  readonly legacyInterfaces: boolean;
}

/** The lines of one entry: JSON without line feeds. */
export interface RenderedEntry {
  readonly entry: string;
  /** Missing if the collection has no records of its own. */
  readonly record?: string;
  /** An entry whose number differs from the previous one begins a new pack. Missing if packs are cut by the number of their lines. */
  readonly period?: number;
  /** By line set: the line that a filter shows instead of the entry. */
  readonly variants?: Readonly<Record<string, string>>;
}

export interface Renderer {
  /** The members of the catalogue that it uses; it receives no others. Statistics are part of the datasets. */
  readonly reads: readonly (keyof Catalogue)[];
  /** The index of the whole collection. */
  index(catalogue: Catalogue): IndexData;
  /** The lines of all entries, in the collection's order. Collections of intervals have none. */
  lines(catalogue: Catalogue, options: RenderOptions): Iterable<RenderedEntry>;
}
