/** Loads the `yaml` library when it is first needed. Loading it would double the time that most commands need to start. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let yaml: typeof import('yaml') | undefined;

export function loadYaml(): typeof import('yaml') {
  yaml ??= require('yaml') as typeof import('yaml');
  return yaml;
}
