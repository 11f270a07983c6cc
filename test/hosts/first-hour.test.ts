/**
 * The first hour of a newcomer: the package as npm packs it, in an empty folder without a network; the commands of docs/own-catalogue.md as
 * written; edits with a mistake; an import; and the site on a real nginx, checked against the contract.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { isInstalled } from '../support/hosts/rule-hosts.ts';
import { NGINX } from '../support/hosts/rule-programs.ts';
import { installPackage } from '../support/installed-package.ts';
import { printedBlocks } from '../support/printed-blocks.ts';
import { freePort, isAvailable, startProgram } from '../support/programs.ts';
import { ask } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const home = temporaryFolder();
const mine = join(home, 'my-catalogue');
const env = { ...process.env, npm_config_userconfig: '/dev/null', npm_config_offline: 'true' };

/** The shell commands of a block of the page, by its first words. */
function blockOf(start: string): string[] {
  const block = printedBlocks('docs/own-catalogue.md', 'sh').find((text) => text.startsWith(start));
  return block?.trim().split('\n') ?? [];
}

function run(cwd: string, ...lines: string[]) {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', lines.join('\n')], { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const stillwave = join(home, 'node_modules/.bin/stillwave');
const direct = (line: string): string => line.replace('npx --no-install stillwave', stillwave);

/** Replaces a string in a file. Fails if the file does not contain it. */
function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(mine, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(mine, path), text.replaceAll(from, to));
}

it.runIf(isAvailable('nginx', isInstalled('nginx')))(
  'from an empty folder to a catalogue of one’s own on nginx',
  async () => {
    installPackage(home);
    const start = blockOf('npx --no-install stillwave init');
    expect(start.at(-1)).toBe('npx --no-install stillwave serve');
    // Only the first command runs through npx, which takes a second each time and would run the same program.
    const [init = '', ...others] = start.slice(0, -1);
    expect(run(home, init, ...others.map(direct)).status).toBe(0);
    expect(existsSync(join(mine, 'dist/release.json'))).toBe(true);

    edit('stillwave.config.yaml', 'My catalogue', 'Events of our group');
    edit('data/catalogs.yaml', 'Example-1', 'Ours-1');
    const slip = run(mine, `${stillwave} validate`);
    expect(slip).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('data/event-versions/Example-1.yaml:3:10'),
    });
    expect(slip.stderr).toContain('unknown catalog "Example-1"');
    run(mine, 'mv data/event-versions/Example-1.yaml data/event-versions/Ours-1.yaml');
    edit('data/event-versions/Ours-1.yaml', 'catalog: Example-1', 'catalog: Ours-1');
    expect(run(mine, `${stillwave} validate`)).toMatchObject({ status: 0, stderr: '' });

    writeFileSync(
      join(mine, 'events.csv'),
      'name,version,gps,catalog,detectors,mass_1_source\nGW270102_000000,1,1482883218.2,Ours-1,H1|V1,12.5\n',
    );
    const imports = blockOf('npx --no-install stillwave import').map(direct);
    expect(imports).toHaveLength(2);
    expect(run(mine, ...imports)).toMatchObject({ status: 0, stdout: expect.stringContaining('Dry run') });

    const origin = `http://127.0.0.1:${await freePort()}`;
    const conf = join(home, 'conf');
    expect(
      run(
        mine,
        `${stillwave} build --quiet --base-url ${origin}`,
        `${stillwave} host nginx --out ${conf}`,
        `${stillwave} verify`,
      ).status,
    ).toBe(0);
    const folder = join(home, 'nginx');
    mkdirSync(folder);
    // The workers of nginx may run as another user.
    for (const path of [dirname(home), home, mine, folder]) chmodSync(path, 0o755);
    const text = readFileSync(join(conf, 'stillwave.conf'), 'utf8');
    const args = NGINX.prepare(folder, text, Number(new URL(origin).port));
    const nginx = await startProgram('nginx', args, origin, { PATH: `${process.env.PATH}:/usr/sbin` });
    try {
      const checked = run(mine, `${stillwave} check ${origin} --host nginx --quiet`);
      expect(checked).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^[\d,]+ passed, 0 failed, [\d,]+ skipped\n$/),
      });
      const { body } = await ask(`${origin}/api/v2/event-versions`);
      const names = JSON.parse(body.toString()).results.map(({ name }: { name: string }) => name);
      expect(names).toEqual(['GW270102_000000', 'GW270101_120000']);
      expect((await ask(`${origin}/`)).body.toString()).toContain('<title>Events of our group</title>');
    } finally {
      await nginx.stop();
    }
  },
);
