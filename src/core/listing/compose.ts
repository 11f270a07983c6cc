/**
 * Composes response bodies from page selections. Writes the envelope around lines that were rendered at build time. Lines are copied from
 * packs as bytes and never parsed. Page files and live responses come from the same function.
 *
 * Only reading packs is asynchronous; the caller decides how to read them.
 */

import { findFirst } from '../base/binary-search.ts';
import { SiteDamagedError } from '../base/site-damaged-error.ts';
import type { Collection } from '../contract/collection.ts';
import { ALL_TIME, type Interval } from '../contract/conditions.ts';
import { recordLineSet } from '../contract/line-sets.ts';
import type { Query } from '../contract/query.ts';
import type { EnvelopeHead, Segment } from '../contract/wire.ts';
import { INTERVAL } from './column-data.ts';
import { copyLines, lineOf, type Pack, sizeOfLines } from './pack.ts';
import type { RowIndex } from './row-index.ts';
import type { PageSelection } from './select.ts';

/** The packs of a line set, in the order of its lines. */
export interface PackList {
  readonly names: readonly string[];
  /** The position of each pack's first line. */
  readonly starts: readonly number[];
}

/** The packs of each line set. */
export type PackLists = Readonly<Record<string, PackList>>;

/** Reads a pack. If `numbers` (0-based, ascending) is given, the result may be a partial pack that has only these lines. */
export type ReadPack = (name: string, numbers?: Uint32Array) => Promise<Pack>;

/** Packs, and the function that reads them. */
export interface PackSource {
  readonly packs: PackLists;
  readonly readPack: ReadPack;
}

/** A collection that can be read: its index, and the packs of its line sets. */
export interface OpenCollection extends PackSource {
  readonly index: RowIndex;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Parses a composed body. Throws SiteDamagedError if a line is truncated. */
export function parseBody(json: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(json));
  } catch (cause) {
    throw new SiteDamagedError('a body is truncated', { cause });
  }
}

const END = encoder.encode(']}');

/** The line set that a query's entries are taken from. */
export function lineSetOfQuery({ listing, filters }: Pick<Query, 'listing' | 'filters'>): string {
  for (const { lineSet } of filters.values()) if (lineSet !== undefined) return lineSet;
  return listing.collection.name;
}

/** Lines from one pack. */
interface Cut {
  readonly pack: Pack;
  /** 0-based within the pack, ascending. */
  readonly numbers: Uint32Array;
}

const NO_PACKS: PackList = { names: [], starts: [] };

/** Number of the pack that contains the line at a position. */
const packAt = (starts: readonly number[], position: number): number =>
  findFirst(starts.length, (n) => (starts[n] as number) > position) - 1;

/** Groups ascending positions by pack. */
function splitByPack(positions: Uint32Array, { names, starts }: PackList) {
  const cuts = [];
  for (let from = 0; from < positions.length; ) {
    const number = packAt(starts, positions[from] as number);
    const end = starts[number + 1] ?? Number.POSITIVE_INFINITY;
    let to = from + 1;
    while ((positions[to] ?? end) < end) to++;
    cuts.push({ name: names[number], start: starts[number] as number, positions: positions.subarray(from, to) });
    from = to;
  }
  return cuts;
}

/** The lines from a set at ascending positions, one cut per pack. Packs are read concurrently. */
function gather(set: string, positions: Uint32Array, { packs, readPack }: PackSource): Promise<Cut[]> {
  return Promise.all(
    splitByPack(positions, packs[set] ?? NO_PACKS).map(async ({ name, start, positions: inPack }) => {
      if (name === undefined) throw new SiteDamagedError(`there are no packs of ${set}`);
      const all = inPack.map((position) => position - start);
      const pack = await readPack(name, all);
      const numbers = pack.isPartial ? all.map((_, n) => n) : all;
      if ((numbers.at(-1) as number) >= pack.starts.length - 1) throw new SiteDamagedError(`${name} has too few lines`);
      return { pack, numbers };
    }),
  );
}

/** Names of the packs that a page is composed from. */
export function packsOfPage(query: Query, positions: Uint32Array, packs: PackLists): string[] {
  if (query.listing.collection.index === 'intervals') return [];
  return splitByPack(positions, packs[lineSetOfQuery(query)] ?? NO_PACKS).map(({ name }) => name as string);
}

