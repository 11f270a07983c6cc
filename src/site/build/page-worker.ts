/**
 * Main module of a thread that writes page and detail files. Takes tasks while packs are still being rendered, and posts the results.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { createPackList, type Job, type Message, openJob, type Start, takeTasks } from './page-job.ts';
import type { Task } from './tasks.ts';

if (!parentPort) throw new Error('this module only runs in a worker');
const port = parentPort;
const { counters } = workerData as Start;

const packs = createPackList();
const tasks: Task[] = [];
let isComplete = false;
let onMessage = () => {};

function end(): void {
  isComplete = true;
  packs.end();
}

const job = await new Promise<Job>((resolve) => {
  port.on('message', (message: Message) => {
    if (message === null) end();
    else if ('job' in message) resolve(message.job);
    else if ('named' in message) packs.add(message.named);
    else tasks.push(message.task);
    onMessage();
  });
});

async function next(number: number): Promise<Task | undefined> {
  while (number >= tasks.length && !isComplete) {
    await new Promise<void>((resolve) => {
      onMessage = resolve;
    });
  }
  return tasks[number];
}

const done = await takeTasks(job, openJob(job, packs), packs, counters, next, () => {});
const memory = done.map(({ result }) => result.lines.buffer);
port.postMessage(done, memory);
port.close();
