/** Renders catalogs, in the order of the data. */

import type * as Data from '../../catalogue/types.ts';
import { CATALOG } from '../../core/collections/catalogs.ts';
import { legacyCatalogPath } from '../../core/contract/legacy-paths.ts';
import { LEGACY_LINE_SETS } from '../../core/contract/line-sets.ts';
import type { Catalog } from '../../core/contract/wire.ts';
import { columnIndex, names, texts } from './index-columns.ts';
import { link, nestedLink, objectOf, plain, recordLink } from './json.ts';
import { createRenderer } from './renderer.ts';

function renderCatalog({ name, description, doi }: Data.Catalog): string {
  return objectOf<Catalog>({
    name: plain(name),
    description: plain(description),
    doi: plain(doi ?? null),
    events_url: nestedLink('catalogs/{}/events', name),
    detail_url: recordLink('catalogs', name),
  });
}

/** A catalog's member in the older interfaces' list. */
const renderLegacy = ({ name, description }: Data.Catalog): string =>
  `${plain(name)}:{"description":${plain(description)},"url":${link(legacyCatalogPath(name))}}`;

export const catalogs = createRenderer(['catalogs'], {
  index: ({ catalogs: all }) =>
    columnIndex(all.length, {
      [CATALOG.name]: texts(all.map(({ name }) => name)),
      [CATALOG.aliases]: names(all.map(({ aliases = [] }) => aliases)),
    }),
  lines: ({ catalogs: all }, { legacyInterfaces }) =>
    all.map((catalog) => ({
      entry: renderCatalog(catalog),
      ...(legacyInterfaces && { variants: { [LEGACY_LINE_SETS.catalogs]: renderLegacy(catalog) } }),
    })),
});
