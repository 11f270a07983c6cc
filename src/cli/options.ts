/** Options and values shared by several commands, always with the same meaning. */

import { InvalidArgumentError, Option } from 'commander';
import { normaliseBaseUrl } from '../core/contract/base-url.ts';
import { COMPATIBILITIES } from '../core/contract/compatibility.ts';
import { ExpectedError } from '../report/expected-error.ts';

const NEARBY = 'next to stillwave.config.yaml, or here';

export const DATA = new Option('--data <folder>', `folder of the data files (default: data ${NEARBY})`);

export const SITE = new Option('--site <folder>', `folder of the site (default: dist ${NEARBY})`);

export const CONFIG = new Option(
  '--config <file>',
  'configuration file (default: stillwave.config.yaml here or in a folder above)',
);

export const JSON_OUTPUT = new Option('--json', 'print one JSON object instead of text');

export const QUIET = new Option('--quiet', 'print problems only');

export const OVERWRITE = new Option('--overwrite', 'replace existing values that differ');

export const compatibility = (more = ''): Option =>
  new Option(
    '--compatibility <with>',
    `links, names, units and tables as in the specification, or as the live service writes them, for programs such as GWpy${more}`,
  ).choices(COMPATIBILITIES);

/** `what` is the help text. The command validates the URL. */
export const baseUrl = (what: string): Option => new Option('--base-url <url>', what);

/** A base URL in its normal form; `given` names the option or argument. Throws ExpectedError. */
export function readBaseUrl(text: string, given: string): string {
  const result = normaliseBaseUrl(text);
  if ('url' in result) return result.url;
  throw new ExpectedError(`${given}: ${result.message}; ${result.fix}`);
}

/** A parser for commander: accepts numbers that match `form` and lie between two bounds. */
export function numberBetween(least: number, most: number, form: RegExp, what: string): (text: string) => number {
  return (text) => {
    const value = form.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a ${what} from ${least} to ${most}.`);
  };
}

export const PORT = new Option('--port <number>', 'port; 0 picks a free one')
  .argParser(numberBetween(0, 65535, /^[0-9]+$/, 'whole number'))
  .default(8000);

export const LISTEN_ADDRESS = new Option('--host <address>', 'address to listen on').default('127.0.0.1');
