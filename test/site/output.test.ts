/** How a build treats its output folder: what it writes, keeps, removes and refuses. */

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { OutputError } from '../../src/fs/output-error.ts';
import { buildSite } from '../../src/site/build.ts';
import { type Config, DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { isWithin } from '../../src/site/install/check-output.ts';
import { verifySite } from '../../src/site/install/verify-site.ts';
import { writeCatalogue } from '../oracle/catalogue-writer.ts';
import { everyKind } from '../oracle/every-kind.ts';
import { random } from '../oracle/generated.ts';
import { callCli } from '../support/call-cli.ts';
import {
  compiled,
  copyTree,
  differences,
  faultAt,
  logSyncs,
  makeLarge,
  runCli,
  signalAtMove,
  snapshot,
} from '../support/folders.ts';
import { createInterceptor } from '../support/intercept-calls.ts';
import { LONG } from '../support/property-runs.ts';
import { runUnprivileged } from '../support/run-cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = inject('cli');
const root = temporaryFolder();
const [dataA, dataB] = [join(root, 'a'), join(root, 'b')];
writeCatalogue(dataA, everyKind);
random(2).write(dataB);
writeFileSync(join(root, 'README'), '');
const noDownloads = join(root, 'no-downloads.yaml');
writeFileSync(noDownloads, 'layout: packs\ndownloads: false\n');
symlinkSync('nowhere', join(root, 'broken'));
symlinkSync(dataA, join(root, 'link'));

let out: string;
let number = 0;
beforeEach(() => {
  out = join(root, `out-${number++}`);
});

const build = (dataDir = dataA, more: { force?: boolean; config?: Partial<Config>; out?: string } = {}) =>
  buildSite({
    dataDir,
    out: more.out ?? out,
    config: { ...DEFAULT_CONFIG, layout: 'packs', downloads: [], ...more.config },
    force: more.force ?? false,
  });

async function built(...given: Parameters<typeof build>) {
  const result = await build(...given);
  if (result.kind !== 'built') throw new Error(JSON.stringify(result));
  return result.summary;
}

describe('a build with nothing to do', () => {
  it('touches no file', async () => {
    await built();
    const before = snapshot(out);
    const folder = statSync(out).mtimeMs;
    expect(await build()).toMatchObject({ kind: 'unchanged' });
    expect(snapshot(out)).toEqual(before);
    expect(statSync(out).mtimeMs).toBe(folder);
  });
});

describe('modification times', () => {
  it('stay if the content stays, and change if it changes, even in whole seconds and if the clock goes backwards', async () => {
    await built();
    const future = Math.floor(Date.now() / 1000) + 1000.5;
    const before = snapshot(out);
    for (const path of before.keys()) utimesSync(join(out, path), future, future);
    const summary = await built(dataA, { config: { archiveUrl: 'https://archive.example' } });
    const after = snapshot(out);
    // These are release.json, release.txt and the manifest.
    expect(summary.written).toBe(3);
    for (const [path, { hash, mtimeMs }] of after) {
      if (before.get(path)?.hash === hash) expect(mtimeMs, path).toBe(future * 1000);
      else expect(Math.floor(mtimeMs / 1000), path).toBeGreaterThan(Math.floor(future));
    }
  });
});

describe('unmanaged files', () => {
  it.each([false, true])('are kept (--force: %s)', async (force) => {
    await built();
    mkdirSync(join(out, 'own/deep'), { recursive: true });
    for (const path of ['CNAME', 'own/deep/a.txt', 'packs/notes.txt']) writeFileSync(join(out, path), path);
    await built(dataB, { force });
    for (const path of ['CNAME', 'own/deep/a.txt', 'packs/notes.txt']) {
      expect(readFileSync(join(out, path), 'utf8')).toBe(path);
    }
  });

  it('are never overwritten, even if the new release has a file at the same path', async () => {
    await built(dataA);
    const paths = [...snapshot(out).keys()];
    await built(dataB);
    const wanted = paths.find((path) => path.startsWith('packs/') && !existsSync(join(out, path))) as string;
    for (const place of ['file', 'folder', 'link']) {
      rmSync(join(out, wanted), { recursive: true, force: true });
      if (place === 'file') writeFileSync(join(out, wanted), 'mine');
      else if (place === 'folder') mkdirSync(join(out, wanted));
      else symlinkSync('nowhere', join(out, wanted));
      const before = snapshot(out);
      await expect(build(dataA)).rejects.toThrow(`${wanted} is in the way`);
      expect(snapshot(out)).toEqual(before);
    }
    rmSync(join(out, wanted));
    await built(dataA);
  });

  it('in a folder without a site prevent a build there', async () => {
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.tex'), '');
    await expect(build()).rejects.toThrow(/contains files \(such as thesis.tex\)/);
    writeFileSync(join(out, 'manifest.json'), '{"files":["x"]}');
    await expect(build()).rejects.toThrow(OutputError);
    await expect(build(dataA, { force: true })).rejects.toThrow(OutputError);
    expect([...snapshot(out).keys()]).toEqual(['manifest.json', 'thesis.tex']);
  });

  it('are not removed by a manifest with paths outside the site', async () => {
    await built();
    writeFileSync(join(root, 'precious'), '');
    const line = { path: '../precious', size: 0, sha256: '' };
    writeFileSync(join(out, 'manifest.json'), JSON.stringify({ release: 'x', files: [line] }));
    rmSync(join(out, 'release.json'));
    await expect(build()).rejects.toThrow(OutputError);
    expect(existsSync(join(root, 'precious'))).toBe(true);
  });
});

it.each([
  [posix, '/data', '/data/site', true],
  [posix, '/data', '/data', true],
  [posix, '/data', '/data..old', false],
  [posix, '/data', '/', false],
  [win32, 'D:\\data', 'D:\\data\\site', true],
  [win32, 'D:\\data', 'C:\\site', false],
])('%#: whether a folder contains a path', (paths, folder, path, expected) => {
  expect(isWithin(path, folder, paths)).toBe(expected);
});

describe('an unusable output folder', () => {
  it.each([
    { place: 'a file', path: 'README', says: 'is a file. Choose a folder' },
    { place: 'a broken link', path: 'broken', says: 'is a link to something' },
    { place: 'below a file', path: 'README/site', says: 'there is a file where a folder is needed' },
    { place: 'in the data', path: 'a/x', says: 'is inside the data folder' },
    { place: 'around the data', path: '', says: 'contains the data folder' },
    { place: 'in the data through a link', path: 'link/x', says: 'is inside the data folder' },
  ])('is refused: $place', async ({ path, says }) => {
    out = join(root, path);
    const before = snapshot(dataA);
    await expect(build()).rejects.toThrow(says);
    expect(snapshot(dataA)).toEqual(before);
  });

  it('is wrong usage', async () => {
    expect((await callCli(['build', '--data', dataA, '--site', join(root, 'a/x')])).status).toBe(2);
  });

  it.runIf(process.platform === 'linux')('is refused: no permission', async () => {
    await expect(build(dataA, { out: '/sys/stillwave' })).rejects.toThrow(/permission denied|read-only/);
  });

  it('can be a link to a folder', async () => {
    mkdirSync(join(root, 'real'));
    symlinkSync('real', out);
    await built();
    expect(existsSync(join(root, 'real/release.json'))).toBe(true);
    expect(snapshot(join(root, 'real')).has('.stillwave')).toBe(false);
  });
});

describe('a site without its manifest', () => {
  it('is not considered complete, and the message says what to do', async () => {
    await built();
    rmSync(join(out, 'manifest.json'));
    await expect(build()).rejects.toThrow('manifest.json is missing or damaged');
    await expect(build()).rejects.toThrow('stillwave build --force --site ');
    expect((await build(dataA, { force: true })).kind).toBe('built');
    expect((await build()).kind).toBe('unchanged');
  });
});

describe('a message without a reader', () => {
  it('does not change the exit status', async () => {
    const args = ['build', '--data', dataA, '--site', join(root, 'README')];
    const ended = await runCli(cli, args, {}, (child) => void child.stderr?.destroy());
    expect([ended.status, ended.signal]).toEqual([2, null]);
  });
});

describe('build --force', () => {
  it('repairs a site with damaged files, including its manifest and pointer', async () => {
    await built();
    const sound = snapshot(out);
    for (const path of sound.keys()) truncateSync(join(out, path), 0);
    rmSync(join(out, 'release.json'));
    const stray = 'packs/strain-files-0123456789abcdef0123456789abcdef.ndjson';
    writeFileSync(join(out, stray), 'of an older release');
    await expect(build()).rejects.toThrow('stillwave build --force --site ');
    await built(dataA, { force: true });
    // The damaged manifest no longer lists the file, so the build keeps it.
    expect(differences(snapshot(out), sound)).toEqual([stray]);
    expect(await verifySite(out)).toMatchObject({ outdated: [stray], unmanaged: [] });
  });
});

/** A site in both layouts, which tests copy. */
const whole = join(root, 'whole');
const both = join(root, 'both.yaml');
writeFileSync(both, 'downloads: [segments.csv]\nenumerate:\n  pageSizes: [20]\n  filters: {}\n');

/** Page files are written by threads, which run compiled code. */
async function buildBoth(to: string, config: Partial<Config> = {}, force = false): Promise<string> {
  const { buildSite } = await compiled<typeof import('../../src/site/build.ts')>(cli, 'site/build.js');
  const settings: Config = { ...DEFAULT_CONFIG, downloads: ['segments.csv'], ...config };
  const enumerate = { pageSizes: [20], filters: {} };
  return (await buildSite({ dataDir: dataA, out: to, force, config: { ...settings, layout: 'both', enumerate } })).kind;
}
beforeAll(async () => {
  expect(await buildBoth(whole)).toBe('built');
});

describe('files of the site that were removed manually', () => {
  beforeEach(() => copyTree(whole, out));

  it('are not noticed if they are pages: verify lists them, build --force writes them', async () => {
    const sound = snapshot(out);
    const page = [...sound.keys()].find((path) => path.startsWith('api/v2/strain-files/_/')) as string;
    rmSync(join(out, page));
    expect(await buildBoth(out)).toBe('unchanged');
    expect(await buildBoth(out, { archiveUrl: 'https://archive.example' })).toBe('built');
    expect((await verifySite(out)).faults).toEqual([{ path: page, kind: 'missing', message: 'is missing' }]);
    expect(await buildBoth(out, {}, true)).toBe('built');
    expect(differences(snapshot(out), sound)).toEqual([]);
  });

  it('are noticed by any build if they are packs, downloads or all pages of a listing', async () => {
    const sound = snapshot(out);
    for (const path of ['packs', 'downloads/segments.csv', 'api/v2/strain-files']) {
      rmSync(join(out, path), { recursive: true });
      expect(await buildBoth(out)).toBe('built');
      expect(differences(snapshot(out), sound)).toEqual([]);
    }
  });
});

describe('build --durable', () => {
  const buildA = (flags: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runCli(cli, ['build', '--data', dataA, '--site', out, '--config', noDownloads, '--quiet', ...flags], env);
  const foldersOf = (folder: string): string[] => [
    folder,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name)),
  ];
  const syncedIn = (log: string): string[] => (existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []);

  it('writes the same site, and syncs files, journal and folders to disk; without the flag nothing is synced', async () => {
    const log = join(root, `syncs-${number}`);
    await built(dataB);
    expect((await buildA(['--durable'], logSyncs(log))).status).toBe(0);
    const durable = snapshot(out);
    const synced = syncedIn(log);
    const staged = synced.filter((path) => path.includes('.stillwave/new/')).map((path) => path.split('/new/')[1]);
    const packs = [...durable.keys()].filter((path) => path.startsWith('packs/strain'));
    expect(staged).toEqual(expect.arrayContaining([...packs, 'release.json']));
    expect(synced.some((path) => path.endsWith('.stillwave/manifest.json.part'))).toBe(true);
    expect(synced).toEqual(expect.arrayContaining(foldersOf(out)));
    rmSync(out, { recursive: true });
    rmSync(log);
    await buildA([], logSyncs(log));
    expect(syncedIn(log)).toEqual([]);
    expect(differences(snapshot(out), durable)).toEqual([]);
  });

  if (LONG)
    it('is also durable if another command finishes it', async () => {
      await built(dataB);
      mkdirSync(join(out, 'unmanaged/deep'), { recursive: true });
      const journal = join(out, '.stillwave/new/manifest.json');
      const count = join(root, 'count');
      await buildA(['--durable'], faultAt(Number.MAX_SAFE_INTEGER, 'kill', { FAULT_COUNT: count }));
      let call = Number(readFileSync(count, 'utf8')) - 5;
      // The last calls of a build are the moves and the cleanup.
      for (; call > 0 && !existsSync(journal); call -= 5) {
        await built(dataB);
        await buildA(['--durable'], faultAt(call, 'kill'));
      }
      const log = join(root, `syncs-${number}`);
      expect((await runCli(cli, ['verify', '--site', out], logSyncs(log))).status).toBe(0);
      expect(existsSync(journal)).toBe(false);
      expect(syncedIn(log)).toEqual(expect.arrayContaining([out, join(out, 'packs')]));
      expect(syncedIn(log).filter((path) => path.includes('unmanaged'))).toEqual([]);
    });
});

