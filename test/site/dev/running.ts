/** `stillwave dev` as a process, with its own data and temporary folder. */

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { inject } from 'vitest';
import { SMALL_DATA } from '../../support/data-folders.ts';
import { eventually } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export interface Project {
  /** The working folder, with data/ and stillwave.config.yaml. */
  readonly folder: string;
  /** The value of TMPDIR. */
  readonly temporary: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** A program that starts the command line, such as setpriv. */
  readonly wrapper?: readonly string[];
  /** The path of a data file. */
  file(name: string): string;
  /** Saves a data file as most editors do: nobody can read half of it. */
  save(name: string, text: string): void;
}

/** A project with the small catalogue of the fixtures, removed after the file's tests; call it outside of tests. */
export function makeProject(): Project {
  const base = temporaryFolder();
  const [folder, temporary] = [join(base, 'project'), join(base, 'tmp')];
  mkdirSync(temporary);
  cpSync(SMALL_DATA, join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'stillwave.config.yaml'), 'archiveUrl: https://archive.example\n');
  const file = (name: string) => join(folder, 'data', name);
  const save = (name: string, text: string) => {
    writeFileSync(join(base, 'saved'), text);
    renameSync(join(base, 'saved'), file(name));
  };
  return { folder, temporary, file, save };
}

export interface Dev {
  readonly origin: string;
  stderr(): string;
  /** Resolves to the exit status; null if a signal ended it. */
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the program; `origin` is empty until it prints its address. */
export function startDev({ folder, temporary, env: more, wrapper = [] }: Project, ...flags: readonly string[]): Dev {
  const words = [...wrapper, process.execPath, inject('cli'), 'dev', '--port', '0', ...flags];
  const env = { ...process.env, TMPDIR: temporary, ...more };
  const child = spawn(words[0] as string, words.slice(1), { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    get origin() {
      return /http:\/\/localhost:\d+/.exec(stderr)?.[0] ?? '';
    },
    stderr: () => stderr,
    exited,
    kill: (signal) => child.kill(signal),
  };
}

/** Waits until `dev` has finished its first round. */
export async function whenStarted(dev: Dev): Promise<Dev> {
  await eventually(() => dev.origin !== '', `dev says where it is: ${dev.stderr()}`);
  return dev;
}

export interface Told {
  readonly release: string;
  readonly problems: string;
}

/** Listens like a page. `told` grows with each event. */
export function listenTo(origin: string): { readonly told: Told[]; readonly isOpen: () => boolean } {
  const told: Told[] = [];
  let isOpen = true;
  request(`${origin}/_dev/events`, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (part) => {
      text += part;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) told.push(JSON.parse(event.replace(/^data: /, '')));
    });
    response.once('close', () => {
      isOpen = false;
    });
  }).end();
  return { told, isOpen: () => isOpen };
}
