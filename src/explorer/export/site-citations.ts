/** Citations with the facts about this site: the paper and the data of a catalog, or of an event version in it. */

import { type Client, shortRelease } from '../client/site-client.ts';
import { describeSite } from '../client/site-facts.ts';
import { type CitedVersion, citeCatalog, citePaper, citeVersion } from './citations.ts';

/** `paper` is null if the paper is unknown. */
export function citeData(client: Client, catalog: string, version?: CitedVersion) {
  const { catalogs, source, date } = describeSite();
  const context = {
    publisher: source?.name ?? null,
    version: `${date ? `data of ${date}, ` : ''}release ${shortRelease(client)}`,
    page: location.href.replace(/[?#].*/, ''),
  };
  const facts = catalogs.get(catalog) ?? {};
  return {
    paper: citePaper(catalog, facts),
    data: version ? citeVersion(version, facts, context) : citeCatalog(catalog, facts, context),
  };
}
