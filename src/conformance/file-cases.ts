/** Cases of hosts that only send files: pages and records at their own paths. */

import { JSON_TYPE } from '../contract/headers.ts';
import { HOME_PATH, pagePath } from '../contract/paths.ts';
import { OK } from '../contract/statuses.ts';
import type { Envelope } from '../contract/wire.ts';
import { type Case, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, queryFor, type SampledListing } from './catalogue-sample.ts';
import { bodyOf } from './collections/expectations.ts';
import { differ, first } from './expect.ts';
import { linksIn } from './link-cases.ts';

const NEEDS = { needs: ['page-files'] } as const;

const isFile: Expectation = ({ status, headers }) =>
  first(
    differ('status', status, OK),
    headers['content-type']?.startsWith(JSON_TYPE) ? null : `Content-Type: ${headers['content-type']}`,
    differ('Access-Control-Allow-Origin', headers['access-control-allow-origin'], '*'),
  );

/** Follows `next` from file to file, where links are paths of files; links that are queries lead nowhere here. */
const walksFiles: Expectation = async (answer, { follow, sample }) => {
  const isPath = (link: string) => link.startsWith(`${sample.baseUrl}/`) && link.includes('.json?');
  let page = bodyOf<Envelope<unknown>>(answer);
  const { num_pages } = page;
  for (const link of linksIn(page).filter(isPath)) {
    if ((await follow(link)).status !== OK) return `${link} is not found`;
  }
  for (let number = 1; page.next !== null && isPath(page.next); number++) {
    if (number >= num_pages) return `page ${number} of ${num_pages} has a next page`;
    const [link] = linksIn(page.results[0]).filter(isPath);
    if (link !== undefined && (await follow(link)).status !== OK) return `${link} is not found`;
    const next = await follow(page.next);
    if (next.status !== OK) return `${page.next} is not found`;
    page = bodyOf(next);
  }
  return null;
};

function listingFileCases(sampled: SampledListing): Case[] {
  const { listing, path } = sampled;
  const file = pagePath(queryFor(sampled)) as string;
  return [
    testCase(`file ${listing.path}`, `${file}?format=api&page=1`, isFile, NEEDS),
    testCase(`file ${listing.path} walk`, file, walksFiles, NEEDS),
    // The path of a listing must not be answered with its first page, whatever the query says.
    testCase(
      `file ${listing.path} query`,
      `${path}?detector=-`,
      ({ status }) => differ('found', status === OK, false),
      NEEDS,
    ),
  ];
}

export function fileCases({ listings }: CatalogueSample): Case[] {
  return [
    ...[...listings.values()].flatMap(listingFileCases),
    testCase('file home', HOME_PATH, ({ status }) => differ('status', status, OK), NEEDS),
  ];
}
