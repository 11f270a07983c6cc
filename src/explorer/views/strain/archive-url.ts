/** URLs of strain files in the archive, for hosts that do not redirect. Pure. */

import { resolvePath } from '../../../core/contract/resolve-path.ts';
import type { Release } from '../../../core/handler/release.ts';

/**
 * The URL in the data archive to which the API redirects its link to a file, without the query, so that download programs name the
 * file as it is named there. The link itself if the site has no archive, and for links elsewhere.
 */
export function archiveUrlOf(link: string, { data, baseUrl, basePath, collections }: Release): string {
  if (data.archiveUrl === null || !link.startsWith(`${baseUrl}/`)) return link;
  const [path = ''] = link.slice(baseUrl.length).split('?');
  const target = resolvePath(basePath + path, basePath, collections);
  return target?.kind === 'archive' ? `${data.archiveUrl}/${target.path}` : link;
}
