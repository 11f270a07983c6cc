/** Loads the `yaml` library when it is first needed: loading takes longer than the rest of most commands' start, and valid files rarely need it. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let yaml: typeof import('yaml') | undefined;

export function loadYaml(): typeof import('yaml') {
  yaml ??= require('yaml') as typeof import('yaml');
  return yaml;
}
