/** Respond: statuses, bodies and all headers, for every kind of request. */

import { describe, expect, it } from 'vitest';
import { BASE_URL, bodyOf, createMemorySite, lineOf } from '../../support/memory-site.ts';
import { ask, COMMON, FRESH, headersOf, JSON_TYPE, noArchive, release, tagOf } from '../../support/responder.ts';

const ROOT_NAMES = [
  ...['strain-files', 'event-versions', 'default-parameters', 'runs', 'datasets', 'catalogs', 'events', 'timelines'],
];

const page = (count: number, pageSize: number, results: string[], links = 'null', previous = 'null', number = 1) =>
  `{"next":${links},"previous":${previous},"results_count":${count},"results_per_page":${pageSize},` +
  `"num_pages":${Math.ceil(count / pageSize)},"page_number":${number},"results":[${results.join(',')}]}`;

describe('200', () => {
  it.each<[string, string, () => string]>([
    [
      'a page',
      '/gw/api/v2/strain-files?pagesize=2&page=2',
      () =>
        page(
          1004,
          2,
          [lineOf('strain-files', 2), lineOf('strain-files', 3)],
          `"${BASE_URL}/api/v2/strain-files?format=api&page=3&pagesize=2"`,
          `"${BASE_URL}/api/v2/strain-files?format=api&page=1&pagesize=2"`,
          2,
        ),
    ],
    ['a filtered page', '/gw/api/v2/event-versions?release=GWTC-2', () => page(1, 20, [lineOf('event-versions', 0)])],
    [
      'entries with parameters',
      '/gw/api/v2/event-versions?release=GWTC-2&include-default-parameters',
      () => page(1, 20, [lineOf('event-versions-parameters', 0)]),
    ],
    ['an empty result', '/gw/api/v2/event-versions?name-contains=x', () => page(0, 20, [])],
    ['a trailing slash', '/gw/api/v2/event-versions/?release=GWTC-2', () => page(1, 20, [lineOf('event-versions', 0)])],
    [
      'default parameters',
      '/gw/api/v2/default-parameters?pagesize=4',
      () =>
        page(
          4,
          4,
          [0, 1, 2, 3].map((position) => lineOf('default-parameters', position)),
        ),
    ],
    ['a strain file', '/gw/api/v2/strain-files/H1-0-4kHz', () => lineOf('strain-file-details', 0)],
    ['an event version', '/gw/api/v2/event-versions/GW2-v2?format=json', () => lineOf('event-version-details', 1)],
    ['a version by its name', '/gw/api/v2/event-versions/GW2', () => lineOf('event-version-details', 1)],
    ['a version by an alias', '/gw/api/v2/event-versions/S2/', () => lineOf('event-version-details', 1)],
    ['a version by its catalog', '/gw/api/v2/event-versions/GW2@GWTC-1', () => lineOf('event-version-details', 1)],
    ['in another catalog', '/gw/api/v2/event-versions/GW2@a.b_c-d', () => lineOf('event-version-details', 1)],
    ['with its @ encoded', '/gw/api/v2/event-versions/GW2%40GWTC-1', () => lineOf('event-version-details', 1)],
    ['a record with a slash', '/gw/api/v2/event-versions/GW1-v1/', () => lineOf('event-version-details', 2)],
    [
      'the root',
      '/gw/api/v2/',
      () => `{${ROOT_NAMES.map((name) => `"${name}":"${BASE_URL}/api/v2/${name}?format=api"`).join(',')}}`,
    ],
  ])('%s', async (_, url, body) => {
    const response = await ask(url);
    expect(bodyOf(response)).toBe(body());
    expect(response.status).toBe(200);
    expect(response.headers).toStrictEqual(headersOf(body()));
    const head = await ask(url, {}, 'HEAD');
    expect(head).toStrictEqual({ ...response, body: new Uint8Array(0) });
  });

  it('Accept is never a reason to refuse', async () => {
    for (const accept of ['image/png', '', 'text/html;q=0']) {
      expect((await ask('/gw/api/v2/', { accept })).status).toBe(200);
    }
  });

  it('the home page is HTML that contains a link to the API', async () => {
    const response = await ask('/gw/');
    expect(response.headers).toStrictEqual({
      ...headersOf(bodyOf(response)),
      'content-type': 'text/html; charset=utf-8',
    });
    expect(bodyOf(response)).toContain(`<a href="${BASE_URL}/api/v2/">`);
    const headers = { ...response.headers, 'stillwave-ignored': 'format' };
    expect(await ask('/gw/?format=xml&format=csv')).toStrictEqual({ ...response, headers });
  });
});

