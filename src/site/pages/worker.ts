/** Main module of a thread that writes files. Takes work while packs are still being rendered, and posts the results. */

import { parentPort, workerData } from 'node:worker_threads';
import { type Counter, type Job, type Message, openJob, takeWork, type Work } from './work.ts';

if (!parentPort) throw new Error('this module only runs in a worker');
const port = parentPort;
const packs: Record<string, readonly string[]> = {};
const work: Work[] = [];
let isComplete = false;
let onMessage = () => {};

const job = await new Promise<Job>((resolve) => {
  port.on('message', (message: Message) => {
    if (message === null) isComplete = true;
    else if ('job' in message) resolve(message.job);
    else if ('packs' in message) Object.assign(packs, message.packs);
    else work.push(...message.work);
    onMessage();
  });
});

async function next(number: number): Promise<Work | undefined> {
  while (number >= work.length && !isComplete) {
    await new Promise<void>((resolve) => {
      onMessage = resolve;
    });
  }
  return work[number];
}

await takeWork(
  job,
  openJob(job, packs),
  workerData as Counter,
  next,
  () => {},
  (done) => port.postMessage(done),
);
port.close();
