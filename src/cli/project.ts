/**
 * Where a command finds what no flag names: the project's folder is the nearest one, from the working folder upwards, that has a
 * configuration. Data and site stand beside it. Without a configuration the working folder is the project's.
 */

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const CONFIG_FILE = 'stillwave.config.yaml';
const DATA_FOLDER = 'data';
const SITE_FOLDER = 'dist';

/** Paths relative to the working folder. */
export interface Project {
  /** Null where there is none. */
  readonly config: string | null;
  readonly data: string;
  readonly site: string;
}

/** The project that a working folder belongs to. */
export function findProject(workingFolder: string = process.cwd()): Project {
  const start = resolve(workingFolder);
  let folder = start;
  while (!existsSync(join(folder, CONFIG_FILE)) && dirname(folder) !== folder) folder = dirname(folder);
  const hasConfig = existsSync(join(folder, CONFIG_FILE));
  const path = (name: string): string => relative(start, join(hasConfig ? folder : start, name));
  return { config: hasConfig ? path(CONFIG_FILE) : null, data: path(DATA_FOLDER), site: path(SITE_FOLDER) };
}

/** What commander gives: the options of a command, without the paths that no flag names. */
export type Flags<Options> = Omit<Options, keyof Project> & { config?: string; data?: string; site?: string };

/** The flags, with the project's paths where none is named. */
export function withProject<Given extends { config?: string; data?: string; site?: string }>(
  flags: Given,
): Omit<Given, keyof Project> & Project {
  return { ...findProject(), ...flags };
}
