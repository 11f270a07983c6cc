/**
 * Main module of a thread that writes page and detail files: looks up what of the build before can stand, then takes tasks while
 * packs are still rendered, and posts what it made.
 */

import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { checkTasks, isExact, type PreviousSite } from '../output/previous-site.ts';
import { type Answer, type Counters, createPackList, type Job, type Message, openJob, takeTasks } from './page-job.ts';
import type { Task } from './tasks.ts';

if (!parentPort) throw new Error('this module is that of a worker');
const port = parentPort;

const packs = createPackList();
const tasks: Task[] = [];
let isComplete = false;
let onMessage = () => {};
let exact: Promise<boolean | null> = Promise.resolve(null);

async function lookUp(previous: PreviousSite, isFirst: boolean): Promise<boolean | null> {
  await checkTasks(previous, setImmediate);
  return isFirst ? isExact(previous, setImmediate) : null;
}

const job = await new Promise<Job>((resolve) => {
  port.on('message', (message: Message) => {
    if (message === null) isComplete = true;
    else if ('previous' in message) exact = lookUp(message.previous, message.isFirst);
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

const done = await takeTasks(job, openJob(job, packs), packs, workerData as Counters, next, () => {});
const answer: Answer = { done, isExact: await exact };
port.postMessage(answer);
port.close();
