/**
 * Id of a release: hash of everything that its files depend on, which is data, configuration and code, and nothing else.
 * Two builds with one id would write the same bytes, so the second need not run.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RELEASE_FORMAT } from '../../handler/release.ts';
import type { Config } from '../config/config.ts';
import { RESPONSE_SCHEMAS } from '../openapi/schemas.ts';
import { sha256 } from '../output/hash.ts';

const CODE_ROOT = fileURLToPath(new URL('../..', import.meta.url));

let version: string | undefined;

/** Hash of the running code and of the response schemas, which the OpenAPI document is made of, so that a build after an upgrade or an edit is never taken for done. */
export function codeVersion(): string {
  if (version !== undefined) return version;
  const files = readdirSync(CODE_ROOT, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.[jt]s$/.test(file))
    .map((file) => file.split(sep).join('/'))
    .sort();
  const paths = [
    ...files.map((file) => [file, join(CODE_ROOT, file)] as const),
    ...readdirSync(RESPONSE_SCHEMAS)
      .sort()
      .map((file) => [file, join(RESPONSE_SCHEMAS, file)] as const),
  ];
  version = sha256(paths.map(([file, path]) => `${file}\n${sha256(readFileSync(path))}\n`).join(''));
  return version;
}

/** The id, 32 hex digits. `hashes` are those of the input files, by paths below `dataDir`; their order does not matter. */
export function releaseId(dataDir: string, hashes: ReadonlyMap<string, string>, config: Config): string {
  const inputs = Array.from(hashes, ([file, hash]) => [relative(dataDir, file).split(sep).join('/'), hash]);
  inputs.sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1));
  return sha256(JSON.stringify([RELEASE_FORMAT, codeVersion(), config, inputs])).slice(0, 32);
}
