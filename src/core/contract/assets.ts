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

/** Headers for an asset. */
export function assetHeaders(ending: AssetEnding): Headers {
  return { ...PACK_HEADERS, 'content-type': ASSET_TYPES[ending] };
}
