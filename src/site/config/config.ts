/**
 * The build's configuration: `stillwave.config.yaml`, where every key is optional and unknown keys are rejected. `load-config.ts` reads and
 * validates it; command-line flags override individual keys.
 */

import { createCollections } from '../../core/collections/registry.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import { DOWNLOAD_NAMES, type DownloadName } from '../../core/contract/downloads.ts';
import { defaultEnumeration, type Enumeration } from '../../core/contract/enumeration.ts';
import { type CacheLifetimes, DEFAULT_CACHE_LIFETIMES } from '../../core/contract/headers.ts';
import type { Layout, LinkForm } from '../../core/contract/site-paths.ts';

export interface Config {
  /** Absolute http(s) URL without a trailing slash; may have a path. Prefix of every link. */
  readonly baseUrl: string;
  /** Target of the redirect from `/archive/data/*`, in the same form as `baseUrl`; if null, these paths return 404. */
  readonly archiveUrl: string | null;
  /** Name of the site, used on its page, in its OpenAPI document and for search engines. */
  readonly title: string;
  /** URL of the data's licence, for search engines; null if not configured. */
  readonly license: string | null;
  /** Who published the data; null if not configured. */
  readonly source: { readonly name: string; readonly url: string } | null;
  /** The acknowledgement that the source asks users to include; null if it asks for none. */
  readonly acknowledgement: string | null;
  /** When the data were last updated, as `YYYY-MM-DD`; null if not configured. */
  readonly dataDate: string | null;
  readonly layout: Layout;
  /** How the files of pages and records link to each other. */
  readonly links: LinkForm;
  /** Whether links and short names follow the specification or the live service where they differ. */
  readonly compatibility: Compatibility;
  /** Also serves the interfaces that preceded API v2. */
  readonly legacyInterfaces: boolean;
  /** Also writes compressed copies of page files and packs. */
  readonly compress: boolean;
  /** Downloads to write, in the contract's order. */
  readonly downloads: readonly DownloadName[];
  /** Page sizes are ascending and unique; the filters for each collection are finite. */
  readonly enumerate: Enumeration;
  readonly cache: CacheLifetimes;
}

/** The parts of the configuration that `build` also takes as options. */
export type RememberedOptions = Partial<Pick<Config, 'baseUrl' | 'layout' | 'links' | 'compatibility' | 'compress'>>;

export const DEFAULT_CONFIG: Config = {
  baseUrl: 'http://localhost:8000',
  archiveUrl: null,
  title: 'Gravitational-wave catalogue',
  license: null,
  source: null,
  acknowledgement: null,
  dataDate: null,
  layout: 'both',
  links: 'query',
  compatibility: 'specification',
  legacyInterfaces: true,
  compress: false,
  downloads: DOWNLOAD_NAMES,
  enumerate: defaultEnumeration(createCollections()),
  cache: DEFAULT_CACHE_LIFETIMES,
};
