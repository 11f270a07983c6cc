/** Cases for hosts that only serve files: pages and records at their own paths. */

import { JSON_TYPE } from '../core/contract/headers.ts';
import { detailPath, HOME_PATH, pagePath, RELEASE_ID_PATH } from '../core/contract/paths.ts';
import { OK } from '../core/contract/statuses.ts';
import type { Envelope } from '../core/contract/wire.ts';
import { bodyOf, type Case, type CaseContext, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, queryFor, readId, type SampledListing } from './catalogue-sample.ts';
import { allOf, difference, firstFault } from './expect.ts';
import { linksIn } from './link-cases.ts';
import { hasReleaseId } from './path-cases.ts';
import { type SampledRecord, sampleRecords } from './record-cases.ts';

const NEEDS = { needs: ['page-files'] } as const;

const isFile: Expectation = ({ status, headers }) =>
  firstFault(
    difference('status', status, OK),
    headers['content-type']?.startsWith(JSON_TYPE) ? null : `Content-Type: ${headers['content-type']}`,
    difference('Access-Control-Allow-Origin', headers['access-control-allow-origin'], '*'),
  );

const isHomePage: Expectation = ({ status, headers }) =>
  firstFault(
    difference('status', status, OK),
    headers['content-type']?.startsWith('text/html') ? null : `Content-Type: ${headers['content-type']}`,
  );

/** True for links that are file paths; these hosts cannot answer links that are queries. */
const isPath = (link: string, { linkBaseUrl }: CatalogueSample): boolean =>
  link.startsWith(`${linkBaseUrl}/`) && link.includes('.json?');

/** Describes the first broken link to a file in a body. */
async function findDeadLink(body: unknown, { follow, sample }: CaseContext): Promise<string | null> {
  for (const link of linksIn(body).filter((one) => isPath(one, sample))) {
    if ((await follow(link)).status !== OK) return `${link} is not found`;
  }
  return null;
}

/** Follows `next` from file to file. */
const walksFiles: Expectation = async (answer, context) => {
  let page = bodyOf<Envelope<unknown>>(answer);
  const { num_pages } = page;
  const dead = await findDeadLink(page, context);
  if (dead !== null) return dead;
  for (let number = 1; page.next !== null && isPath(page.next, context.sample); number++) {
    if (number >= num_pages) return `page ${number} of ${num_pages} has a next page`;
    const finding = await findDeadLink(page.results[0], context);
    if (finding !== null) return finding;
    const next = await context.follow(page.next);
    if (next.status !== OK) return `${page.next} is not found`;
    page = bodyOf(next);
  }
  return null;
};

function recordFileCases({ listing, entry }: SampledRecord): Case[] {
  const { name } = listing.collection;
  const hasLinks: Expectation = (answer, context) => findDeadLink(bodyOf(answer), context);
  return [testCase(`file ${name} record`, detailPath(name, readId(entry) ?? ''), allOf(isFile, hasLinks), NEEDS)];
}

function listingFileCases(sampled: SampledListing): Case[] {
  const { listing, path } = sampled;
  const file = pagePath(queryFor(sampled)) as string;
  return [
    testCase(`file ${listing.path}`, `${file}?format=api&page=1`, isFile, NEEDS),
    testCase(`file ${listing.path} walk`, file, walksFiles, NEEDS),
    // A listing's path must not return the first page: a host that only serves files ignores the query.
    testCase(
      `file ${listing.path} query`,
      `${path}?detector=-`,
      ({ status }) => difference('found', status === OK, false),
      NEEDS,
    ),
  ];
}

export function fileCases(sample: CatalogueSample): Case[] {
  return [
    ...[...sample.listings.values()].flatMap(listingFileCases),
    ...sampleRecords(sample).flatMap(recordFileCases),
    testCase(`file ${HOME_PATH}`, HOME_PATH, isHomePage, NEEDS),
    testCase('file home', '', isHomePage, NEEDS),
    testCase(`file ${RELEASE_ID_PATH}`, RELEASE_ID_PATH, hasReleaseId, NEEDS),
  ];
}
