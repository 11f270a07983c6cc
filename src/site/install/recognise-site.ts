/**
 * Finds the files of a site whose manifest cannot be read, for example after a power cut, by their names. Only used with --force,
 * because names are less reliable than a manifest.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createCollections } from '../../core/collections/registry.ts';
import { ASSET_TYPES, assetPattern } from '../../core/contract/assets.ts';
import { DOWNLOAD_FOLDER } from '../../core/contract/downloads.ts';
import {
  API_ROOT,
  DOCUMENT_LINES,
  HEADERS_PATH,
  HOME_PATH,
  HOME_SCRIPT_PATH,
  MANIFEST_PATH,
  PACK_FOLDER,
  PART_FOLDER,
  RELEASE_PATH,
  ROBOTS_PATH,
} from '../../core/contract/paths.ts';
import { listFiles } from './site-files.ts';
import { type StoredManifest, storedManifest } from './stored-manifest.ts';

const sets = [...createCollections().flatMap(({ lineSets }) => lineSets), DOCUMENT_LINES];
const parts = createCollections().flatMap(({ isPart, name }) => (isPart ? [name] : []));
const packForm = new RegExp(`^${PACK_FOLDER}/(${sets.join('|')})-[0-9a-f]{32}\\.ndjson(\\.[a-z]+)?$`);
const partForm = new RegExp(`^${PART_FOLDER}/(${parts.join('|')})-[0-9a-f]{32}\\.json(\\.[a-z]+)?$`);
const bodyForm = new RegExp(`^${API_ROOT}/([A-Za-z0-9._@-]+/)*[A-Za-z0-9._@-]+\\.(json|html)(\\.[a-z]+)?$`);

const downloadForm = new RegExp(`^${DOWNLOAD_FOLDER}/[a-z-]+(\\.[a-z]+){1,2}$`);
const assetForm = new RegExp(`^${assetPattern(`(${Object.keys(ASSET_TYPES).join('|')})`)}(\\.[a-z]+)?$`);
const ROOT_FILES: readonly string[] = [RELEASE_PATH, HOME_PATH, HOME_SCRIPT_PATH, ROBOTS_PATH, HEADERS_PATH];

const hasSiteName = (path: string): boolean =>
  ROOT_FILES.includes(path) ||
  assetForm.test(path) ||
  downloadForm.test(path) ||
  packForm.test(path) ||
  partForm.test(path) ||
  bodyForm.test(path);

/** A manifest of the files with names that builds use, without sizes and hashes; null if the folder has no site. */
export function recogniseSite(root: string): StoredManifest | null {
  if (!existsSync(join(root, MANIFEST_PATH)) && !existsSync(join(root, RELEASE_PATH))) return null;
  const paths = [...listFiles(root)].filter(hasSiteName);
  if (!paths.some((path) => path.startsWith(`${PACK_FOLDER}/`) || path.startsWith(`${API_ROOT}/`))) return null;
  return storedManifest(
    '',
    paths.map((path) => ({ path, size: 0, sha256: '' })),
  );
}
