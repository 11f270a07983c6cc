/** Preloaded into a program: writes its peak resident memory, in bytes, to the file PEAK_FILE when it ends. */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS * 1024)));
}
