/**
 * Watches folders and files for changes of any kind: a file written in place, a rename, or a whole folder removed and recreated. The paths
 * need not exist if their parent folders do. Changes in quick succession cause a single call.
 */

import { dirname, resolve, sep } from 'node:path';
import { watch } from 'chokidar';

/** Quiet time before a change is reported, in ms: longer than the time between the steps of an editor's save, but too short to notice. */
const SETTLE_MS = 50;

/** Polling interval for each file and folder, in ms. */
const POLL_MS = 100;

/**
 * Watches until the signal is aborted. Resolves once changes are being detected, or when aborted: the first scan of a large folder takes a
 * while. `onError` is called if some changes cannot be detected.
 */
export function watchPaths(
  paths: readonly string[],
  onChange: () => void,
  onError: (error: Error) => void,
  signal: AbortSignal,
): Promise<void> {
  const watched = paths.map((path) => resolve(path));
  // Watches the parent folders, because the system treats a recreated folder as a different folder.
  const around = [...new Set(watched.map((path) => dirname(path)))];
  const isOurs = (path: string): boolean =>
    around.includes(path) || watched.some((one) => path === one || path.startsWith(one + sep));
  const watcher = watch(around, {
    ignored: (path) => !isOurs(resolve(path)),
    ignoreInitial: true,
    // Unreadable files are watched too, because they may be readable after the next save.
    ignorePermissionErrors: true,
    // Data folders have one level of subfolders; below that, a link could lead to the whole disk.
    depth: 2,
    // Polls by path: system events stay tied to the old folder, so they would miss a folder that is removed and immediately recreated,
    // which git and rsync can do. Polling also works on network disks and in containers.
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
    const stop = () => {
      clearTimeout(timer);
      // Nothing needs to wait for this: a scan in progress ends by itself.
      void watcher.close();
      done();
    };
    watcher.once('ready', done);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
