/** What a build is told, and what it tells while it runs. */

import type { Problem } from '../../catalogue/files/problems.ts';
import type { Config } from '../config/config.ts';

export interface BuildOptions {
  readonly dataDir: string;
  readonly out: string;
  readonly config: Config;
  /** Folder of the bundled explorer. Default: where `npm run build` puts it. */
  readonly explorer?: string;
  /** Writes every file, whatever the previous build wrote. */
  readonly force?: boolean;
  /** Has the disk confirm that files are written before they take their places. */
  readonly durable?: boolean;
  /** Goes on though the lock of the output folder looks held, for locks whose processes cannot be seen. */
  readonly takeLock?: boolean;
  /** Ends the build, which then rejects with the signal's reason and leaves the output folder as it was. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (step: BuildStep, done: number, total: number) => void;
}

export type BuildStep = 'reading data' | 'rendering' | 'compressing packs' | 'writing pages';

export interface BuildSummary {
  readonly release: string;
  /** Entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
  readonly packs: number;
  /** Page files, and apart from them detail files. */
  readonly pages: number;
  readonly details: number;
  /** Files in downloads/. */
  readonly downloads: number;
  /** Of the whole site. */
  readonly files: number;
  readonly bytes: number;
  readonly written: number;
  readonly removed: number;
  /** What is valid in the data, but hardly true. */
  readonly warnings: number;
}

export type BuildResult =
  | { readonly kind: 'built'; readonly summary: BuildSummary }
  | { readonly kind: 'unchanged'; readonly release: string }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };
