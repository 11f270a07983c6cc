/**
 * Creates the files that every data folder needs, for a folder that lacks some of them. Returns the content of the missing files. A
 * detector is named after its code, and a catalog is described by its name; runs and parameters need more than a name, so their lists are
 * empty.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDetectorCode, reservedNameFinding } from '../../catalogue/check-names.ts';
import { INPUT_FILES, REQUIRED } from '../../catalogue/files/input-files.ts';
import { checkSchema } from '../../catalogue/files/schema.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { layoutOf } from './layout.ts';
import { newFileText } from './write-yaml.ts';

/** Names in a source; invalid names are ignored, because the check of the merged data reports them. */
export interface GivenNames {
  readonly detectors: readonly string[];
  readonly catalogs?: readonly string[];
}

/** True if the folder lacks any of the files. */
export function lacksBaseFiles(dataDir: string): boolean {
  const present = listNames(dataDir);
  return REQUIRED.some((kind) => !present.includes(INPUT_FILES[kind].pattern));
}

/** The content of the missing files, by path. If there are no detectors, `detectors.yaml` is left out, because it needs at least one. */
export function missingBaseFiles(
  dataDir: string,
  { detectors, catalogs = [] }: GivenNames,
): ReadonlyMap<string, string> {
  const codes = [...new Set(detectors)].filter(isDetectorCode).sort(byCodeUnit);
  const records = {
    detectors: codes.map((code) => ({ code, name: code })),
    runs: [],
    catalogs: [...new Set(catalogs)].filter(isCatalogName).map((name) => ({ name, description: name })),
    'default-parameters': [],
  };
  const present = listNames(dataDir);
  const files = new Map<string, string>();
  for (const kind of REQUIRED) {
    const { pattern } = INPUT_FILES[kind];
    if (present.includes(pattern) || (kind === 'detectors' && codes.length === 0)) continue;
    const [list = ''] = layoutOf(kind).members.keys();
    files.set(join(dataDir, pattern), newFileText(dataDir, kind, '', { [list]: records[kind] }));
  }
  return files;
}

/** The names in a folder; empty if the path is not a folder or cannot be listed. That problem is reported when the data are read. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const isCatalogName = (name: string): boolean =>
  checkSchema('catalogs', { name, description: name }, 'catalog').length === 0 &&
  reservedNameFinding('catalog', name) === null;
