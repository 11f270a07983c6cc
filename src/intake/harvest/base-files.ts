/**
 * The files that every data folder needs, for a folder that lacks some of them. In: its path, and the detectors that a service names. Out: the
 * texts of the missing ones. A detector is named after its code; the lists of the other files are filled by what is merged.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { INPUT_FILES } from '../../catalogue/files/input-files.ts';
import { documentText, listAt, listNameOf, newDocument, recordNode } from '../merge/yaml-writer.ts';

const KINDS = ['detectors', 'runs', 'catalogs', 'default-parameters'] as const;

/** Texts by path; `codes` are not empty. */
export function missingBaseFiles(dataDir: string, codes: readonly string[]): ReadonlyMap<string, string> {
  const present = listNames(dataDir);
  const files = new Map<string, string>();
  for (const kind of KINDS) {
    const { pattern } = INPUT_FILES[kind];
    if (present.includes(pattern)) continue;
    const document = newDocument(dataDir, kind, '', {});
    const list = listAt(document, [listNameOf(kind)]);
    if (kind === 'detectors') for (const code of codes) list.add(recordNode(document, { code, name: code }));
    files.set(join(dataDir, pattern), documentText(document));
  }
  return files;
}

/** None if it is no folder, or cannot be listed: reading the data says so. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
