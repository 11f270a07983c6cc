/** The files that come with this program, other than code. */

import { inPackage, readPackage } from '../fs/in-package.ts';

/** The data folder of the shipped catalogue. */
export const SHIPPED_DATA = inPackage('data');

/** The configuration of the shipped catalogue. */
export const SHIPPED_CONFIG = inPackage('stillwave.config.yaml');

/** The folder with the files that `stillwave init` writes. */
export const TEMPLATES = inPackage('templates');

export const PACKAGE_VERSION = readPackage().version;
