/** Measures the memory that work leaves behind, for tests of whether names in requests are kept. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Bytes that `work` leaves in memory. `work` runs once before the measurement, so that permanent data such as caches do not count. */
export async function keptAfter(work: (round: number) => void | Promise<void>): Promise<number> {
  await work(0);
  const before = heapUsed();
  await work(1);
  return heapUsed() - before;
}
