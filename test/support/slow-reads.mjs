/** Preloaded into a server (`node --import`): reading a file blocks as long as a file with the same name and the ending `.slow` exists. */
import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout } from 'node:timers/promises';

for (const name of ['open', 'readFile']) {
  const original = promises[name];
  promises[name] = async (path, ...rest) => {
    while (existsSync(`${path}.slow`)) await setTimeout(10);
    return original(path, ...rest);
  };
}
syncBuiltinESMExports();
