/** The type of a query parameter, and the parameters that every listing has. */

import { type Codec, oneOf, pageNumber, pageSizeUpTo } from './codecs.ts';

/** Values of query parameters. */
export type Value = number | string | boolean | readonly string[];

/** A query parameter. */
export interface Parameter<T = Value> {
  readonly name: string;
  readonly codec: Codec<T>;
  readonly unit: string | null;
  readonly meaning: string;
  /** The value used if a query does not set the parameter; canonical queries omit it. */
  readonly default: T | null;
}

/** A parameter with a default, so every query has a value for it. */
export interface PresetParameter<T = Value> extends Parameter<T> {
  readonly default: T;
}

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 1000;

/** If a CSV request has neither `pagesize` nor `page`, the response contains all entries, unless there are more than this. */
export const MAX_CSV_ROWS = 10_000;

export const PAGE_SIZE: PresetParameter<number> = {
  name: 'pagesize',
  codec: pageSizeUpTo(MAX_PAGE_SIZE),
  unit: null,
  meaning: `Entries per page; larger numbers count as ${MAX_PAGE_SIZE}. Without it and page, CSV has all entries.`,
  default: DEFAULT_PAGE_SIZE,
};

export const PAGE: PresetParameter<number> = {
  name: 'page',
  codec: pageNumber,
  unit: null,
  meaning: 'Page number, from 1.',
  default: 1,
};

/** The value of `format` in generated links; with `compatibility: service`, these links have no format. */
export const LINK_FORMAT = 'api';
/** The `format` that requests a listing as a table. */
export const CSV_FORMAT = 'csv';

const JSON_FORMATS = [LINK_FORMAT, 'json'];

export const FORMAT: PresetParameter<string> = {
  name: 'format',
  codec: oneOf([...JSON_FORMATS, CSV_FORMAT]),
  unit: null,
  meaning: 'JSON for api and json, CSV for csv.',
  default: LINK_FORMAT,
};

/** The `format` parameter for a record and for the root. */
export const RECORD_FORMAT: PresetParameter<string> = {
  ...FORMAT,
  codec: oneOf(JSON_FORMATS),
  meaning: 'Both give JSON.',
};
