/**
 * A process of the lock's test: `node lock-racer.mjs <lock module> <folder> <rounds> <live|die>`. Takes the lock again and
 * again; while it holds it, makes a folder that must not be there. With `die` it kills itself while it holds the lock for the
 * last time. Ends with 1 where two held it at once.
 */
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

const [, , module, folder, rounds, end] = process.argv;
const { lockFolder } = await import(module);
for (let round = 0; round < Number(rounds); ) {
  let lock;
  try {
    lock = lockFolder(join(folder, 'work'));
  } catch (error) {
    if (error.name === 'LockedError') continue;
    throw error;
  }
  try {
    mkdirSync(join(folder, 'held'));
  } catch {
    console.error('two processes hold the lock');
    process.exit(1);
  }
  // The folder is to be gone also where its maker dies.
  rmdirSync(join(folder, 'held'));
  round++;
  if (end === 'die' && round === Number(rounds)) process.kill(process.pid, 'SIGKILL');
  lock.release();
}
