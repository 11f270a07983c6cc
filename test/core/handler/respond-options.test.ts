/** OPTIONS, and splitting request targets. */

import { describe, expect, it } from 'vitest';
import { splitUrl } from '../../../src/core/handler/resolve-request.ts';
import { bodyOf } from '../../support/memory-site.ts';
import { ask, headersOf } from '../../support/responder.ts';

describe('OPTIONS', () => {
  const format = {
    name: 'format',
    type: 'enum',
    unit: null,
    meaning: 'Both give JSON.',
    default: 'api',
    allowed: ['api', 'json'],
  };
  const about = (name: string, description: string, parameters: unknown[] = []) => ({
    name,
    description,
    renders: ['application/json'],
    parses: [],
    parameters,
  });

  it.each([
    ['/gw/api/v2/event-versions/GW2-v2', about('Event Versions: record', 'One record in full.', [format])],
    ['/gw/api/v2/', about('Catalogue', 'URLs of the collections, by name.')],
    ['/gw/', about('Catalogue', 'URLs of the collections, by name.')],
    ['/gw/archive/data/x.gwf', about('Archive', 'Redirects to the file in the data archive.')],
  ])('%s', async (url, description) => {
    const response = await ask(url, {}, 'OPTIONS');
    expect(response.status).toBe(200);
    expect(bodyOf(response)).toBe(JSON.stringify(description));
    expect(response.headers).toStrictEqual({
      ...headersOf(bodyOf(response)),
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    });
  });

  it('names the parameters of a listing, for any query', async () => {
    const body = JSON.parse(bodyOf(await ask('/gw/api/v2/strain-files?page=0&format=x', {}, 'OPTIONS')));
    expect(body.renders).toStrictEqual(['application/json', 'text/csv; charset=utf-8']);
    expect(body.parameters[0]).toStrictEqual({
      name: 'start',
      type: 'GPS second',
      unit: 's',
      meaning: 'Leaves out files that end at or before this time.',
      default: null,
    });
    expect(body.parameters.slice(-3)).toStrictEqual([
      {
        name: 'pagesize',
        type: 'integer',
        unit: null,
        meaning: 'Entries per page; larger numbers count as 1000. Without it and page, CSV has all entries.',
        default: '20',
      },
      { name: 'page', type: 'integer', unit: null, meaning: 'Page number, from 1.', default: '1' },
      {
        ...format,
        meaning: 'JSON for api and json, CSV for csv.',
        allowed: ['api', 'json', 'csv'],
      },
    ]);
    const names = body.parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['start', 'stop', 'detector', 'sample-rate', 'pagesize', 'page', 'format']);
    expect([body.name, body.description]).toEqual(['Strain Files', 'Strain data files, by start time.']);
  });
});

describe('splitUrl', () => {
  it.each([
    ['/a/b?c=d', '/a/b', 'c=d'],
    ['/a', '/a', ''],
    ['/a?', '/a', ''],
    ['/a?b?c', '/a', 'b?c'],
    ['http://x.test/a?b', '/a', 'b'],
    ['HTTPS://user@x.test:80/a', '/a', ''],
    ['http://x.test', '', ''],
    ['http://x.test?b', '', 'b'],
    ['/a#b?c', '/a', ''],
    ['/a?b#c', '/a', 'b'],
    ['/a?b#c\nd', '/a', 'b'],
    ['/x?u=http://y/z', '/x', 'u=http://y/z'],
    ['x?u=http://y/z', 'x', 'u=http://y/z'],
    ['/http://y/z', '/http://y/z', ''],
    ['*', '*', ''],
    ['', '', ''],
    ['#a', '', ''],
  ])('%j', (url, path, query) => {
    expect(splitUrl(url)).toStrictEqual({ path, query });
  });

  it.each([
    ['http://other.test/gw/api/v2/', 200],
    ['http://other.test/api/v2/', 404],
    ['*', 404],
    ['', 404],
  ])('%j is answered by its path alone', async (url, status) => {
    expect((await ask(url)).status).toBe(status);
  });
});
