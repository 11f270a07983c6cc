/** The type of a collection's renderer. Unlike the collection's definition in core, a renderer knows the catalogue. */

import type { Catalogue, CatalogVersion, FileStatistics, LoadedDataset } from '../../catalogue/types.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import type { IndexData } from '../../core/listing/select.ts';

/** An event version with the short name that the site uses, which is also its id: `GW150914-v3`. */
export interface NamedVersion extends CatalogVersion {
  readonly shortName: string;
}

/** The catalogue with the site's short names. */
export interface NamedCatalogue extends Omit<Catalogue, 'eventVersions'> {
  readonly eventVersions: readonly NamedVersion[];
}

/** The catalogue with these members only. */
export type CatalogueWith<Names extends keyof NamedCatalogue> = Pick<NamedCatalogue, Names>;

/** Statistics for one dataset, in ascending order by gps_start, then detector. */
export type StatisticsSource = (dataset: LoadedDataset) => Iterable<FileStatistics>;

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
  /** The catalogue's members that the renderer uses. Statistics belong to datasets. */
  readonly reads: readonly (keyof NamedCatalogue)[];
  /** The index of the whole collection. */
  index(catalogue: NamedCatalogue): IndexData;
  /** The lines of all entries, in the collection's order. Collections of intervals have no lines. */
  lines(catalogue: NamedCatalogue, options: RenderOptions): Iterable<RenderedEntry>;
}

/** Creates a renderer. Its functions can use only the members that it names, because its packs are kept until one of these changes. */
export const createRenderer = <Reads extends keyof NamedCatalogue>(
  reads: readonly Reads[],
  functions: {
    index(catalogue: CatalogueWith<NoInfer<Reads>>): IndexData;
    lines(catalogue: CatalogueWith<NoInfer<Reads>>, options: RenderOptions): Iterable<RenderedEntry>;
  },
): Renderer => ({ reads, ...functions });
