/** Completion in real shells: commands, options, and values with a few choices. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { HOST_NAMES } from '../../src/cli/host-commands.ts';
import { createProgram } from '../../src/cli/main.ts';
import { HOSTS } from '../../src/hosts/hosts.ts';
import { isAvailable } from '../support/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'stillwave-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commands = createProgram(() => {}).commands.map((command) => command.name());

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

/** Writes the completion script of a shell to a file. */
function scriptOf(shell: string): string {
  const { stdout, status } = spawnSync(process.execPath, [inject('cli'), 'completion', shell], { encoding: 'utf8' });
  expect(status).toBe(0);
  const path = join(folder, `completion.${shell}`);
  writeFileSync(path, stdout);
  return path;
}

function run(shell: string, text: string): string {
  const { stdout, stderr } = spawnSync(shell, ['-c', text], { encoding: 'utf8', timeout: 30_000, cwd: folder });
  expect(stderr).toBe('');
  return stdout;
}

/** Typed text -> its completion, the same in every shell. */
const CASES: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ['stillwave che', ['check']],
  ['stillwave build --lay', ['--layout']],
  ['stillwave build --layout pac', ['packs']],
  ['stillwave host ngi', ['nginx']],
  ['stillwave check --host service-', ['service-worker']],
  ['stillwave import strain-st', ['strain-statistics']],
];

it('offers the available hosts', () => {
  expect(HOST_NAMES).toEqual(HOSTS.map(({ name }) => name));
});

describe('bash', () => {
  const complete = (typed: string): string[] => {
    const lines = [
      `source ${scriptOf('bash')}`,
      `COMP_WORDS=(${typed.replace(/ $/, ' ""')})`,
      `COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))`,
      '_stillwave',
      `printf "%s\\n" "\${COMPREPLY[@]}"`,
    ];
    return run('bash', lines.join('\n')).split('\n').filter(Boolean);
  };

  it.each(CASES)('%s', (typed, words) => {
    expect(complete(typed)).toEqual(words);
  });

  it('offers every command, and leaves folders to the shell', () => {
    expect(complete('stillwave ')).toEqual(expect.arrayContaining(commands));
    expect(complete('stillwave build --site ')).toEqual([]);
    expect(run('bash', `source ${scriptOf('bash')}\ncomplete -p stillwave`)).toContain('-o default');
  });
});

describe.runIf(isAvailable('fish', isInstalled('fish')))('fish', () => {
  const complete = (typed: string): string[] =>
    run('fish', `source ${scriptOf('fish')}; complete -C "${typed}"`)
      .split('\n')
      .map((line) => line.split('\t')[0] as string)
      .filter(Boolean);

  it.each(CASES)('%s', (typed, words) => {
    expect(complete(typed)).toEqual(words);
  });

  it('offers every command, and folders where one is expected', () => {
    expect(complete('stillwave ')).toEqual(expect.arrayContaining(commands));
    expect(complete('stillwave build --site comp')).toEqual(expect.arrayContaining(['completion.fish']));
  });
});

describe.runIf(isAvailable('zsh', isInstalled('zsh')))('zsh', () => {
  it('completes typed text', () => {
    const script = scriptOf('zsh');
    // Completion needs a terminal; its output is read until the completed line appears, or the time is up.
    const lines = [
      'zmodload zsh/zpty',
      'zpty z zsh -f -i',
      `zpty -w z "PS1=; autoload -Uz compinit; compinit -u -D; source ${script}; print READY$((1))"`,
      "zpty -r -m z out '*READY1*'",
      ...CASES.flatMap(([typed, [word]]) => {
        const completed = typed.replace(/\S+$/, word as string);
        return [`zpty -w -n z $'\\C-u${typed}\\t'`, `zpty -r -m z out '*${completed}*' && print -r -- ${word}`];
      }),
      'zpty -d z',
    ];
    const expected = CASES.map(([, [word]]) => word);
    expect(run('zsh', lines.join('\n')).trim().split('\n')).toEqual(expected);
  });
});
