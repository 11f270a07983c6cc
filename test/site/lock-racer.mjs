/**
 * A process of the lock's test: `node lock-racer.mjs <lock module> <folder> <rounds>`. Takes the lock again and again; while it
 * holds it, makes a folder that must not be there. Prints how often it got it; ends with 1 where two held it at once.
 */
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

const [, , module, folder, rounds] = process.argv;
const { takeLock } = await import(module);
let taken = 0;
for (let round = 0; round < Number(rounds); ) {
  let lock;
  try {
    lock = takeLock(folder);
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
  // Some die while they hold it, between any two steps; the folder is theirs to remove first.
  rmdirSync(join(folder, 'held'));
  if (Math.random() < 0.02) process.kill(process.pid, 'SIGKILL');
  lock.release();
  taken++;
  round++;
}
console.log(taken);
