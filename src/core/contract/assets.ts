/** The explorer's files: scripts, a style sheet and an icon. Their names contain a content hash, so they can be cached forever. Pure. */

import { type Headers, PACK_HEADERS } from './headers.ts';

export const ASSET_FOLDER = 'assets';

/** Content types by file extension. */
export const ASSET_TYPES = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
} as const;
export type AssetEnding = keyof typeof ASSET_TYPES;

/** Path of an asset, both in the site's folder and below the base URL. */
export const assetPath = (name: string): string => `${ASSET_FOLDER}/${name}`;

/** Regular expression for asset paths with this extension. Names contain no other dot, so no other file matches. */
export const assetPattern = (ending: string): string => `${ASSET_FOLDER}/[A-Za-z0-9_-]+[.]${ending}`;

/** Headers of an asset. */
export function assetHeaders(ending: AssetEnding): Headers {
  return { ...PACK_HEADERS, 'content-type': ASSET_TYPES[ending] };
}