describe('404, 405, 400', () => {
  const refused = (body: string) => ({
    ...COMMON,
    ...JSON_TYPE,
    'cache-control': 'public, max-age=3',
    'content-length': String(body.length),
  });
  const notFound = '{"detail":"Not found."}';
  const invalidPage = '{"detail":"Invalid page."}';
  const notAllowed = (method: string) => `{"detail":"Method \\"${method}\\" not allowed."}`;

  it.each([
    ['GET', '/gw/api/v2/nothing', 404, notFound],
    ['GET', '/api/v2/strain-files', 404, notFound],
    ['GET', '/gw/api/v2/strain-files/H1-1-4kHz', 404, notFound],
    ['GET', '/gw/api/v2/strain-files/H2-0-4kHz', 404, notFound],
    ['GET', '/gw/api/v2/event-versions/GW2-v1', 404, notFound],
    ['GET', '/gw/api/v2/event-versions/gw2-v2', 404, '{"detail":"Not found. Did you mean \\"GW2-v2\\"?"}'],
    ['GET', '/gw/api/v2/event-versions/gw2', 404, '{"detail":"Not found. Did you mean \\"GW2\\"?"}'],
    ['GET', '/gw/api/v2/event-versions/s2', 404, '{"detail":"Not found. Did you mean \\"S2\\"?"}'],
    ['GET', '/gw/api/v2/event-versions/GW2@GWTC-2', 404, notFound],
    ['GET', '/gw/api/v2/event-versions/S2@GWTC-1', 404, notFound],
    ['GET', '/gw/api/v2/event-versions/GW2%2540GWTC-1', 404, notFound],
    ['GET', '/gw/api/v2/default-parameters/far', 404, notFound],
    ['GET', '/gw/api/v2/event-versions/GW2-v2/nothing', 404, notFound],
    ['GET', '/gw/eventapi', 404, notFound],
    ['GET', '/gw/eventapi/../x', 404, notFound],
    ['POST', '/gw/eventapi/x.gwf', 405, notAllowed('POST')],
    ['GET', '/gw/api/v2/event-versions/%zz', 404, notFound],
    ['GET', '/gw/archive/data/../x', 404, notFound],
    ['GET', '/gw/api/v2/strain-files?format=x', 404, notFound],
    ['GET', '/gw/api/v2/strain-files/H1-0-4kHz?format=x', 404, notFound],
    ['GET', '/gw/api/v2/?format=x', 404, notFound],
    ['GET', '/gw/api/v2/strain-files?page=52', 404, invalidPage],
    ['GET', '/gw/api/v2/event-versions?name-contains=x&page=2', 404, invalidPage],
    ['POST', '/gw/api/v2/strain-files', 405, notAllowed('POST')],
    ['DELETE', '/gw/api/v2/event-versions/GW2-v2', 405, notAllowed('DELETE')],
    ['PUT', '/gw/archive/data/x.gwf', 405, notAllowed('PUT')],
    ['PATCH', '/gw/', 405, notAllowed('PATCH')],
    ['get', '/gw/api/v2/', 405, notAllowed('get')],
    // The first failure wins: path, then method, then the query.
    ['POST', '/gw/api/v2/nothing', 404, notFound],
    ['POST', '/gw/api/v2/event-versions/GW9-v1', 404, notFound],
    ['POST', '/gw/api/v2/strain-files?format=x&page=0&page=0', 405, notAllowed('POST')],
    ['OPTIONS', '/gw/api/v2/nothing', 404, notFound],
    ['GET', '/gw/api/v2/strain-files/H9-0-4kHz?format=x&format=y', 404, notFound],
    [
      'GET',
      '/gw/api/v2/strain-files?sample-rate=8&page=99',
      400,
      '{"detail":"The value of \\"sample-rate\\" must be one of 4, 16.","parameter":"sample-rate","allowed":["4","16"]}',
    ],
    [
      'GET',
      '/gw/api/v2/event-versions/GW2-v2?format=api&format=api',
      400,
      '{"detail":"The parameter \\"format\\" is given more than once.","parameter":"format","allowed":["api","json"]}',
    ],
  ])('%s %s', async (method, url, status, body) => {
    const response = await ask(url, { 'if-none-match': '*', 'accept-encoding': 'gzip' }, method);
    expect(response.status).toBe(status);
    expect(bodyOf(response)).toBe(body);
    expect(response.headers).toStrictEqual(refused(body));
    if (method === 'GET') {
      expect(await ask(url, {}, 'HEAD')).toStrictEqual({ ...response, body: new Uint8Array(0) });
    }
  });
});

describe('302', () => {
  const target = '/gw/archive/data/O1/1126170624/H-H1_LOSC_4_V1-1126256640-4096.gwf';
  const eventFile = '/gw/eventapi/json/GWTC-1-confident/GW150914/v3/H-H1_GWOSC_4KHZ_R1-1126259447-32.hdf5';
  const requests = ['GET', 'HEAD'].flatMap((method) => [target, eventFile].map((file) => [method, file] as const));

  it.each(['?format=xml&format=api&page=0', '/?%zz', '/', ''])('a redirect passes on "%s"', async (end) => {
    const { status, headers } = await ask(`${target}${end}`);
    expect([status, headers.location]).toEqual([302, `https://archive.test/top/${target.slice('/gw/'.length)}${end}`]);
  });

  it.each(requests)('%s %s is a redirect to the file in the archive', async (method, file) => {
    const response = await ask(file, {}, method);
    expect(response).toStrictEqual({
      status: 302,
      headers: {
        ...COMMON,
        ...FRESH,
        location: `https://archive.test/top/${file.slice('/gw/'.length)}`,
        'content-length': '0',
      },
      body: new Uint8Array(0),
    });
  });

  it('is a 404 for every method if no archive is configured', async () => {
    expect((await ask(target, {}, 'GET', noArchive)).status).toBe(404);
    expect((await ask(target, {}, 'POST', noArchive)).status).toBe(404);
    expect((await ask(eventFile, {}, 'GET', noArchive)).status).toBe(404);
    expect((await ask('/gw/api/v2/', {}, 'GET', noArchive)).status).toBe(200);
  });
});

