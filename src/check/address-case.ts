/** The case for the site's own address: the base URL of its links is the address that is checked. */

import { pagePath, queryUrl } from '../core/contract/paths.ts';
import { type Case, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, queryFor } from './catalogue-sample.ts';

/** Ids start with this. */
export const BASE_URL = 'base-url';

/** All other cases expect the links' own base URL, so that only this one fails at another address. */
const leadsHere: Expectation = (_, { sample: { baseUrl, linkBaseUrl } }) =>
  linkBaseUrl === baseUrl
    ? null
    : `the links of this site start with ${linkBaseUrl}, not with ${baseUrl}. Check ${linkBaseUrl} instead; or, if clients use ` +
      `${baseUrl}, build the site (or run "serve") with --base-url ${baseUrl}. The other cases accept these links`;

/** One for hosts that answer queries, one for hosts that only send files. */
export function addressCases({ listings }: CatalogueSample): Case[] {
  const linked = [...listings.values()].find(({ first }) => first.results.length > 0);
  if (!linked) return [];
  const query = queryFor(linked);
  return [
    testCase(BASE_URL, queryUrl(query), leadsHere),
    testCase(`${BASE_URL}.file`, pagePath(query) as string, leadsHere, { needs: ['page-files'] }),
  ];
}
