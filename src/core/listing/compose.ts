/**
 * Compose: page selection -> response body. Writes the envelope around lines that were rendered at build time. Lines are copied from
 * packs as bytes and never parsed. Page files and live responses come from the same function.
 *
 * Only reading packs is asynchronous; the caller decides where they come from.
 */

import { type Collection, recordLines } from '../contract/collection.ts';
import type { PageLink } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import type { EnvelopeHead, Segment } from '../contract/wire.ts';
import { INTERVAL } from './column-index.ts';
import { copyLines, LINES_PER_PACK, lineOf, type Pack, sizeOfLines } from './pack.ts';
import type { PageSelection, RowIndex, Selection } from './select.ts';

/** Names of the packs of each line set, in order: pack n contains the lines for positions from n x 1000. */
export type PackNames = Readonly<Record<string, readonly string[]>>;

/** Reads a pack. If `numbers` (0-based, ascending) are given, it may return a cut one that has only these lines. */
export type ReadPack = (name: string, numbers?: Uint32Array) => Promise<Pack>;

/** Allocates exactly this many bytes for a page. They need no zeroing: all of them are overwritten. */
export type Allocate = (size: number) => Uint8Array;

/** A pack lacks lines that the index refers to: the site is damaged. */
export class MissingLineError extends Error {
  override readonly name = 'MissingLineError';
}

const encoder = new TextEncoder();
const END = encoder.encode(']}');

/** The line set that a query's entries are taken from. */
export function entryLines({ listing, filters }: Pick<Query, 'listing' | 'filters'>): string {
  for (const { condition } of filters.values())
    if (condition.test === 'variant' && condition.value) return condition.lines;
  return listing.collection.name;
}

/** Lines of one pack. */
interface Part {
  readonly pack: Pack;
  /** 0-based within the pack, ascending. */
  readonly numbers: Uint32Array;
}

/** The lines at positions n x 1000 + `numbers`. */
async function readLines(
  names: readonly string[],
  packNumber: number,
  numbers: Uint32Array,
  readPack: ReadPack,
): Promise<Part> {
  const name = names[packNumber];
  if (name === undefined) throw new MissingLineError(`there is no pack ${packNumber}`);
  const pack = await readPack(name, numbers);
  const held = pack.isPartial ? numbers.map((_, n) => n) : numbers;
  if ((held.at(-1) as number) >= pack.starts.length - 1) throw new MissingLineError(`${name} has too few lines`);
  return { pack, numbers: held };
}

/** Groups ascending positions by pack. */
function splitByPack(positions: Uint32Array): { packNumber: number; positions: Uint32Array }[] {
  const parts = [];
  for (let from = 0; from < positions.length; ) {
    const packNumber = Math.floor((positions[from] as number) / LINES_PER_PACK);
    const end = (packNumber + 1) * LINES_PER_PACK;
    let to = from + 1;
    while ((positions[to] ?? end) < end) to++;
    parts.push({ packNumber, positions: positions.subarray(from, to) });
    from = to;
  }
  return parts;
}

/** The lines at ascending positions, as one part per pack. Packs are read concurrently. */
function gather(names: readonly string[], positions: Uint32Array, readPack: ReadPack): Promise<Part[]> {
  return Promise.all(
    splitByPack(positions).map(({ packNumber, positions: held }) => {
      const numbers = held.map((position) => position - packNumber * LINES_PER_PACK);
      return readLines(names, packNumber, numbers, readPack);
    }),
  );
}

/** Names of the packs that a page is composed from. */
export function packsOfPage(query: Query, positions: Uint32Array, packs: PackNames): string[] {
  if (query.listing.collection.isInterval) return [];
  return splitByPack(positions).map(({ packNumber }) => packs[entryLines(query)]?.[packNumber] as string);
}

/** Name of the pack with a record; null if the collection has no records or the release lacks the pack. */
export function packOfRecord(collection: Collection, position: number, packs: PackNames): string | null {
  const lines = recordLines(collection);
  return (lines === null ? undefined : packs[lines]?.[Math.floor(position / LINES_PER_PACK)]) ?? null;
}

