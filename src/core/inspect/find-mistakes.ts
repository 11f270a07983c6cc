/**
 * Finds probable mistakes in a request that the API refuses, for people who inspect it: a misspelt value or name, or a format that only
 * listings have. Hosts never call it.
 */

import { findNearest } from '../base/did-you-mean.ts';
import type { CollectionName } from '../collections/registry.ts';
import { ID_PLACEHOLDER, type Listing } from '../contract/collection.ts';
import { FORMAT, PAGE, type Parameter, RECORD_FORMAT } from '../contract/parameters.ts';
import { allParameters, decodePairs, type Pairs, Refused, refusesName } from '../contract/query.ts';
import { findRoute, type Route } from '../contract/route.ts';
import { resolveRequest, splitUrl } from '../handler/resolve-request.ts';
import { listIds } from '../listing/row-index.ts';
import type { Release } from '../release/release.ts';

export interface Mistake {
  /** The mistake: `there is no "gw150914"`. */
  readonly why: string;
  /** The name or value that was probably meant; null if nothing is similar. */
  readonly meant: string | null;
}

/** A path, value or query without its mistakes. */
interface Corrected<Value> {
  readonly value: Value;
  readonly mistakes: readonly Mistake[];
}

/** Removes the version number from an event version's id, because a path may name the version by its event. */
const withoutVersion = (id: string): string => id.replace(/-v\d+$/i, '');

/** An id in a path. */
interface PathId {
  readonly collection: string;
  readonly id: string;
  /** Its segment, counted back from the end of the path: 1 is the last. */
  readonly fromEnd: number;
}

function idsIn(route: Route): PathId[] {
  if (route.kind === 'record') return [{ collection: route.collection.name, id: route.id, fromEnd: 1 }];
  if (route.kind !== 'listing') return [];
  const { segments, parentNames } = route.listing;
  const places = segments.flatMap((segment, n) => (segment === ID_PLACEHOLDER ? segments.length - n : []));
  return parentNames.map((collection, n) => ({
    collection,
    id: route.parentIds[n] as string,
    fromEnd: places[n] as number,
  }));
}

/** The id of a record that an unknown id resembles, or null. */
function nearestId({ collection, id }: PathId, release: Release): string | null {
  const ids = listIds(release.loaded(collection));
  const isVersion = collection === ('event-versions' satisfies CollectionName);
  if (!isVersion) return findNearest(id, ids);
  return findNearest(withoutVersion(id), [...new Set(ids.map(withoutVersion))]);
}

/** Corrects the ids in a path, which may end with a slash, as far as the indexes have been read. */
function correctPath(path: string, route: Route, release: Release): Corrected<string> {
  const segments = path.split('/');
  const mistakes: Mistake[] = [];
  for (const named of idsIn(route)) {
    const isKnown = (release.loaded(named.collection)?.positionOf(named.id) ?? 0) >= 0;
    const meant = isKnown ? null : nearestId(named, release);
    if (meant === null) continue;
    segments[segments.length - named.fromEnd - Number(path.endsWith('/'))] = encodeURIComponent(meant);
    mistakes.push({ why: `there is no "${named.id}"`, meant });
  }
  return { value: segments.join('/'), mistakes };
}

/** Corrects a parameter's value, or the elements of its list. */
function correctValue({ name, codec: { allowed, parse } }: Parameter, text: string): Corrected<string> {
  if (allowed === undefined || parse(text) !== undefined) return { value: text, mistakes: [] };
  const values = text.split(',');
  const wrong = values.filter((value) => !allowed.includes(value));
  if (wrong.length === 0) {
    return { value: text, mistakes: [{ why: `"${name}" takes one value, not "${text}"`, meant: null }] };
  }
  const mistakes = wrong.map((value) => {
    return { why: `"${value}" is not a valid value for "${name}"`, meant: findNearest(value, allowed) };
  });
  const nearest = values.map((value) => (allowed.includes(value) ? value : (findNearest(value, allowed) ?? value)));
  return { value: nearest.join(','), mistakes };
}

/** Corrects the names and values of a listing's parameters. A wrong range filter, unlike other unknown names, is refused. */
function correctQuery(pairs: Pairs, listing: Listing): Corrected<Pairs> {
  const parameters = new Map(allParameters(listing).map((parameter) => [parameter.name, parameter]));
  const mistakes: Mistake[] = [];
  const value = pairs.map(([name, text]): Pairs[number] => {
    const meant = refusesName(listing, name) ? findNearest(name, listing.rangeFilters) : null;
    if (meant !== null) mistakes.push({ why: `there is no parameter "${name}"`, meant });
    const parameter = parameters.get(name);
    if (parameter === undefined || text === null) return [meant ?? name, text];
    const corrected = correctValue(parameter, text);
    mistakes.push(...corrected.mistakes);
    return [name, corrected.value];
  });
  return { value, mistakes };
}

/** Corrects the format of a record. */
function correctFormat(pairs: Pairs): Corrected<Pairs> {
  const { name, codec } = RECORD_FORMAT;
  const format = pairs.find(([one]) => one === name)?.[1] ?? null;
  if (format === null || codec.parse(format) !== undefined) return { value: pairs, mistakes: [] };
  if (FORMAT.codec.parse(format) === undefined) {
    const { value, mistakes } = correctValue(RECORD_FORMAT, format);
    return { value: pairs.map(([one, text]) => [one, one === name ? value : text]), mistakes };
  }
  const why = `the record is there, but not in the format "${format}", which only listings have`;
  return { value: pairs.filter(([one]) => one !== name), mistakes: [{ why, meant: null }] };
}

/** True if the API answers a request. */
async function isAnswered(url: string, release: Release): Promise<boolean> {
  try {
    await resolveRequest({ method: 'GET', url }, release);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/**
 * Finds mistakes in a request such as `/api/v2/event-versions?release=GWTC9`. `corrected` is the request without any of them, in the same
 * form; null if the API would refuse it too. Rejects like `resolveRequest` if the site is damaged.
 */
export async function findMistakes(
  url: string,
  release: Release,
): Promise<(Mistake & { readonly corrected: string | null })[]> {
  const { path, query } = splitUrl(url);
  const route = findRoute(path, release);
  if (route?.kind !== 'listing' && route?.kind !== 'record') return [];
  const pairs = decodePairs(query);
  const { value: newPath, mistakes } = correctPath(path, route, release);
  const newQuery = route.kind === 'listing' ? correctQuery(pairs, route.listing) : correctFormat(pairs);
  // The page of a refused request means nothing, and the corrected one may have fewer pages.
  const newPairs = newQuery.value.filter(([name]) => name !== PAGE.name);
  const text = new URLSearchParams(newPairs.map(([name, value]): [string, string] => [name, value ?? ''])).toString();
  const corrected = text === '' ? newPath : `${newPath}?${text.replaceAll('%2C', ',')}`;
  const all = [...mistakes, ...newQuery.mistakes];
  const isSound = all.length > 0 && (await isAnswered(corrected, release));
  return all.map((one) => ({ ...one, corrected: isSound ? corrected : null }));
}
