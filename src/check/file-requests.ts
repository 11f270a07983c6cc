/** Requests for the site's files: the pointer, packs, index files, downloads and the explorer's scripts. */

import { type FileRow, fileHeaders, findFileRow } from '../core/contract/files.ts';
import type { Headers } from '../core/contract/headers.ts';
import { ASSET_FOLDER, RELEASE_ID_PATH, RELEASE_PATH } from '../core/contract/site-paths.ts';
import { hashedFiles, type Release } from '../core/release/release.ts';
import { type CheckRequest, requestFor } from './request.ts';

/** The requests for the files of a release; `home` is the page at the base URL. Bodies of large files are not requested. */
export async function fileRequests(release: Release, home: string): Promise<CheckRequest[]> {
  const { data } = release;
  const headersOf = (path: string) => fileHeaders(findFileRow(path) as FileRow, path, data.cache);
  const head = (path: string, more: Headers = {}) => {
    const headers = { ...headersOf(path), ...more };
    return requestFor('files', path, { method: 'HEAD', expected: { status: 200, headers, body: '' } });
  };
  const start = (path: string, size: number) => {
    const headers = { 'content-range': `bytes 0-0/${size}` };
    return requestFor('files', path, { headers: { range: 'bytes=0-0' }, expected: { status: 206, headers, body: '' } });
  };
  const assets = new Set(home.match(new RegExp(`${ASSET_FOLDER}/[\\w.-]+`, 'g')));
  return [
    requestFor('files', RELEASE_ID_PATH, {
      expected: { status: 200, headers: headersOf(RELEASE_ID_PATH), body: `${data.id}\n` },
    }),
    ...[RELEASE_PATH, ...assets, ...(await hashedFiles(release))].map((path) => head(path)),
    ...Object.entries(data.downloads).flatMap(([path, { size }]) => [
      head(path, { 'content-length': String(size) }),
      start(path, size),
    ]),
  ];
}
