/** What cases expect of one collection beyond what its definition says. Pure. */

import type { Case, Tools } from '../case.ts';
import type { CatalogueSample, SampledListing } from '../catalogue-sample.ts';
import type { TestAnswer } from '../send.ts';

type Verdict = boolean | Promise<boolean>;

export interface Expectations<Entry> {
  /** Members in order, by set of lines; those of `OPTIONAL_MEMBERS` may be missing. Empty where entries are no objects. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** True where `before` may stand before `after`. Without it, the order is one that entries do not show. */
  readonly isInOrder?: (before: Entry, after: Entry) => boolean;
  /** Looks at a page as it is written. */
  readonly lookAt?: (body: string) => string | null;
  /** True where a page of these entries may be what a filter selects. Needed by every collection with filters. */
  readonly isSelected?: (entries: readonly Entry[], filter: string, text: string) => boolean;
  /** Texts of finite filters that select this entry. */
  readonly filtersOf?: (entry: Entry) => Readonly<Record<string, string>>;
  /** GPS seconds, for a collection with an interval. */
  readonly intervalOf?: (entry: Entry) => readonly [start: number, stop: number];
  /** By path of a nested listing, whether an entry belongs below these parents. Every nested listing needs one. */
  readonly below?: Readonly<Record<string, (entry: Entry, parents: readonly string[], tools: Tools) => Verdict>>;
  /** Ids that find the entry's record, or another of the same event, besides its own. */
  readonly otherIds?: (entry: Entry) => readonly string[];
  /** Cases that no definition tells, for each of its listings. */
  readonly cases?: (sampled: SampledListing, sample: CatalogueSample) => readonly Case[];
}

/** Members that are left out where the data do not hold them. */
export const OPTIONAL_MEMBERS: readonly string[] = ['doi'];

/** Members of the objects inside entries and records, by the member that holds them. */
export const INNER_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  default_parameters: [
    ...['name', 'unit', 'description', 'best', 'upper_error', 'lower_error', 'is_upper_limit', 'is_lower_limit'],
  ],
  versions: ['version', 'catalog', 'detail_url'],
  bitsums: ['bit', 'name', 'sum'],
  bitmask: ['name', 'description', 'bit', 'mask_type'],
  links: ['url', 'label'],
};

/** The body of an answer as what it is known to be. */
export function bodyOf<T>({ body }: TestAnswer): T {
  return JSON.parse(body) as T;
}
