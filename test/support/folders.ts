/** The content of folders, and the compiled program that writes them. */

import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The content of every file below a folder, by sorted path; each byte is one character. */
export function contentOf(root: string): Map<string, string> {
  const files = readdirSync(root, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'latin1')]));
}

/** Modification times (ms) of all files below a folder, by path. */
export function timesOf(root: string): Map<string, number> {
  return new Map([...contentOf(root).keys()].map((path) => [path, statSync(join(root, path)).mtimeMs]));
}

export interface FileState {
  readonly hash: string;
  readonly mtimeMs: number;
}

/** Hash and modification time of every file and link below a folder, by path; an empty map if there is no folder. */
export function snapshot(root: string): Map<string, FileState> {
  const files = new Map<string, FileState>();
  const look = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        look(path);
        continue;
      }
      const content = entry.isSymbolicLink() ? 'link' : readFileSync(join(root, path));
      const hash = createHash('sha256').update(content).digest('hex');
      files.set(path, { hash, mtimeMs: lstatSync(join(root, path)).mtimeMs });
    }
  };
  if (existsSync(root)) look('');
  return files;
}

/** The differences between two trees, except modification times; empty if they are the same. */
export function differences(a: ReadonlyMap<string, FileState>, b: ReadonlyMap<string, FileState>): string[] {
  const paths = new Set([...a.keys(), ...b.keys()]);
  return [...paths].filter((path) => a.get(path)?.hash !== b.get(path)?.hash);
}

/** Copies a tree with its modification times. `cpSync` takes several times as long for thousands of files. */
export function copyTree(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

/** Adds a comment to a data folder, so that a build writes its pages on several threads. */
export function makeLarge(data: string): void {
  appendFileSync(join(data, 'catalogs.yaml'), `\n# ${'large '.repeat(2 ** 16)}\n`);
}

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the compiled program. `onStart` gets the process. */
export function runCli(
  cli: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  onStart: (process: ReturnType<typeof spawn>) => void = () => {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], { env: { ...process.env, ...env } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
    onStart(child);
  });
}

const FAULTS = pathToFileURL(join(import.meta.dirname, 'fault-at-call.mjs')).href;

/** The environment in which a build encounters a fault; see `fault-at-call.mjs`. */
export function faultAt(call: number, kind: string, more: Readonly<Record<string, string>> = {}) {
  return { NODE_OPTIONS: `--import ${FAULTS}`, FAULT_AT: String(call), FAULT_KIND: kind, ...more };
}

/** The environment in which a build gets a signal when it is about to move the pointer into the site. */
export function signalAtMove(signal: NodeJS.Signals) {
  const code = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      if (String(from).endsWith('/.stillwave/new/release.json')) process.kill(process.pid, '${signal}');
      return renameSync(from, to);
    };
    syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}

const SYNCS = pathToFileURL(join(import.meta.dirname, 'log-syncs.mjs')).href;

/** The environment in which a build logs to `file` the paths that it syncs to disk. */
export function logSyncs(file: string) {
  return { NODE_OPTIONS: `--import ${SYNCS}`, SYNC_LOG: file };
}

/** A compiled module: page files are written by threads, which need compiled code. */
export async function compiled<Module>(cli: string, path: string): Promise<Module> {
  return (await import(pathToFileURL(join(dirname(cli), '..', path)).href)) as Module;
}

/** Runs tasks, several at a time; resolves to their results in order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await task(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: most }, work));
  return results;
}
