/**
 * `stillwave build`: builds a site from a data folder and a configuration. If the data have problems, the site is unchanged. A signal does
 * not interrupt the installation of a new release.
 */

import { setFlagsFromString } from 'node:v8';
import { Option } from 'commander';
import { LAYOUTS, type Layout, LINK_FORMS } from '../../core/contract/site-paths.ts';
import { painterOf } from '../../report/color.ts';
import { countOf, showCount } from '../../report/count.ts';
import { shownPath } from '../../report/problems.ts';
import { shellWord } from '../../report/shell-word.ts';
import { type BuildResult, type BuildSummary, buildSite } from '../../site/build.ts';
import type { Config, RememberedOptions } from '../../site/config/config.ts';
import { loadConfig } from '../../site/config/load-config.ts';
import { recoverInterruptedBuild } from '../../site/install/output.ts';
import { optionsBeside, readRememberedOptions } from '../../site/install/remembered-options.ts';
import type { CommandDefinition } from '../define.ts';
import { untilInterrupted } from '../interrupt.ts';
import { baseUrl, CONFIG, compatibility, DATA, JSON_OUTPUT, QUIET, readBaseUrl, SITE } from '../options.ts';
import { withProgress } from '../progress.ts';
import { type Flags, type Project, withProject } from '../project.ts';
import { EXIT, note, printJson, reportProblems, showBytes } from '../report.ts';

