/**
 * `stillwave verify`: checks a site file by file against its manifest, its packs' names and its pointer. Finishes first what
 * an interrupted build left.
 *
 * Out: exit status 0 (sound; what is not the site's own is listed), 1 (faults), 2 (no site there, or a build is running).
 */

import { printable, printableJson } from '../catalogue/files/printable.ts';
import { shownPath } from '../catalogue/files/problems.ts';
import { settle } from '../site/output/output.ts';
import { OutputError } from '../site/output/output-error.ts';
import { NoSiteError, type Verification, verifySite } from '../site/output/verify-site.ts';
import { EXIT } from './exit.ts';
import { createProgress } from './progress.ts';
import { fail, showBytes, showCount } from './report.ts';

export interface VerifyOptions {
  readonly site: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const SHOWN = 100;

/** The first items, one a line, and how many more there are. */
function listText(items: readonly string[]): string {
  const rest = items.length - SHOWN;
  return [...items.slice(0, SHOWN), ...(rest > 0 ? [`and ${showCount(rest)} more`] : [])]
    .map((item) => `  ${printable(item)}\n`)
    .join('');
}

function print(
  root: string,
  { release, files, bytes, faults, foreign }: Verification,
  quiet: boolean | undefined,
): void {
  const shown = shownPath(root);
  if (faults.length > 0) {
    process.stderr.write(listText(faults.map(({ kind, path, message }) => `${kind.padEnd(10)}  ${path} ${message}`)));
    const count = faults.length === 1 ? '1 fault' : `${showCount(faults.length)} faults`;
    process.stderr.write(`${count} in ${shown}. To mend them: stillwave build --force --site ${shown}\n`);
  }
  if (quiet) return;
  if (foreign.length > 0) process.stdout.write(`Not part of the site, and left alone:\n${listText(foreign)}`);
  if (faults.length > 0) return;
  process.stdout.write(`${shown} is sound: ${showCount(files + 1)} files, ${showBytes(bytes)}, release ${release}\n`);
}

export async function verifyCommand({ site: root, json, quiet }: VerifyOptions): Promise<number> {
  const progress = createProgress(quiet);
  try {
    const settled = settle(root);
    if (settled !== 'nothing to do' && !quiet) process.stderr.write(`note: an interrupted build was ${settled}\n`);
    const result = await verifySite(root, (done, total) => progress.update('verifying', done, total));
    progress.end();
    if (json) process.stdout.write(printableJson({ sound: result.faults.length === 0, ...result }));
    else print(root, result, quiet);
    return result.faults.length === 0 ? EXIT.clean : EXIT.problems;
  } catch (error) {
    progress.end();
    if (error instanceof OutputError || error instanceof NoSiteError) return fail(error.message);
    throw error;
  }
}
