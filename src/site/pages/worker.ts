/** Main module of a thread that writes files: receives a job, posts the files from each piece of work, and finally posts null. */

import { parentPort } from 'node:worker_threads';
import { takeWork } from './run-work.ts';
import type { Job } from './work.ts';

if (!parentPort) throw new Error('this module only runs in a worker');
const port = parentPort;

port.once('message', async (job: Job) => {
  await takeWork(job, async (...done) => port.postMessage(done));
  port.postMessage(null);
});
