/** Lines written to a pipe that takes only parts of them. */

import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLogWriter } from '../../src/cli/log-writer.ts';
import { makePipe } from '../attack/pipes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const path = join(temporaryFolder(), 'pipe');

function readAll(fd: number): string {
  const buffer = Buffer.alloc(2 ** 20);
  try {
    return buffer.toString('latin1', 0, readSync(fd, buffer));
  } catch {
    return '';
  }
}

describe.skipIf(!makePipe(path))('a log', () => {
  const open = () => ({
    from: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    to: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK),
  });

  it('has every line whole, although the pipe is full again and again', async () => {
    const { from, to } = open();
    const lost: string[] = [];
    const log = createLogWriter(to, (reason) => lost.push(reason));
    const lines = Array.from({ length: 5000 }, (_, number) => `${number} ${'x'.repeat(number % 300)}\n`);
    for (const line of lines) log.write(line);
    let text = '';
    const ended = log.end();
    for (let tries = 0; tries < 1000 && text.length < lines.join('').length; tries++) {
      text += readAll(from);
      await sleep(1);
    }
    await ended;
    expect(text).toBe(lines.join(''));
    expect(lost).toEqual([]);
    for (const fd of [from, to]) closeSync(fd);
  });

  it('reports once that lines are lost', () => {
    const { from, to } = open();
    const lost: string[] = [];
    const log = createLogWriter(to, (reason) => lost.push(reason));
    closeSync(from);
    for (let n = 0; n < 3; n++) log.write('a\n');
    expect(lost).toEqual([expect.stringContaining('EPIPE')]);
    const again = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    log.write('b\n');
    expect(readAll(again)).toBe('b\n');
    for (const fd of [again, to]) closeSync(fd);
  });
});
