/** `stillwave init`: a catalogue to start from, which builds, and a workflow that publishes it. */

import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { findPackageSource } from '../../src/cli/package-source.ts';
import { callCli } from '../support/call-cli.ts';
import { ROOT } from '../support/data-folders.ts';
import { contentOf, differences, snapshot } from '../support/folders.ts';
import { installPackage } from '../support/installed-package.ts';
import { freePort } from '../support/programs.ts';
import { runUnprivileged } from '../support/run-cli.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it.each([
  ['with the example', [], 1],
  ['--empty', ['--empty'], 0],
] as const)('%s: the catalogue is valid and builds, and its files explain themselves', async (_, flags, events) => {
  const folder = temporaryFolder();
  const { status, stdout } = await callCli(['init', 'mine', ...flags], folder);
  expect([status, stdout.split('Next:\n')[1]]).toEqual([
    0,
    '  cd mine\n  npm install\n  npx --no-install stillwave validate\n  npx --no-install stillwave build\n  npx --no-install stillwave serve\n',
  ]);
  const mine = join(folder, 'mine');
  const files = contentOf(mine);
  expect([...files.values()].filter((text) => text.includes('{{'))).toEqual([]);
  const { stillwave } = JSON.parse(files.get('package.json') as string).dependencies;
  expect(resolve(mine, stillwave.replace('file:', ''))).toBe(resolve(ROOT));
  const yaml = [...files].filter(([path]) => path.endsWith('.yaml'));
  expect(yaml).toHaveLength(events === 1 ? 6 : 5);
  for (const [path, text] of yaml) {
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n# /.exec(text) ?? [];
    const inPackage = join(dirname(path), schema).replace('node_modules/stillwave/', '');
    expect(existsSync(join(ROOT, inPackage)), path).toBe(true);
  }
  const validated = await callCli(['validate', '--strict', '--json'], mine);
  expect(JSON.parse(validated.stdout)).toMatchObject({ ok: true, counts: { eventVersions: events, warnings: 0 } });
  expect(await callCli(['build', '--quiet'], mine)).toMatchObject({ status: 0, stderr: '' });
});

it('the title in the configuration is the name of the site', async () => {
  const folder = temporaryFolder();
  await callCli(['init'], folder);
  const config = join(folder, 'stillwave.config.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace('title: My catalogue', 'title: "<b> & Co."'));
  expect(await callCli(['build', '--quiet'], folder)).toMatchObject({ status: 0, stderr: '' });
  const page = readFileSync(join(folder, 'dist/index.html'), 'utf8');
  expect(page).toContain('<title>&#60;b&#62; &#38; Co.</title>');
  expect(page).toContain('<h1 class="brand">&#60;b&#62; &#38; Co.</h1>');
  expect(page).toContain('"name":"\\u003cb> & Co."');
  const { info } = JSON.parse(readFileSync(join(folder, 'dist/api/v2/openapi.json'), 'utf8'));
  expect(info.title).toBe('<b> & Co.');
  const { stderr } = await callCli(['validate', '--config', config], folder);
  expect(stderr).toBe('');
  writeFileSync(config, 'title: "two\\nlines"\n');
  expect((await callCli(['validate'], folder)).status).toBe(1);
});

describe('a folder that has files already', () => {
  it('data files are listed, and nothing is written', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'data/timelines'), { recursive: true });
    writeFileSync(join(folder, 'data/timelines/O1.yaml'), '');
    writeFileSync(join(folder, 'stillwave.config.yaml'), '');
    const before = snapshot(folder);
    const { status, stdout, stderr } = await callCli(['init', '--forge', 'gitlab', '--package', '0.1.0'], folder);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: .* already has files of a catalogue\. Nothing was written\..*\n/);
    expect(stderr).toContain('  data/timelines/O1.yaml\n  stillwave.config.yaml\n');
    expect(differences(before, snapshot(folder))).toEqual([]);
  });

  it('a file named data is reported with a fix, and nothing is written', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'data'), 'mine');
    const { status, stdout, stderr } = await callCli(['init'], folder);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe('error: data is not a folder. Nothing was written. Rename it, or choose another folder\n');
    expect([...contentOf(folder)]).toEqual([['data', 'mine']]);
    const below = await callCli(['init', 'data'], folder);
    expect([below.status, below.stderr]).toEqual([2, 'error: data is a file. Choose a folder\n']);
  });

  it('its package.json and .gitignore stay as they are', async () => {
    const folder = temporaryFolder();
    for (const name of ['package.json', '.gitignore']) writeFileSync(join(folder, name), 'mine');
    expect((await callCli(['init'], folder)).status).toBe(0);
    const files = contentOf(folder);
    expect([files.get('package.json'), files.get('.gitignore'), files.size]).toEqual(['mine', 'mine', 8]);
  });

  it('with a package.json of its own, the command to install Stillwave is shown', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), '{}');
    const { stdout } = await callCli(['init', '--package', 'git+https://host.example/x.git#abc'], folder);
    expect(stdout).toContain("\n  npm install 'stillwave@git+https://host.example/x.git#abc'\n");
  });
});

