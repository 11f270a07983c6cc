/**
 * Generates the scripts for request-handler hosts: settings for the operator to edit, followed by the bundle of
 * src/hosts/runtime/<name>.ts. Also defines the shared parts of these hosts' configurations.
 */

import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { pathOfUrl } from '../../core/contract/base-url.ts';
import { DOWNLOAD_FOLDER } from '../../core/contract/downloads.ts';
import { API_ROOTS } from '../../core/contract/paths.ts';
import { RELEASE_TTL_MS } from '../../core/release/ports.ts';
import { inPackage } from '../../fs/in-package.ts';
import type { HostSettings } from '../host.ts';
import type { Settings } from '../runtime/settings.ts';

/** Names of the runtimes and their bundles. */
export type EdgeRuntime = 'cloudflare' | 'deno' | 'netlify';

const bundleFile = (name: EdgeRuntime): string => inPackage(`build/edge/${name}.js`);

/** On hosts with 128 MB of memory, the cache leaves room for packs that are being read. */
const DEFAULTS = { releaseTtlMs: RELEASE_TTL_MS, cacheBytes: 32 * 2 ** 20 } satisfies Partial<Settings>;

function readBundle(name: EdgeRuntime): string {
  try {
    return readFileSync(bundleFile(name), 'utf8');
  } catch (cause) {
    throw new Error(`${bundleFile(name)} is missing. Run "npm run build" first`, { cause });
  }
}

/** The content of a script. `more`: settings in addition to the common settings. */
export function edgeScript(name: EdgeRuntime, { command }: HostSettings, more: Partial<Settings> = {}): string {
  return `// Stillwave request handler. Made by: ${command}
// You can change SETTINGS. releaseTtlMs: age in ms at which release.json is read again. cacheBytes: maximum bytes of
// packs kept in memory. baseUrl (optional): prefix of links, instead of the one that the site was built with.
const SETTINGS = ${JSON.stringify({ ...DEFAULTS, ...more }, null, 2)};

${readBundle(name)}`;
}

/** URL patterns that the handler serves; the platform serves everything else. Downloads are included because they need ranges. */
export function handlerPatterns({ baseUrl }: HostSettings): string[] {
  const basePath = pathOfUrl(baseUrl);
  const folders = [...API_ROOTS.map((root) => root.split('/')[0]), DOWNLOAD_FOLDER].map((folder) => `/${folder}`);
  const patterns = (basePath === '' ? folders : [basePath]).flatMap((folder) => [folder, `${folder}/*`]);
  return basePath === '' ? ['/', ...patterns] : patterns;
}

/** The site's folder relative to the emitted files, with `/` as separator. */
export function siteFolder({ root, out }: HostSettings): string {
  return (out === null ? root : relative(out, root) || '.').split(sep).join('/');
}
