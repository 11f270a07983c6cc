/** The options of a build, its progress and its result. */

import type { Warning } from '../../catalogue/read-folder.ts';
import type { Counts } from '../../catalogue/validate-all.ts';
import type { Problem } from '../../report/problems.ts';
import type { Config } from '../config/config.ts';

export interface BuildOptions {
  readonly dataDir: string;
  readonly out: string;
  readonly config: Config;
  /** Folder of the bundled explorer. Default: the output folder of `npm run build`. */
  readonly explorer?: string;
  /** Writes every file, whatever the previous build wrote. */
  readonly force?: boolean;
  /** Waits until files are on disk before they are moved into place. */
  readonly durable?: boolean;
  /** Removes the lock of another build first; for locks of processes that cannot be seen. */
  readonly takeLock?: boolean;
  /** Aborts the build, which then rejects with the signal's reason and leaves the output folder unchanged. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (step: BuildStep, done: number, total: number) => void;
}

export type BuildStep = 'reading data' | 'checking statistics' | 'rendering' | 'writing pages';

export interface BuildSummary {
  readonly release: string;
  /** Entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
  readonly packs: number;
  /** Page files and detail files are counted separately. */
  readonly pages: number;
  readonly details: number;
  /** Files in downloads/. */
  readonly downloads: number;
  /** Of the whole site. */
  readonly files: number;
  readonly bytes: number;
  readonly written: number;
  readonly removed: number;
  /** Warnings about data that are valid but implausible. */
  readonly warnings: number;
}

export type BuildResult =
  | {
      readonly kind: 'built';
      readonly summary: BuildSummary;
      readonly warnings: readonly Warning[];
      readonly counts: Counts | null;
    }
  | { readonly kind: 'unchanged'; readonly release: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[]; readonly warnings: readonly Warning[] };
