/** Cases for paths: the site's own address, the root, the home page, redirects to the archive, and paths that do not exist. */

import { ARCHIVE_ROOTS } from '../core/contract/archive-paths.ts';
import { wholeListings } from '../core/contract/collection.ts';
import { RECORD_FORMAT } from '../core/contract/parameters.ts';
import {
  API_ROOT,
  DOCUMENT_NAMES,
  OPENAPI_PATH,
  pagePath,
  queryUrl,
  RELEASE_ID_PATH,
  withLinkFormat,
} from '../core/contract/paths.ts';
import { repeatedParameter } from '../core/contract/refusals.ts';
import { OK } from '../core/contract/statuses.ts';
import type { Need } from '../hosts/host.ts';
import { type Case, type Expectation, testCase } from './case.ts';
import { type CatalogueSample, queryFor } from './catalogue-sample.ts';
import {
  allOf,
  difference,
  firstFault,
  hasJson,
  isHtml,
  isNotFound,
  isOk,
  isRedirect,
  isRefusal,
  sameAs,
} from './expect.ts';

/** A path that does not exist, with what a host needs to refuse it. */
type UnknownPath = readonly [path: string, ...needs: Need[]];

/** Paths that exist on no site. */
const UNKNOWN: readonly UnknownPath[] = [
  ['api', 'all-paths'],
  [`${API_ROOT}//`],
  [`${API_ROOT}/_`],
  [`${API_ROOT}/_errors/404.json`, 'all-paths'],
  [`${API_ROOT}/Strain-Files`],
  [`${API_ROOT}//strain-files`],
  [`/${API_ROOT}/strain-files`, 'all-paths'],
  [`${API_ROOT}/./strain-files`, 'dot-segments'],
  [`${API_ROOT}/x/../strain-files`, 'dot-segments'],
  [`${API_ROOT}/strain-files//`],
  [`${API_ROOT}/strain-files/_/20/1.json`, 'all-paths'],
  [`${API_ROOT}/strain-files/..`, 'dot-segments'],
  [`${API_ROOT}/event-versions/x/y`],
  [`${API_ROOT}/default-parameters/far`],
  [`${API_ROOT}/runs//strain-files`],
  ['api/v1/events', 'all-paths'],
  ['archive', 'all-paths'],
  ['elsewhere', 'all-paths'],
];

const isRoot: Expectation = allOf(isOk, (answer, { sample }) => {
  const names = wholeListings(sample.collections).map(({ collection }) => collection.name);
  const expected = names.map((name) => {
    return [name, withLinkFormat(`${sample.linkBaseUrl}/${API_ROOT}/${name}`, sample.linkFormat)];
  });
  return difference('body', answer.body, JSON.stringify(Object.fromEntries(expected)));
});

function unknownPathCases({ basePath, collections }: CatalogueSample): Case[] {
  // Collections that have only nested listings have no top-level path.
  const nested = collections.filter(({ listings }) => listings.every(({ parents }) => parents.length > 0));
  const paths: UnknownPath[] = [...UNKNOWN, ...nested.map(({ name }) => [`${API_ROOT}/${name}`] as const)];
  const outside = testCase('not-found.outside', `../${API_ROOT}/strain-files`, isNotFound, { needs: ['above-base'] });
  return [
    ...paths.map(([path, ...needs]) => testCase(`not-found ${path}`, path, isNotFound, { needs })),
    ...(basePath === '' ? [] : [outside]),
    testCase('path.encoded', `${API_ROOT}/strain%2Dfiles`, sameAs(`${API_ROOT}/strain-files`), { needs: ['decoding'] }),
    testCase('path.encoded-slash', `${API_ROOT}/strain-files%2F`, isNotFound, { needs: ['decoding'] }),
    testCase('path.above-root', '../../../etc/passwd', isNotFound, { needs: ['decoding', 'above-base'] }),
    testCase('path.malformed', `${API_ROOT}/strain-files/%zz`, isNotFound, { needs: ['decoding'] }),
  ];
}

/** Expects the release id to be exposed to pages from other origins. */
const namesRelease: Expectation = ({ headers }) =>
  firstFault(
    headers['stillwave-release'] ? null : 'there is no Stillwave-Release',
    /\bstillwave-release\b/i.test(headers['access-control-expose-headers'] ?? '')
      ? null
      : 'Access-Control-Expose-Headers has no Stillwave-Release',
  );

