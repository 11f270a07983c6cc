/**
 * What pages read of a site on Node: the explorer's assets, and the pointer with the packs and parts of the index that it answers from.
 * They are answered as bodies of the API are: with a tag of their content, compressed for who takes it, 304 for who has it.
 *
 * Downloads are larger and are sent in ranges: `files.ts`.
 */

import { ASSET_FOLDER, ASSET_TYPES, type AssetEnding, assetHeaders, assetPattern } from '../contract/assets.ts';
import { type Headers, PACK_HEADERS, PART_HEADERS, POINTER_HEADERS, varyByCoding } from '../contract/headers.ts';
import { PACK_FOLDER, PART_FOLDER, packPath, partPath, RELEASE_PATH } from '../contract/paths.ts';
import { NOT_FOUND } from '../contract/refusals.ts';
import type { HandlerRequest, HandlerResponse, Ports } from '../handler/ports.ts';
import type { Release } from '../handler/release.ts';
import { bodyResponse, refusalResponse } from '../handler/response.ts';
import { splitUrl } from '../handler/understand.ts';

const NAME = '[A-Za-z0-9-]+';
const literalDot = (path: string): string => path.replace('.', '[.]');
const READABLE = new RegExp(
  `^(?:${[
    literalDot(RELEASE_PATH),
    literalDot(packPath(NAME)),
    literalDot(partPath(NAME)),
    ...Object.keys(ASSET_TYPES).map(assetPattern),
  ].join('|')})$`,
);

const FOLDER_HEADERS: Readonly<Record<string, Headers>> = { [PACK_FOLDER]: PACK_HEADERS, [PART_FOLDER]: PART_HEADERS };

/** The path of the file that a URL asks for; null where it asks for none of these. */
export function readableFileOf(url: string, { basePath }: Pick<Release, 'basePath'>): string | null {
  const start = `${basePath}/`;
  const { path } = splitUrl(url);
  const file = path.startsWith(start) ? path.slice(start.length) : '';
  return READABLE.test(file) ? file : null;
}

function headersOf(path: string): Headers {
  const folder = path.slice(0, path.indexOf('/'));
  const ending = path.slice(path.lastIndexOf('.') + 1) as AssetEnding;
  return folder === ASSET_FOLDER ? assetHeaders(ending) : (FOLDER_HEADERS[folder] ?? POINTER_HEADERS);
}

/** Answers GET or HEAD for such a file, 404 where there is none: those of other releases come and go. */
export async function answerFile(
  path: string,
  request: HandlerRequest,
  release: Release,
  ports: Pick<Ports, 'sha256' | 'codings'> & { readonly readFile: (path: string) => Promise<Uint8Array> },
): Promise<HandlerResponse> {
  const body = await ports.readFile(path).catch(() => null);
  if (body === null) return refusalResponse(NOT_FOUND, release.data.cache, request.method);
  return bodyResponse({ body, more: varyByCoding(headersOf(path)) }, request, release, ports);
}
