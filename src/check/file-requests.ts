/** Requests for the site's files: the pointer, packs, parts of the index, downloads and the explorer's scripts. */

import { ASSET_FOLDER } from '../core/contract/assets.ts';
import { type Headers, RELEASE_ID_HEADERS } from '../core/contract/headers.ts';
import { RELEASE_ID_PATH, RELEASE_PATH } from '../core/contract/paths.ts';
import { headersByPattern } from '../core/handler/files.ts';
import { hashedFiles, type Release } from '../core/handler/release.ts';
import { type CheckRequest, get } from './request.ts';

/** The requests for the files of a release; `home` is the page at the base URL. Bodies of large files are not requested. */
export async function fileRequests(release: Release, home: string): Promise<CheckRequest[]> {
  const { data } = release;
  const patterns = [...headersByPattern(data.cache)].map(([pattern, headers]) => {
    return [new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '[^/]*')}$`), headers] as const;
  });
  const head = (path: string, more: Headers = {}) => {
    const headers = { ...patterns.find(([pattern]) => pattern.test(path))?.[1], ...more };
    return get('files', path, { method: 'HEAD', expected: { status: 200, headers, body: '' } });
  };
  const start = (path: string, size: number) => {
    const headers = { 'content-range': `bytes 0-0/${size}` };
    return get('files', path, {
      headers: { range: 'bytes=0-0' },
      expected: { status: 206, headers, body: '' },
    });
  };
  const assets = new Set(home.match(new RegExp(`${ASSET_FOLDER}/[\\w.-]+`, 'g')));
  return [
    get('files', RELEASE_ID_PATH, { expected: { status: 200, headers: RELEASE_ID_HEADERS, body: `${data.id}\n` } }),
    ...[RELEASE_PATH, ...assets, ...(await hashedFiles(release))].map((path) => head(path)),
    ...Object.entries(data.downloads).flatMap(([path, { size }]) => [
      head(path, { 'content-length': String(size) }),
      start(path, size),
    ]),
  ];
}
