/**
 * Parses and formats the address of a view. The part after `#/` is an API request below the API's root. View settings that are not API
 * parameters follow, each after a `;`:
 *
 *     #/event-versions?release=GWTC-5.0&min-far=1e-3;plot=scatter;x=redshift
 *
 * A second `#` would be invalid in a URL (RFC 3986, 3.5); `;` is valid and has no meaning in an API query. Inside a value, `;` is written
 * as `%3B`.
 */

import type { CollectionName } from '../../core/collections/registry.ts';
import { FORMAT, PAGE, PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT } from '../../core/contract/paths.ts';
import { findRoute, type Route } from '../../core/contract/route.ts';
import type { Release } from '../../core/release/release.ts';

export interface Address {
  /** Path and query below the API's root: `event-versions?release=GWTC-5.0`. If it is empty, the page shows the request that it starts with. */
  readonly target: string;
  /** View settings by name: plot, axes, sorting, columns. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The target of the view for trying requests. No API path has this name. */
export const API_VIEW = 'api';
/** The target of the view that compares two catalogs. No API path has this name. */
export const COMPARE_VIEW = 'compare';
export const COMPARE_TITLE = 'Catalog against catalog';

/** Commas need no escaping in a query or a fragment. */
export const readable = (text: string): string => text.replaceAll('%2C', ',');

/** Decodes a setting. Malformed text is returned unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parses the fragment of a URL, with or without `#`. Never fails: the API's response shows whether the request is valid. */
export function parseAddress(hash: string): Address {
  const [request = '', ...all] = hash.replace(/^#?\/?/, '').split(';');
  const pairs = all
    .filter((setting) => setting !== '')
    .map((setting) => {
      const [name = '', ...value] = setting.split('=');
      return [decode(name), decode(value.join('='))] as const;
    });
  // If somebody types a second `#`, it belongs to the path or query, because a request has no fragment.
  return { target: request.replaceAll('#', '%23'), settings: Object.fromEntries(pairs) };
}

/** Formats an address, with its settings sorted by name: `#/runs;sort=name`. */
export function formatAddress({ target, settings }: Address): string {
  const sorted = Object.entries(settings)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `;${encodeURIComponent(name)}=${readable(encodeURIComponent(value))}`);
  return `#/${target.replaceAll('#', '%23').replaceAll(';', '%3B')}${sorted.join('')}`;
}

/** The request for a record, or for a list below it: `recordTarget('runs', 'O1', 'strain-files')` is `runs/O1/strain-files`. */
export const recordTarget = (collection: CollectionName, id: string, list?: string): string =>
  `${collection}/${encodeURIComponent(id)}${list === undefined ? '' : `/${list}`}`;

/** A link to the view of a request, without settings: `#/runs/O1`. */
export const hrefOf = (target: string): string => formatAddress({ target, settings: {} });

/** The next address. If its content or its settings are the same as before, they are also the same objects, which views need not show again. */
export function keepSame(before: Address, next: Address): Address {
  const isSame = (a: Address, b: Address) => formatAddress(a) === formatAddress(b);
  if (isSame(before, next)) return before;
  const { target } = next;
  return isSame({ ...before, target }, next) ? { target, settings: before.settings } : next;
}

/** The path of a request without its query: `event-versions`. */
export function pathOf(target: string): string {
  return (target.split('?')[0] as string).replace(/\/$/, '');
}

/** The segments of a request's path, decoded. */
export function segmentsOf(target: string): readonly string[] {
  return pathOf(target).split('/').map(decode);
}

/** What the path of a request names in the API; null if there is no such path. */
export const resolveTarget = (target: string, { collections }: Pick<Release, 'collections'>): Route | null =>
  findRoute(`/${API_ROOT}/${pathOf(target)}`, { basePath: '', collections });

/** The last segment of a URL's path: the id of a record, or the name of a file. */
export const lastSegment = (url: string): string => segmentsOf(new URL(url).pathname).at(-1) ?? '';

export function parametersOf(target: string): URLSearchParams {
  const mark = target.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
}

/**
 * Changes query parameters in a request. Null removes a parameter; the others keep their order.
 * `withParameters('runs?page=2', { page: null, format: 'csv' })` -> `runs?format=csv`.
 */
export function withParameters(target: string, changes: Readonly<Record<string, string | null>>): string {
  const parameters = parametersOf(target);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  }
  const query = readable(parameters.toString());
  return query === '' ? pathOf(target) : `${pathOf(target)}?${query}`;
}

/** Changes that remove parameters or settings. */
export const withoutNames = (names: readonly string[]): Readonly<Record<string, null>> =>
  Object.fromEntries(names.map((name) => [name, null]));

/** A request without the parameters that change only the form of its answer: the page, its size and the format. */
export const withoutForm = (target: string): string =>
  withParameters(target, withoutNames([PAGE.name, PAGE_SIZE.name, FORMAT.name]));

/** Changes view settings; null or an empty string removes a setting. */
export function withSettings(address: Address, changes: Readonly<Record<string, string | null>>): Address {
  const kept = Object.entries({ ...address.settings, ...changes }).filter(
    ([, value]) => value !== null && value !== '',
  );
  return { ...address, settings: Object.fromEntries(kept) as Record<string, string> };
}
