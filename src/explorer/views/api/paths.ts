/** All API paths with their parameters, from the collection definitions. */

import { type Collection, hasRecords, ID_PLACEHOLDER } from '../../../core/contract/collection.ts';
import { type Parameter, RECORD_FORMAT } from '../../../core/contract/parameters.ts';
import { OPENAPI_NAMES } from '../../../core/contract/paths.ts';
import { allParameters } from '../../../core/contract/query.ts';
import { isPathOf } from '../../../core/contract/route.ts';
import { API_VIEW, formatAddress, readable } from '../../address/address.ts';

/** The link to a request in the API view. */
export const apiHref = (target: string): string =>
  formatAddress({ target: API_VIEW, settings: { request: target || '/' } });

/** The request below the API's root. People may type a slash first, and the root itself is `/`. */
export const targetOf = (request: string): string => request.replace(/^\//, '');

export interface ApiPath {
  /**
   * The path below the API's root, with `{}` for each id: `runs/{}/strain-files`. Empty for the root itself. `#/api;request=runs/{}` opens
   * its form.
   */
  readonly path: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The collections whose ids are in the path, in order. */
  readonly ids: readonly string[];
}

export interface PathGroup {
  readonly title: string;
  readonly paths: readonly ApiPath[];
}

function listPaths(collection: Collection): ApiPath[] {
  const { name, description, order, listings } = collection;
  const lists = listings.map((listing) => ({
    path: listing.path,
    description: `${description} Order: ${order}.`,
    parameters: allParameters(listing),
    ids: listing.parentNames,
  }));
  if (!hasRecords(collection)) return lists;
  const path = `${name}/${ID_PLACEHOLDER}`;
  const record = { path, description: 'One record.', parameters: [RECORD_FORMAT], ids: [name] };
  return [...lists.slice(0, 1), record, ...lists.slice(1)];
}

const DOCUMENTS: PathGroup = {
  title: 'Documents',
  paths: [
    { path: '', description: 'URLs of the collections.', parameters: [RECORD_FORMAT], ids: [] },
    ...OPENAPI_NAMES.map((path) => ({ path, description: 'The OpenAPI 3.1 document.', parameters: [], ids: [] })),
  ],
};

export function groupPaths(collections: readonly Collection[]): PathGroup[] {
  return [...collections.map((one) => ({ title: one.title, paths: listPaths(one) })), DOCUMENTS];
}

/** Fills in ids and parameters; empty values are left out. `runs/{}` with `O1` -> `runs/O1`. */
export function makeRequest(
  { path }: ApiPath,
  ids: readonly string[],
  values: Readonly<Record<string, string>>,
): string {
  let next = 0;
  const filled = path.replaceAll(ID_PLACEHOLDER, () => encodeURIComponent(ids[next++] ?? ''));
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  const text = readable(query.toString());
  return text === '' ? filled : `${filled}?${text}`;
}

/** Finds the path that matches a request, and the ids in it, which are empty where the request has `{}`; null if the API has no such path. */
export function findPath(
  groups: readonly PathGroup[],
  request: readonly string[],
): { path: ApiPath; ids: string[] } | null {
  for (const path of groups.flatMap(({ paths }) => paths)) {
    const segments = path.path.split('/');
    if (!isPathOf({ segments }, request)) continue;
    const ids = request.filter((_, n) => segments[n] === ID_PLACEHOLDER);
    return { path, ids: ids.map((id) => (id === ID_PLACEHOLDER ? '' : id)) };
  }
  return null;
}
