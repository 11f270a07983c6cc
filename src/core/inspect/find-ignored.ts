/** Finds the query parameters that have no effect, and the parameters that were probably meant, for people who inspect a request. */

import { findNearest } from '../base/did-you-mean.ts';
import type { Collection, Listing } from '../contract/collection.ts';
import { decodePairs, refusesName } from '../contract/query.ts';
import type { Route } from '../contract/route.ts';
import { effectiveNames } from '../handler/resolve-request.ts';

/** A parameter that has no effect on the response. */
export interface IgnoredParameter {
  readonly name: string;
  /** Why it is ignored, or which parameter was probably meant. */
  readonly why: string;
}

function whyIgnored(name: string, listing: Listing | null, names: readonly string[]): string {
  if (listing?.collection.listings[0]?.filters.has(name)) return 'the path sets it';
  const near = findNearest(name, names);
  return near === null ? 'there is no such parameter here' : `did you mean "${near}"?`;
}

/** Names of the parameters in a query. Names that cannot be decoded, which `decodePairs` skips, are returned as they are. */
function namesIn(query: string): Set<string> {
  const pairs = query.split('&').filter((pair) => pair !== '');
  return new Set(pairs.map((pair) => decodePairs(pair)[0]?.[0] ?? pair.replace(/=.*/s, '')));
}

/**
 * The parameters in a query (the text after `?`) that have no effect; empty if the path does not exist, or leads to the archive, which
 * receives all parameters.
 */
export function findIgnored(
  query: string,
  route: Route | null,
  collections: readonly Collection[],
): IgnoredParameter[] {
  if (route === null || route.kind === 'archive') return [];
  const listing = route.kind === 'listing' ? route.listing : null;
  const names = effectiveNames(route, collections);
  return [...namesIn(query)]
    .filter((name) => !names.includes(name) && !(listing && refusesName(listing, name)))
    .map((name) => ({ name, why: whyIgnored(name, listing, names) }));
}
