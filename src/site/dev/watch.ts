/**
 * Tells when something changed in a folder or in single files, whatever way it was written: in place, by renaming, by removing a whole
 * folder and making it again.
 *
 * In: paths, which need not exist yet as long as the folders that they are in do. Out: calls, once for changes that come close together.
 */

import { dirname, resolve, sep } from 'node:path';
import { watch } from 'chokidar';

/** Silence after which a change is told, ms: longer than an editor takes between two steps of saving, shorter than anybody notices. */
const SETTLE_MS = 50;

/** How often each file and folder is looked at, ms. */
const POLL_MS = 100;

export interface Watcher {
  close(): Promise<void>;
}

/** Watches until closed. Resolves once it sees changes; `onError` is told why it cannot see some of them. */
export function watchPaths(
  paths: readonly string[],
  onChange: () => void,
  onError: (error: Error) => void,
): Promise<Watcher> {
  const watched = paths.map((path) => resolve(path));
  // The folders around them, as a folder that is removed and made again is another one to the system.
  const around = [...new Set(watched.map((path) => dirname(path)))];
  const isOurs = (path: string): boolean =>
    around.includes(path) || watched.some((one) => path === one || path.startsWith(one + sep));
  const watcher = watch(around, {
    ignored: (path) => !isOurs(resolve(path)),
    ignoreInitial: true,
    // Looked at by path: what the system tells is of the folder that was there, and one that is removed and made again at once, as
    // git and rsync do, would never be heard of again. It works on network disks and in containers too.
    usePolling: true,
    interval: POLL_MS,
  });
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  });
  watcher.on('error', (error) => onError(error as Error));
  return new Promise((done) => {
    watcher.once('ready', () =>
      done({
        close: () => {
          clearTimeout(timer);
          return watcher.close();
        },
      }),
    );
  });
}
