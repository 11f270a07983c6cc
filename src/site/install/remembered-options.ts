/**
 * The options of a site: the parts of its configuration that `build` was told instead of the configuration file. The manifest remembers
 * them, so that a later build without options does not change the site's links or remove its files.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RELEASE_PATH } from '../../core/contract/site-paths.ts';
import type { Config, RememberedOptions } from '../config/config.ts';
import { readManifest } from '../groups/manifest.ts';

/** The options that differ from a configuration. */
export function optionsBeside(config: Config, options: RememberedOptions): RememberedOptions {
  const names = Object.keys(options) as (keyof RememberedOptions)[];
  return Object.fromEntries(
    names.filter((name) => !isDeepStrictEqual(options[name], config[name])).map((name) => [name, options[name]]),
  );
}

/** How the site's pointer says that it was built, whatever the pointer's format; empty if it cannot be read. */
function optionsOfPointer(root: string): RememberedOptions {
  try {
    const { release } = JSON.parse(readFileSync(join(root, RELEASE_PATH), 'utf8'));
    const { baseUrl, layout, links, compatibility } = release;
    return Object.fromEntries(
      Object.entries({ baseUrl, layout, links, compatibility }).filter(([, value]) => typeof value === 'string'),
    );
  } catch {
    return {};
  }
}

/**
 * The options with which the site in a folder was built, where they differ from the configuration; empty if there is no site. If
 * the manifest does not have them, they are taken from the pointer.
 */
export function readRememberedOptions(root: string, config: Config): RememberedOptions {
  return optionsBeside(config, readManifest(root)?.options ?? optionsOfPointer(root));
}
