/**
 * The type of a host for `stillwave host`: facts for the table and the documentation, and an emitter for the host's files.
 *
 * Emitters turn settings into text, and read nothing but templates and bundles of this package. The files contain no catalogue data, so a new
 * catalog needs no new configuration.
 */

import type { Enumeration } from '../core/contract/enumeration.ts';
import type { CacheLifetimes } from '../core/contract/headers.ts';
import type { Layout } from '../core/contract/site-paths.ts';
import type { HostName, HostPart } from './host-names.ts';

/** How a host answers requests: with files at their own paths, with rewrite rules, or with code. */
export type HostTier = 'no logic' | 'rewrite rules' | 'request handler';

/** Settings for a host's files, from the command line and the site's release.json. */
export interface HostSettings {
  /** The command line that generates these files, for their header comment. */
  readonly command: string;
  /** Absolute path of the site's folder. */
  readonly root: string;
  /** Absolute path of the output folder, for relative paths in the files; null if unknown. */
  readonly out: string | null;
  /** Has no trailing slash; its path is a prefix of every path served. */
  readonly baseUrl: string;
  /** The address to which requests for archived files are redirected; null if none are. */
  readonly archiveUrl: string | null;
  readonly cache: CacheLifetimes;
  readonly enumerate: Enumeration;
  /** Whether the site answers the older interfaces. */
  readonly legacyInterfaces: boolean;
  /** Base URL of a Stillwave request handler for requests that this host cannot answer; if null, they are refused. */
  readonly upstream: string | null;
  /** The part to write; if missing, the whole file is written. */
  readonly part?: HostPart | undefined;
}

/** A file that a host needs. */
export interface HostFile {
  /** Relative to the folder where the operator puts the files. */
  readonly path: string;
  readonly text: string;
}

/** A program or service that serves a site. */
export interface Host {
  readonly name: HostName;
  readonly title: string;
  readonly tier: HostTier;
  /** The requests that the host answers, for the table. */
  readonly answers: string;
  /** The requests that the host cannot answer; empty if it answers everything. */
  readonly cannot: string;
  readonly limits: readonly { readonly limit: string; readonly source: string }[];
  /** At most five commands, in order. */
  readonly deploy: readonly string[];
  /** Suitable layouts, best first. */
  readonly layouts: readonly Layout[];
  /** True if the host's file can be written in two parts. */
  readonly hasParts?: true;
  /** What `--upstream` accepts: any base URL, or `http:` without a path; if missing, the host's files cannot name an upstream. */
  readonly upstream?: 'URL' | 'HTTP origin';
  /** Creates the files that the host needs. */
  emit(settings: HostSettings): readonly HostFile[];
}
