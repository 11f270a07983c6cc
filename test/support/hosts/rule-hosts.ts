/** Starts the real programs of hosts with rewrite rules, with their emitted files, for the partial site. */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Host, HostSettings } from '../../../src/hosts/host.ts';
import type { HostPart } from '../../../src/hosts/host-names.ts';
import { type Config, DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { freePort, type Program, startProgram } from '../programs.ts';
import { hostSettings } from './host-settings.ts';

/** The configuration of the partial site. */
export const CONFIG: Config = {
  ...DEFAULT_CONFIG,
  baseUrl: 'https://user.example/gw',
  archiveUrl: 'https://archive.example',
  enumerate: { ...DEFAULT_CONFIG.enumerate, pageSizes: [20, 500] },
};

export interface RuleHost {
  readonly host: Host;
  /** Name of the program, found in the search path or in /usr/sbin. */
  readonly program: string;
  /** Writes the configuration around the host's own file in `folder`, which is otherwise empty. Returns the arguments to start with. */
  readonly prepare: (folder: string, text: string, port: number) => readonly string[];
}

export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${program}`]).status === 0;
}

/** The environment: where to find programs, and where they store their state. */
function environmentOf(folder: string): Readonly<Record<string, string>> {
  return { PATH: `${process.env.PATH}:/usr/sbin`, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
}

/** The text of a host's parts within an existing configuration. */
export type Around = (part: (name: HostPart) => string) => string;

/**
 * Writes the host's files for a site built with CONFIG into an empty folder, and starts the program there: with the whole file, or with its
 * two parts in the configuration that `around` makes.
 */
export async function startRuleHost(
  { host, program, prepare }: RuleHost,
  root: string,
  folder: string,
  settings: Partial<HostSettings> = {},
  around?: Around,
): Promise<Program> {
  // Workers of these programs run as a user without access to other users' folders.
  for (const readable of [folder, dirname(root)]) chmodSync(readable, 0o755);
  const known = hostSettings({ root, out: folder, ...settings }, CONFIG);
  const emit = (part?: HostPart) => host.emit({ ...known, part })[0]?.text ?? '';
  const port = await freePort();
  const args = prepare(folder, around?.(emit) ?? emit(), port);
  return startProgram(program, args, `http://127.0.0.1:${port}`, environmentOf(folder));
}

/** Starts `serve` for a site built with the base URL of CONFIG. */
export async function startServe(cli: string, root: string): Promise<Program> {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const flags = ['--quiet', '--site', root, '--port', new URL(origin).port, '--base-url', CONFIG.baseUrl];
  return startProgram(process.execPath, [cli, 'serve', ...flags], origin);
}

/** Writes a file into a folder, and creates the folder if it is missing. */
export function put(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
