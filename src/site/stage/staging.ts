/** The inputs and results of staging a release. */

import type { CheckStep } from '../../catalogue/load.ts';
import type { PackLists } from '../../core/listing/compose.ts';
import type { IndexData } from '../../core/listing/select.ts';
import type { IndexFile, ReleaseData } from '../../core/release/release.ts';
import type { Config } from '../config/config.ts';
import type { WrittenGroup } from '../install/manifest.ts';
import type { NamedCatalogue } from '../render/renderer.ts';
import type { Groups } from './groups.ts';

export type BuildStep = CheckStep | 'rendering' | 'writing pages';
export type OnBuildProgress = (step: BuildStep, done: number, total: number) => void;

/** The inputs for a release. */
export interface SiteInput {
  /** Id of the release. */
  readonly id: string;
  readonly catalogue: NamedCatalogue;
  /** Hashes of the input files, by path. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly config: Config;
  /** Folder with the bundled explorer. Default: the output folder of `npm run build`. */
  readonly explorer: string | undefined;
  readonly onProgress: OnBuildProgress;
}

/** The site that the previous build wrote. */
export interface PreviousSite {
  /** The groups whose unchanged files are not written again. */
  readonly groups: readonly WrittenGroup[];
  readonly index: ReleaseData['index'];
  readonly packs: PackLists;
}

/** A collection's packs, and its index as in the pointer: if it is in a separate file, that file also names the packs. */
export interface StagedCollection {
  readonly index: IndexData | IndexFile;
  readonly packs: PackLists;
}

/** The staging folder of a release, and the site that it is based on. */
export interface Staging {
  /** The site's folder. */
  readonly root: string;
  readonly staging: string;
  /** Null to write everything. */
  readonly previous: PreviousSite | null;
  /** The groups that are staged or kept. */
  readonly groups: Groups;
}

export interface SiteCounts {
  readonly release: string;
  /** Number of entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
  readonly packs: number;
  /** Number of page files; `details`: the number of files with records. */
  readonly pages: number;
  readonly details: number;
  /** Number of files in downloads/. */
  readonly downloads: number;
  /** Number of files in the whole site, and their total size. */
  readonly files: number;
  readonly bytes: number;
  readonly written: number;
}
