/** The inputs and results of staging a release. */

import type { CheckStep } from '../../catalogue/load.ts';
import type { SiteContent } from '../documents/other-files.ts';
import type { NamedCatalogue } from '../render/renderer.ts';

export type BuildStep = CheckStep | 'rendering' | 'writing pages';
export type OnBuildProgress = (step: BuildStep, done: number, total: number) => void;

/** The inputs for a release. */
export interface SiteInput extends SiteContent {
  /** Id of the release. */
  readonly id: string;
  readonly catalogue: NamedCatalogue;
  /** Hashes of the input files, by path. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly onProgress: OnBuildProgress;
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
