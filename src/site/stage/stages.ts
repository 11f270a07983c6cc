/** The stages of a release while it is built. Each stage adds members to the previous one, and no member is ever temporarily empty. */

import type { Catalogue } from '../../catalogue/types.ts';
import type { Collection } from '../../core/contract/collection.ts';
import type { PackedData, ReleaseData, RenderedData } from '../../core/handler/release.ts';
import type { PackLists } from '../../core/listing/compose.ts';
import type { IndexData } from '../../core/listing/select.ts';
import type { Config } from '../config/config.ts';
import type { Documents } from '../documents/documents.ts';
import type { FileGroup } from '../install/manifest.ts';
import type { Steps } from './steps.ts';

/** Every index is in memory, even if it is a separate file in the site. */
type WholeIndex = { readonly index: Readonly<Record<string, IndexData>> };

/** Vocabulary, collections and indexes. */
export interface Rendered {
  readonly collections: readonly Collection[];
  readonly data: RenderedData & WholeIndex;
}

/** With packs, and the documents that handlers read from one. */
export interface Packed extends Rendered {
  readonly data: PackedData & WholeIndex;
  readonly documents: Documents;
}

/** With all files except the pointer. */
export interface Published extends Packed {
  readonly data: ReleaseData & WholeIndex;
}

export type BuildStep = 'reading data' | 'checking statistics' | 'rendering' | 'writing pages';
export type OnBuildProgress = (step: BuildStep, done: number, total: number) => void;

/** The inputs of a release. */
export interface SiteInput {
  /** Of the release. */
  readonly id: string;
  readonly catalogue: Catalogue;
  /** Of the input files, by path. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly config: Config;
  /** Folder of the bundled explorer. Default: the output folder of `npm run build`. */
  readonly explorer: string | undefined;
  readonly onProgress: OnBuildProgress;
}

/** The staging folder of a release, and the site that it is based on. */
export interface Staging {
  /** Folder of the site. */
  readonly root: string;
  readonly staging: string;
  /** The groups of the previous build, whose unchanged files are not written again; null if everything is written. */
  readonly previousGroups: readonly FileGroup[] | null;
  /** The packs of the previous build. */
  readonly previousPacks: PackLists;
  readonly steps: Steps;
}

export interface SiteCounts {
  readonly release: string;
  /** Entries, by collection. */
  readonly entries: Readonly<Record<string, number>>;
  readonly packs: number;
  /** Page files; `details` counts the files of records. */
  readonly pages: number;
  readonly details: number;
  /** Files in downloads/. */
  readonly downloads: number;
  /** Of the whole site. */
  readonly files: number;
  readonly bytes: number;
  readonly written: number;
}

export interface StagedSite {
  readonly groups: readonly FileGroup[];
  readonly counts: SiteCounts;
}
