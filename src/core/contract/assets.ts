/** The explorer's files: scripts, a style sheet and an icon. Their names contain a content hash, so they can be cached forever. */

import { type Headers, immutableHeaders } from './headers.ts';

export const ASSET_FOLDER = 'assets';

/** Content types by file extension. */
export const ASSET_TYPES = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** Path of an asset, both in the site's folder and below the base URL. */
export const assetPath = (name: string): string => `${ASSET_FOLDER}/${name}`;

/** Headers for an asset, by its file extension; null for other extensions. */
export function assetHeaders(ending: string): Headers | null {
  if (!Object.hasOwn(ASSET_TYPES, ending)) return null;
  return immutableHeaders(ASSET_TYPES[ending as keyof typeof ASSET_TYPES]);
}
