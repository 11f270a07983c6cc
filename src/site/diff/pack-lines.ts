/** Reads the records of a built site back, pack by pack, in listing order. Build time. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashMatchesName, packPath } from '../../core/contract/paths.ts';
import { SiteDamagedError } from '../../core/handler/release.ts';
import { BASE_URL_MARKER, RECORD_ENDING_MARKER } from '../../core/listing/pack.ts';
import { sha256 } from '../../fs/hash.ts';

/** A line of a pack: the JSON text of a record, links relative to the base URL. */
export type Line = string;

function readLines(root: string, name: string): Line[] {
  const path = packPath(name);
  const bytes = readFileSync(join(root, path));
  if (!hashMatchesName(sha256(bytes), name)) throw new SiteDamagedError(`${path} is truncated or changed`);
  const text = bytes.toString('utf8').replaceAll(BASE_URL_MARKER, '').replaceAll(RECORD_ENDING_MARKER, '');
  return text.split('\n').slice(0, -1);
}

/** Iterates over the lines of packs with one pack in memory. */
export interface LineReader {
  /** The current line, or undefined at the end. */
  readonly line: Line | undefined;
  /** The pack that starts at the current line; undefined within a pack and at the end. */
  readonly packHere: string | undefined;
  /** Lines passed so far. */
  readonly passed: number;
  next(): void;
  /** Skips the pack that starts here without reading it. `count` is its number of lines. */
  skipPack(count: number): void;
}

export function openLines(root: string, names: readonly string[]): LineReader {
  let pack = 0;
  let lines: Line[] | null = null;
  let at = 0;
  let passed = 0;
  return {
    get line() {
      const name = names[pack];
      if (name !== undefined) lines ??= readLines(root, name);
      return lines?.[at];
    },
    get packHere() {
      return at === 0 ? names[pack] : undefined;
    },
    get passed() {
      return passed;
    },
    next() {
      passed++;
      if (++at < (lines?.length ?? 0)) return;
      pack++;
      at = 0;
      lines = null;
    },
    skipPack(count) {
      passed += count;
      pack++;
      at = 0;
      lines = null;
    },
  };
}
