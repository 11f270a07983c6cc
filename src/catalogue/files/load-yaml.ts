/** Loads the `yaml` library when it is first needed. Loading it would double the time that most commands need to start. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const loadYaml = (): typeof import('yaml') => require('yaml');
