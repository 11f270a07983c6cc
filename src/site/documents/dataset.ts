/**
 * Metadata for dataset search engines: schema.org's `Dataset` in JSON-LD, as a data block in the home page.
 *
 * A data block is never executed, so no Content-Security-Policy applies to it
 * (https://html.spec.whatwg.org/multipage/scripting.html#data-block). Build time; pure.
 */

import type { Catalogue } from '../../catalogue/types.ts';
import { type DownloadName, downloadPath, downloadType } from '../../core/contract/downloads.ts';
import { JSON_TYPE } from '../../core/contract/headers.ts';
import { OPENAPI_PATH } from '../../core/contract/paths.ts';
import { toLine } from './documents.ts';

/** Facts about the catalogue as a whole. */
export interface DatasetFacts {
  /** Name of the site. */
  readonly title: string;
  readonly baseUrl: string;
  /** URL of the data's licence; null if not configured. */
  readonly license: string | null;
  readonly downloads: readonly DownloadName[];
  readonly catalogue: Pick<Catalogue, 'catalogs' | 'eventVersions' | 'parameters'>;
}

/** DOIs of the catalogs, then of their event versions, each once. */
function doisOf({ catalogs, eventVersions }: DatasetFacts['catalogue']): string[] {
  const all = [...catalogs, ...eventVersions].flatMap(({ doi }) => (doi === null ? [] : [doi]));
  return [...new Set(all)];
}

/** `<script type="application/ld+json">...</script>`. A base URL may be the marker that stands for it in packs. */
export function datasetScript({ title, baseUrl, license, downloads, catalogue }: DatasetFacts): string {
  const dois = doisOf(catalogue);
  const dataset = {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    name: title,
    description:
      'Gravitational-wave events in versions with parameters, strain data files of the detectors, observing runs, and segments of data quality.',
    url: `${baseUrl}/`,
    ...(license !== null && { license }),
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
  // Text must not end the block.
  return `<script type="application/ld+json">${toLine(dataset).replaceAll('<', '\\u003c')}</script>\n`;
}
