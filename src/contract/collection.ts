/**
 * What a collection is: the one definition from which parser, links, paths, enumeration, rewrite rules, OPTIONS, the root,
 * documentation and conformance cases are derived. The definitions themselves are in `collections/`.
 *
 * A filter says how it matches: a test on a column of the collection's index. A parsed query is a list of such conditions, so
 * that selecting entries knows no filter by name. A nested listing is the collection with one condition for each parent in
 * its path. Pure.
 */

import type { Codec } from './codecs.ts';
import { belongsTo, type Condition, is, type Match } from './conditions.ts';
import { looksLikeRangeFilter, type Parameter, type Value } from './parameters.ts';

/** The finite sets that the data define. */
export interface Vocabulary {
  readonly detectors: readonly string[];
  readonly catalogs: readonly string[];
  /** `name` in underscore form. */
  readonly parameters: readonly { readonly name: string; readonly unit: string; readonly description: string }[];
}

/** Names of the folder that a filter is in the path of a page file: without the parameter, and with a flag set. */
export interface FilterFolder {
  readonly absent: string;
  readonly present?: string;
}

export interface Filter<T = Value> extends Parameter<T> {
  match(value: T): Condition;
  /** Left out for a filter that is no folder. */
  readonly segment?: FilterFolder;
}

/** A filter that is a folder in the path of a page file. */
export interface PathFilter extends Filter {
  readonly segment: FilterFolder;
}

interface FilterOptions<T> {
  readonly unit?: string | null;
  readonly default?: T;
  readonly segment?: FilterFolder;
}

/** Declares a filter. */
export function filter<T>(
  name: string,
  codec: Codec<T>,
  match: Match<T>,
  meaning: string,
  more: FilterOptions<T> = {},
): Filter<T> {
  const { unit = null, segment } = more;
  return { name, codec, match, unit, meaning, default: more.default ?? null, ...(segment && { segment }) };
}

/** An entry of an index, as nested listings and ids see it. */
export interface Row {
  readonly position: number;
  /** Value of a column of numbers, of texts, or of lists of names. */
  number(column: string): number;
  text(column: string): string;
  names(column: string): readonly string[];
}

/** A parent in the path of a nested listing. */
export interface Parent extends Row {
  /** The id that links carry. */
  readonly id: string;
}

/** What one parent in a path says of the entries below it. */
export interface Binding {
  /** Name of the query parameter that it stands in for; null where no parameter says the same. */
  readonly parameter: string | null;
  condition(parent: Parent): Condition;
}

/** Binds a filter to a value of the parent: where a query names the filter too, it is ignored. */
export function bindFilter<T>({ name, match }: Filter<T>, read: (parent: Parent) => T): Binding {
  return { parameter: name, condition: (parent) => match(read(parent)) };
}

/** Binds what is no query parameter. */
export function bind<T>(match: Match<T>, read: (parent: Parent) => T): Binding {
  return { parameter: null, condition: (parent) => match(read(parent)) };
}

/** Binds a column of names to the parent's id. */
export const bindId = (column: string): Binding => bind(is(column), ({ id }) => id);

/** Binds entries that stand together by parent to the parent's position. */
export const bindPosition = (column: string): Binding => bind(belongsTo(column), ({ position }) => position);

/** Where a collection stands: a path of names, with `{}` in place of the id of each parent. `runs/{}/strain-files`. */
export interface Place<Path extends string = string> {
  readonly path: Path;
  /** One for each parent, in the order of the path. */
  readonly bindings?: readonly Binding[];
}

/** Ids of an index of columns. */
export interface ColumnIds {
  /** The id that links carry. */
  idOf(row: Row): string;
  /** Other ids that find a record. Where two records have one id, the first one named has it; a record's own id always wins. */
  otherIds?(rows: Iterable<Row>): Iterable<readonly [id: string, position: number]>;
}

/** What makes one strain file: position in its series. */
export interface SeriesKey {
  readonly detector: string;
  readonly gpsStart: number;
  readonly sampleRateKHz: number;
}

/** Ids of an index of series. */
export interface SeriesIds {
  format(key: SeriesKey): string;
  /** Null for anything but the one canonical spelling. */
  parse(id: string): SeriesKey | null;
}

