/** Query parameters: what one is, and those that every listing has. Pure. */

import { type Codec, oneOf, pageNumber, pageSizeUpTo } from './codecs.ts';
import { text } from './text.ts';

/** Values of query parameters. */
export type Value = number | string | boolean | readonly string[];

export interface Parameter<T = Value> {
  readonly name: string;
  readonly codec: Codec<T>;
  readonly unit: string | null;
  readonly meaning: string;
  /** The value that a query without the parameter has; left out of canonical queries. */
  readonly default: T | null;
}

/** A parameter that every query has a value of. */
export interface PresetParameter<T = Value> extends Parameter<T> {
  readonly default: T;
}

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 1000;

export const PAGE_SIZE: PresetParameter<number> = {
  name: 'pagesize',
  codec: pageSizeUpTo(MAX_PAGE_SIZE),
  unit: null,
  meaning: text(`Entries on a page. A larger number is ${MAX_PAGE_SIZE}.`),
  default: DEFAULT_PAGE_SIZE,
};

export const PAGE: PresetParameter<number> = {
  name: 'page',
  codec: pageNumber,
  unit: null,
  meaning: text('Number of the page, from 1.'),
  default: 1,
};

/** The spelling of `format` that every link in JSON carries. */
export const LINK_FORMAT = 'api';
/** The format of a listing as a table. */
export const CSV_FORMAT = 'csv';

const JSON_FORMATS = [LINK_FORMAT, 'json'];

export const FORMAT: PresetParameter<string> = {
  name: 'format',
  codec: oneOf([...JSON_FORMATS, CSV_FORMAT]),
  unit: null,
  meaning: text('With api and json the answer is JSON, with csv it is CSV.'),
  default: LINK_FORMAT,
};

/** `format` of a record and of the root. */
export const RECORD_FORMAT: PresetParameter<string> = {
  ...FORMAT,
  codec: oneOf(JSON_FORMATS),
  meaning: text('Both give JSON.'),
};

/** `mass_1_source` -> `mass-1-source`. */
export function hyphenForm(parameterName: string): string {
  return parameterName.replaceAll('_', '-');
}

/** What the name of a range filter begins with, before its hyphen. */
export const RANGE_BOUNDS = ['min', 'max'] as const;
export type RangeBound = (typeof RANGE_BOUNDS)[number];

const rangeFilterName = new RegExp(`^(${RANGE_BOUNDS.join('|')})-`);

/** True for a name that can only be meant as a range filter; where it is not a known one, it is refused. */
export function looksLikeRangeFilter(name: string): boolean {
  return rangeFilterName.test(name);
}

/** The name of a range filter: `nameRangeFilter("max", "chi-eff")` -> `max-chi-eff`. */
export function nameRangeFilter(bound: RangeBound, parameter: string): string {
  return `${bound}-${parameter}`;
}
