/** Time that `stillwave dev` takes from saving a file to notifying pages of the new release. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI } from './measure.ts';

/** Yields the release of each event in a stream. */
async function* releases(events: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let text = '';
  for await (const part of events) {
    text += Buffer.from(part).toString('utf8');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield JSON.parse(text.slice('data: '.length, end)).release;
      text = text.slice(end + 2);
    }
  }
}

/** Saves one value `runs` times, and returns the seconds for each save. One more save comes first and is not counted. */
export async function saveToShown(data: string, config: string, runs: number): Promise<number[]> {
  const flags = ['dev', '--data', data, '--config', config, '--port', '0'];
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const part of child.stderr.iterator({ destroyOnReturn: false })) {
    said += part;
    if (said.includes('read in')) break;
  }
  child.stderr.resume();
  const { body } = await fetch(`${/http:\S+/.exec(said)?.[0]}/_dev/events`);
  const told = releases(body as unknown as AsyncIterable<Uint8Array>);
  const path = join(data, 'event-versions/GWTC-1-confident.yaml');
  const seconds: number[] = [];
  let { value: release } = await told.next();
  for (let n = 0; n <= runs; n++) {
    const text = readFileSync(path, 'utf8').replace(/(best: )[0-9.]+/, `$1${200 + n}`);
    const start = performance.now();
    writeFileSync(path, text);
    const before = release;
    while (release === before) ({ value: release } = await told.next());
    if (n > 0) seconds.push((performance.now() - start) / 1000);
  }
  child.kill('SIGINT');
  await once(child, 'close');
  return seconds;
}
