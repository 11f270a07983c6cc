/**
 * Watches folders and files for changes of any kind: written in place, renamed, or a whole folder removed and created again.
 * The paths need not exist if their parent folders do. Changes in quick succession cause one call.
 */

import { dirname, resolve, sep } from 'node:path';
import { watch } from 'chokidar';

/** Quiet time before a change is reported, ms: longer than the time between two steps of saving in an editor, too short to notice. */
const SETTLE_MS = 50;

/** Polling interval for each file and folder, ms. */
const POLL_MS = 100;

/**
 * Watches until the signal is aborted. Resolves once it detects changes, or when it is aborted: the first scan of large folders takes
 * a while. `onError` is called if some changes cannot be detected.
 */
export function watchPaths(
  paths: readonly string[],
  onChange: () => void,
  onError: (error: Error) => void,
  signal: AbortSignal,
): Promise<void> {
  const watched = paths.map((path) => resolve(path));
  // Their parent folders, because a folder that is created again is a different one to the system.
  const around = [...new Set(watched.map((path) => dirname(path)))];
  const isOurs = (path: string): boolean =>
    around.includes(path) || watched.some((one) => path === one || path.startsWith(one + sep));
  const watcher = watch(around, {
    ignored: (path) => !isOurs(resolve(path)),
    ignoreInitial: true,
    // A file that may be read after its next save is watched too.
    ignorePermissionErrors: true,
    // Data folders have one level of folders; below it, a link could lead to the whole disk.
    depth: 2,
    // Polling by path: the system's events belong to the old folder, so one that is immediately created again, as by git and rsync,
    // would be lost. It also works on network disks and in containers.
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
      // Nothing needs to wait for it: the rest of a scan ends by itself.
      void watcher.close();
      done();
    };
    watcher.once('ready', done);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
