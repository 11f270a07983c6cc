/**
 * `stillwave build`: data folder and configuration in, a site in the output folder.
 *
 * Out: exit status 0 (built, or nothing to do), 1 (problems in the data; the output folder is as it was), 2 (cannot run).
 */

import { shownPath } from '../catalogue/problems.ts';
import { type BuildSummary, buildSite } from '../site/build-site.ts';
import type { Config, Layout } from '../site/config.ts';
import { loadConfig, normaliseBaseUrl } from '../site/load-config.ts';
import { OutputError } from '../site/output.ts';
import { EXIT } from './exit.ts';
import { createProgress } from './progress.ts';
import { fail, reportProblems, showBytes, showCount } from './report.ts';

export interface BuildCommandOptions {
  readonly data: string;
  readonly out: string;
  /** Path of the configuration; null where there is none. */
  readonly config: string | null;
  readonly baseUrl?: string;
  readonly layout?: Layout;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The configuration with what the flags say instead; a text where a flag cannot be used. */
function withFlags(config: Config, { baseUrl, layout }: BuildCommandOptions): Config | string {
  const url = baseUrl === undefined ? { url: config.baseUrl } : normaliseBaseUrl(baseUrl);
  if (!('url' in url)) return `--base-url ${baseUrl}: ${url.message}; ${url.fix}`;
  return { ...config, baseUrl: url.url, ...(layout && { layout }) };
}

function summaryText(summary: BuildSummary, out: string, seconds: string): string {
  const { strainFiles, eventVersions, packs, pages, details, files, bytes, written, removed } = summary;
  return [
    `Built ${shownPath(out)} in ${seconds} s, release ${summary.release}`,
    `  entries  ${showCount(strainFiles)} strain files, ${showCount(eventVersions)} event versions`,
    `  packs    ${showCount(packs)}`,
    `  pages    ${showCount(pages)} page files, ${showCount(details)} detail files`,
    `  files    ${showCount(files)} (${showCount(written)} written, ${showCount(removed)} removed), ${showBytes(bytes)}`,
    '',
  ].join('\n');
}

export async function buildCommand(options: BuildCommandOptions): Promise<number> {
  const start = performance.now();
  const loaded = loadConfig(options.config);
  if (loaded.config === null) return reportProblems(loaded.problems, options.json);
  const config = withFlags(loaded.config, options);
  if (typeof config === 'string') return fail(config);

  const progress = createProgress(options.quiet);
  try {
    const result = await buildSite({
      dataDir: options.data,
      out: options.out,
      config,
      force: options.force ?? false,
      onProgress: progress.update,
    });
    progress.end();
    if (result.kind === 'problems') return reportProblems(result.problems, options.json);
    const seconds = ((performance.now() - start) / 1000).toFixed(2);
    if (options.json) {
      const summary = result.kind === 'built' ? result.summary : { release: result.release, written: 0, removed: 0 };
      process.stdout.write(`${JSON.stringify({ ...summary, seconds: Number(seconds) })}\n`);
    } else if (!options.quiet) {
      const unchanged = `Nothing to do in ${seconds} s: ${shownPath(options.out)} has this release already\n`;
      process.stdout.write(result.kind === 'built' ? summaryText(result.summary, options.out, seconds) : unchanged);
    }
    return EXIT.clean;
  } catch (error) {
    progress.end();
    if (error instanceof OutputError) return fail(error.message);
    throw error;
  }
}