interface BuildCommandOptions extends Project {
  readonly baseUrl?: string;
  readonly layout?: Layout;
  readonly links?: Config['links'];
  readonly compatibility?: Config['compatibility'];
  readonly compress?: boolean;
  /** Ignores the options of the site's last build. */
  readonly asConfigured?: boolean;
  readonly force?: boolean;
  readonly durable?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The flags that stand for parts of the configuration. */
function readFlags(flags: BuildCommandOptions): RememberedOptions {
  const { baseUrl, layout, links, compatibility, compress } = flags;
  return {
    ...(baseUrl !== undefined && { baseUrl: readBaseUrl(baseUrl, '--base-url') }),
    ...(layout && { layout }),
    ...(links && { links }),
    ...(compatibility && { compatibility }),
    ...(compress && { compress }),
  };
}

/** Options as they are written on the command line. */
const showOptions = (options: RememberedOptions): string =>
  Object.entries(options)
    .map(([name, value]) => {
      const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      return value === true ? flag : `${flag} ${shellWord(String(value))}`;
    })
    .join(' ');

/** The options of an earlier build that no flag replaces. Prints a note about them. */
function keptOptions(
  config: Config,
  given: RememberedOptions,
  { site, quiet, json }: BuildCommandOptions,
): RememberedOptions {
  // An interrupted build may have had other options.
  recoverInterruptedBuild(site);
  const kept = Object.entries(readRememberedOptions(site, config)).filter(([name]) => !(name in given));
  if (kept.length === 0) return {};
  const options: RememberedOptions = Object.fromEntries(kept);
  const text = showOptions(options);
  if (!quiet && !json)
    note(`${shownPath(site)} was built with ${text}, and keeps this. To drop it, add --as-configured`);
  return options;
}

/** `74,598 strain files, 670 event versions, …`. */
function entriesText(entries: BuildSummary['entries']): string {
  return Object.entries(entries)
    .map(([name, count]) => countOf(count, name.replaceAll('-', ' ').replace(/s$/, '')))
    .join(', ');
}

function summaryText(summary: BuildSummary, out: string, seconds: string): string {
  const { entries, packs, pages, details, downloads, files, bytes, written, removed, warnings } = summary;
  const head = `Built ${shownPath(out)} in ${seconds} s, release ${summary.release}`;
  return [
    painterOf(process.stdout)('heading', head),
    `  entries  ${entriesText(entries)}`,
    `  packs    ${showCount(packs)}`,
    `  pages    ${countOf(pages, 'page file')}, ${countOf(details, 'detail file')}, ${countOf(downloads, 'download')}`,
    `  files    ${showCount(files)} (${showCount(written)} written, ${showCount(removed)} removed), ${showBytes(bytes)}`,
    ...(warnings > 0 ? [`  data     ${countOf(warnings, 'warning')} ("stillwave validate" lists them)`] : []),
    '',
  ].join('\n');
}

/** If there was nothing to do, only the numbers of written and removed files are printed, because nothing else was counted. */
function printResultJson(result: Exclude<BuildResult, { kind: 'problems' }>, seconds: string): void {
  const timed = { seconds: Number(seconds) };
  if (result.kind !== 'built') {
    printJson(true, { written: 0, removed: 0 }, { release: result.release, ...timed });
    return;
  }
  const { release, ...counts } = result.summary;
  printJson(true, counts, { release, ...timed });
}

function report(result: BuildResult, options: BuildCommandOptions, seconds: string): number {
  if (result.kind === 'problems') {
    return reportProblems(result.problems, options.json);
  }
  if (options.json) printResultJson(result, seconds);
  else if (!options.quiet) {
    const unchanged = `Nothing to do in ${seconds} s: ${shownPath(options.site)} has this release already\n`;
    process.stdout.write(result.kind === 'built' ? summaryText(result.summary, options.site, seconds) : unchanged);
  }
  return EXIT.clean;
}

/**
 * Lets the heap only double between collections (V8 lets it quadruple). The build is no slower, and needs a third less memory for a
 * catalogue ten times the size of the shipped one (docs/measurements/scale.md).
 */
const HEAP_FLAG = '--heap-growing-percent=100';

export async function buildCommand(options: BuildCommandOptions): Promise<number> {
  setFlagsFromString(HEAP_FLAG);
  const start = performance.now();
  const loaded = loadConfig(options.config);
  if (loaded.config === null) return reportProblems(loaded.problems, options.json);
  const given = readFlags(options);
  const kept = options.asConfigured ? {} : keptOptions(loaded.config, given, options);
  const remembered = optionsBeside(loaded.config, { ...kept, ...given });
  const config = { ...loaded.config, ...remembered };

  const { data: dataDir, site: out, force = false, durable = false } = options;
  // The configuration may remove pages, but a mistyped flag must not.
  const keepPages = options.layout === 'packs' && !force;
  const result = await withProgress(options.quiet, ({ update: onProgress }) =>
    untilInterrupted(
      (signal) => buildSite({ dataDir, out, config, remembered, force, keepPages, durable, signal, onProgress }),
      ({ kind }) => (kind === 'built' ? `the new release is installed in ${shownPath(out)}` : ''),
    ),
  );
  return report(result, options, ((performance.now() - start) / 1000).toFixed(2));
}

export const command: CommandDefinition = {
  description:
    'Checks the data and writes the site. Files with unchanged content are not touched. A site that was built with --base-url, --layout, --links, --compatibility or --compress keeps them when they are not given again.',
  options: [
    DATA,
    SITE,
    baseUrl('prefix of every link (default: as configured)'),
    new Option('--layout <layout>', 'what to write (default: as configured)').choices(LAYOUTS),
    new Option('--links <form>', 'how page files link to each other (default: as configured)').choices(LINK_FORMS),
    compatibility(),
    new Option('--compress', 'also write .gz and .br copies of page files and packs'),
    new Option('--as-configured', 'drop the options of earlier builds, and build what the configuration says'),
    CONFIG,
    new Option(
      '--force',
      'write every file again, including unchanged ones; with --layout packs, remove the pages of the site',
    ),
    new Option('--durable', 'wait until all files are on disk before installing the new release'),
    JSON_OUTPUT,
    QUIET,
  ],
  examples: [
    'build',
    'build --layout packs --base-url https://catalogue.example/gw',
    'build --data my-catalogue --site /srv/site',
  ],
  status: `0 built or nothing to do, 1 the data have problems (the site is unchanged), 2 wrong usage or another failure,
129, 130 or 143 ended by SIGHUP, SIGINT (Ctrl-C) or SIGTERM. The site is unchanged, unless the new release was being
installed: then the installation is completed first.

A killed build leaves the old release in place, or the next command finishes the new one.`,
  run: (flags: Flags<BuildCommandOptions>) => buildCommand(withProject(flags)),
};
