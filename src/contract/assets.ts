/**
 * The files of the explorer: scripts, a style sheet and an icon, each named after its content, so that whoever has one may keep it. Pure.
 */

import { type Headers, PACK_HEADERS } from './headers.ts';

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