describe('an error names the state of the site', () => {
  const { intercept, restore } = createInterceptor(['openSync', 'renameSync', 'rmSync']);
  afterEach(restore);
  /** Fails with EACCES when `call` gets the path of an existing file that ends with `end`. */
  const deny = (call: string, end: string) =>
    intercept((name, original) => (...given) => {
      const path = String(given[0]);
      if (name !== call || !path.endsWith(end) || !existsSync(path)) return original(...given);
      throw Object.assign(new Error('denied'), { code: 'EACCES', syscall: call, path });
    });
  /** Leaves staged files, like a build that was killed before it wrote the journal. */
  function interrupt(): void {
    mkdirSync(join(out, '.stillwave/new/packs'), { recursive: true });
    writeFileSync(join(out, '.stillwave/new/packs/staged.ndjson'), '');
  }
  const withoutWork = () => new Map([...snapshot(out)].filter(([path]) => !path.startsWith('.stillwave/')));

  it.each([
    ['build', 2, /^error: .*staged\.ndjson cannot be written: permission denied\. The site is unchanged\.\n$/],
    // Reading is still possible.
    ['verify', 0, /^warning: an interrupted build was not completed: .*staged\.ndjson cannot be written: /],
  ] as const)('staged files cannot be discarded: unchanged (%s)', async (command, expected, says) => {
    await built();
    const before = snapshot(out);
    interrupt();
    chmodSync(join(out, '.stillwave/new/packs'), 0o555);
    const data = command === 'build' ? ['--data', dataB] : [];
    const { status, stderr } = runUnprivileged(cli, [command, '--quiet', '--site', out, ...data]);
    expect(withoutWork()).toEqual(before);
    chmodSync(join(out, '.stillwave/new/packs'), 0o755);
    expect([status, stderr]).toEqual([expected, expect.stringMatching(says)]);
  });

  it.each([
    [
      'files cannot be moved: not fully installed',
      'renameSync',
      '/.stillwave/new/release.json',
      /is not fully installed/,
    ],
    ['staged files cannot be removed: installed', 'rmSync', '/.stillwave/new', /is installed; the next command/],
  ])('%s', async (_, call, end, says) => {
    await built();
    deny(call, end);
    await expect(build(dataB)).rejects.toThrow(says);
    restore();
    if (call === 'rmSync') expect((await verifySite(out)).faults).toEqual([]);
    expect(await build(dataB)).toMatchObject({ kind: 'unchanged' });
    expect(existsSync(join(out, '.stillwave'))).toBe(false);
  });

  it('the journal cannot be read: unknown', async () => {
    await built();
    interrupt();
    cpSync(join(out, 'manifest.json'), join(out, '.stillwave/new/manifest.json'));
    deny('openSync', '/.stillwave/new/manifest.json');
    await expect(build(dataB)).rejects.toThrow('denied. If a build was interrupted there, the next command');
    expect(existsSync(join(out, '.stillwave/new/packs/staged.ndjson'))).toBe(true);
  });
});

