/** Main module of a thread that writes files: receives the tasks, posts the files from each task that it does, and finally posts null. */

import { parentPort } from 'node:worker_threads';
import { runTasks } from './run-tasks.ts';
import type { SharedTasks } from './tasks.ts';

if (!parentPort) throw new Error('this module only runs in a worker');
const port = parentPort;

port.once('message', async (shared: SharedTasks) => {
  await runTasks(shared, async (...done) => port.postMessage(done));
  port.postMessage(null);
});
