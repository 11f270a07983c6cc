/**
 * Files that pages read: the explorer's scripts, style sheet and icon, and the pointer, packs and parts of the index that it answers from.
 * All but the pointer are named after their content, so that whoever has one may keep it. Pure.
 */

import { type Headers, PACK_HEADERS, PART_HEADERS, POINTER_HEADERS } from './headers.ts';
import { PACK_FOLDER, PART_FOLDER, RELEASE_PATH } from './paths.ts';

export const ASSET_FOLDER = 'assets';

/** Content types by how a name ends. */
export const ASSET_TYPES = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
} as const;
export type AssetEnding = keyof typeof ASSET_TYPES;

/** The file of an asset in the site, and its path below the base URL. */
export const assetPath = (name: string): string => `${ASSET_FOLDER}/${name}`;

/** Pattern of the paths of assets that end so. Only the dot of the ending is one, so that no other file has this form. */
export const assetPattern = (ending: string): string => `${ASSET_FOLDER}/[A-Za-z0-9_-]+[.]${ending}`;

/** Headers of an asset. */
export function assetHeaders(ending: AssetEnding): Headers {
  return { ...PACK_HEADERS, 'content-type': ASSET_TYPES[ending] };
}

const NAMED = /^([a-z]+)\/[\w-]+\.(\w+)$/;

/** Headers of such a file, whether there is one at this path of a site or not; null for any other path. */
export function readableHeaders(path: string): Headers | null {
  const [, folder, ending = ''] = NAMED.exec(path) ?? [];
  if (folder === PACK_FOLDER) return PACK_HEADERS;
  if (folder === PART_FOLDER) return PART_HEADERS;
  if (folder === ASSET_FOLDER && Object.hasOwn(ASSET_TYPES, ending)) return assetHeaders(ending as AssetEnding);
  return path === RELEASE_PATH ? POINTER_HEADERS : null;
}
