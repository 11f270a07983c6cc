/**
 * Metadata for dataset search engines: schema.org's `Dataset` in JSON-LD, as a data block in the home page.
 *
 * A data block is never executed, so no Content-Security-Policy applies to it
 * (https://html.spec.whatwg.org/multipage/scripting.html#data-block).
 */

import type { Catalogue } from '../../catalogue/types.ts';
import { downloadPath } from '../../core/contract/downloads.ts';
import { downloadType } from '../../core/contract/files.ts';
import { JSON_TYPE } from '../../core/contract/headers.ts';
import { OPENAPI_PATH } from '../../core/contract/paths.ts';
import type { Config } from '../config/config.ts';
import { toLine } from './describe.ts';

/** Facts about the catalogue as a whole. */
export interface DatasetFacts {
  readonly baseUrl: string;
  readonly config: Pick<Config, 'title' | 'license' | 'source' | 'acknowledgement' | 'dataDate' | 'downloads'>;
  readonly catalogue: Pick<Catalogue, 'catalogs' | 'eventVersions' | 'parameters'>;
}

/** DOIs of the catalogs, then of their event versions, without duplicates. */
function doisOf({ catalogs, eventVersions }: DatasetFacts['catalogue']): string[] {
  const all = [...catalogs, ...eventVersions].flatMap(({ doi }) => (doi === undefined ? [] : [doi]));
  return [...new Set(all)];
}

/** Describes a catalog, with the facts that citations need. The explorer reads this description in src/explorer/client/site-facts.ts. */
const describeCatalog = (catalog: Catalogue['catalogs'][number]) => {
  const { name, aliases = [], authors = [], year, publisher, doi, paper: url, sky_maps: contentUrl } = catalog;
  return {
    '@type': 'Dataset',
    name,
    ...(aliases.length > 0 && { alternateName: aliases[0] }),
    ...(authors.length > 0 && { creator: authors.map((author) => ({ '@type': 'Organization', name: author })) }),
    ...(year !== undefined && { datePublished: String(year) }),
    ...(publisher !== undefined && { publisher: { '@type': 'Organization', name: publisher } }),
    ...(doi !== undefined && { identifier: doi }),
    ...(url !== undefined && { citation: { '@type': 'ScholarlyArticle', name: catalog.paper_title, url } }),
    ...(contentUrl !== undefined && { distribution: { '@type': 'DataDownload', name: 'Sky maps', contentUrl } }),
  };
};

/** `<script type="application/ld+json">...</script>`. `baseUrl` may be the marker that stands for the base URL in packs. */
export function datasetScript({ baseUrl, config, catalogue }: DatasetFacts): string {
  const { title, license, source, acknowledgement, dataDate, downloads } = config;
  const catalogs = catalogue.catalogs.filter(({ members }) => members === undefined);
  const dois = doisOf(catalogue);
  const dataset = {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name: title,
    description:
      'Gravitational-wave events with versions and parameters, strain data files, observing runs, and data-quality segments.',
    url: `${baseUrl}/`,
    ...(license !== null && { license }),
    ...(source !== null && { publisher: { '@type': 'Organization', ...source } }),
    ...(acknowledgement !== null && { creditText: acknowledgement }),
    ...(dataDate !== null && { dateModified: dataDate }),
    ...(catalogs.length > 0 && { hasPart: catalogs.map(describeCatalog) }),
    isAccessibleForFree: true,
    ...(dois.length > 0 && { citation: dois }),
    keywords: ['gravitational waves', 'compact binary coalescence', 'strain data'],
    variableMeasured: catalogue.parameters.map(({ name, unit, description }) => ({
      '@type': 'PropertyValue',
      name,
      description,
      ...(unit !== '' && { unitText: unit }),
    })),
    distribution: downloads.map((name) => ({
      '@type': 'DataDownload',
      name,
      contentUrl: `${baseUrl}/${downloadPath(name)}`,
      encodingFormat: downloadType(name).replace(/;.*/, ''),
    })),
    subjectOf: {
      '@type': 'WebAPI',
      name: 'GWOSC API v2',
      documentation: { '@type': 'MediaObject', contentUrl: `${baseUrl}/${OPENAPI_PATH}`, encodingFormat: JSON_TYPE },
    },
  };
  // Text in the data must not close the script element.
  return `<script type="application/ld+json">${toLine(dataset).replaceAll('<', '\\u003c')}</script>\n`;
}
