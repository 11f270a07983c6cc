/** Expectations for a collection that its definition does not contain. Pure. */

import type { Case, Tools } from '../case.ts';
import type { CatalogueSample, SampledListing } from '../catalogue-sample.ts';
import type { TestAnswer } from '../send.ts';

type Verdict = boolean | Promise<boolean>;

export interface Expectations<Entry> {
  /** By filter: the member with the value that it selects by. */
  readonly shownBy?: Readonly<Record<string, keyof Entry & string>>;
  /** Checks the raw text of a page. */
  readonly lookAt?: (body: string) => string | null;
  /** True if a filter can select these entries, for filters that no single member shows. */
  readonly isSelected?: (entries: readonly Entry[], filter: string, text: string) => boolean;
  /** GPS seconds, for a collection with an interval. */
  readonly intervalOf?: (entry: Entry) => readonly [start: number, stop: number];
  /** By path of a nested listing: whether an entry belongs below these parents. Required for every nested listing. */
  readonly below?: Readonly<Record<string, (entry: Entry, parents: readonly string[], tools: Tools) => Verdict>>;
  /** Other ids that find the entry's record or another version of the same event. */
  readonly otherIds?: (entry: Entry) => readonly string[];
  /** Additional cases for each of its listings. */
  readonly cases?: (sampled: SampledListing, sample: CatalogueSample) => readonly Case[];
}

/** Casts a response body to its known type. */
export function bodyOf<T>({ body }: TestAnswer): T {
  return JSON.parse(body) as T;
}
