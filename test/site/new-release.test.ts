/** Every command of docs/new-release.md but `check`, in order, in a catalogue of a few events. */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { ROOT, SMALL_DATA } from '../support/data-folders.ts';
import { printedBlocks } from '../support/printed-blocks.ts';
import { startServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EVENT = 'GW270101_000000';
const CSV = `name,version,gps,catalog,detectors\n${EVENT},1,1482796818.5,GWTC-1,H1|L1\n`;

it('the commands do what the page says', async () => {
  const root = temporaryFolder();
  const page = readFileSync(join(ROOT, 'docs/new-release.md'), 'utf8');
  cpSync(SMALL_DATA, join(root, 'data'), { recursive: true });
  writeFileSync(join(root, 'new-events.csv'), CSV);
  writeFileSync(join(root, 'stillwave.config.yaml'), 'layout: packs\n');
  const bin = join(root, 'bin');
  mkdirSync(bin);
  // npx takes a second each time, and would run the same program.
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${inject('cli')}" "$@"\n`, {
    mode: 0o755,
  });
  const names = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'a'],
      [`GIT_${who}_EMAIL`, 'a@host.example'],
    ]),
  );
  const env = { ...process.env, ...names, PATH: `${bin}:${process.env.PATH}`, XDG_CACHE_HOME: join(root, 'cache') };
  const run = async (script: string) => {
    const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: root, env });
    return stdout;
  };
  await run(
    'git init --quiet && git add data && git commit --quiet -m "The catalogue" && npx --no-install stillwave build --quiet',
  );
  const idOf = (site: string) => readFileSync(join(root, site, 'release.txt'), 'utf8');
  const old = idOf('dist');
  const server = await startServer(inject('cli'), join(root, 'dist'));

  /** Runs the blocks of a section. */
  const runSection = async (heading: string): Promise<string> => {
    const blocks = printedBlocks('docs/new-release.md', 'sh', heading);
    const script = blocks
      .join('\n')
      .replaceAll('https://gwosc.org', server.origin)
      // The recipes of hosts end with this check, of sites with fewer records.
      .replace(/^npx --no-install stillwave check https:\/\/catalogue\.example --quiet$/m, '');
    // The service is on this machine, so the rate need not be low.
    return run(script.replaceAll(/(harvest .*)/g, '$1 --rate 1000'));
  };
  const headings = Array.from(page.matchAll(/^## (.*)/gm), ([, heading = '']) => heading);
  const printed = new Map<string, string>();
  // Renaming has no commands.
  for (const heading of headings.slice(0, -1).filter((one) => one !== 'Renaming a catalog')) {
    printed.set(heading, await runSection(heading));
    if (heading === 'Getting the data') {
      expect(printed.get(heading)).toContain(`+  - name: ${EVENT}`);
      const [, undo = ''] = /run `(git add [^`]*)`/.exec(page) ?? [];
      expect(
        await run(`cp -r . ../copy && cd ../copy && echo > data/new.yaml && ${undo} && git status --short data`),
      ).toBe('');
    }
    if (heading === 'Publishing') expect(idOf('releases/current')).not.toBe(old);
  }
  await server.stop();
  expect(printed.get('Checking and comparing')).toMatch(new RegExp(`\\+ ${EVENT}-v1`));
  const notes = readFileSync(join(root, 'notes.md'), 'utf8');
  expect(notes).toMatch(/^# Release notes\n\nRelease `\w+`, 2026-03-01\./);
  expect(notes).toMatch(new RegExp(`^### GWTC-1\n\n\\| name .*\n.*\n\\| ${EVENT}-v1 \\| new `, 'm'));
  expect([idOf('dist'), printed.get('Rolling back')]).toEqual([old, expect.stringContaining('Both are release')]);

  // The event is there again, and its record is deleted by hand.
  await run('git revert --no-edit HEAD && npx --no-install stillwave build --quiet');
  expect(idOf('dist')).toBe(idOf('releases/current'));
  const file = join(root, 'data/event-versions/GWTC-1.yaml');
  const text = readFileSync(file, 'utf8');
  const cut = text.replace(new RegExp(`  - name: ${EVENT}\n(?:    .*\n)*`), '');
  expect(cut).not.toBe(text);
  const last = headings.at(-1) as string;
  const [find = '', build = ''] = printedBlocks('docs/new-release.md', 'sh', last);
  expect(await run(find)).toContain(`data/event-versions/GWTC-1.yaml:`);
  writeFileSync(file, cut);
  expect(await run(build)).toContain('Nothing changed in the catalogue');
});
