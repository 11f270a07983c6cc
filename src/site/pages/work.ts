/** The work that threads do, as plain data, so that it can be sent to them. */

import type { DownloadName } from '../../core/contract/downloads.ts';
import type { ReleaseData } from '../../core/handler/release.ts';
import type { WrittenFiles } from '../install/file-writer.ts';
import type { FileGroup, GroupKey } from '../install/manifest.ts';

/** A piece of work for any thread. `group` is the group that its files belong to. */
export type Work = { readonly group: GroupKey } & (
  | { readonly kind: 'records'; readonly collection: string; readonly pack: number }
  /** All pages of the listing at a path for the enumerated set of filters with this number. */
  | { readonly kind: 'pages'; readonly listing: string; readonly filterSet: number }
  | { readonly kind: 'legacy' }
  | { readonly kind: 'download'; readonly name: DownloadName }
);

/** Work for all threads, with shared inputs. */
export interface Job {
  readonly work: readonly Work[];
  /** The number of the next piece of work, in memory shared by all threads. */
  readonly counter: Int32Array;
  /** Includes the complete index. */
  readonly data: ReleaseData;
  /** Whether page files get compressed copies. */
  readonly compress: boolean;
  readonly staging: string;
  /** The site's folder, which has the packs that are not staged because they have not changed. */
  readonly root: string;
  /** The site's groups, whose unchanged files need not be written again; null to write everything. */
  readonly previousGroups: readonly FileGroup[] | null;
}

/** The files of the piece of work with this number. */
export interface Done {
  readonly number: number;
  readonly files: WrittenFiles;
}
