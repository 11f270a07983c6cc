/** Builds a catalogue in packs into a temporary folder, and opens it the way a request handler does, for tests without a socket. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { respondWhole } from '../../src/core/handler/respond-whole.ts';
import { createSite, type Site, type SiteOptions } from '../../src/core/handler/site.ts';
import { sha256 } from '../../src/fs/hash.ts';
import { buildSite } from '../../src/site/build.ts';
import { type Config, DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import type { OracleRequest } from '../oracle/answer.ts';
import type { Answer } from '../oracle/compare.ts';

export interface BuiltSite {
  readonly root: string;
  readonly site: Site;
  answer(request: OracleRequest): Promise<Answer>;
  remove(): void;
}

/** Builds a site of packs without downloads. Throws if the data have problems. */
export async function buildPacks(dataDir: string, out: string, config: Partial<Config> = {}): Promise<void> {
  const full: Config = { ...DEFAULT_CONFIG, ...config, layout: 'packs', downloads: [] };
  const result = await buildSite({ dataDir, out, config: full });
  if (result.kind === 'problems') throw new Error(`${dataDir}: ${JSON.stringify(result.problems.slice(0, 3))}`);
}

/** Builds a site and opens it. With a small `cacheBytes`, every request reads its packs again. */
export async function openBuiltSite(dataDir: string, config: Partial<Config>, cacheBytes?: number): Promise<BuiltSite> {
  const root = mkdtempSync(join(tmpdir(), 'stillwave-'));
  await buildPacks(dataDir, root, config);
  return { ...openSiteAt(root, { cacheBytes }), remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Opens an existing site, which `remove` does not delete. `options`: a base URL in place of the site's own, the size of the cache. */
export function openSiteAt(root: string, options: Pick<SiteOptions, 'baseUrl' | 'cacheBytes'> = {}): BuiltSite {
  const ports = { readFile: async (path: string) => readFileSync(join(root, path)), sha256 };
  const site = createSite({ ...ports, ...options });
  const decoder = new TextDecoder();
  return {
    root,
    site,
    async answer({ method, url, headers }) {
      const response = await respondWhole(site, { method, url, header: (name) => headers[name] }, ports);
      return { status: response.status, headers: response.headers, body: decoder.decode(response.body) };
    },
    remove: () => {},
  };
}
