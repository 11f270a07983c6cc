/** Cuts rendered lines into packs and writes each as soon as it is full, so that memory does not grow. Build time. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packName, packPath } from '../../contract/paths.ts';
import { joinLines, LINES_PER_PACK } from '../../listing/pack.ts';
import { sha256 } from '../output/hash.ts';
import type { ManifestFile } from '../output/manifest.ts';

export interface PackWriter {
  add(line: string): void;
  /** Writes what is left. Returns the packs' names in order. */
  end(): readonly string[];
}

/** Writes the packs of one set below `root`; `onPack` is told of each, and handed its bytes. */
export function createPackWriter(
  set: string,
  root: string,
  onPack: (file: ManifestFile, name: string, bytes: Uint8Array) => void,
): PackWriter {
  const names: string[] = [];
  let lines: string[] = [];

  function flush(): void {
    if (lines.length === 0) return;
    const bytes = joinLines(lines);
    const hash = sha256(bytes);
    const name = packName(set, hash);
    const path = packPath(name);
    if (names.length === 0) mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
    names.push(name);
    lines = [];
    onPack({ path, size: bytes.length, sha256: hash }, name, bytes);
  }

  return {
    add(line) {
      lines.push(line);
      if (lines.length === LINES_PER_PACK) flush();
    },
    end() {
      flush();
      return names;
    },
  };
}
