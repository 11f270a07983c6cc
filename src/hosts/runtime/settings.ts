/**
 * What the operator of a request handler may change: a constant at the head of the script that `stillwave host` writes, which
 * the bundled code below it reads. Types only.
 */

import type { SiteOptions } from '../../handler/site.ts';

export interface Settings extends Pick<SiteOptions, 'baseUrl' | 'cacheBytes' | 'releaseTtlMs'> {
  /** Deno only: URL of the site's folder with its slash at the end, absolute or relative to the script. */
  readonly root: string;
}

declare global {
  const SETTINGS: Settings;
}
