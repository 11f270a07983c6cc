/**
 * One of the two sites being compared: its manifest, and its release's responses. It is given as a site's folder or as a manifest file.
 * Responses come from the core, as on every host, with the same base URL on both sides.
 */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LINK_FORMAT, MAX_PAGE_SIZE } from '../../core/contract/parameters.ts';
import { API_ROOT, withFormat } from '../../core/contract/paths.ts';
import { RELEASE_PATH } from '../../core/contract/site-paths.ts';
import type { Envelope } from '../../core/contract/wire.ts';
import { createSite } from '../../core/handler/site.ts';
import type { OpenCollection } from '../../core/listing/compose.ts';
import { listIds } from '../../core/listing/row-index.ts';
import type { Release } from '../../core/release/release.ts';
import { sha256 } from '../../fs/hash.ts';
import { ExpectedError } from '../../report/expected-error.ts';
import { type Manifest, readManifest, readManifestFile } from '../groups/manifest.ts';
import { recoverInterruptedBuild } from '../install/output.ts';
import { readRelease } from '../install/site-files.ts';

/** The error for a site with missing or damaged files. */
export function damagedSite(what: string): ExpectedError {
  return new ExpectedError(`a site is damaged: ${what}. "stillwave verify" shows what is damaged`);
}

/** The catalogue of a release. */
export interface PublishedCatalogue {
  readonly release: Release;
  /** Opens a collection; null if the release does not have it. */
  open(name: string): Promise<OpenCollection | null>;
  /** The entries on all pages of a listing; null if the path does not exist. */
  entriesOf(path: string): Promise<readonly unknown[] | null>;
}

export interface Side {
  readonly manifest: Manifest;
  /** Null if there are no packs to answer from; `whyNoCatalogue` then has the reason. */
  readonly catalogue: PublishedCatalogue | null;
  readonly whyNoCatalogue: string | null;
}

/** The base URL of links on both sides. */
const BASE_URL = 'http://localhost';

const decoder = new TextDecoder();

/** The text of a line or body, with links without a format, because the format follows from the release's compatibility. */
export const decodeText = (bytes: Uint8Array): string =>
  decoder.decode(bytes).replaceAll(withFormat('', LINK_FORMAT), '');

/** Ids of all records in a collection, in the collection's order. */
export async function idsOf(catalogue: PublishedCatalogue, collection: string): Promise<string[]> {
  const source = await catalogue.open(collection);
  return source ? listIds(source.index) : [];
}

async function openCatalogue(root: string): Promise<PublishedCatalogue> {
  const readFile = async (path: string) => readFileSync(join(root, path));
  let damage = '';
  const onDamage = ({ message }: Error): void => {
    damage = message;
  };
  const site = createSite({ readFile, sha256, baseUrl: BASE_URL, onDamage });
  const problem = await site.reload();
  const { release } = site;
  if (release === null) throw damagedSite(problem?.message ?? RELEASE_PATH);
  return {
    release,
    open: async (name) => (release.data.index[name] ? release.open(name) : null),
    async entriesOf(path) {
      const entries: unknown[] = [];
      for (let page = 1, last = 1; page <= last; page++) {
        const url = `/${API_ROOT}/${path}?pagesize=${MAX_PAGE_SIZE}&page=${page}`;
        const { status, body } = await site.respond({ method: 'GET', url, header: () => undefined });
        if (status === 404) return null;
        if (status >= 400) throw damagedSite(damage || path);
        const { results, num_pages } = JSON.parse(decodeText(body)) as Envelope<unknown>;
        entries.push(...results);
        last = num_pages;
      }
      return entries;
    },
  };
}

/** Opens a site. Rejects with ExpectedError if the site cannot be compared, for example because a build is running there. */
export async function openSide(path: string): Promise<Side> {
  if (!existsSync(path)) throw new ExpectedError(`${path} does not exist, or you may not read it`);
  if (!statSync(path).isDirectory()) {
    const whyNoCatalogue = `${path} is a manifest without a site`;
    const manifest = readManifestFile(path);
    if (manifest === null) throw new ExpectedError(`${path} is not the manifest.json of a site`);
    return { manifest, catalogue: null, whyNoCatalogue };
  }
  recoverInterruptedBuild(path);
  const manifest = readManifest(path);
  if (manifest === null) throw new ExpectedError(`${path} has no readable manifest.json`);
  try {
    const { layout } = await readRelease(path);
    if (layout === 'pages') return { manifest, catalogue: null, whyNoCatalogue: `${path} has no packs` };
  } catch (error) {
    throw new ExpectedError(`${join(path, RELEASE_PATH)} cannot be used: ${(error as Error).message}`);
  }
  return { manifest, catalogue: await openCatalogue(path), whyNoCatalogue: null };
}
