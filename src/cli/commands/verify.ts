/**
 * `stillwave verify`: checks a site file by file against its manifest, pack names and release.json. First recovers from an interrupted
 * build.
 */

import { OutputError } from '../../fs/output-error.ts';
import { painterOf } from '../../report/color.ts';
import { countOf } from '../../report/count.ts';
import { shownPath } from '../../report/problems.ts';
import { shellWord } from '../../report/shell-word.ts';
import { loadConfig } from '../../site/config/load-config.ts';
import { releaseIdOfFolder } from '../../site/inputs/digests.ts';
import { recoverInterruptedBuild } from '../../site/install/output.ts';
import { readRememberedOptions } from '../../site/install/remembered-options.ts';
import { readRelease } from '../../site/install/site-files.ts';
import { type Verification, verifySite } from '../../site/install/verify-site.ts';
import type { CommandDefinition } from '../define.ts';
import { JSON_OUTPUT, QUIET, SITE } from '../options.ts';
import { withProgress } from '../progress.ts';
import { type Flags, type Project, withProject } from '../project.ts';
import { EXIT, listText, note, printJson, showBytes, warn } from '../report.ts';

interface VerifyOptions extends Project {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const SHOWN = 100;

/** How to repair a site. A build is recommended only if it would write the same release. */
async function repairText({ site, data, config: path }: VerifyOptions, release: string | null): Promise<string> {
  const shown = shownPath(site);
  const { config } = loadConfig(path);
  const known = release ?? (await readRelease(site).catch(() => null))?.id;
  const built = config && releaseIdOfFolder(data, { ...config, ...readRememberedOptions(site, config) });
  if (built !== null && built === known) return `To repair: stillwave build --force --site ${shellWord(shown)}`;
  const upload = 'To repair, upload or copy the site again from where it was built';
  return built === null ? upload : `${upload}; a build from ${shownPath(data)} would be another release`;
}

async function print(
  options: VerifyOptions,
  { release, files, bytes, faults, outdated, unmanaged }: Verification,
): Promise<void> {
  const { site, quiet } = options;
  const shown = shownPath(site);
  if (faults.length > 0) {
    const lines = faults.map(({ kind, path, message }) => `${kind.padEnd(10)}  ${path} ${message}`);
    const total = painterOf(process.stderr)('bad', countOf(faults.length, 'fault'));
    process.stderr.write(listText(lines, SHOWN));
    process.stderr.write(`${total} in ${shown}. ${await repairText(options, release)}\n`);
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
  process.stdout.write(`${shown} has no faults: ${countOf(files, 'file')}, ${showBytes(bytes)}, release ${release}\n`);
}

function printResultJson({ release, files, bytes, faults, outdated, unmanaged }: Verification): void {
  const lengths = { faults: faults.length, outdated: outdated.length, unmanaged: unmanaged.length };
  printJson(faults.length === 0, { files, bytes, ...lengths }, { release, faults, outdated, unmanaged });
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

export async function verifyCommand(options: VerifyOptions): Promise<number> {
  const { site: root, json, quiet } = options;
  tryToRecover(root, quiet);
  const result = await withProgress(quiet, ({ update }) =>
    verifySite(root, (done, total) => update('verifying', done, total)),
  );
  if (json) printResultJson(result);
  else await print(options, result);
  return result.faults.length === 0 ? EXIT.clean : EXIT.problems;
}

export const command: CommandDefinition = {
  description:
    'Checks every file against manifest.json, every pack against the hash in its name, and release.json against both. Finishes or discards an interrupted build first.',
  options: [SITE, JSON_OUTPUT, QUIET],
  examples: ['verify', 'verify --site /srv/site --json'],
  status: '0 no faults (other files in the folder are listed), 1 files are missing, truncated or modified, 2 no site.',
  run: (flags: Flags<VerifyOptions>) => verifyCommand(withProject(flags)),
};
