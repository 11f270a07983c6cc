/**
 * Preloaded into a build (`node --import`): counts the calls that change the file system and strikes at one of them. Page
 * files are only counted in workers, because the number that the main thread writes differs from build to build. If the fault is to strike in
 * a worker, the main thread takes its time for each of its own page files, so that it cannot write them all alone.
 *
 * FAULT_AT: number of the call, from 1, in each thread. FAULT_KIND: `kill` ends the process before the call, as `kill -9`
 * would; `half` writes half of a file first; a signal (`SIGINT`) is sent to the process, and the thread waits for its effect; an error
 * code (`ENOSPC`) makes this and every later call that needs space fail.
 * FAULT_THREAD: `main` (default) or `worker`. FAULT_COUNT: a file that gets the number of calls in the main thread.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { FAULT_AT, FAULT_KIND = 'kill', FAULT_THREAD = 'main', FAULT_COUNT } = process.env;
const at = Number(FAULT_AT ?? Number.POSITIVE_INFINITY);
const isHere = isMainThread === (FAULT_THREAD === 'main');
const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const kill = () => process.kill(process.pid, 'SIGKILL');
const appendNow = fs.appendFileSync;
const writeNow = fs.writeFileSync;

/** Calls that need space on the disk; the others succeed on a full one. */
const NEED_SPACE = ['writeFileSync', 'mkdirSync', 'openSync', 'renameSync'];
const OTHERS = ['rmSync', 'rmdirSync', 'utimesSync'];

/** Longer than `HANG_MS` in `server.ts`, so that the test fails first. */
const HANG_MS = 300_000;

let calls = 0;
for (const name of [...NEED_SPACE, ...OTHERS]) {
  const original = fs[name];
  fs[name] = (...given) => {
    if (isMainThread && String(given[0]).includes('/.stillwave/new/api/')) {
      if (FAULT_THREAD === 'worker') wait(20);
      return original(...given);
    }
    if (!isHere || (name === 'openSync' && !String(given[1] ?? 'r').startsWith('w'))) return original(...given);
    calls++;
    if (FAULT_KIND === 'kill' && calls === at) kill();
    if (/^SIG[A-Z]+$/.test(FAULT_KIND) && calls === at) {
      process.kill(process.pid, FAULT_KIND);
      wait(HANG_MS);
    }
    if (FAULT_KIND === 'half' && calls === at) {
      if (name === 'writeFileSync') writeNow(given[0], given[1].slice(0, given[1].length / 2));
      kill();
    }
    if (/^E[A-Z]+$/.test(FAULT_KIND) && calls >= at && NEED_SPACE.includes(name)) {
      // A rename may need no new space, so only the one call fails.
      if (name !== 'renameSync' || calls === at) {
        const path = String(given[0]);
        throw Object.assign(new Error(`${FAULT_KIND}: made up, ${name} '${path}'`), {
          code: FAULT_KIND,
          syscall: name,
          path,
        });
      }
    }
    return original(...given);
  };
}
syncBuiltinESMExports();
if (FAULT_COUNT && isMainThread) process.on('exit', () => appendNow(FAULT_COUNT, `${calls}\n`));
