/** The explorer's files: scripts, a style sheet and an icon. Their names contain a content hash, so they can be cached forever. */

export const ASSET_FOLDER = 'assets';

/** Path of an asset, both in the site's folder and below the base URL. */
export const assetPath = (name: string): string => `${ASSET_FOLDER}/${name}`;
