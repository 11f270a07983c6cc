/** How rules send the body of an error: the server redirects to an internal path, and rules map this path to the error's file. */

import { pathOfUrl } from '../../core/contract/base-url.ts';
import { FILE_REFUSALS, UNAVAILABLE } from '../../core/contract/refusals.ts';
import { escapePattern } from './patterns.ts';

/** The statuses of errors that have files, without the status for an upstream that is down. */
export const ERROR_STATUSES: readonly number[] = Array.from(
  new Set(Object.values(FILE_REFUSALS).map(({ status }) => status)),
).filter((status) => status !== UNAVAILABLE.status);

/** The internal path of an error's file, by its name in `FILE_REFUSALS`. */
export const errorPath = (baseUrl: string, name: string): string => `${pathOfUrl(baseUrl)}/~errors/${name}.json`;

/** Matches internal paths of errors. `files`: a pattern for the names of their files, which are the pattern's group. */
export const errorPattern = (baseUrl: string, files = '.+'): string =>
  `^${escapePattern(pathOfUrl(baseUrl))}/~errors/(${files})$`;
