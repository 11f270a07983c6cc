/**
 * Files that pages read: the explorer's scripts, style sheet and icon, and the pointer, packs and parts of the index that it answers from.
 * All but the pointer are named after their content, so that whoever has one may keep it. Pure.
 */

import { type Headers, PACK_HEADERS, PART_HEADERS, POINTER_HEADERS } from './headers.ts';
import { PACK_FOLDER, PART_FOLDER, packPath, partPath, RELEASE_PATH } from './paths.ts';

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

const NAME = '[A-Za-z0-9-]+';
const READABLE = new RegExp(
  `^(?:${[
    ...[RELEASE_PATH, packPath(NAME), partPath(NAME)].map((path) => path.replace('.', '[.]')),
    ...Object.keys(ASSET_TYPES).map(assetPattern),
  ].join('|')})$`,
);

const FOLDER_HEADERS: Readonly<Record<string, Headers>> = { [PACK_FOLDER]: PACK_HEADERS, [PART_FOLDER]: PART_HEADERS };

/** The file that a path of a URL asks for, whether there is one or not; null where it is none of these. `basePath` is "" or "/gw". */
export function readableFile(path: string, basePath: string): string | null {
  const file = path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : '';
  return READABLE.test(file) ? file : null;
}

/** Headers of such a file. */
export function readableHeaders(file: string): Headers {
  const folder = file.slice(0, file.indexOf('/'));
  if (folder === ASSET_FOLDER) return assetHeaders(file.slice(file.lastIndexOf('.') + 1) as AssetEnding);
  return FOLDER_HEADERS[folder] ?? POINTER_HEADERS;
}