/** Joins the head, comma-separated lines and the end. Every byte is copied just once, as copying is most of the cost of a page. */
function join(head: Uint8Array, parts: readonly Part[], end: Uint8Array, allocate: Allocate): Uint8Array {
  const lines = parts.reduce((size, { pack, numbers }) => size + sizeOfLines(pack, numbers), 0);
  // The end overwrites the comma after the last line.
  const body = allocate(head.length + Math.max(lines - 1, 0) + end.length);
  body.set(head);
  let at = head.length;
  for (const { pack, numbers } of parts) at = copyLines(pack, numbers, body, at);
  body.set(end, body.length - end.length);
  return body;
}

/** Interval entries: their two ends, clipped to the requested interval. */
function intervalEntries(index: RowIndex, { positions, interval }: Selection): string {
  const { from, to } = interval ?? { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const entries = Array.from(positions, (position): Segment => {
    const row = index.rowAt(position);
    return { start: Math.max(row.number(INTERVAL.start), from), stop: Math.min(row.number(INTERVAL.stop), to) };
  });
  return JSON.stringify(entries).slice(1, -1);
}

/** The members before `results`. */
export function envelopeHead(
  query: Query,
  selection: PageSelection,
  { baseUrl, pageLink }: { readonly baseUrl: string; readonly pageLink: PageLink },
): EnvelopeHead {
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

/** The body of a page. Rejects with MissingLineError, or with the error that `readPack` rejects with. */
export async function composePage(
  head: EnvelopeHead,
  query: Query,
  index: RowIndex,
  selection: PageSelection,
  packs: PackNames,
  readPack: ReadPack,
  allocate: Allocate = (size) => new Uint8Array(size),
): Promise<Uint8Array> {
  const start = `${JSON.stringify(head).slice(0, -1)},"results":[`;
  if (query.listing.collection.isInterval) {
    const text = encoder.encode(`${start}${intervalEntries(index, selection)}`);
    return join(text, [], END, allocate);
  }
  const parts = await gather(packs[entryLines(query)] ?? [], selection.positions, readPack);
  return join(encoder.encode(start), parts, END, allocate);
}

/** The lines of a set at ascending positions, with commas between them. Rejects like `composePage`. */
export async function composeLines(
  [head, end]: readonly [head: string, end: string],
  set: string,
  positions: Uint32Array,
  packs: PackNames,
  readPack: ReadPack,
): Promise<Uint8Array> {
  const parts = await gather(packs[set] ?? [], positions, readPack);
  return join(encoder.encode(head), parts, encoder.encode(end), (size) => new Uint8Array(size));
}

/** All entries of a selection as a JSON array. Rejects like `composePage`. */
export async function composeEntries(
  { name, isInterval }: Collection,
  index: RowIndex,
  selection: Selection,
  packs: PackNames,
  readPack: ReadPack,
): Promise<Uint8Array> {
  if (isInterval) return encoder.encode(`[${intervalEntries(index, selection)}]`);
  return composeLines(['[', ']'], name, selection.positions, packs, readPack);
}

/** The records of a collection at ascending positions as a JSON array. Rejects like `composePage`. */
export function composeRecords(
  collection: Collection,
  positions: Uint32Array,
  packs: PackNames,
  readPack: ReadPack,
): Promise<Uint8Array> {
  return composeLines(['[', ']'], recordLines(collection) as string, positions, packs, readPack);
}

/** One line of a set. Rejects like `composePage`. */
export async function composeLine(
  set: string,
  position: number,
  packs: PackNames,
  readPack: ReadPack,
): Promise<Uint8Array> {
  const number = position % LINES_PER_PACK;
  const packNumber = (position - number) / LINES_PER_PACK;
  const { pack, numbers } = await readLines(packs[set] ?? [], packNumber, Uint32Array.of(number), readPack);
  return lineOf(pack, numbers[0] as number);
}

/** The body of a record; null if the collection has no records. */
export async function composeRecord(
  collection: Collection,
  position: number,
  packs: PackNames,
  readPack: ReadPack,
): Promise<Uint8Array | null> {
  const lines = recordLines(collection);
  return lines === null ? null : composeLine(lines, position, packs, readPack);
}
