/**
 * Finds probable mistakes in a request that the API refuses, for people who inspect it: a misspelt value or name, or a format that only
 * listings have. Hosts never call it. Pure.
 */

import type { CollectionName } from '../collections/registry.ts';
import { type Listing, PARENT } from '../contract/collection.ts';
import { FORMAT, type Parameter, RECORD_FORMAT } from '../contract/parameters.ts';
import { allParameters, decodePairs, type Pairs, refusesName } from '../contract/query.ts';
import { resolvePath, type Target } from '../contract/resolve-path.ts';
import type { Release } from '../handler/release.ts';
import { splitUrl } from '../handler/resolve-request.ts';
import { idsAtHand } from './at-hand.ts';
import { findNearest } from './did-you-mean.ts';

export interface Mistake {
  /** The mistake: `there is no "gw150914"`. */
  readonly why: string;
  /** The name or value that was probably meant; null if nothing is similar. */
  readonly meant: string | null;
  /** The corrected request, in the same form as the given one. */
  readonly corrected: string;
}

/** Removes the version number from an event version's id, because a path may name the version by its event. */
const withoutVersion = (id: string): string => id.replace(/-v\d+$/i, '');

/** The parts of a request. */
interface Parts {
  readonly path: string;
  readonly query: Pairs;
}

/** A parameter's decoded value; null if it is missing or malformed. */
const textOf = ({ query }: Parts, wanted: string): string | null =>
  query.find(([name]) => name === wanted)?.[1] ?? null;

/** Joins the parts, with some parameters changed; null removes a parameter. */
function joinParts({ path, query }: Parts, changes: Readonly<Record<string, string | null>> = {}): string {
  const changed = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value ?? '']));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString().replaceAll('%2C', ',');
  return text === '' ? path : `${path}?${text}`;
}

/** An id in a path. */
interface PathId {
  readonly collection: string;
  readonly id: string;
  /** Its segment, counted back from the end of the path: 1 is the last. */
  readonly fromEnd: number;
}

function idsIn(target: Target): PathId[] {
  if (target.kind === 'record') return [{ collection: target.collection.name, id: target.id, fromEnd: 1 }];
  if (target.kind !== 'listing') return [];
  const { segments, parents } = target.listing;
  const places = segments.flatMap((segment, n) => (segment === PARENT ? segments.length - n : []));
  return parents.map((collection, n) => ({
    collection,
    id: target.parents[n] as string,
    fromEnd: places[n] as number,
  }));
}

/** Replaces the segment at a place in a path, which may end with a slash. */
function replaceSegment(path: string, fromEnd: number, id: string): string {
  const segments = path.split('/');
  segments[segments.length - fromEnd - Number(path.endsWith('/'))] = encodeURIComponent(id);
  return segments.join('/');
}

/** The first id in a path that does not exist but resembles a known id, or null. */
function findWrongId(parts: Parts, target: Target, release: Pick<Release, 'indexOf'>): Mistake | null {
  for (const { collection, id, fromEnd } of idsIn(target)) {
    const index = release.indexOf(collection);
    if (index === undefined || index.positionOf(id) >= 0) continue;
    const known = idsAtHand(release, collection);
    const isVersion = collection === ('event-versions' satisfies CollectionName);
    const meant = isVersion
      ? findNearest(withoutVersion(id), [...new Set(known.map(withoutVersion))])
      : findNearest(id, known);
    if (meant === null) continue;
    const path = replaceSegment(parts.path, fromEnd, meant);
    return { why: `there is no "${id}"`, meant, corrected: joinParts({ ...parts, path }) };
  }
  return null;
}

/** Misspelt range filter names. Unlike other unknown names, these are rejected. */
function findWrongNames(parts: Parts, listing: Listing): Mistake[] {
  return parts.query.flatMap(([name, value]) => {
    const meant = refusesName(listing, name) ? findNearest(name, listing.rangeFilters) : null;
    if (meant === null) return [];
    const corrected = joinParts(parts, { [name]: null, [meant]: value });
    return { why: `there is no parameter "${name}"`, meant, corrected };
  });
}

/** Invalid parameter values; list elements are checked one by one. */
function findWrongValues(parts: Parts, parameters: readonly Parameter[]): Mistake[] {
  return parameters.flatMap(({ name, codec }) => {
    const text = textOf(parts, name);
    const { allowed } = codec;
    if (text === null || allowed === undefined || codec.parse(text) !== undefined) return [];
    const values = text.split(',');
    return values
      .filter((value) => !allowed.includes(value))
      .map((value): Mistake => {
        const meant = findNearest(value, allowed);
        const others = values.flatMap((one) => (one === value ? (meant ?? []) : one));
        const corrected = joinParts(parts, { [name]: others.join(',') || null });
        return { why: `"${value}" is not a valid value for "${name}"`, meant, corrected };
      });
  });
}

/** The requested format for a record, if it is invalid or only listings have it. */
function findWrongFormat(parts: Parts): Mistake[] {
  const { name, codec } = RECORD_FORMAT;
  const format = textOf(parts, name);
  if (format === null || codec.parse(format) !== undefined) return [];
  if (FORMAT.codec.parse(format) === undefined) return findWrongValues(parts, [RECORD_FORMAT]);
  const why = `the record is there, but not in the format "${format}", which only listings have`;
  return [{ why, meant: null, corrected: joinParts(parts, { [name]: null }) }];
}

/** Finds the known kinds of mistakes in a request such as `/api/v2/event-versions?release=GWTC9`. */
export function findMistakes(
  url: string,
  release: Pick<Release, 'basePath' | 'collections' | 'indexOf'>,
): readonly Mistake[] {
  const { path, query } = splitUrl(url);
  const target = resolvePath(path, release.basePath, release.collections);
  if (target === null) return [];
  const parts = { path, query: decodePairs(query) };
  const wrongId = findWrongId(parts, target, release);
  if (wrongId !== null) return [wrongId];
  if (target.kind === 'record') return findWrongFormat(parts);
  if (target.kind !== 'listing') return [];
  const { listing } = target;
  return [...findWrongNames(parts, listing), ...findWrongValues(parts, allParameters(listing))];
}
