/**
 * The script of a request-handler host: its settings, for the operator to change, and below them the bundle that the build of
 * this package made of src/hosts/runtime/<name>.ts. Also what the configurations of these hosts have in common.
 */

import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOWNLOAD_FOLDER } from '../../contract/downloads.ts';
import { ROOT_FOLDERS } from '../../contract/paths.ts';
import { pathOfUrl } from '../../handler/release.ts';
import type { Host, HostSettings } from '../host.ts';
import type { Settings } from '../runtime/settings.ts';

export type EdgeRuntime = 'cloudflare' | 'deno' | 'netlify' | 'service-worker';

/** The same place seen from src/hosts/emitters and from build/hosts/emitters. */
const bundleFile = (name: EdgeRuntime): string =>
  fileURLToPath(new URL(`../../../build/edge/${name}.js`, import.meta.url));

/** Half a minute old at most; memory of 128 MB, as some hosts have, leaves room for packs on their way in. */
const DEFAULTS: Pick<Settings, 'releaseTtlMs' | 'cacheBytes'> = { releaseTtlMs: 30_000, cacheBytes: 32 * 2 ** 20 };

function readBundle(name: EdgeRuntime): string {
  try {
    return readFileSync(bundleFile(name), 'utf8');
  } catch (cause) {
    throw new Error(`${bundleFile(name)} is missing. Run "npm run build" first`, { cause });
  }
}

/** The text of a script. `more`: settings besides the common ones. */
export function edgeScript(name: EdgeRuntime, { command }: HostSettings, more: Partial<Settings> = {}): string {
  return `// Stillwave request handler. Made by: ${command}
// SETTINGS may be changed. releaseTtlMs: age in ms from which release.json is read again. cacheBytes: bytes of packs kept in
// memory. baseUrl, if it is given: prefix of links, in place of the one that the site was built with.
const SETTINGS = ${JSON.stringify({ ...DEFAULTS, ...more }, null, 2)};

${readBundle(name)}`;
}

/** The URL of a Fetch request has no dot segments left: https://url.spec.whatwg.org/#path-state */
const TIDIED = 'the host resolves "." and ".." in a path before the handler sees it';

export const TIDIED_PATHS: NonNullable<Host['skips']> = {
  'not-found api/v2/./strain-files': TIDIED,
  'not-found api/v2/x/../strain-files': TIDIED,
  'not-found api/v2/strain-files/..': TIDIED,
};

/** URL patterns of what the handler answers; everything else is a file of the site. Of downloads, it sends ranges. */
export function handlerPatterns({ baseUrl }: HostSettings): string[] {
  const basePath = pathOfUrl(baseUrl);
  const folders = [...ROOT_FOLDERS, `/${DOWNLOAD_FOLDER}/`];
  return basePath === '' ? ['/', ...folders.map((folder) => `${folder}*`)] : [`${basePath}/*`];
}

/** The site's folder as seen from the files that are written, with `/` between segments. */
export function siteFolder({ root, out }: HostSettings): string {
  return (out === null ? root : relative(out, root) || '.').split(sep).join('/');
}
