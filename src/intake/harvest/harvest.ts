/**
 * Reads the requested kinds of content from a service. A command that was interrupted less than a day ago continues where it
 * stopped. Throws HarvestError, or the signal's reason. Writes no data files.
 */

import type { ImportKind } from '../kinds/kinds.ts';
import { Client, type ClientOptions } from './client.ts';
import { readService } from './read-service.ts';
import { ResponseCache } from './response-cache.ts';
import { type OnProgress, Service } from './service.ts';
import type { ServiceContent } from './service-content.ts';

export interface HarvestOptions extends ClientOptions {
  /** Folder for this service's answers. */
  readonly answers: string;
  /** Identifies the command: only the same command continues an interrupted harvest. */
  readonly command?: string;
  readonly kinds: readonly ImportKind[];
  readonly onProgress?: OnProgress;
  /** Size limit for all answers together; 512 by default. */
  readonly maxMiB?: number;
}

/** Counts from a harvest. */
export interface Traffic {
  /** Requests sent. */
  readonly requests: number;
  /** Answers from the interrupted harvest that this one continues. */
  readonly fromCache: number;
  /** Answers that have not changed since an earlier harvest (304). */
  readonly unchanged: number;
}

/**
 * A service's content. Call `finish` once it has been merged into the data, or shown. Until then, the same command reuses answers from the
 * last day.
 */
export interface HarvestResult {
  readonly found: ServiceContent;
  readonly traffic: Traffic;
  finish(): void;
}

export async function harvest(options: HarvestOptions): Promise<HarvestResult> {
  const { base, answers, command, kinds, onProgress, maxMiB } = options;
  const cache = new ResponseCache(answers, base, command);
  const client = new Client(options);
  const service = new Service(base, client, cache, maxMiB);
  const found = await readService(service, kinds, onProgress);
  const traffic = { requests: client.asked, fromCache: service.fromCache, unchanged: service.unchanged };
  return { found, traffic, finish: () => cache.finish() };
}
