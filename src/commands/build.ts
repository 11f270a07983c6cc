/**
 * `stillwave build`: data folder and configuration in, a site in the output folder.
 *
 * Out: exit status 0 (built, or nothing to do), 1 (problems in the data), 2 (cannot run), 129, 130 or 143 (ended by SIGHUP,
 * SIGINT or SIGTERM). With any but 0 the output folder is as it was. A signal that comes while the finished release is
 * being moved into place, which takes a moment, is too late to matter.
 */

import { printable } from '../catalogue/files/printable.ts';
import { shownPath } from '../catalogue/files/problems.ts';
import { type BuildResult, type BuildSummary, buildSite } from '../site/build/build-site.ts';
import type { Config, Layout } from '../site/config/config.ts';
import { loadConfig, normaliseBaseUrl } from '../site/config/load-config.ts';
import { OutputError } from '../site/output/output-error.ts';
import { EXIT } from './exit.ts';
import { InterruptedError, reportInterrupt, untilInterrupted } from './interrupt.ts';
import { createProgress } from './progress.ts';
import { fail, reportProblems, showBytes, showCount } from './report.ts';

export interface BuildCommandOptions {
  readonly data: string;
  readonly site: string;
  /** Path of the configuration; null where there is none. */
  readonly config: string | null;
  readonly baseUrl?: string;
  readonly layout?: Layout;
  readonly links?: Config['links'];
  readonly compress?: boolean;
  readonly force?: boolean;
  readonly durable?: boolean;
  readonly takeLock?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The configuration with what the flags say instead; a text where a flag cannot be used. */
function withFlags(config: Config, { baseUrl, layout, links, compress }: BuildCommandOptions): Config | string {
  const url = baseUrl === undefined ? { url: config.baseUrl } : normaliseBaseUrl(baseUrl);
  if (!('url' in url)) return `--base-url ${baseUrl}: ${url.message}; ${url.fix}`;
  return {
    ...config,
    baseUrl: url.url,
    ...(layout && { layout }),
    ...(links && { links }),
    ...(compress && { compress }),
  };
}

/** `74,598 strain files, 670 event versions, …`. */
function entriesText(entries: BuildSummary['entries']): string {
  return Object.entries(entries)
    .map(([name, count]) => `${showCount(count)} ${name.replaceAll('-', ' ')}`)
    .join(', ');
}

function summaryText(summary: BuildSummary, out: string, seconds: string): string {
  const { entries, packs, pages, details, files, bytes, written, removed } = summary;
  return [
    `Built ${shownPath(out)} in ${seconds} s, release ${summary.release}`,
    `  entries  ${entriesText(entries)}`,
    `  packs    ${showCount(packs)}`,
    `  pages    ${showCount(pages)} page files, ${showCount(details)} detail files`,
    `  files    ${showCount(files)} (${showCount(written)} written, ${showCount(removed)} removed), ${showBytes(bytes)}`,
    '',
  ].join('\n');
}

/** Names what is in the folder but not ours; it may be served along with the site. */
function reportForeign(foreign: readonly string[], out: string): void {
  if (foreign.length === 0) return;
  const shown = foreign.slice(0, FOREIGN_SHOWN).map((path) => `  ${printable(path)}\n`);
  const rest = foreign.length - shown.length;
  process.stderr.write(
    `note: ${shownPath(out)} has ${foreign.length === 1 ? 'a file' : 'files'} that no build of ours wrote, kept as they are:\n${shown.join('')}`,
  );
  if (rest > 0) process.stderr.write(`  and ${showCount(rest)} more\n`);
}

const FOREIGN_SHOWN = 10;

function report(result: BuildResult, options: BuildCommandOptions, seconds: string): number {
  if (result.kind === 'problems') return reportProblems(result.problems, options.json);
  if (result.kind === 'built') reportForeign(result.summary.foreign, options.site);
  if (options.json) {
    const summary = result.kind === 'built' ? result.summary : { release: result.release, written: 0, removed: 0 };
    process.stdout.write(`${JSON.stringify({ ...summary, seconds: Number(seconds) })}\n`);
  } else if (!options.quiet) {
    const unchanged = `Nothing to do in ${seconds} s: ${shownPath(options.site)} has this release already\n`;
    process.stdout.write(result.kind === 'built' ? summaryText(result.summary, options.site, seconds) : unchanged);
  }
  return EXIT.clean;
}

export async function buildCommand(options: BuildCommandOptions): Promise<number> {
  const start = performance.now();
  const loaded = loadConfig(options.config);
  if (loaded.config === null) return reportProblems(loaded.problems, options.json);
  const config = withFlags(loaded.config, options);
  if (typeof config === 'string') return fail(config);

  const { data: dataDir, site: out, force = false, durable = false, takeLock = false } = options;
  const progress = createProgress(options.quiet);
  try {
    const result = await untilInterrupted((signal) =>
      buildSite({ dataDir, out, config, force, durable, takeLock, signal, onProgress: progress.update }),
    );
    progress.end();
    return report(result, options, ((performance.now() - start) / 1000).toFixed(2));
  } catch (error) {
    progress.end();
    if (error instanceof OutputError) return fail(error.message);
    if (error instanceof InterruptedError) return reportInterrupt(error);
    throw error;
  }
}