describe('a build that is terminated', () => {
  it.each([
    { signal: 'SIGINT', status: 130 },
    { signal: 'SIGTERM', status: 143 },
    { signal: 'SIGHUP', status: 129 },
  ] as const)('cleans up and exits with $status on $signal', async ({ signal, status }) => {
    const data = join(root, `large-${signal}`);
    random(28).write(data);
    makeLarge(data);
    const args = ['build', '--data', data, '--site', join(out, 'deep/site'), '--config', both, '--quiet'];
    // While threads write pages.
    const ended = await runCli(cli, args, faultAt(20, signal, { FAULT_THREAD: 'worker' }));
    expect(ended).toMatchObject({ status, stderr: `ended by ${signal}\n` });
    expect(existsSync(out)).toBe(false);
  });

  it.each([
    ['build', 'SIGINT', 130],
    ['build', 'SIGTERM', 143],
    ['serve', 'SIGINT', 130],
  ] as const)('%s while files are moved, on %s: the installation is completed', async (command, signal, status) => {
    const flags = command === 'serve' ? ['--build', '--port', '0'] : [];
    const args = [command, ...flags, '--data', dataA, '--site', out, '--config', noDownloads, '--quiet'];
    expect(await runCli(cli, args, signalAtMove(signal))).toMatchObject({
      status,
      stdout: '',
      stderr: `ended by ${signal}: the new release is installed in ${out}\n`,
    });
    expect((await verifySite(out)).faults).toEqual([]);
    expect(existsSync(join(out, '.stillwave'))).toBe(false);
  });
});

