/**
 * Runs the commands of docs/hosts exactly as written, in separate namespaces, so that /etc and /srv are copies and the network is isolated.
 * Things that a test cannot use are replaced: https by http, because there are no certificates; systemd by a script that starts the same
 * programs as a unit; npx by the installed package; the shipped catalogue by one without records. Commands that upload to a service are left out.
 * `stillwave check` runs as printed.
 */

import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { callCli } from '../support/call-cli.ts';
import { isInstalled } from '../support/hosts/rule-hosts.ts';
import { printedBlock } from '../support/printed-blocks.ts';
import { isAvailable } from '../support/programs.ts';
import { temporaryFolderOnDisk } from '../support/temporary-folder.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** The commands of a host's page: its first block, and the `check` command after it. */
function recipeOf(name: string): string {
  const page = `docs/hosts/${name}.md`;
  const check = /^Then `(stillwave check [^`]*)`/m.exec(readFileSync(join(REPOSITORY, page), 'utf8'))?.[1] ?? '';
  return `${printedBlock(page, 'sh')}${check}\n`;
}

const PACK = /^npm pack && (npm install --global .*)\n/m;

const areThereNamespaces = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--net', 'true']).status === 0;
if (!areThereNamespaces) console.warn('SKIPPED: recipes need root and namespaces');

/** Replaces systemctl: starts the program that a unit or service names. A reload also starts the program if it is not running yet. */
const SYSTEMCTL = `#!/bin/bash
set -e
case "$*" in
  'reload nginx') nginx ;;
  'reload caddy') caddy start --config /etc/caddy/Caddyfile --adapter caddyfile 2>/dev/null ;;
  'reload apache2') apache2ctl start ;;
  daemon-reload) systemd-analyze verify /etc/systemd/system/stillwave.service ;;
  'enable --now stillwave')
    command=$(sed -n ':join; /\\\\$/ { N; s/\\\\\\n//; b join }; s/^ExecStart=//p' /etc/systemd/system/stillwave.service)
    # DynamicUser: an account that owns nothing and has no home.
    setpriv --reuid=65534 --regid=65534 --clear-groups env -i PATH="$PATH" $command > /dev/null 2>&1 &
    until curl --silent --output /dev/null http://127.0.0.1:8000/; do sleep 0.2; done ;;
  *) exit 64 ;;
esac
`;

/** A server in a recipe that runs until it is stopped. */
const SERVES = /^(deno run|npx serve) /;

describe.runIf(areThereNamespaces)('the recipes of docs/hosts', () => {
  const folder = temporaryFolderOnDisk();
  const prefix = join(folder, 'global');
  const bin = join(folder, 'bin');

  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  };

  beforeAll(async () => {
    // A site without records gets fewer requests.
    await callCli(['init', join(folder, 'bare'), '--empty']);
    // Service accounts need access to the folder.
    spawnSync('chmod', ['755', folder]);
    const [, install = ''] = PACK.exec(recipeOf('node')) ?? [];
    copyFileSync(inject('packed'), join(folder, basename(inject('packed'))));
    const installed = spawnSync('sh', ['-ec', install], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        npm_config_prefix: prefix,
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
        npm_config_update_notifier: 'false',
      },
    });
    if (installed.status !== 0) throw new Error(installed.stderr);
    put(join(bin, 'systemctl'), SYSTEMCTL);
    put(join(bin, 'npx'), `#!/bin/sh\n[ "$1" = --no-install ] && shift\nexec ${REPOSITORY}/node_modules/.bin/"$@"\n`);
    put(join(folder, 'hosts'), '127.0.0.1 localhost catalogue.example\n');
  });

  /** Runs a recipe in a separate project. Out: status and everything that was printed. */
  async function run(name: string, recipe: string): Promise<{ status: number | null; output: string }> {
    const project = join(folder, name);
    for (const path of ['srv', 'etc', 'project']) mkdirSync(join(project, path), { recursive: true });
    symlinkSync(join(folder, 'bare/data'), join(project, 'project/data'));
    const commands = recipe
      .replace(PACK, '')
      .replaceAll('https://catalogue.example', 'http://catalogue.example')
      .split('\n')
      .map((line) =>
        SERVES.test(line) ? `${line} &\nuntil curl --silent --output /dev/null $SERVED; do sleep 0.2; done` : line,
      );
    const script = [
      'set -e',
      'ip link set lo up',
      `cp -a /etc/. ${project}/etc`,
      `mount --bind ${project}/etc /etc`,
      `cat ${folder}/hosts > /etc/hosts`,
      `mount --bind ${project}/srv /srv`,
      'mount -t tmpfs tmpfs /run',
      'mount -t tmpfs tmpfs /var/log',
      'mkdir -p /var/log/nginx /var/log/apache2 /run/lock',
      `cd ${project}/project`,
      ...commands,
    ];
    const child = spawn(
      'unshare',
      ['--mount', '--net', '--pid', '--fork', '--kill-child', 'bash', '-c', script.join('\n')],
      {
        env: {
          ...process.env,
          PATH: `${bin}:${prefix}/bin:${REPOSITORY}/node_modules/.bin:${process.env.PATH}:/usr/sbin`,
          HOME: project,
          SERVED: name === 'serve' ? 'http://localhost:3000' : 'http://localhost:8000',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const status = await new Promise<number | null>((done) => child.once('exit', done));
    return { status, output };
  }

  test('the packed program works without the repository', () => {
    const installed = join(prefix, 'lib/node_modules/stillwave');
    expect(lstatSync(installed).isSymbolicLink()).toBe(false);
    expect(realpathSync(join(prefix, 'bin/stillwave'))).toBe(join(realpathSync(installed), 'build/cli/main.js'));
    for (const path of [
      'data/catalogs.yaml',
      'schemas',
      'build/edge/deno.js',
      'stillwave.config.yaml',
      'LICENSE',
      'README.md',
    ]) {
      expect([path, existsSync(join(installed, path))]).toEqual([path, true]);
    }
    expect(readdirSync(installed)).not.toContain('test');
  });

  test.for([
    ['nginx', 'nginx'],
    ['caddy', 'caddy'],
    ['apache', 'apache2'],
    ['node', 'systemd-analyze'],
    ['deno', null],
    ['serve', null],
  ] as const)('%s', async ([name, program], { skip }) => {
    if (program !== null) skip(!isAvailable(program, isInstalled(program)), `${program} is not installed`);
    const recipe = recipeOf(name);
    expect(recipe).toContain('stillwave check');
    const { status, output } = await run(name, recipe);
    // The server's log may follow the last line of the check.
    expect([status, output]).toEqual([0, expect.stringMatching(/^[\d,]+ passed, 0 failed, [\d,]+ skipped$/m)]);
  });

  test.each(['container', 'cloudflare', 'netlify', 'cloudfront', 'varnish'])(
    '%s, up to the commands that need a service',
    async (name) => {
      const needsService =
        /^(docker|aws |varnishd |systemctl reload varnish|npm install|npm pack|npx (wrangler|netlify-cli|gh-pages)|stillwave check)/;
      const lines = recipeOf(name)
        .split('\n')
        .filter((line) => !needsService.test(line))
        .map((line) => line.replace(/^npx --no-install stillwave/, 'stillwave'));
      expect(lines.filter((line) => line.startsWith('stillwave')).length).toBe(2);
      expect(await run(name, lines.join('\n'))).toMatchObject({ status: 0, output: expect.stringMatching(/^Wrote /m) });
    },
  );
});
