/** Cases of paths, methods, records, redirects, validators and links. */

import { JSON_TYPE } from '../contract/headers.ts';
import { allParameters, DEFAULT_PAGE_SIZE, type Listing } from '../contract/listings.ts';
import { API_ROOT, ARCHIVE_ROOT, HOME_PATH, pagePath } from '../contract/paths.ts';
import {
  ALLOWED_METHODS,
  INVALID_PAGE,
  methodNotAllowed,
  NAMED_METHODS,
  NOT_FOUND,
  repeatedParameter,
} from '../contract/refusals.ts';
import { OK } from '../contract/statuses.ts';
import {
  type Description,
  type Envelope,
  type EventVersionDetail,
  type EventVersionEntry,
  LISTING_NAMES,
  type StrainFileDetail,
} from '../contract/wire.ts';
import { type Case, type Expectation, type Tools, testCase } from './case.ts';
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
  parseBody,
  revalidates,
  sameAs,
} from './expect.ts';
import type { World } from './world.ts';

const isNotFound = isRefusal(NOT_FOUND);

/** The path below the base URL of a record's link. */
const pathOf = ({ baseUrl }: World, link: string): string => link.slice(baseUrl.length + 1).replace(/\?.*$/, '');

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

/** A record has its entry's members first. */
const beginsWith = (detail: object, entry: object): string | null =>
  differ(
    'first members',
    JSON.stringify(detail).slice(0, JSON.stringify(entry).length - 1),
    JSON.stringify(entry).slice(0, -1),
  );

const STRAIN_DETAIL_MEMBERS = [
  ...['run', 'dataset', 'duration', 'filesize_bytes', 'min_strain', 'max_strain', 'mean_strain', 'stdev_strain'],
  ...['nans_fraction', 'duty_cycle', 'BLRMS200', 'BLRMS1000', 'BNS', 'bitsums'],
];
const EVENT_DETAIL_MEMBERS = [
  'run',
  'aliases',
  'is_last_version',
  'versions',
  'strain_files_url',
  'default_parameters',
];

