/**
 * Compose: page selection -> body of the response. The envelope is written around lines that were rendered at build time;
 * lines are cut out of packs and joined as bytes, never parsed. The same function makes page files and live answers.
 *
 * Only reading packs is asynchronous; where they come from is the caller's.
 */

import { FILTER, type Listing } from '../contract/listings.ts';
import { type LinkForm, pageLink } from '../contract/paths.ts';
import type { Query } from '../contract/query.ts';
import type { EnvelopeHead, ListingName } from '../contract/wire.ts';
import { copyLines, LINES_PER_PACK, lineOf, type Pack, sizeOfLines } from './pack.ts';
import type { PageSelection } from './select.ts';

/** What packs hold: entries of the listings (event versions bare and with parameters) and detail records. */
export const PACK_SETS = [
  'strain-files',
  'strain-file-details',
  'event-versions',
  'event-versions-parameters',
  'event-version-details',
  'default-parameters',
] as const;
export type PackSet = (typeof PACK_SETS)[number];

/** Names of the packs of each set, in order: pack n holds the lines of the positions from n x 1000 on. */
export type PackNames = { readonly [set in PackSet]: readonly string[] };

/** A list for each set, to be filled. */
export function createPackNames(): Record<PackSet, string[]> {
  return Object.fromEntries(PACK_SETS.map((set) => [set, []])) as unknown as Record<PackSet, string[]>;
}

export type ReadPack = (name: string) => Promise<Pack>;

/** Makes room for a page: exactly this many bytes, which are all written to. */
export type Allocate = (size: number) => Uint8Array;

/** A pack does not hold the lines that the index promises: the site is damaged. */
export class MissingLineError extends Error {
  override readonly name = 'MissingLineError';
}

const encoder = new TextEncoder();
const END = encoder.encode(']}');

function pageSet(query: Query): PackSet {
  if (query.listing !== 'event-versions') return query.listing;
  return query.filters.get(FILTER.withParameters) === true ? 'event-versions-parameters' : 'event-versions';
}

function recordSet(listing: ListingName): PackSet | null {
  if (listing === 'strain-files') return 'strain-file-details';
  return listing === 'event-versions' ? 'event-version-details' : null;
}

/** The pack that holds the lines of up to 1000 positions from n x 1000 on. It must reach to line `last`. */
async function openPackOf(
  names: readonly string[],
  packNumber: number,
  last: number,
  readPack: ReadPack,
): Promise<Pack> {
  const name = names[packNumber];
  if (name === undefined) throw new MissingLineError(`there is no pack ${packNumber}`);
  const pack = await readPack(name);
  if (last >= pack.starts.length - 1) throw new MissingLineError(`${name} has too few lines`);
  return pack;
}

/** Cuts ascending positions into the parts that one pack each holds. */
function splitByPack(positions: Uint32Array): { packNumber: number; positions: Uint32Array }[] {
  const parts = [];
  for (let from = 0; from < positions.length; ) {
    const packNumber = Math.floor((positions[from] as number) / LINES_PER_PACK);
    const end = (packNumber + 1) * LINES_PER_PACK;
    let to = from + 1;
    while (to < positions.length && (positions[to] as number) < end) to++;
    parts.push({ packNumber, positions: positions.subarray(from, to) });
    from = to;
  }
  return parts;
}

/** Lines of one pack. */
interface Part {
  readonly pack: Pack;
  /** 0-based within the pack, ascending. */
  readonly numbers: Uint32Array;
}

/** The lines at ascending positions, as one part for each pack that holds any. Packs are read side by side. */
function gather(names: readonly string[], positions: Uint32Array, readPack: ReadPack): Promise<Part[]> {
  return Promise.all(
    splitByPack(positions).map(async ({ packNumber, positions: held }) => {
      const numbers = held.map((position) => position - packNumber * LINES_PER_PACK);
      return { pack: await openPackOf(names, packNumber, numbers.at(-1) ?? 0, readPack), numbers };
    }),
  );
}

/** Names of the packs that a page is composed of. */
export function packsOfPage(query: Query, positions: Uint32Array, packs: PackNames): string[] {
  return splitByPack(positions).map(({ packNumber }) => packs[pageSet(query)][packNumber] as string);
}

/** True where the pack that holds a record is named. */
export function hasRecord(listing: ListingName, position: number, packs: PackNames): boolean {
  const set = recordSet(listing);
  return set !== null && packs[set].length > Math.floor(position / LINES_PER_PACK);
}

/** Name of the pack that a record is in, as a list. */
export function packsOfRecord(listing: ListingName, position: number, packs: PackNames): string[] {
  const set = recordSet(listing);
  const name = set === null ? undefined : packs[set][Math.floor(position / LINES_PER_PACK)];
  return name === undefined ? [] : [name];
}

/** Head, lines with commas in between, end. Every byte is copied once, as that is most of what a page costs. */
function join(head: Uint8Array, parts: readonly Part[], end: Uint8Array, allocate: Allocate): Uint8Array {
  const lines = parts.reduce((size, { pack, numbers }) => size + sizeOfLines(pack, numbers), 0);
  // The comma after the last line gives way to the end.
  const body = allocate(head.length + Math.max(lines - 1, 0) + end.length);
  body.set(head);
  let at = head.length;
  for (const { pack, numbers } of parts) at = copyLines(pack, numbers, body, at);
  body.set(end, body.length - end.length);
  return body;
}

/** The members before `results`. */
export function envelopeHead(
  listing: Listing,
  query: Query,
  selection: PageSelection,
  { baseUrl, links }: { readonly baseUrl: string; readonly links: LinkForm },
): EnvelopeHead {
  const link = (page: number) => `${baseUrl}/${pageLink(listing, { ...query, page }, links)}`;
  return {
    next: query.page < selection.pageCount ? link(query.page + 1) : null,
    previous: query.page > 1 ? link(query.page - 1) : null,
    results_count: selection.count,
    results_per_page: query.pageSize,
    num_pages: selection.pageCount,
    page_number: query.page,
  };
}

/** The body of a page. Rejects with what `readPack` rejects with, or MissingLineError. */
export async function composePage(
  head: EnvelopeHead,
  query: Query,
  positions: Uint32Array,
  packs: PackNames,
  readPack: ReadPack,
  allocate: Allocate = (size) => new Uint8Array(size),
): Promise<Uint8Array> {
  const parts = await gather(packs[pageSet(query)], positions, readPack);
  return join(encoder.encode(`${JSON.stringify(head).slice(0, -1)},"results":[`), parts, END, allocate);
}

/** The body of a record; null for a listing without records. */
export async function composeRecord(
  listing: ListingName,
  position: number,
  packs: PackNames,
  readPack: ReadPack,
): Promise<Uint8Array | null> {
  const set = recordSet(listing);
  if (set === null) return null;
  const number = position % LINES_PER_PACK;
  return lineOf(await openPackOf(packs[set], (position - number) / LINES_PER_PACK, number, readPack), number);
}
