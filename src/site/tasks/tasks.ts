/** The tasks of threads, as plain data, so that they can be sent to them. */

import type { DownloadName } from '../../core/contract/downloads.ts';
import type { ReleaseData } from '../../core/release/release.ts';
import type { StageFolder } from '../groups/file-writer.ts';
import type { Group } from '../groups/manifest.ts';

/** A task for any thread: writes the files of a group, or some of them. */
export type Task = Group &
  (
    | { readonly kind: 'download'; readonly key: DownloadName }
    | { readonly kind: 'legacy' }
    /** The records of one pack; the key is the collection's name. */
    | { readonly kind: 'records'; readonly pack: number }
    /** All pages of the listing at a path for the enumerated set of filters with this number. */
    | { readonly kind: 'pages'; readonly listing: string; readonly filterSet: number }
  );

/** The tasks of all threads, with the inputs that they share. */
export interface SharedTasks {
  readonly tasks: readonly Task[];
  /** The number of the next task, in memory shared by all threads. */
  readonly counter: Int32Array;
  /** Every index is in memory, and `packs` names the packs of all collections. */
  readonly built: ReleaseData;
  /** Where the packs are (`openPacks`). */
  readonly packFolders: readonly string[];
  /** The folder that the files are written to. */
  readonly folder: StageFolder;
}
