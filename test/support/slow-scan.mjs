/** Preloaded into `dev` (`node --import`): each look at a file or folder by a watcher takes two seconds, as on a slow network disk. */
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout } from 'node:timers/promises';

for (const name of ['lstat', 'readdir', 'stat']) {
  const original = promises[name];
  promises[name] = async (...given) => {
    await setTimeout(2000);
    return original(...given);
  };
}
syncBuiltinESMExports();
