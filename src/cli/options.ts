/** Options shared by several commands, always with the same meaning and description, and the callback for their exit status. */

import { Option } from 'commander';
import { FILE_LINKS } from '../core/contract/archive-paths.ts';

/** Called by a command with its exit status. */
export type SetExitStatus = (status: number) => void;

const NEARBY = 'next to the configuration, or here';

export const dataOption = (): Option =>
  new Option('--data <folder>', `folder of the data files (default: data ${NEARBY})`);

export const siteOption = (): Option => new Option('--site <folder>', `folder of the site (default: dist ${NEARBY})`);

export const jsonOption = (): Option => new Option('--json', 'print one JSON object instead of text');

export const quietOption = (): Option => new Option('--quiet', 'print problems only');

export const layoutOption = (): Option =>
  new Option('--layout <layout>', 'what to write (default: as configured)').choices(['pages', 'packs', 'both']);

export const linksOption = (): Option =>
  new Option('--links <form>', 'how page files link to each other (default: as configured)').choices(['query', 'path']);

export const fileLinksOption = (more = ''): Option =>
  new Option(
    '--file-links <form>',
    `end of hdf5_url and gwf_url: query (?format=api) or plain, for GWpy${more} (default: as configured)`,
  ).choices(FILE_LINKS);

/** `what` describes the default base URL. The command validates the URL. */
export const baseUrlOption = (what: string): Option => new Option('--base-url <url>', what);

export const configOption = (): Option =>
  new Option('--config <file>', 'configuration file (default: stillwave.config.yaml here or in a folder above)');
