/** The inputs of staging a release. */

import type { CheckStep } from '../../catalogue/load.ts';
import type { SiteContent } from '../documents/home-page.ts';
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
