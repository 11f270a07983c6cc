/** Preloaded into a server (`node --import`): reading a file takes as long as there is a file with its name and `.slow`. */
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
