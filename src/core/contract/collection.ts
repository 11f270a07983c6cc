/**
 * The type of a collection definition, from which the parser, links, paths, enumeration, rewrite rules, OPTIONS, the root,
 * documentation and the requests of `check` are derived. The definitions themselves are in `collections/`.
 *
 * A filter turns its value into a condition on a column of the collection's index. A parsed query is a list of such conditions, so the code
 * that selects entries does not need to know filter names. A nested listing adds one condition for each parent in its path.
 */

import { belongsTo, type Condition, type Interval, is, type Match } from './conditions.ts';
import type { Filter } from './filters.ts';
import { looksLikeRangeFilter } from './parameter-forms.ts';
import type { Refusal } from './refusals.ts';

/** The finite sets of names that the data define, each in data order. */
export interface Vocabulary {
  readonly detectors: readonly string[];
  readonly catalogs: readonly string[];
  /** `name` is in underscore form. */
  readonly parameters: readonly { readonly name: string; readonly unit: string; readonly description: string }[];
}

/** A row in an index, as read by bindings and ids. */
export interface Row {
  readonly position: number;
  /** `number`, `text` and `names` read a column. They throw TypeError if the index has no such column of that kind. */
  number(column: string): number;
  text(column: string): string;
  names(column: string): readonly string[];
}

/** A record's row, with its id. */
export interface IndexedRecord extends Row {
  /** The id used in links. */
  readonly id: string;
}

/** The condition that a parent in the path imposes on the entries below it. */
export interface Binding {
  /** Name of the query parameter that the binding replaces; null if no parameter has the same meaning. */
  readonly parameter: string | null;
  condition(parent: IndexedRecord): Condition;
}

/** Binds a condition to a value of the parent. Queries cannot set `parameter`, which has the same meaning: it is ignored. */
export function bind<T>(match: Match<T>, read: (parent: IndexedRecord) => T, parameter: string | null = null): Binding {
  return { parameter, condition: (parent) => match(read(parent)) };
}

/** Binds a column of names to the parent's id. */
export const bindId = (column: string): Binding => bind(is(column), ({ id }) => id);

/** Binds the parent's position, for entries that are grouped by parent. */
export const bindPosition = (column: string): Binding => bind(belongsTo(column), ({ position }) => position);

/** A path to the collection, with `{}` in place of each parent's id: `runs/{}/strain-files`. */
export interface MountPath<Path extends string = string> {
  readonly path: Path;
  /** One per parent, in path order. */
  readonly bindings?: readonly Binding[];
}

/** Creates a function that reads ids from a column of strings. */
export const textColumn =
  (column: string) =>
  (row: Row): string =>
    row.text(column);

/** The ids of records, from the columns of their index. */
export interface RecordIds {
  /** The id used in links. */
  idOf(row: Row): string;
  /** Other ids for records. If two records claim the same id, the first record listed gets it; a record's own id always wins. */
  otherIds?(rows: Iterable<Row>): Iterable<readonly [id: string, position: number]>;
}

/** A request for entries in a listing. */
export interface Asked {
  readonly parents: readonly IndexedRecord[];
  /** The conditions that the parents impose. */
  readonly conditions: readonly Condition[];
  readonly interval: Interval;
  /** The distinct names in a column of the collection's index, sorted. */
  valuesOf(column: string): readonly string[];
}

