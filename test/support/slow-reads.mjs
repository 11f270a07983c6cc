/** Preloaded into a server (`node --import`): reading a file takes as long as there is a file with its name and `.slow`. */
import { existsSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout } from 'node:timers/promises';

const { readFile } = promises;
promises.readFile = async (path, ...rest) => {
  while (existsSync(`${path}.slow`)) await setTimeout(10);
  return readFile(path, ...rest);
};
syncBuiltinESMExports();
