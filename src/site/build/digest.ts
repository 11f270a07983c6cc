/** Digests of what a task of the build depends on. Build time. */

import { sha256 } from '../output/hash.ts';
import { codeVersion } from './release-id.ts';

/** Digest of values that JSON can hold, and of the code: after an upgrade or an edit no task is taken for done. */
export function digestOf(...inputs: readonly unknown[]): string {
  return sha256(`${codeVersion()}\n${JSON.stringify(inputs)}`).slice(0, 32);
}