it('a data folder without read permission is an error, and nothing is written', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'), { mode: 0 });
  const { status, stderr } = runUnprivileged(inject('cli'), ['init', folder]);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(
      /data: no permission to read it\. Nothing was written\. To correct it, let your user read it/,
    ),
  ]);
  chmodSync(join(folder, 'data'), 0o755);
});

it('a folder without write permission is an error, and nothing is written', () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o555);
  const [denied, hidden] = [join(folder, 'mine'), join(folder, 'hidden/mine')];
  const { status, stderr } = runUnprivileged(inject('cli'), ['init', denied]);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^error: .* cannot be written: permission denied\. Nothing/),
  ]);
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'hidden'), { mode: 0 });
  const unseen = runUnprivileged(inject('cli'), ['init', hidden]);
  expect([unseen.status, unseen.stderr]).toEqual([
    2,
    expect.stringContaining('permission denied. Nothing was written.'),
  ]);
});

describe('the dependency on this program', () => {
  /** The dependency that `init` writes if npm recorded this about the package. */
  function sourceOf(record: object | null): string {
    const folder = temporaryFolder();
    const root = join(folder, 'node_modules/stillwave');
    mkdirSync(root, { recursive: true });
    writeFileSync(join(folder, 'stillwave.tgz'), '');
    const text = JSON.stringify({ packages: { 'node_modules/stillwave': record } });
    if (record !== null) writeFileSync(join(folder, 'node_modules/.package-lock.json'), text);
    return findPackageSource(join(folder, 'mine'), root).spec;
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

  it.each([
    [
      'a commit of a repository',
      { resolved: 'git+ssh://git@host.example/x.git#abc' },
      'git+ssh://git@host.example/x.git#abc',
    ],
    ['the public registry', { resolved: 'https://registry.npmjs.org/stillwave/-/stillwave-0.1.0.tgz' }, version],
    [
      'another registry',
      { resolved: 'https://npm.example/stillwave-0.1.0.tgz' },
      'https://npm.example/stillwave-0.1.0.tgz',
    ],
    ['a file', { resolved: 'file:stillwave.tgz' }, 'file:../stillwave.tgz'],
    ['a file that is gone', { resolved: 'file:gone.tgz' }, 'file:../node_modules/stillwave'],
    ['a link to a folder', { resolved: '../clone', link: true }, 'file:../node_modules/stillwave'],
    ['an unknown place', null, 'file:../node_modules/stillwave'],
  ])('on a package from %s', (_, record, spec) => {
    expect(sourceOf(record)).toBe(spec);
  });

  it('is found from a folder behind a link', () => {
    const folder = temporaryFolder();
    const root = join(folder, 'global/lib/node_modules/stillwave');
    for (const path of [root, join(folder, 'disk/deep/home')]) mkdirSync(path, { recursive: true });
    symlinkSync(join(folder, 'disk/deep/home'), join(folder, 'home'));
    const { spec } = findPackageSource(join(folder, 'home/mine'), root);
    expect(resolve(folder, 'disk/deep/home/mine', spec.replace('file:', ''))).toBe(realpathSync(root));
  });

  it('is reported if it is only on this machine', async () => {
    const { stderr } = await callCli(['init', 'mine'], temporaryFolder());
    expect(stderr).toMatch(/^note: package\.json installs Stillwave from file:.*--package/);
  });

  it('a workflow cannot install it from this machine', async () => {
    const folder = temporaryFolder();
    const { status, stderr } = await callCli(['init', '--forge', 'github'], folder);
    expect([status, stderr, contentOf(folder).size]).toEqual([2, expect.stringContaining('--package'), 0]);
  });
});

describe('--forge', () => {
  const folder = temporaryFolder();
  const env = { ...process.env, npm_config_userconfig: '/dev/null', npm_config_offline: 'true' };

  /** Reads the commands of the workflow that runs for each change, and the variable with the site's address. */
  const WORKFLOWS = {
    github: (text: string) => {
      const { jobs, concurrency, env: shared } = parse(text);
      expect(jobs.publish).toMatchObject({ needs: 'build', if: "github.event_name == 'push'" });
      expect(jobs.build.if).toContain('github.ref_name == github.event.repository.default_branch');
      expect(concurrency.group).toContain('github.ref');
      const uses = [jobs.build, jobs.publish].flatMap(({ steps }) =>
        steps.flatMap((step: { uses?: string }) => step.uses ?? []),
      );
      expect(uses).toEqual(Array(4).fill(expect.stringMatching(/^actions\/[a-z-]+@[0-9a-f]{40}$/)));
      const steps: { run?: string }[] = jobs.build.steps;
      return { address: Object.keys(shared), scripts: steps.flatMap(({ run }) => run ?? []) };
    },
    gitlab: (text: string) => {
      const { build, pages } = parse(text);
      expect([pages.script, pages.artifacts.paths]).toEqual([['mv dist public'], ['public']]);
      expect([pages.resource_group, pages.rules]).toEqual([
        'pages',
        [{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }],
      ]);
      return { address: ['CI_PAGES_URL'], scripts: [build.script[0], build.script.slice(1).join('\n')] };
    },
  };

  /** Creates a catalogue with a workflow for a forge. Out: its folder, and the variable and commands of the workflow. */
  async function start(forge: keyof typeof WORKFLOWS, ...flags: string[]) {
    const cwd = join(folder, forge);
    mkdirSync(cwd);
    const { stdout } = await callCli(['init', '--forge', forge, '--package', '0.1.0', '--json', ...flags], cwd);
    const [path] = (JSON.parse(stdout).files as string[]).filter((file) => file.endsWith('.yml'));
    return { cwd, ...WORKFLOWS[forge](readFileSync(join(cwd, path as string), 'utf8')) };
  }

  it('gitlab: its commands equal those for github, except for the variable with the address', async () => {
    const [github, gitlab] = [await start('github'), await start('gitlab')];
    /** The commands on one line, without the parts that differ by forge. */
    const commandsOf = ({ address, scripts }: typeof github) =>
      scripts
        .join('\n')
        .replaceAll(/\s+/g, ' ')
        .replace(`$${address[0]}`, '$ADDRESS')
        .replace('::warning::', '')
        .trim();
    expect([github.address, gitlab.address]).toEqual([['BASE_URL'], ['CI_PAGES_URL']]);
    expect(commandsOf(github)).toContain('--base-url "$ADDRESS"');
    expect(commandsOf(gitlab)).toBe(commandsOf(github));
    rmSync(github.cwd, { recursive: true });
  });

  it('github: its commands validate, build and check the catalogue', async () => {
    installPackage(folder);
    // A site without records gets fewer requests of the check.
    const { cwd, address, scripts } = await start('github', '--empty');
    // The package is installed already, and there is no network.
    const [install, ...others] = scripts;
    expect([install, others.length > 0]).toEqual(['npm ci', true]);
    cpSync(join(folder, 'node_modules'), join(cwd, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    const base = Object.fromEntries(address.map((name) => [name, 'https://user.example/gw']));
    const port = String(await freePort());
    // npx takes a second each time, and would run the same program.
    const script = others
      .join('\n')
      .replaceAll('8001', port)
      .replaceAll('npx --no-install stillwave', 'node_modules/.bin/stillwave');
    const ended = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd,
      env: { ...env, ...base },
      encoding: 'utf8',
    });
    expect(ended.status, ended.stderr + ended.stdout).toBe(0);
    expect(ended.stdout).toMatch(/dist has no faults/);
    expect(ended.stdout).toMatch(/\d passed, 0 failed/);
    expect(readFileSync(join(cwd, 'dist/release.json'), 'utf8')).toContain('"baseUrl":"https://user.example/gw"');
    const data = join(cwd, 'data/detectors.yaml');
    writeFileSync(data, readFileSync(data, 'utf8').replace('code:', 'kode:'));
    const failed = spawnSync('bash', ['-e', '-c', script], { cwd, env: { ...env, ...base }, encoding: 'utf8' });
    expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('D104')]);
  });

  it('--mirror needs github and a URL', async () => {
    const cwd = temporaryFolder();
    for (const [flags, message] of [
      [['--mirror', 'https://gwosc.org'], '--mirror needs --forge github'],
      [['--mirror', 'gwosc', '--forge', 'github', '--package', '0.1.0'], '--mirror: '],
    ] as const) {
      const { status, stderr } = await callCli(['init', ...flags], cwd);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    expect(contentOf(cwd).size).toBe(0);
  });

  it('--mirror: its commands harvest a service, and open a pull request with the differences once', async () => {
    const cwd = join(folder, 'mirror');
    mkdirSync(cwd);
    const server = await startServer(inject('cli'), inject('small').root);
    try {
      await callCli(['init', '--forge', 'github', '--mirror', server.origin, '--package', '0.1.0'], cwd);
      const workflow = parse(readFileSync(join(cwd, '.github/workflows/mirror.yml'), 'utf8'));
      expect([workflow.env.SERVICE, Object.keys(workflow.on)]).toEqual([
        server.origin,
        ['schedule', 'workflow_dispatch'],
      ]);
      const { steps } = workflow.jobs.harvest as { steps: { uses?: string; run?: string }[] };
      const uses = steps.flatMap((step) => step.uses ?? []);
      expect(uses).toEqual(Array(3).fill(expect.stringMatching(/^actions\/[a-z-]+@[0-9a-f]{40}$/)));
      const [install, ...others] = steps.flatMap((step) => step.run ?? []);
      expect(install).toBe('npm ci');
      const [remote, bin] = [join(folder, 'remote.git'), join(folder, 'bin')];
      mkdirSync(bin);
      writeFileSync(join(bin, 'gh'), '#!/bin/sh\n[ "$2" = list ] || { echo "$@"; cat body.md; } >> "$CALLS"\n', {
        mode: 0o755,
      });
      const git = (...args: string[]) => spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout;
      spawnSync('git', ['init', '--quiet', '--bare', remote]);
      for (const args of [
        ['init', '--quiet'],
        ['remote', 'add', 'origin', remote],
        ['add', '.'],
      ])
        git(...args);
      git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', 'start');
      const calls = join(folder, 'calls');
      writeFileSync(calls, '');
      const program = `${process.execPath} ${inject('cli')}`;
      const run = () =>
        spawnSync(
          'bash',
          [
            '-e',
            '-c',
            others
              .join('\n')
              .replaceAll('npx --no-install stillwave', program)
              .replaceAll('--prune', '--prune --rate 1000'),
          ],
          {
            cwd,
            env: {
              ...process.env,
              ...workflow.env,
              CALLS: calls,
              PATH: `${bin}:${process.env.PATH}`,
              XDG_CACHE_HOME: join(folder, 'cache'),
            },
            encoding: 'utf8',
          },
        );
      const first = run();
      expect(first.status, first.stderr + first.stdout).toBe(0);
      const made = readFileSync(calls, 'utf8');
      expect(made).toContain('pr create --head harvest');
      expect(made).toContain('  + GW150914-v3');
      // The service does not have the example event of a new catalogue.
      expect(made).toMatch(/^ {2}- GW\S+-v1$/m);
      expect(git('ls-remote', 'origin', 'harvest')).not.toBe('');
      const second = run();
      expect([second.status, second.stdout]).toEqual([0, expect.stringContaining('The service has nothing new.')]);
      // Without the run, which the service does not have, the data would not be valid.
      appendFileSync(join(cwd, 'data/runs.yaml'), '  - { name: O9, gps_start: 1900000000, gps_end: 1900100000 }\n');
      writeFileSync(join(cwd, 'data/events.yaml'), 'events:\n  - { name: GW150914, run: O9 }\n');
      git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--all', '--message', 'more');
      const refused = run();
      const message = 'Nothing was merged: the merged data would have problems.';
      expect([refused.status, refused.stdout]).toEqual([1, expect.stringContaining(message)]);
    } finally {
      await server.stop();
    }
  });
});
