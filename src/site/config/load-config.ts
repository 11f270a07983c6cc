/**
 * Reads `stillwave.config.yaml`. Returns the configuration with defaults filled in, or null and all problems with their locations. If the
 * path is null, all values are defaults.
 */

import { readYamlFile } from '../../catalogue/files/yaml-file.ts';
import { normaliseBaseUrl } from '../../core/contract/base-url.ts';
import { DOWNLOAD_NAMES, type DownloadName } from '../../core/contract/downloads.ts';
import { type Problem, sortProblems, toProblem } from '../../report/problems.ts';
import { type Config, DEFAULT_CONFIG } from './config.ts';

/** The content of the file; all keys are optional. */
interface RawConfig extends Partial<Omit<Config, 'downloads' | 'enumerate' | 'cache'>> {
  readonly downloads?: boolean | readonly DownloadName[];
  readonly enumerate?: Partial<Config['enumerate']>;
  readonly cache?: {
    readonly listings?: Partial<Config['cache']['listings']>;
    readonly errors?: Partial<Config['cache']['errors']>;
  };
}

export interface LoadConfigResult {
  readonly config: Config | null;
  readonly problems: Problem[];
}

/** The names of the downloads to write: all (true), none (false), or those listed. */
const namedDownloads = (downloads: boolean | readonly DownloadName[]): readonly DownloadName[] =>
  DOWNLOAD_NAMES.filter((name) => (typeof downloads === 'boolean' ? downloads : downloads.includes(name)));

/** Reads and validates the configuration; a null path gives the defaults. */
export function loadConfig(path: string | null): LoadConfigResult {
  if (path === null) return { config: DEFAULT_CONFIG, problems: [] };
  const { value: file, problems } = readYamlFile<RawConfig>(path, 'config');
  if (!file) {
    // A file that contains only comments gives the defaults.
    const isBlank = problems.every((problem) => problem.code === 'D105');
    return isBlank ? { config: DEFAULT_CONFIG, problems: [] } : { config: null, problems: sortProblems(problems) };
  }
  const urlProblems: Problem[] = [];
  const readUrl = (field: 'baseUrl' | 'archiveUrl', text: string): string => {
    const result = normaliseBaseUrl(text);
    if ('url' in result) return result.url;
    const message = `${field}: ${result.message}`;
    urlProblems.push(toProblem({ code: 'D160', message, fix: result.fix }, file.place([field])));
    return text;
  };
  const raw = file.value;
  const archiveUrl = raw.archiveUrl ?? DEFAULT_CONFIG.archiveUrl;
  const config: Config = {
    ...DEFAULT_CONFIG,
    ...raw,
    baseUrl: readUrl('baseUrl', raw.baseUrl ?? DEFAULT_CONFIG.baseUrl),
    archiveUrl: archiveUrl === null ? null : readUrl('archiveUrl', archiveUrl),
    downloads: namedDownloads(raw.downloads ?? true),
    enumerate: {
      pageSizes: [...(raw.enumerate?.pageSizes ?? DEFAULT_CONFIG.enumerate.pageSizes)].sort((a, b) => a - b),
      filters: { ...DEFAULT_CONFIG.enumerate.filters, ...raw.enumerate?.filters },
    },
    cache: {
      listings: { ...DEFAULT_CONFIG.cache.listings, ...raw.cache?.listings },
      errors: { ...DEFAULT_CONFIG.cache.errors, ...raw.cache?.errors },
    },
  };
  return { config: urlProblems.length === 0 ? config : null, problems: sortProblems(urlProblems) };
}