/** The declaration of a collection, in a file in `collections/`. */
export interface Definition<Name extends string = string, Path extends string = string> {
  /** The name of its packs and index, and its path if it has a top-level listing. */
  readonly name: Name;
  readonly title: string;
  readonly description: string;
  /** The order of its entries, in words. */
  readonly order: string;
  /**
   * In documentation order; the interval's filters come before them. Filters named `min-…` or `max-…` are range filters: a listing that has
   * range filters refuses unknown names of this form.
   */
  readonly filters?: readonly Filter[];
  /** The filters for the start and stop of an interval: the start must not exceed the stop. */
  readonly interval?: readonly [start: Filter<number>, stop: Filter<number>];
  readonly paths: readonly MountPath<Path>[];
  /** How its index is stored: as series (strain files), as columns, or as columns that hold whole entries (`INTERVAL`) instead of lines. */
  readonly index: 'series' | 'columns' | 'intervals';
  /** The ids of its records, if it has any and its index is stored as columns. */
  readonly ids?: RecordIds;
  /** Line sets that only the older interfaces use. */
  readonly legacyLineSets?: readonly string[];
  /**
   * Line set for its records, or `entries` if a record is the same as its entry. Missing if there are no records, and therefore no
   * ids that a path could name.
   */
  readonly records?: 'entries' | `${string}-details`;
  /** Refuses a request for entries that the data do not record: an empty list would claim that none exist. */
  refuse?(asked: Asked): Refusal | null;
  /** True if the index is always a separate file, even if small, because few requests need it. */
  readonly hasIndexFile?: boolean;
}

/** A paginated view of a collection: all of it, or the part below its parents. */
export interface Listing {
  readonly collection: Collection;
  /** With placeholders, as in `MountPath`: `runs/{}/strain-files`. */
  readonly path: string;
  readonly segments: readonly string[];
  /** Names of the parents' collections, in path order. */
  readonly parentNames: readonly string[];
  readonly bindings: readonly Binding[];
  /** Filters that a query can set, in documentation order. */
  readonly filters: ReadonlyMap<string, Filter>;
  /** Names of its `min-` and `max-` filters: the 400 for an unknown name lists them as `allowed`. */
  readonly rangeFilters: readonly string[];
}

/** A definition with its listings. */
export interface Collection<Name extends string = string, Path extends string = string>
  extends Omit<Definition<Name, Path>, 'filters'> {
  readonly listings: readonly Listing[];
}

/** Placeholder for a parent's id in a path. */
export const ID_PLACEHOLDER = '{}';

function createListing(
  collection: Collection,
  { path, bindings = [] }: MountPath,
  filters: readonly Filter[],
): Listing {
  const segments = path.split('/');
  const bound = bindings.map(({ parameter }) => parameter);
  const unbound = filters.filter(({ name }) => !bound.includes(name));
  return {
    collection,
    path,
    segments,
    parentNames: segments.filter((_, index) => segments[index + 1] === ID_PLACEHOLDER),
    bindings,
    filters: new Map(unbound.map((one) => [one.name, one])),
    rangeFilters: unbound.map(({ name }) => name).filter(looksLikeRangeFilter),
  };
}

/** Creates a collection from its definition. The compiler knows its name and paths as literal types. */
export function createCollection<const Name extends string, const Path extends string>(
  definition: Definition<Name, Path>,
): Collection<Name, Path> {
  const { filters = [], ...rest } = definition;
  const { interval = [], paths } = rest;
  const listings: Listing[] = [];
  const collection: Collection<Name, Path> = { ...rest, listings };
  for (const place of paths) listings.push(createListing(collection, place, [...interval, ...filters]));
  return collection;
}

/** All of the collections' listings, in order. */
export function allListings(collections: readonly Collection[]): readonly Listing[] {
  return collections.flatMap(({ listings }) => listings);
}

/** The collections' top-level listings, in order. */
export function wholeListings(collections: readonly Collection[]): readonly Listing[] {
  return allListings(collections).filter(({ parentNames }) => parentNames.length === 0);
}

/** The collection with this name, which must exist. */
export function collectionNamed(collections: readonly Collection[], name: string): Collection {
  return collections.find((one) => one.name === name) as Collection;
}

/** The listing at this path, which must exist. */
export function listingAt(collections: readonly Collection[], path: string): Listing {
  return allListings(collections).find((one) => one.path === path) as Listing;
}

/** True if the collection has records, which have URLs. */
export function hasRecords({ records }: Collection): boolean {
  return records !== undefined;
}
