/**
 * Files for hosts with rewrite rules: the root, the home page as request handlers send it, and the bodies of errors.
 *
 * In: a release. Out: path -> text. Build time; pure.
 */

import { errorBodyPath, HOME_BODY_PATH, ROOT_BODY_PATH } from '../../core/contract/paths.ts';
import {
  INVALID_PAGE,
  NO_SUCH_RANGE,
  NOT_ENUMERATED,
  NOT_FOUND,
  OTHER_METHOD_NOT_ALLOWED,
  PRECONDITION_FAILED,
  type Refusal,
  UNAVAILABLE,
} from '../../core/contract/refusals.ts';
import type { Release } from '../../core/handler/release.ts';
import { rootBody } from './describe.ts';
import { homeBody } from './documents.ts';
import type { PageParts } from './home-page.ts';

/** Four that rules choose, two that programs find while they send a file, and one if an upstream is down. */
const ERRORS: readonly Refusal[] = [
  NOT_ENUMERATED,
  NOT_FOUND,
  OTHER_METHOD_NOT_ALLOWED,
  PRECONDITION_FAILED,
  NO_SUCH_RANGE,
  UNAVAILABLE,
];

/** The files of a release. `parts` are those of the page at the base URL. */
export function ruleFiles(release: Release, parts?: PageParts): Map<string, string> {
  return new Map([
    [ROOT_BODY_PATH, JSON.stringify(rootBody(release))],
    [HOME_BODY_PATH, homeBody(release, parts)],
    ...ERRORS.map(({ status, body }) => [errorBodyPath(String(status)), JSON.stringify(body)] as const),
    [errorBodyPath(`${INVALID_PAGE.status}-page`), JSON.stringify(INVALID_PAGE.body)],
  ]);
}