function recordCases(world: World): Case[] {
  const ofEntry = (kind: string, entry: { detail_url: string }, more: readonly string[]): Case[] => {
    const path = pathOf(world, entry.detail_url);
    const isDetail = hasJson<StrainFileDetail | EventVersionDetail>((detail) =>
      first(beginsWith(detail, entry), differ('members', Object.keys(detail), [...Object.keys(entry), ...more])),
    );
    return [
      testCase(`${kind}.record`, path, both(isOk, isDetail)),
      testCase(`${kind}.record.slash`, `${path}/`, sameAs(path)),
      testCase(`${kind}.record.format`, `${path}?format=json`, sameAs(path)),
      testCase(`${kind}.record.other-parameters`, `${path}?page=0&page=0&pagesize=x&start=&detector`, sameAs(path)),
      testCase(`${kind}.record.format.unknown`, `${path}?format=xml`, isNotFound),
      testCase(`${kind}.record.format.empty`, `${path}?format`, isNotFound),
      testCase(
        `${kind}.record.format.twice`,
        `${path}?format=api&format=json`,
        isRefusal(repeatedParameter('format', ['api', 'json'])),
      ),
      testCase(`${kind}.record.json-ending`, `${path}.json`, isNotFound),
      testCase(`${kind}.record.lower-case`, path.toLowerCase(), isNotFound),
      testCase(`${kind}.record.below`, `${path}/x`, isNotFound),
      testCase(`${kind}.record.encoded`, path.replace(/-/g, '%2D'), sameAs(path), { needs: ['decoding'] }),
    ];
  };
  const [file] = world.strainFiles.results;
  const [event] = world.eventVersions.results;
  return [
    ...(file ? ofEntry('strain-files', file, STRAIN_DETAIL_MEMBERS) : []),
    ...(event ? ofEntry('event-versions', event, EVENT_DETAIL_MEMBERS) : []),
    ...(event
      ? [
          testCase('event-versions.record.links', pathOf(world, event.detail_url), async (answer, { follow }) => {
            const { versions } = parseBody<EventVersionDetail>(answer);
            for (const { detail_url } of versions) {
              const { status } = await follow(detail_url);
              if (status !== OK) return `${detail_url} has status ${status}`;
            }
            return null;
          }),
          testCase(
            'event-versions.record.strain-files',
            pathOf(world, event.detail_url),
            async (answer, tools) =>
              isOk(await tools.follow(parseBody<EventVersionDetail>(answer).strain_files_url), tools),
            { needs: ['any-query'] },
          ),
        ]
      : []),
  ];
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

/** Pages that a walk along `next` visits at most. */
const MOST_PAGES = 40;

async function walk(target: string, { get, follow, world }: Tools): Promise<string | null> {
  let answer = await get(target);
  let page = parseBody<Envelope<EventVersionEntry>>(answer);
  const { results_count: count } = page;
  const seen = new Set<string>();
  for (let number = 1; ; number++) {
    for (const { detail_url } of page.results) {
      if (seen.has(detail_url)) return `${detail_url} is on two pages`;
      seen.add(detail_url);
    }
    if (page.next === null) break;
    if (number === MOST_PAGES) return null;
    if (!page.next.startsWith(`${world.baseUrl}/`)) return `next leads elsewhere: ${page.next}`;
    const before = answer.body;
    answer = await follow(page.next);
    page = parseBody(answer);
    if (page.previous === null || (await follow(page.previous)).body !== before) return 'previous does not lead back';
  }
  const last = [...seen].at(-1);
  if (last !== undefined && (await follow(last)).status !== OK) return `${last} is not found`;
  return differ('entries on all pages', seen.size, count);
}

function linkCases(world: World): Case[] {
  const targets = ['event-versions?lastver=true', 'event-versions?include-default-parameters=true', 'strain-files'];
  return targets
    .map((target) =>
      testCase(`walk ${target}`, `${API_ROOT}/${target}`, (_, tools) => walk(`${API_ROOT}/${target}`, tools)),
    )
    .concat(
      world.strainFiles.num_pages > 1
        ? [
            testCase(
              'strain-files.last-page',
              `${API_ROOT}/strain-files?page=${world.strainFiles.num_pages}`,
              both(
                isOk,
                hasJson<Envelope<unknown>>((page) => differ('next', page.next, null)),
              ),
            ),
            testCase(
              'strain-files.after-last-page',
              `${API_ROOT}/strain-files?page=${world.strainFiles.num_pages + 1}`,
              isRefusal(INVALID_PAGE),
            ),
          ]
        : [],
    );
}

/** Follows `next` from file to file, where links are paths of files; links that are queries lead nowhere here. */
async function walkFiles(path: string, { get, follow, world }: Tools): Promise<string | null> {
  let page = parseBody<Envelope<{ detail_url: string }>>(await get(path));
  for (let number = 1; number < MOST_PAGES && page.next?.startsWith(`${world.baseUrl}/`); number++) {
    if (!page.next.includes('.json?')) return null;
    const [entry] = page.results;
    if (entry && (await follow(entry.detail_url)).status !== OK) return `${entry.detail_url} is not found`;
    const next = await follow(page.next);
    if (next.status !== OK) return `${page.next} is not found`;
    page = parseBody(next);
  }
  return null;
}

/** For hosts that only send files: pages and records at their own paths. */
function fileCases({ listings }: World): Case[] {
  const needs = ['page-files'] as const;
  const isFile: Expectation = ({ status, headers }) =>
    first(
      differ('status', status, OK),
      headers['content-type']?.startsWith(JSON_TYPE) ? null : `Content-Type: ${headers['content-type']}`,
      differ('Access-Control-Allow-Origin', headers['access-control-allow-origin'], '*'),
    );
  const listingFiles = LISTING_NAMES.flatMap((name) => {
    const query = { listing: name, filters: new Map(), pageSize: DEFAULT_PAGE_SIZE, page: 1 };
    const path = pagePath(listings[name], query) as string;
    const walks: Expectation = (_, tools) => (name === 'default-parameters' ? null : walkFiles(path, tools));
    return [
      testCase(`file ${name}`, `${path}?format=api&page=1`, isFile, { needs }),
      testCase(`file ${name} walk`, path, walks, { needs }),
      // The path of a listing must not be answered with its first page, whatever the query says.
      testCase(
        `file ${name} query`,
        `${API_ROOT}/${name}?detector=-`,
        ({ status }) => differ('found', status === OK, false),
        {
          needs,
        },
      ),
    ];
  });
  return [...listingFiles, testCase('file home', HOME_PATH, ({ status }) => differ('status', status, OK), { needs })];
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
