/** Cases of paths, methods, redirects and validators; those of records and links come with them. */

import { allParameters, type Listing } from '../contract/listings.ts';
import { API_ROOT, ARCHIVE_ROOT } from '../contract/paths.ts';
import { ALLOWED_METHODS, methodNotAllowed, NAMED_METHODS, repeatedParameter } from '../contract/refusals.ts';
import { type Description, LISTING_NAMES } from '../contract/wire.ts';
import { type Case, type Expectation, testCase } from './case.ts';
import {
  both,
  differ,
  first,
  hasJson,
  isHeadOf,
  isHtml,
  isOk,
  isPreflight,
  isRedirect,
  isRefusal,
  revalidates,
  sameAs,
} from './expect.ts';
import { isNotFound, pathOf } from './expect-paths.ts';
import { fileCases, linkCases } from './link-cases.ts';
import { recordCases } from './record-cases.ts';
import type { World } from './world.ts';

function pathCases({ basePath }: World): Case[] {
  const unknown = [
    'api',
    `${API_ROOT}//`,
    `${API_ROOT}/_`,
    `${API_ROOT}/_/not-found.json`,
    `${API_ROOT}/catalogs`,
    `${API_ROOT}/Strain-Files`,
    `${API_ROOT}//strain-files`,
    `/${API_ROOT}/strain-files`,
    `${API_ROOT}/./strain-files`,
    `${API_ROOT}/x/../strain-files`,
    `${API_ROOT}/strain-files//`,
    `${API_ROOT}/strain-files/_`,
    `${API_ROOT}/strain-files/_/all/all/20/1.json`,
    `${API_ROOT}/strain-files/x`,
    `${API_ROOT}/strain-files/..`,
    `${API_ROOT}/event-versions/x/y`,
    `${API_ROOT}/default-parameters/far`,
    'api/v1/events',
    'archive',
    'elsewhere',
    '../../../etc/passwd',
  ];
  const target = `${API_ROOT}/`;
  const isRoot: Expectation = both(isOk, (answer, { world }) => {
    const expected = LISTING_NAMES.map((name) => [name, `${world.baseUrl}/${API_ROOT}/${name}?format=api`]);
    return differ('body', answer.body, JSON.stringify(Object.fromEntries(expected)));
  });
  return [
    testCase('root', target, isRoot),
    testCase('root.no-slash', API_ROOT, sameAs(target)),
    testCase('root.format', `${target}?format=json&x=y`, sameAs(target)),
    testCase('root.format.unknown', `${target}?format=xml`, isNotFound),
    testCase(
      'root.format.twice',
      `${target}?format=api&format=api`,
      isRefusal(repeatedParameter('format', ['api', 'json'])),
    ),
    testCase('home', '', isHtml),
    ...unknown.map((path) => testCase(`not-found ${path}`, path, isNotFound)),
    ...(basePath === '' ? [] : [testCase('not-found.outside', `../${API_ROOT}/strain-files`, isNotFound)]),
    testCase('path.encoded', `${API_ROOT}/strain%2Dfiles`, sameAs(`${API_ROOT}/strain-files`), { needs: ['decoding'] }),
    testCase('path.encoded-slash', `${API_ROOT}/strain-files%2F`, isNotFound, { needs: ['decoding'] }),
    testCase('path.malformed', `${API_ROOT}/strain-files/%zz`, isNotFound, { needs: ['decoding'] }),
  ];
}