describe('a site with page files', () => {
  beforeEach(() => copyTree(whole, out));
  const run = (command: string, ...flags: string[]) =>
    callCli([command, '--data', dataA, '--site', out, '--config', both, '--quiet', ...flags]);

  it('build --layout packs needs --force, and changes nothing without it', async () => {
    const before = snapshot(out);
    const refused = await run('build', '--layout', 'packs');
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/^error: layout packs has no pages, so this would remove [\d,]+ files of .* --force/),
    ]);
    expect(differences(before, snapshot(out))).toEqual([]);
    expect((await run('build', '--layout', 'packs', '--force')).status).toBe(0);
    const after = snapshot(out);
    const isForRules = (path: string) => /^(home[.]html|api[/]v2[/](index[.]json|_errors[/].*))$/.test(path);
    const lost = [...before.keys()].filter((path) => !after.has(path) && !isForRules(path));
    expect(lost.some((path) => path.startsWith('eventapi/'))).toBe(true);
    expect(Number(/remove ([\d,]+) files/.exec(refused.stderr)?.[1]?.replaceAll(',', ''))).toBe(lost.length);
    expect([...snapshot(out).keys()].filter((path) => path.startsWith('api/v2/runs'))).toEqual([]);
    // The site has no page files any more, so --force is not needed.
    expect((await run('build', '--layout', 'packs')).status).toBe(0);
  });

  it('loses them to a configuration without pages', async () => {
    expect((await callCli(['build', '--data', dataA, '--site', out, '--config', noDownloads])).status).toBe(0);
    expect([...snapshot(out).keys()].filter((path) => path.startsWith('api/v2/runs'))).toEqual([]);
  });
});
