/** Preloaded into a program: writes its peak resident memory in bytes and its CPU time in seconds, all threads, to PEAK_FILE. */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = { peakBytes: maxRSS * 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
    writeFileSync(process.env.PEAK_FILE, JSON.stringify(usage));
  });
}
