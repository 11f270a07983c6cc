/** Settings for emitters, as `stillwave host` reads them from a site with this configuration. */

import type { HostSettings } from '../../../src/hosts/host.ts';
import { type Config, DEFAULT_CONFIG } from '../../../src/site/config/config.ts';

export function hostSettings(more: Partial<HostSettings> = {}, config: Config = DEFAULT_CONFIG): HostSettings {
  const { baseUrl, archiveUrl, cache, enumerate, legacyInterfaces } = config;
  const place = { command: 'stillwave host', root: '/srv/stillwave', out: null, upstream: null };
  return { ...place, baseUrl, archiveUrl, cache, enumerate, legacyInterfaces, ...more };
}
