/**
 * Creates the files that every data folder needs, for a folder that lacks some of them. Returns the content of the missing files. A
 * detector is named after its code, and a catalog is described by its name; runs and parameters need more than a name, so their lists are
 * empty.
 */
import { readdirSync } from 'node:fs';
import { catalogNameFinding } from '../../catalogue/check-catalogs.ts';
import { isDetectorCode } from '../../catalogue/check-names.ts';
import { INPUT_FILES, inputPath, REQUIRED } from '../../catalogue/files/input-files.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import { layoutOf } from './layout.ts';
import { newFileText } from './write-yaml.ts';

/** Names in a source; invalid names are ignored, because the check of the merged data reports them. */
export interface GivenNames {
  readonly detectors: readonly string[];
  readonly catalogs?: readonly string[];
}

/** The required files that a folder lacks. */
export function missingKinds(dataDir: string): (typeof REQUIRED)[number][] {
  const present = listNames(dataDir);
  return REQUIRED.filter((kind) => !present.includes(INPUT_FILES[kind].pattern));
}

/** The content of the missing files, by path. Without detectors, `detectors.yaml` is left out, because it needs at least one. */
export function missingBaseFiles(
  dataDir: string,
  { detectors, catalogs = [] }: GivenNames,
): ReadonlyMap<string, string> {
  const codes = [...new Set(detectors)].filter(isDetectorCode).sort(byCodeUnit);
  const usableCatalogs = [...new Set(catalogs)].filter((name) => catalogNameFinding(name) === null);
  const records = {
    detectors: codes.map((code) => ({ code, name: code })),
    runs: [],
    catalogs: usableCatalogs.map((name) => ({ name, description: name })),
    'default-parameters': [],
  };
  const possible = missingKinds(dataDir).filter((kind) => kind !== 'detectors' || codes.length > 0);
  return new Map(
    possible.map((kind) => {
      const [list = ''] = layoutOf(kind).members.keys();
      return [inputPath(dataDir, kind), newFileText(dataDir, kind, '', { [list]: records[kind] })];
    }),
  );
}

/** The names in a folder; empty if the path is not a folder or cannot be listed. That problem is reported when the data are read. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
