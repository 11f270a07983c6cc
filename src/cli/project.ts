/**
 * Default paths for commands. The project folder is the nearest folder with a configuration, from the working folder upwards. It contains
 * the data and the site. If there is no configuration, the working folder is the project folder.
 */

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ExpectedError } from '../report/expected-error.ts';

const CONFIG_FILE = 'stillwave.config.yaml';
export const DATA_FOLDER = 'data';
const SITE_FOLDER = 'dist';

/** Paths relative to the working folder. */
export interface Project {
  /** The configuration, or null. */
  readonly config: string | null;
  /** The folder that contains the data files. */
  readonly data: string;
  /** The site's folder. */
  readonly site: string;
}

/** Throws ExpectedError if the working folder no longer exists. Called before a command runs. */
export function checkWorkingFolder(): void {
  try {
    process.cwd();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    const advice = 'Change to a folder that exists; if it was created again, cd "$PWD" enters the new one';
    throw new ExpectedError(`the current folder no longer exists. ${advice}`, { cause });
  }
}

/** Finds the project that the working folder belongs to. */
function findProject(): Project {
  const start = process.cwd();
  let folder = start;
  while (!existsSync(join(folder, CONFIG_FILE)) && dirname(folder) !== folder) folder = dirname(folder);
  const hasConfig = existsSync(join(folder, CONFIG_FILE));
  const path = (name: string): string => relative(start, join(hasConfig ? folder : start, name));
  return { config: hasConfig ? path(CONFIG_FILE) : null, data: path(DATA_FOLDER), site: path(SITE_FOLDER) };
}

/** Options parsed by commander; paths whose flags were not given are missing. */
export type Flags<Options> = Omit<Options, keyof Project> & { config?: string; data?: string; site?: string };

/** Fills in the project's default paths. */
export function withProject<Given extends { config?: string; data?: string; site?: string }>(
  flags: Given,
): Omit<Given, keyof Project> & Project {
  return { ...findProject(), ...flags };
}
