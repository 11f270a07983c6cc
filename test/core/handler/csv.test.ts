/** `format=csv`: where it works, and its links; everything else is the same as with JSON. */

import { expect, it } from 'vitest';
import { bodyOf, createMemorySite, openFrom } from '../../support/memory-site.ts';
import { ask, COMMON, FRESH, tagOf } from '../../support/responder.ts';

const URL = '/gw/api/v2/strain-files';
const link = (page: number, rest = '') => `<https://x.test/gw/api/v2/strain-files?format=csv&page=${page}${rest}>`;

it('is a table of the same page as JSON, with its links in a header', async () => {
  const response = await ask(`${URL}?format=csv&page=2`);
  const body = bodyOf(response);
  const lines = Array.from({ length: 20 }, (_, n) => `${n + 20},a,https://x.test/gw/x`);
  expect(body).toBe(['strain-files,marker,url', ...lines, ''].join('\r\n'));
  expect(response).toMatchObject({ status: 200 });
  expect(response.headers).toStrictEqual({
    ...COMMON,
    ...FRESH,
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(body.length),
    etag: tagOf(body),
    link: `${link(1)}; rel="first", ${link(1)}; rel="prev", ${link(3)}; rel="next", ${link(51)}; rel="last"`,
  });
});

it.each([
  ['?format=csv&page=1', `${link(1)}; rel="first", ${link(2)}; rel="next", ${link(51)}; rel="last"`],
  ['?format=csv&page=51', `${link(1)}; rel="first", ${link(50)}; rel="prev", ${link(51)}; rel="last"`],
  [
    '?pagesize=1000&format=csv',
    `${link(1, '&pagesize=1000')}; rel="first", ${link(2, '&pagesize=1000')}; rel="next", ${link(2, '&pagesize=1000')}; rel="last"`,
  ],
])('links of %s', async (query, links) => {
  expect((await ask(URL + query)).headers.link).toBe(links);
});

it('without page and page size has all entries and no links', async () => {
  const response = await ask(`${URL}?format=csv`);
  expect(bodyOf(response).split('\r\n')).toHaveLength(1 + 1004 + 1);
  expect(response.headers.link).toBeUndefined();
});

it('has a header line and two links if nothing matches', async () => {
  const response = await ask(`${URL}?format=csv&detector=V1&page=1`);
  expect(bodyOf(response)).toBe('strain-files,marker,url\r\n');
  const page = '<https://x.test/gw/api/v2/strain-files?detector=V1&format=csv&page=1>';
  expect(response.headers.link).toBe(`${page}; rel="first", ${page}; rel="last"`);
});

it.each([`${URL}/H1-0-4kHz`, '/gw/api/v2/', '/gw/api/v2/event-versions/GW2-v2'])('is 404 on %s', async (url) => {
  const response = await ask(`${url}?format=csv`);
  expect([response.status, bodyOf(response)]).toEqual([404, '{"detail":"Not found."}']);
});

it('has refusals in JSON', async () => {
  const response = await ask(`${URL}?format=csv&page=0`);
  expect([response.status, response.headers['content-type']]).toEqual([404, 'application/json']);
});

it('HEAD and conditional requests are as for JSON', async () => {
  const url = `${URL}?format=csv`;
  const { headers } = await ask(url);
  expect(await ask(url, {}, 'HEAD')).toStrictEqual({ status: 200, headers, body: new Uint8Array(0) });
  const { 'content-type': _, 'content-length': __, ...kept } = headers;
  const same = await ask(url, { 'if-none-match': headers.etag as string });
  expect(same).toStrictEqual({ status: 304, headers: kept, body: new Uint8Array(0) });
});

it('each parameter of the catalogue has four columns', async () => {
  const columnsOnly = { members: { 'event-versions-parameters': ['default_parameters'] } };
  const release = openFrom(await createMemorySite('a', columnsOnly));
  const response = await ask('/gw/api/v2/event-versions?include-default-parameters=1&format=csv', {}, 'GET', release);
  const columns = ['mass_1_source', 'chi_eff', 'far'].flatMap((name) =>
    ['', '_lower', '_upper', '_limit'].map((ending) => `${name}${ending}`),
  );
  expect(bodyOf(response).split('\r\n')[0]).toBe(columns.join());
});