export interface Definition<Name extends string = string, Path extends string = string> {
  /** The last segment of its path where it stands alone, and the name of its packs. */
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  /** The order of its entries, in words. */
  readonly order: string;
  /**
   * In the order in which they are documented. Those named `min-…` or `max-…` are range filters: a listing that has any refuses
   * unknown names of that form.
   */
  readonly filters?: readonly Filter[];
  /** The filters that make an interval together: the first must not exceed the second. */
  readonly interval?: readonly [start: Filter<number>, stop: Filter<number>];
  readonly places: readonly Place<Path>[];
  readonly index:
    | { readonly kind: 'series'; readonly ids: SeriesIds }
    | { readonly kind: 'columns'; readonly ids?: ColumnIds };
  /** Sets of lines besides the entries' own, which have the collection's name: what filters show in their place. */
  readonly shownLines?: readonly string[];
  /**
   * The set of lines of its detail records: `entries` where a record is the same as its entry. Left out where there are no
   * records, and so no ids that a path could name.
   */
  readonly records?: string | 'entries';
  /** True where an entry is made of its interval alone, so that it needs no lines. */
  readonly isInterval?: boolean;
  /** True where the index is a file of its own, which few requests need. */
  readonly isPart?: boolean;
}

/** A paginated answer over a collection: the whole of it, or below parents. */
export interface Listing {
  readonly collection: Collection;
  /** As its place has it: `runs/{}/strain-files`. */
  readonly path: string;
  readonly segments: readonly string[];
  /** Collections of the parents, in the order of the path. */
  readonly parents: readonly string[];
  readonly bindings: readonly Binding[];
  /** Filters that a query can name, in the order in which they are documented. */
  readonly filters: ReadonlyMap<string, Filter>;
  /** What `allowed` of the 400 for an unknown `min-` or `max-` filter names; empty where there are no such filters. */
  readonly rangeFilters: readonly string[];
}

export interface Collection<Name extends string = string, Path extends string = string>
  extends Omit<Definition<Name, Path>, 'filters' | 'shownLines'> {
  /** Sets of lines that it has. */
  readonly lineSets: readonly string[];
  readonly listings: readonly Listing[];
}

/** Stands for the id of a parent in a path. */
export const PARENT = '{}';

function createListing(collection: Collection, { path, bindings = [] }: Place, filters: readonly Filter[]): Listing {
  const segments = path.split('/');
  const bound = bindings.map(({ parameter }) => parameter);
  const own = filters.filter(({ name }) => !bound.includes(name));
  return {
    collection,
    path,
    segments,
    parents: segments.filter((_, index) => segments[index + 1] === PARENT),
    bindings,
    filters: new Map(own.map((one) => [one.name, one])),
    rangeFilters: own.map(({ name }) => name).filter(looksLikeRangeFilter),
  };
}

/** Makes a collection of its definition. Its name and the paths of its places are known to the compiler. */
export function createCollection<const Name extends string, const Path extends string>(
  definition: Definition<Name, Path>,
): Collection<Name, Path> {
  const { filters = [], shownLines = [], ...rest } = definition;
  const { name, records, isInterval = false } = definition;
  const details = records === undefined || records === 'entries' ? [] : [records];
  const lineSets = isInterval ? [] : [name, ...shownLines, ...details];
  const listings: Listing[] = [];
  const collection: Collection<Name, Path> = { ...rest, lineSets, listings };
  for (const place of definition.places) listings.push(createListing(collection, place, filters));
  return collection;
}

/** Every listing of the collections, in their order. */
export function allListings(collections: readonly Collection[]): readonly Listing[] {
  return collections.flatMap(({ listings }) => listings);
}

/** The listings of whole collections, in their order. */
export function wholeListings(collections: readonly Collection[]): readonly Listing[] {
  return allListings(collections).filter(({ parents }) => parents.length === 0);
}

export function hasRecords({ records }: Collection): boolean {
  return records !== undefined;
}

/** The set of lines of a collection's records; null where it has none. */
export function recordLines({ name, records }: Collection): string | null {
  return records === 'entries' ? name : (records ?? null);
}
