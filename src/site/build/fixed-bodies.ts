/**
 * Fixed bodies: every body that depends only on the release, as files for hosts that can only send files.
 *
 * In: a release. Out: path -> text, below `api/v2/_/`. The same functions make the bodies that request handlers send. A fixed body
 * leaves out parts that a handler takes from the request. Build time.
 */

import { allListings, type Listing } from '../../core/contract/collection.ts';
import { isEnumeratedFilter } from '../../core/contract/enumeration.ts';
import { FORMAT, PAGE, PAGE_SIZE, type Parameter, RECORD_FORMAT } from '../../core/contract/parameters.ts';
import { fixedBodyPath, HOME_BODY_PATH, listingKey, optionsBodyPath } from '../../core/contract/paths.ts';
import { allParameters } from '../../core/contract/query.ts';
import {
  INVALID_PAGE,
  invalidValue,
  methodNotAllowed,
  NAMED_METHODS,
  NOT_DECODED,
  NOT_FOUND,
  notEnumerated,
  OTHER_ID,
  OTHER_METHOD_BODY,
  OTHER_METHOD_NOT_ALLOWED,
  type Refusal,
  repeatedParameter,
  UNAVAILABLE,
  unnamedRangeFilter,
} from '../../core/contract/refusals.ts';
import type { Release } from '../../core/handler/release.ts';
import { describedTargets, describeTarget, rootBody } from '../documents/describe.ts';
import { homeBody } from '../documents/documents.ts';
import type { PageParts } from '../documents/home-page.ts';

type Body = readonly [path: string, text: string];

const refusalBody = (refusal: Refusal, ...names: readonly string[]): Body => [
  fixedBodyPath(...names),
  JSON.stringify(refusal.body),
];

/** Describes the values that the host can answer. */
function enumerated(parameter: Parameter, listing: Listing, { enumerate }: Release['data']): string {
  if (parameter.name === FORMAT.name) return 'it has pages in JSON';
  if (parameter.name === PAGE_SIZE.name) return `it has pages of ${enumerate.pageSizes.join(', ')} entries`;
  return isEnumeratedFilter(listing, parameter.name, enumerate)
    ? 'it has pages of one single value'
    : 'it has pages without this parameter';
}

function listingBodies(listing: Listing, release: Release): Body[] {
  const key = listingKey(listing);
  const ofParameters = allParameters(listing).flatMap((parameter): Body[] => {
    const { name, codec } = parameter;
    const refused = (kind: string, refusal: Refusal) => refusalBody(refusal, key, kind, name);
    const repeated = refused('repeated', repeatedParameter(name, codec.allowed));
    if (name === PAGE.name) return [repeated];
    const other = refused('not-enumerated', notEnumerated(name, enumerated(parameter, listing, release.data)));
    // A wrong page or format is a 404 without a parameter name.
    if (name === FORMAT.name) return [repeated, other];
    return [repeated, refused('invalid', invalidValue(name, codec.expected, codec.allowed)), other];
  });
  if (listing.rangeFilters.length === 0) return ofParameters;
  return [...ofParameters, refusalBody(unnamedRangeFilter(listing.rangeFilters), key, 'unknown-range-filter')];
}

function optionsBodies(release: Release): Body[] {
  return describedTargets(release).map(
    (target): Body => [optionsBodyPath(target), JSON.stringify(describeTarget(target))],
  );
}

/** Every fixed body of a release. `parts` are those of the page at the base URL. */
export function fixedBodies(release: Release, parts?: PageParts): Map<string, string> {
  return new Map<string, string>([
    refusalBody(NOT_FOUND, 'not-found'),
    refusalBody(INVALID_PAGE, 'invalid-page'),
    refusalBody(NOT_DECODED, 'not-decoded'),
    refusalBody(OTHER_ID, 'other-id'),
    refusalBody(UNAVAILABLE, 'unavailable'),
    ...NAMED_METHODS.map((method) => refusalBody(methodNotAllowed(method), 'method', method)),
    refusalBody(OTHER_METHOD_NOT_ALLOWED, 'method', OTHER_METHOD_BODY),
    refusalBody(repeatedParameter(RECORD_FORMAT.name, RECORD_FORMAT.codec.allowed), 'record', 'repeated', FORMAT.name),
    ...allListings(release.collections).flatMap((listing) => listingBodies(listing, release)),
    ...optionsBodies(release),
    [HOME_BODY_PATH, homeBody(release, parts)],
    [fixedBodyPath('root'), JSON.stringify(rootBody(release))],
  ]);
}