/** Expects one line with the release id. If API responses name an id, it must be the same. */
export const hasReleaseId: Expectation = async ({ status, body }, { get }) => {
  const { headers } = await get(`${API_ROOT}/`);
  return firstFault(
    difference('status', status, OK),
    /^\S+\n$/.test(body) ? null : 'it is not one line with an id',
    headers['stillwave-release'] === undefined ? null : difference('id', body.trim(), headers['stillwave-release']),
  );
};

function rootCases(): Case[] {
  const target = `${API_ROOT}/`;
  return [
    testCase('root', target, isRoot),
    testCase('root.no-slash', API_ROOT, sameAs(target)),
    testCase('root.format', `${target}?format=json&x=y`, sameAs(target)),
    testCase('root.format.unknown', `${target}?format=xml`, isNotFound),
    testCase(
      'root.format.twice',
      `${target}?format=api&format=api`,
      isRefusal(repeatedParameter('format', RECORD_FORMAT.codec.allowed)),
    ),
    testCase('release.header', target, namesRelease, { needs: ['release-header'] }),
    testCase('release.file', RELEASE_ID_PATH, hasReleaseId),
    testCase('home', '', isHtml, { needs: ['all-paths'] }),
    testCase(
      'openapi',
      OPENAPI_PATH,
      allOf(
        isOk,
        hasJson<{ openapi?: string }>(({ openapi }) => difference('openapi', openapi, '3.1.0')),
      ),
    ),
    ...DOCUMENT_NAMES.map((name) =>
      testCase(`openapi ${name}`, `${API_ROOT}/${name}?format=json`, sameAs(OPENAPI_PATH)),
    ),
  ];
}

const ARCHIVED = [
  'a.gwf',
  'O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5',
  'json/GWTC-1-confident/GW150914/v3/H-H1_GWOSC_4KHZ_R1-1126259447-32.txt.gz',
];

function archiveCases({ archiveUrl }: CatalogueSample): Case[] {
  const redirected = (id: string, path: string) =>
    testCase(id, path, archiveUrl === null ? isNotFound : isRedirect(`${archiveUrl}/${path}`), {
      needs: ['redirects'],
    });
  return ARCHIVE_ROOTS.flatMap((root) => {
    const never: readonly UnknownPath[] = [
      [`${root}/...`],
      [root],
      [`${root}/`],
      [`${root}/a.gwf/..`],
      [`${root}/../x.gwf`, 'all-paths'],
      [`${root}/a//b.gwf`],
      [`${root}/a;b.gwf`],
    ];
    return [
      ...ARCHIVED.map((name) => redirected(`archive ${root}/${name}`, `${root}/${name}`)),
      redirected(`archive.query ${root}`, `${root}/a.gwf/?x=y&format=api`),
      ...never.map(([path, ...needs]) => testCase(`archive ${path}`, path, isNotFound, { needs })),
    ];
  });
}

/** The prefix of the case ids for the site's own address. */
export const BASE_URL = 'base-url';

/** All other cases expect the base URL that the links use, so only this case fails if the site is at another address. */
const leadsHere: Expectation = (_, { sample: { baseUrl, linkBaseUrl } }) =>
  linkBaseUrl === baseUrl
    ? null
    : `the links of this site start with ${linkBaseUrl}, not with ${baseUrl}. Check ${linkBaseUrl} instead; or, if clients use ` +
      `${baseUrl}, build the site (or run "serve") with --base-url ${baseUrl}. The other cases accept these links`;

/** One case for hosts that answer queries, and one for hosts that only serve files. */
export function addressCases({ listings }: CatalogueSample): Case[] {
  const linked = [...listings.values()].find(({ first }) => first.results.length > 0);
  if (!linked) return [testCase(BASE_URL, `${API_ROOT}/`, leadsHere)];
  const query = queryFor(linked);
  return [
    testCase(BASE_URL, queryUrl(query), leadsHere),
    testCase(`${BASE_URL}.file`, pagePath(query) as string, leadsHere, { needs: ['page-files'] }),
  ];
}

export function pathCases(sample: CatalogueSample): Case[] {
  return [...rootCases(), ...unknownPathCases(sample), ...archiveCases(sample)];
}
