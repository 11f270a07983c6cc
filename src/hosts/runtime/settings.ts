/**
 * Settings that the operator of a request handler can edit. They form a constant at the top of the script that `stillwave host` writes; the
 * bundled code below the constant reads them. Types only.
 */

import type { SiteOptions } from '../../core/handler/site.ts';

export interface Settings extends Pick<SiteOptions, 'baseUrl' | 'cacheBytes' | 'releaseTtlMs'> {
  /** Deno only: URL of the site's folder with a trailing slash, absolute or relative to the script. */
  readonly root: string;
}

declare global {
  const SETTINGS: Settings;
}
