/** One call of a function of the client, as a Python user writes it: the requests that it makes, and its result. */

import type { Version } from './facts.ts';
import type { GwoscClient } from './gwosc-client.ts';

export interface Case {
  readonly call: string;
  readonly run: (client: GwoscClient) => Promise<unknown>;
  /** Requests below /api/v2/, in order, without those for further pages. */
  readonly asks: readonly string[];
  /** Paths of URLs are relative to the base URL. */
  readonly gives?: unknown;
  readonly fails?: readonly [name: string, message: RegExp];
}

export const NOT_FOUND = ['HTTPError', /^404 /] as const;
export const REFUSED = ['HTTPError', /^400 /] as const;

export const shortNames = (versions: readonly Version[]): string[] => versions.map(({ shortName }) => shortName);

export const inside = (start: number, stop: number) => (version: Version) =>
  start <= version.gps && version.gps <= stop;
