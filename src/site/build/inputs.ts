/**
 * The input files of a build, each read once: the release id is made from the very bytes that are parsed, so that no edit
 * made during a build can put the content of one state under the id of another.
 *
 * Statistics may be larger than memory. They are read twice, for the id and for the packs; the second reading has to give the
 * bytes of the first. Build time.
 */

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { type Folder, type InputFiles, listInputFiles } from '../../catalogue/files/input-files.ts';
import { readChunks } from '../../catalogue/files/line-reader.ts';
import type { Problem } from '../../catalogue/files/problems.ts';
import { readRegularFile } from '../../catalogue/files/regular-file.ts';
import { fileProblem, type Overlay } from '../../catalogue/files/text-file.ts';
import { sha256 } from '../output/hash.ts';
import type { PreviousSite } from '../output/previous-site.ts';
import { digestOf } from './digest.ts';

export interface Inputs {
  readonly files: InputFiles;
  /** Content of every file but the statistics. */
  readonly content: Overlay;
  /** SHA-256 of every file that could be read, by its path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Files that could not be read; no release can be made of the others. */
  readonly unread: readonly string[];
}

function hashOfStream(path: string): string {
  const hash = createHash('sha256');
  for (const chunk of readChunks(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** Reads the input files of a data folder. */
export function readInputs(dataDir: string): Inputs {
  const files = listInputFiles(dataDir);
  const statistics = new Set(files.folders['strain-statistics']);
  const content = new Map<string, Uint8Array>();
  const hashes = new Map<string, string>();
  const unread: string[] = [];
  for (const path of files.all) {
    try {
      if (statistics.has(path)) {
        hashes.set(path, hashOfStream(path));
      } else {
        const bytes = readRegularFile(path);
        content.set(path, bytes);
        hashes.set(path, sha256(bytes));
      }
    } catch {
      // The loader, which reads what is not in `content` itself, says what is wrong.
      unread.push(path);
    }
  }
  return { files, content, hashes, unread };
}

/** Digest of the files of some folders: of their names and bytes, and of nothing else. */
export function digestOfFolders({ files, hashes }: Inputs, ...folders: readonly Folder[]): string {
  const named = folders.map((folder) => files.folders[folder].map((path) => [basename(path), hashes.get(path)]));
  return sha256(JSON.stringify([folders, named]));
}

/** Name of the task that has read datasets and timelines and found them clean. */
export const STRAIN_DATA = 'strain data';

/**
 * What decides whether datasets and timelines have problems: their files, those of the statistics by name, and the lists of names
 * at the top.
 */
export function strainDataDigest(inputs: Inputs): string {
  const { top } = inputs.files;
  const lists = Object.entries(top).map(([kind, path]) => [kind, inputs.hashes.get(path) ?? null]);
  return digestOf('strain data', lists, digestOfFolders(inputs, 'strain-files', 'strain-statistics', 'timelines'));
}

/** True where the build before read the same datasets and timelines and found them clean. */
export function isStrainDataKnown({ manifest }: PreviousSite, inputs: Inputs): boolean {
  const before = manifest.tasks.find(({ name }) => name === STRAIN_DATA);
  return before !== undefined && before.inputs === strainDataDigest(inputs);
}

/** Says that a file was written to while a build read it. */
export function changedProblem(path: string): Problem {
  const message = 'the file changed while it was read';
  return fileProblem(path, { code: 'D102', message, fix: 'run the command again when nothing writes to it' });
}

/** Compares streams that are read for the packs with those that the release id was made from. */
export function createStreamCheck(hashes: ReadonlyMap<string, string>) {
  const streams = new Map<string, ReturnType<typeof createHash>>();
  return {
    /** Makes the function that is handed every chunk of a file, in order. */
    watch(path: string): (chunk: Uint8Array) => void {
      const hash = createHash('sha256');
      streams.set(path, hash);
      return (chunk) => void hash.update(chunk);
    },
    /** Once everything is read: the files that were not what they had been. */
    changedFiles(): string[] {
      return [...streams].filter(([path, hash]) => hash.digest('hex') !== hashes.get(path)).map(([path]) => path);
    },
  };
}
