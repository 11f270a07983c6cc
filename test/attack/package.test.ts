/** The published package and its dependencies: only compiled sources and their data, nothing from an earlier build, no install scripts. */

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, inject, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const { scripts, dependencies, files } = read('package.json') as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  files: string[];
};

/** Runs npm without the user's settings. */
function npm(cwd: string, ...args: string[]) {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', env: { ...process.env, npm_config_userconfig: '/dev/null' } });
}

it('the package contains the files it lists and every page that its pages link, but no hidden files, pictures or source maps', () => {
  const { stdout } = spawnSync('tar', ['-tzf', inject('packed')], { encoding: 'utf8' });
  const paths = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
  expect(paths.length).toBeGreaterThan(300);
  const allowed = new Set([...files, 'package.json', 'README.md', 'LICENSE']);
  expect(paths.filter((path) => !allowed.has(path) && !allowed.has(path.split('/')[0] as string))).toEqual([]);
  expect(paths.filter((path) => /(?:^|\/)\.|\.(?:map|png)$/.test(path))).toEqual([]);
  const texts = paths.filter((path) => /^build\/.*\.js$/.test(path));
  expect(texts.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(ROOT))).toEqual([]);
  const pages = paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);
  const linked = pages.flatMap(([path = '', text = '']) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]+\.md)/g)].map(([, link = '']) => posix.join(posix.dirname(path), link)),
  );
  expect(linked.length).toBeGreaterThan(50);
  expect(linked.filter((path) => !paths.includes(path))).toEqual([]);
});

it('files left over from an earlier build are not packed', () => {
  expect(scripts.prepack).toMatch(/^npm run clean && /);
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'build/old'), { recursive: true });
  writeFileSync(join(folder, 'build/old/module.js'), '');
  expect(npm(folder, 'run', 'clean').status).toBe(0);
  expect(existsSync(join(folder, 'build'))).toBe(false);
});

it('nothing runs at install, each dependency has exactly one version, and none has install scripts', () => {
  const atInstall = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];
  expect(atInstall.filter((name) => name in scripts)).toEqual([]);
  // The id of a release depends on these versions, too.
  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const locked = Object.entries(read('package-lock.json').packages as Record<string, Record<string, unknown>>).slice(1);
  const shipped = locked.filter(([, entry]) => !entry.dev && !entry.optional && !entry.devOptional);
  expect(shipped.length).toBeGreaterThan(Object.keys(dependencies).length);
  expect(shipped.filter(([, entry]) => entry.hasInstallScript)).toEqual([]);
  // A package without a location comes from the configured registry.
  const elsewhere = (url: unknown) => url !== undefined && !String(url).startsWith('https://registry.npmjs.org/');
  expect(locked.filter(([, { resolved, integrity }]) => elsewhere(resolved) || integrity === undefined)).toEqual([]);
});