/** Name of the pack that contains a record; null if the collection has no records or the release lacks the pack. */
export function packOfRecord(collection: Collection, position: number, packs: PackLists): string | null {
  const { names, starts } = packs[recordLineSet(collection) ?? ''] ?? NO_PACKS;
  return names[packAt(starts, position)] ?? null;
}

/** Allocates this many bytes. A caller's own function need not zero them, because all of them are overwritten. */
const newBytes = (size: number): Uint8Array => new Uint8Array(size);

/** Joins the head, the lines separated by commas, and the end. Each byte is copied only once, because copying is most of a page's cost. */
function join(head: Uint8Array, cuts: readonly Cut[], end: Uint8Array, allocate = newBytes): Uint8Array {
  const lines = cuts.reduce((size, { pack, numbers }) => size + sizeOfLines(pack, numbers), 0);
  // The end overwrites the comma after the last line.
  const body = allocate(head.length + Math.max(lines - 1, 0) + end.length);
  body.set(head);
  let at = head.length;
  for (const { pack, numbers } of cuts) at = copyLines(pack, numbers, body, at);
  body.set(end, body.length - end.length);
  return body;
}

/** The start and stop of the interval entries at these positions, clipped to an interval. */
export function intervalsOf(index: RowIndex, positions: Uint32Array, { from, to }: Interval = ALL_TIME): Segment[] {
  return Array.from(positions, (position): Segment => {
    const row = index.rowAt(position);
    return { start: Math.max(row.number(INTERVAL.start), from), stop: Math.min(row.number(INTERVAL.stop), to) };
  });
}

/** The settings that links to pages depend on, besides the query. `pageLink` formats the link to a page, below the base URL. */
interface LinkOptions {
  readonly baseUrl: string;
  pageLink(query: Query): string;
}

/** The members before `results`. */
export function envelopeHead(query: Query, selection: PageSelection, { baseUrl, pageLink }: LinkOptions): EnvelopeHead {
  const link = (page: number) => `${baseUrl}/${pageLink({ ...query, page })}`;
  return {
    next: query.page < selection.pageCount ? link(query.page + 1) : null,
    previous: query.page > 1 ? link(query.page - 1) : null,
    results_count: selection.count,
    results_per_page: query.pageSize,
    num_pages: selection.pageCount,
    page_number: query.page,
  };
}

/** A page of a listing: its query, its entries, and the collection that they are read from. */
export interface Page {
  readonly query: Query;
  readonly selection: PageSelection;
  readonly source: OpenCollection;
}

/** A page's body. Rejects with SiteDamagedError. */
export async function composePage(
  { query, selection, source }: Page,
  links: LinkOptions,
  allocate = newBytes,
): Promise<Uint8Array> {
  const start = `${JSON.stringify(envelopeHead(query, selection, links)).slice(0, -1)},"results":[`;
  if (query.listing.collection.index === 'intervals') {
    const text = encoder.encode(
      start + JSON.stringify(intervalsOf(source.index, selection.positions, query.interval)).slice(1, -1),
    );
    return join(text, [], END, allocate);
  }
  const cuts = await gather(lineSetOfQuery(query), selection.positions, source);
  return join(encoder.encode(start), cuts, END, allocate);
}

/** The lines from a set at ascending positions, with commas between them, after `head` and before `end`. Rejects like `composePage`. */
export async function composeLines(
  [head, end]: readonly [head: string, end: string],
  set: string,
  positions: Uint32Array,
  source: PackSource,
): Promise<Uint8Array> {
  const cuts = await gather(set, positions, source);
  return join(encoder.encode(head), cuts, encoder.encode(end));
}

/** The entries at ascending positions as a JSON array. Rejects like `composePage`. */
export async function composeEntries(
  { index, name }: Collection,
  positions: Uint32Array,
  source: OpenCollection,
): Promise<Uint8Array> {
  if (index === 'intervals') return encoder.encode(JSON.stringify(intervalsOf(source.index, positions)));
  return composeLines(['[', ']'], name, positions, source);
}

/** One line from a set. Rejects like `composePage`. */
export async function composeLine(set: string, position: number, source: PackSource): Promise<Uint8Array> {
  const [{ pack, numbers }] = (await gather(set, Uint32Array.of(position), source)) as [Cut];
  return lineOf(pack, numbers[0] as number);
}

/** A record's body. Rejects like `composePage`. */
export function composeRecord(collection: Collection, position: number, source: PackSource): Promise<Uint8Array> {
  return composeLine(recordLineSet(collection) as string, position, source);
}