describe('304', () => {
  const url = '/gw/api/v2/event-versions/GW2-v2';
  const etag = tagOf(lineOf('event-version-details', 1));

  it.each([etag, `W/${etag}`, `"x", ${etag}`, '*'])('If-None-Match: %s', async (tag) => {
    for (const method of ['GET', 'HEAD']) {
      expect(await ask(url, { 'if-none-match': tag }, method)).toStrictEqual({
        status: 304,
        headers: { ...COMMON, ...FRESH, etag },
        body: new Uint8Array(0),
      });
    }
  });

  it.each(['"x"', '', 'x'])('If-None-Match: %j does not match', async (tag) => {
    expect((await ask(url, { 'if-none-match': tag })).status).toBe(200);
  });

  it('never applies to OPTIONS or errors', async () => {
    expect((await ask(url, { 'if-none-match': '*' }, 'OPTIONS')).status).toBe(200);
    expect((await ask('/gw/x', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('the same bytes have the same tag in any release, and different bytes a different tag', async () => {
    const { data } = await createMemorySite('b');
    const other = { ...release, data: { ...data, packs: release.data.packs } };
    expect((await ask(url, {}, 'GET', other)).headers.etag).toBe(etag);
    expect((await ask('/gw/api/v2/event-versions/GW1-v1')).headers.etag).not.toBe(etag);
  });
});

describe('the older interfaces', () => {
  const without = { ...release, data: { ...release.data, legacyInterfaces: false } };
  const paths = [
    '/gw/eventapi/json',
    '/gw/eventapi/json/allevents/',
    '/gw/archive/all/json',
    '/gw/eventapi/html/GWTC-1',
  ];

  it.each(paths)('%s is not found on a site that does not answer them', async (path) => {
    const { status, body } = await ask(path, {}, 'GET', without);
    expect([status, new TextDecoder().decode(body)]).toEqual([404, '{"detail":"Not found."}']);
  });

  it('a site that does not answer them still redirects strain files', async () => {
    expect((await ask('/gw/archive/data/x.gwf', {}, 'GET', without)).status).toBe(302);
  });

  it.each(paths.slice(0, 3))('%s has OPTIONS, HEAD, no other method, and the headers of a listing', async (path) => {
    expect([(await ask(path, {}, 'OPTIONS')).status, (await ask(path, {}, 'POST')).status]).toEqual([200, 405]);
    const { headers, body } = await ask(path, {}, 'HEAD');
    expect(body).toHaveLength(0);
    expect(headers).toMatchObject(FRESH);
  });

  it('the number of an event version has only one spelling', async () => {
    const statusOf = async (version: string) => (await ask(`/gw/eventapi/json/event/GW2/${version}`)).status;
    expect(await statusOf('v2')).toBe(200);
    for (const other of ['v02', 'v2.0', 'v2e0', 'v0x2', 'v+2', 'v2%20']) expect(await statusOf(other), other).toBe(404);
  });

  it('404 for a page of the old portal, with links to the JSON and to the explorer', async () => {
    const { status, body } = await ask('/gw/eventapi/html/GWTC-1/');
    const text = new TextDecoder().decode(body);
    expect([status, text]).toEqual([
      404,
      expect.stringContaining(`JSON: ${BASE_URL}/eventapi/json/GWTC-1. Explorer: ${BASE_URL}/.`),
    ]);
  });
});

describe('the header that names ignored parameters', () => {
  const ignored = async (url: string) => (await ask(url)).headers['stillwave-ignored'];

  it.each([
    ['/gw/api/v2/strain-files?releas=x&detector=H1&foo=1&foo=2&page=1', 'releas, foo'],
    ['/gw/api/v2/strain-files?detector=H1', undefined],
    ['/gw/api/v2/event-versions/GW2-v2?page=1&format=json', 'page'],
    ['/gw/api/v2/?x=y', 'x'],
    ['/gw/eventapi/json/query/show?lastver&include-default-parameters', 'include-default-parameters'],
    ['/gw/api/v2/runs?a%0d%0ab=1&%3Cscript%3E=2&ok=3', 'ok'],
    [`/gw/api/v2/runs?${'x'.repeat(65)}=1`, undefined],
    [
      `/gw/api/v2/runs?${Array.from({ length: 12 }, (_, n) => `n${n}`).join('&')}`,
      'n0, n1, n2, n3, n4, n5, n6, n7, n8, n9',
    ],
  ])('%s', async (url, names) => {
    expect(await ignored(url)).toBe(names);
  });
});
