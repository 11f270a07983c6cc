/** URLs of strain files in the archive, for hosts that do not redirect. Pure. */

import { resolvePath } from '../../../core/contract/resolve-path.ts';
import type { Release } from '../../../core/handler/release.ts';

/** What the page says instead of links. */
export const NO_ARCHIVE = 'This site does not say where the files themselves are, so there are no links to them.';

/**
 * The URL in the data archive to which the API redirects its link to a file, without the query, so that download programs name
 * the file as it is named there; null if the site has no archive. Links to other places stay as they are.
 */
export function archiveUrlOf(link: string, { data, baseUrl, basePath, collections }: Release): string | null {
  if (!link.startsWith(`${baseUrl}/`)) return link;
  if (data.archiveUrl === null) return null;
  const [path = ''] = link.slice(baseUrl.length).split('?');
  const target = resolvePath(basePath + path, basePath, collections);
  return target?.kind === 'archive' ? `${data.archiveUrl}/${target.path}` : link;
}