function methodCases(world: World): Case[] {
  const { strainFiles, eventVersions, archiveUrl } = world;
  const records = [strainFiles.results[0], eventVersions.results[0]].flatMap((entry) =>
    entry ? [pathOf(world, entry.detail_url)] : [],
  );
  const listings = LISTING_NAMES.map((name) => `${API_ROOT}/${name}`);
  const targets = [`${API_ROOT}/`, ...listings, ...records, ...(archiveUrl === null ? [] : [`${ARCHIVE_ROOT}/a`])];
  const [, head, options] = ALLOWED_METHODS;
  const describes =
    (listing: Listing): Expectation =>
    (answer) =>
      hasJson<Description>((body) =>
        first(
          differ('name', body.name, listing.title),
          differ('description', body.description, listing.description),
          differ(
            'parameters',
            body.parameters.map(({ name, type, default: preset, allowed }) => [name, type, preset, allowed]),
            allParameters(listing).map(({ name, codec, default: preset }) => [
              name,
              codec.kind,
              preset === null ? null : codec.format(preset as never),
              codec.allowed,
            ]),
          ),
        ),
      )(answer, {} as never);
  return [
    ...targets.flatMap((target) => [
      ...NAMED_METHODS.map((method) =>
        testCase(`${method} ${target}`, target, isRefusal(methodNotAllowed(method)), { method }),
      ),
      testCase(`${options} ${target}`, target, isPreflight, {
        method: options,
        headers: { origin: 'https://client.example', 'access-control-request-method': 'GET' },
      }),
      testCase(
        `${options} ${target} body`,
        target,
        both(
          isPreflight,
          hasJson<Description>(({ renders }) => differ('renders', renders, ['application/json'])),
        ),
        {
          method: options,
          needs: ['options-body'],
        },
      ),
    ]),
    ...LISTING_NAMES.map((name) =>
      testCase(`${options} ${name} parameters`, `${API_ROOT}/${name}`, describes(world.listings[name]), {
        method: options,
        needs: ['options-body'],
      }),
    ),
    testCase('method.other', `${API_ROOT}/strain-files`, isRefusal(methodNotAllowed('PROPFIND')), {
      method: 'PROPFIND',
      needs: ['echo'],
    }),
    testCase('method.after-path', `${API_ROOT}/strain-files/x`, isNotFound, { method: 'POST' }),
    testCase('method.before-query', `${API_ROOT}/strain-files?page=1&page=2`, isRefusal(methodNotAllowed('POST')), {
      method: 'POST',
    }),
    ...[`${API_ROOT}/`, ...listings, ...records, `${API_ROOT}/strain-files?page=0`, `${API_ROOT}/x`].map((target) =>
      testCase(`${head} ${target}`, target, isHeadOf(target), { method: head }),
    ),
  ];
}

function validatorCases(world: World): Case[] {
  const [entry] = world.eventVersions.results;
  const targets = [`${API_ROOT}/strain-files`, ...(entry ? [pathOf(world, entry.detail_url)] : [])];
  return targets.flatMap((target) => [
    testCase(
      `304 ${target}`,
      target,
      revalidates(target, (etag) => etag),
    ),
    testCase(
      `304 ${target} weak`,
      target,
      revalidates(target, (etag) => `W/${etag.replace(/^W\//, '')}`),
    ),
    testCase(
      `304 ${target} list`,
      target,
      revalidates(target, (etag) => `"x", ${etag}`),
    ),
    testCase(
      `304 ${target} any`,
      target,
      revalidates(target, () => '*'),
    ),
    testCase(
      `304 ${target} other`,
      target,
      revalidates(target, () => '"x"', false),
    ),
    ...['text/html', 'image/png', '*/*;q=0', ''].map((accept) =>
      testCase(`accept ${target} ${accept || 'empty'}`, target, both(isOk, sameAs(target)), { headers: { accept } }),
    ),
    testCase(`origin ${target}`, target, isOk, { headers: { origin: 'https://client.example' } }),
  ]);
}

function archiveCases({ archiveUrl }: World): Case[] {
  const paths = [
    `${ARCHIVE_ROOT}/a`,
    `${ARCHIVE_ROOT}/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.hdf5`,
    `${ARCHIVE_ROOT}/...`,
  ];
  const never = [
    ARCHIVE_ROOT,
    `${ARCHIVE_ROOT}/`,
    `${ARCHIVE_ROOT}/a/..`,
    `${ARCHIVE_ROOT}/../x`,
    `${ARCHIVE_ROOT}/a//b`,
    `${ARCHIVE_ROOT}/a;b`,
  ];
  return [
    ...paths.map((path) =>
      testCase(`archive ${path}`, path, archiveUrl === null ? isNotFound : isRedirect(`${archiveUrl}/${path}`)),
    ),
    testCase(
      'archive.query',
      `${paths[0]}/?x=y`,
      archiveUrl === null ? isNotFound : isRedirect(`${archiveUrl}/${paths[0]}`),
    ),
    ...never.map((path) => testCase(`archive ${path}`, path, isNotFound)),
  ];
}

export function protocolCases(world: World): Case[] {
  return [
    ...pathCases(world),
    ...methodCases(world),
    ...recordCases(world),
    ...validatorCases(world),
    ...archiveCases(world),
    ...linkCases(world),
    ...fileCases(world),
  ];
}
