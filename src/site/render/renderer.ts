/** What renders a collection: a twin of its definition that knows the catalogue. Build time. */

import type { Catalogue } from '../../catalogue/types.ts';
import type { IndexData } from '../../listing/select.ts';
import type { StatisticsSource } from './strain-files.ts';

/** The lines of one entry: JSON without line feeds. */
export interface RenderedEntry {
  readonly entry: string;
  /** Left out where the collection has no records of their own. */
  readonly record?: string;
  /** By set, what a filter shows in the entry's place. */
  readonly shown?: Readonly<Record<string, string>>;
}

export interface Renderer {
  /** The members of the catalogue that it looks at: it is handed no others. The statistics belong to the datasets. */
  readonly reads: readonly (keyof Catalogue)[];
  /** True where it looks at no parameters of event versions: it is handed none, and not rendered again where a value changes. */
  readonly ignoresValues?: true;
  /** The index of the whole collection. */
  index(catalogue: Catalogue): IndexData;
  /** The lines of all entries, in the collection's order. A collection of intervals has none. */
  lines(catalogue: Catalogue, statistics: StatisticsSource): Iterable<RenderedEntry>;
}
