/** Digests of the inputs of build steps. Build time. */

import { sha256 } from '../../fs/hash.ts';
import { codeVersion } from './release-id.ts';

/** Maps as lists of their entries. */
const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** Digest of JSON values and of the code, so that nothing is kept after an upgrade or an edit. */
export function digestOf(...inputs: readonly unknown[]): string {
  return sha256(`${codeVersion()}\n${JSON.stringify(inputs, plain)}`).slice(0, 32);
}
