/**
 * Options that several commands share, each with one meaning. Values are checked here, so that a wrong one is wrong usage
 * (exit status 2).
 */
import { existsSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { normaliseBaseUrl } from './site/base-url.ts';

const DEFAULT_CONFIG_FILE = 'stillwave.config.yaml';

export const dataOption = (): Option => new Option('--data <folder>', 'folder of the data files').default('data');

export const outOption = (): Option =>
  new Option('--out <folder>', 'folder that the site is written to').default('dist');

export const configOption = (): Option =>
  new Option('--config <file>', `configuration file (default: ${DEFAULT_CONFIG_FILE} where there is one)`);

export const layoutOption = (): Option =>
  new Option('--layout <layout>', 'what is written, in place of the configured layout').choices([
    'pages',
    'packs',
    'both',
  ]);

export const jsonOption = (): Option => new Option('--json', 'print one JSON object in place of text');

export const quietOption = (): Option => new Option('--quiet', 'print problems only');

export const baseUrlOption = (): Option =>
  new Option('--base-url <url>', 'prefix of every link, in place of the configured one').argParser((text: string) => {
    const result = normaliseBaseUrl(text);
    if ('url' in result) return result.url;
    throw new InvalidArgumentError(`${result.message}; ${result.fix}.`);
  });

/** The given configuration file, or the usual one where it exists; null where there is none. */
export function configPath(given: string | undefined): string | null {
  return given ?? (existsSync(DEFAULT_CONFIG_FILE) ? DEFAULT_CONFIG_FILE : null);
}
