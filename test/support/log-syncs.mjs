/**
 * Preloaded into a build (`node --import`): writes the path of every file and folder that the program syncs to disk into SYNC_LOG, one per
 * line.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { openSync, fsyncSync, appendFileSync } = fs;
const paths = new Map();
fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  paths.set(file, path);
  return file;
};
fs.fsyncSync = (file) => {
  appendFileSync(process.env.SYNC_LOG, `${paths.get(file)}\n`);
  fsyncSync(file);
};
syncBuiltinESMExports();
