/** Expectations for a collection that its definition does not contain. Pure. */

import type { Case, Tools } from '../case.ts';
import type { CatalogueSample, SampledListing } from '../catalogue-sample.ts';
import type { TestAnswer } from '../send.ts';

type Verdict = boolean | Promise<boolean>;

export interface Expectations<Entry> {
  /** Members in order, by line set; `OPTIONAL_MEMBERS` may be missing. Empty if entries are not objects. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** True if `before` may come before `after`. Missing if entries do not show what they are sorted by. */
  readonly isInOrder?: (before: Entry, after: Entry) => boolean;
  /** Checks the raw text of a page. */
  readonly lookAt?: (body: string) => string | null;
  /** True if a filter can select these entries. Required for collections with filters. */
  readonly isSelected?: (entries: readonly Entry[], filter: string, text: string) => boolean;
  /** Values of finite filters that select this entry. */
  readonly filtersOf?: (entry: Entry) => Readonly<Record<string, string>>;
  /** GPS seconds, for a collection with an interval. */
  readonly intervalOf?: (entry: Entry) => readonly [start: number, stop: number];
  /** By path of a nested listing: whether an entry belongs below these parents. Required for every nested listing. */
  readonly below?: Readonly<Record<string, (entry: Entry, parents: readonly string[], tools: Tools) => Verdict>>;
  /** Other ids that find the entry's record or another version of the same event. */
  readonly otherIds?: (entry: Entry) => readonly string[];
  /** Additional cases for each of its listings. */
  readonly cases?: (sampled: SampledListing, sample: CatalogueSample) => readonly Case[];
}

/** Members that are omitted if the data lack them. */
export const OPTIONAL_MEMBERS: readonly string[] = ['doi'];

/** Members of nested objects, by the name of the member that contains them. */
export const INNER_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  default_parameters: [
    ...['name', 'unit', 'description', 'best', 'upper_error', 'lower_error', 'is_upper_limit', 'is_lower_limit'],
  ],
  versions: ['version', 'catalog', 'detail_url'],
  bitsums: ['bit', 'name', 'sum'],
  bitmask: ['name', 'description', 'bit', 'mask_type'],
  links: ['url', 'label'],
};

/** Casts a response body to its known type. */
export function bodyOf<T>({ body }: TestAnswer): T {
  return JSON.parse(body) as T;
}
