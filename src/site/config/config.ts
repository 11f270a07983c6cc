/**
 * The build's configuration: `stillwave.config.yaml`, every key optional, unknown keys refused.
 * `load-config.ts` reads and validates it; command-line flags override single keys.
 */

import { DOWNLOAD_NAMES, type DownloadName } from '../../contract/downloads.ts';
import { type CacheLifetimes, DEFAULT_CACHE_LIFETIMES } from '../../contract/headers.ts';
import type { LinkForm } from '../../contract/paths.ts';

export type Layout = 'pages' | 'packs' | 'both';

export interface Config {
  /** Absolute http(s) URL without a trailing slash; may have a path. Prefix of every link. */
  readonly baseUrl: string;
  /** Where `/archive/data/*` redirects, same form as `baseUrl`; null answers 404 there. */
  readonly archiveUrl: string | null;
  readonly layout: Layout;
  /** How page and detail files link to each other. */
  readonly links: LinkForm;
  /** Writes compressed copies beside page files and packs. */
  readonly compress: boolean;
  /** Files that are written for downloading, in the order of the contract. */
  readonly downloads: readonly DownloadName[];
  readonly enumerate: {
    /** Page sizes (1 to 1000, ascending, unique) for which page files are written. */
    readonly pageSizes: readonly number[];
    /** Finite filters whose every value gets page files, by listing. */
    readonly filters: {
      readonly 'strain-files': readonly ('detector' | 'sample-rate')[];
      readonly 'event-versions': readonly ('release' | 'lastver' | 'include-default-parameters')[];
    };
  };
  readonly cache: CacheLifetimes;
}

export const DEFAULT_CONFIG: Config = {
  baseUrl: 'http://localhost:8000',
  archiveUrl: null,
  layout: 'both',
  links: 'query',
  compress: false,
  downloads: DOWNLOAD_NAMES,
  enumerate: {
    pageSizes: [20, 100, 500],
    filters: {
      'strain-files': ['detector', 'sample-rate'],
      'event-versions': ['release', 'lastver', 'include-default-parameters'],
    },
  },
  cache: DEFAULT_CACHE_LIFETIMES,
};
