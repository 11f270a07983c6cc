/** Digests of the inputs of build tasks. Build time. */

import { sha256 } from '../../fs/hash.ts';
import { codeVersion } from './release-id.ts';

/** Digest of JSON values and of the code, so that no task is skipped after an upgrade or an edit. */
export function digestOf(...inputs: readonly unknown[]): string {
  return sha256(`${codeVersion()}\n${JSON.stringify(inputs)}`).slice(0, 32);
}
