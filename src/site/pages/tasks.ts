/** The tasks of threads, as plain data, so that they can be sent to them. */

import type { DownloadName } from '../../core/contract/downloads.ts';
import type { PackLists } from '../../core/listing/compose.ts';
import type { BuiltRelease } from '../built-release.ts';
import type { Group, WrittenGroup } from '../install/manifest.ts';

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
  readonly built: BuiltRelease;
  readonly packs: PackLists;
  /** Whether page files get compressed copies. */
  readonly compress: boolean;
  readonly staging: string;
  /** The site's folder, which has the packs that are not staged because they have not changed. */
  readonly root: string;
  /** The site's groups, whose unchanged files need not be written again; null to write everything. */
  readonly previousGroups: readonly WrittenGroup[] | null;
}
