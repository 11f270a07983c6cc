/**
 * `stillwave verify`: checks a site file by file against its manifest, pack names and release.json. First recovers from an interrupted
 * build.
 */

import { OutputError } from '../../fs/output-error.ts';
import { painterOf } from '../../report/color.ts';
import { countOf } from '../../report/count.ts';
import { shownPath } from '../../report/problems.ts';
import { recoverInterruptedBuild } from '../../site/install/output.ts';
import { type Verification, verifySite } from '../../site/install/verify-site.ts';
import { withProgress } from './progress.ts';
import { EXIT, listText, note, printJson, showBytes, warn } from './report.ts';

export interface VerifyOptions {
  readonly site: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const SHOWN = 100;

function print(
  root: string,
  { release, files, bytes, faults, outdated, unmanaged }: Verification,
  quiet: boolean | undefined,
): void {
  const shown = shownPath(root);
  if (faults.length > 0) {
    const lines = faults.map(({ kind, path, message }) => `${kind.padEnd(10)}  ${path} ${message}`);
    const total = painterOf(process.stderr)('bad', countOf(faults.length, 'fault'));
    process.stderr.write(listText(lines, SHOWN));
    process.stderr.write(`${total} in ${shown}. To repair: stillwave build --force --site ${shown}\n`);
  }
  if (quiet) return;
  if (unmanaged.length > 0) process.stdout.write(`Not part of the site:\n${listText(unmanaged, SHOWN)}`);
  if (outdated.length > 0) {
    const what = countOf(outdated.length, 'hashed file');
    process.stdout.write(
      `${what} of earlier releases: can be removed two days after release ${release} was published\n`,
    );
  }
  if (faults.length > 0) return;
  process.stdout.write(
    `${shown} has no faults: ${countOf(files + 1, 'file')}, ${showBytes(bytes)}, release ${release}\n`,
  );
}

function printResult({ release, files, bytes, faults, outdated, unmanaged }: Verification): void {
  const counts = {
    files: files + 1,
    bytes,
    faults: faults.length,
    outdated: outdated.length,
    unmanaged: unmanaged.length,
  };
  printJson(faults.length === 0, counts, { release, faults, outdated, unmanaged });
}

/** Recovers from an interrupted build. If the folder cannot be written to, for example on a full disk, its files can still be checked. */
function tryToRecover(root: string, quiet: boolean | undefined): void {
  try {
    const recovered = recoverInterruptedBuild(root);
    if (recovered !== 'nothing to do' && !quiet) note(`an interrupted build was ${recovered}`);
  } catch (error) {
    if (!(error instanceof OutputError) || error.cause === undefined) throw error;
    warn(`an interrupted build was not completed: ${error.message}`);
  }
}

export async function verifyCommand({ site: root, json, quiet }: VerifyOptions): Promise<number> {
  tryToRecover(root, quiet);
  const result = await withProgress(quiet, ({ update }) =>
    verifySite(root, (done, total) => update('verifying', done, total)),
  );
  if (json) printResult(result);
  else print(root, result, quiet);
  return result.faults.length === 0 ? EXIT.clean : EXIT.problems;
}
