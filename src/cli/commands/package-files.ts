/** Files other than code that come with this program. */

import { readFileSync } from 'node:fs';
import { inPackage } from '../../fs/in-package.ts';

/** The shipped catalogue. */
export const SHIPPED_DATA = inPackage('data');

/** Its configuration. */
export const SHIPPED_CONFIG = inPackage('stillwave.config.yaml');

/** The files that `stillwave init` writes. */
export const TEMPLATES = inPackage('templates');

const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string };
export const PACKAGE_VERSION = version;
