/**
 * What a host is to `stillwave host`: facts for the table and the documentation, and an emitter of its files.
 *
 * An emitter is pure: settings in, text out. It is free of catalogue data, so that a new catalog needs no new configuration.
 */

import type { Enumeration } from '../contract/enumeration.ts';
import type { CacheLifetimes } from '../contract/headers.ts';

export type HostTier = 'no logic' | 'rewrite rules' | 'request handler';

/** What a host's files may depend on; read from the release.json of the site. */
export interface HostSettings {
  /** The command line that makes these files, to be named in them. */
  readonly command: string;
  /** Absolute path of the site's folder. */
  readonly root: string;
  /** Absolute path of the folder that the files go to, so that they can name others relative to it; null where unknown. */
  readonly out: string | null;
  /** Without trailing slash; its path is a prefix of every path served. */
  readonly baseUrl: string;
  readonly archiveUrl: string | null;
  readonly cache: CacheLifetimes;
  readonly enumerate: Enumeration;
  /** Base URL of a Stillwave request handler that answers what this host cannot; null refuses it. */
  readonly upstream: string | null;
}

export interface HostFile {
  /** Relative to where the operator puts the files. */
  readonly path: string;
  readonly text: string;
}

export interface Host {
  readonly name: string;
  readonly title: string;
  readonly tier: HostTier;
  readonly answers: string;
  /** Empty where it answers everything. */
  readonly cannot: string;
  readonly limits: readonly { readonly limit: string; readonly source: string }[];
  /** At most five commands. */
  readonly deploy: readonly string[];
  /** The layouts that fit, the best first. */
  readonly layouts: readonly ('packs' | 'pages' | 'both')[];
  /** A file that the site has to have for this host, and how it gets there. */
  readonly needs?: { readonly path: string; readonly remedy: string };
  /** Conformance cases, or all that need something, that the host cannot pass, each with the reason. */
  readonly skips?: Readonly<Record<string, string>>;
  emit(settings: HostSettings): readonly HostFile[];
}
