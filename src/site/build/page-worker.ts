/**
 * Main module of a thread that writes page and detail files: takes tasks while packs are still rendered, and posts what it made. One of
 * them also looks whether the files of the build before are still there.
 */

import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { findPresence, type Presence } from '../output/previous-site.ts';
import { type Answer, type Counters, createPackList, type Job, type Message, openJob, takeTasks } from './page-job.ts';
import type { Task } from './tasks.ts';

if (!parentPort) throw new Error('this module is that of a worker');
const port = parentPort;

const packs = createPackList();
const tasks: Task[] = [];
let isComplete = false;
let onMessage = () => {};
let presence: Promise<Presence> | null = null;

function end(): void {
  isComplete = true;
  packs.end();
}

const job = await new Promise<Job>((resolve) => {
  port.on('message', (message: Message) => {
    if (message === null) end();
    else if ('previous' in message) presence = findPresence(message.previous, setImmediate);
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
const answer: Answer = { done, presence: await presence };
port.postMessage(answer);
port.close();
