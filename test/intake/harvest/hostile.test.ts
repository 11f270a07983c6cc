/** Malicious services: they cannot keep a harvest running for ever, fill the memory, crash the command, or redirect it elsewhere. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HarvestError } from '../../../src/intake/harvest/errors.ts';
import { buildPacks } from '../../support/built-site.ts';
import { fullCatalogue } from '../../support/data-folders.ts';
import { contentOf } from '../../support/folders.ts';
import { type Asked, pageOf, sendJson, type TestService } from '../../support/serve-answers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { harvestInto, serveSite } from './harvest-into.ts';

const folder = temporaryFolder();
const site = join(folder, 'site');
const services: TestService[] = [];
let made = 0;

beforeAll(() => buildPacks(join(fullCatalogue(), 'data'), site));
afterAll(() => Promise.all(services.map((service) => service.close())));

type Response = import('node:http').ServerResponse;

/** A service that returns something else for one of the listings. */
async function serve(listing: string, answer: (response: Response, asked: Asked, origin: string) => void) {
  const service = await serveSite(site, (asked, response, origin) => {
    if (!asked.path.startsWith(`api/v2/${listing}?`)) return false;
    answer(response, asked, origin);
    return true;
  });
  services.push(service);
  return service;
}

/** A service that sends this body, as text or bytes, for a listing. */
const sending = (listing: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
  serve(listing, (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  });

const newFolder = (): string => join(folder, `data-${++made}`);

const harvestOf = ({ origin }: TestService, more: Partial<Parameters<typeof harvestInto>[0]> = {}) =>
  harvestInto({ base: origin, data: newFolder(), retries: 1, ...more });

/** The error message of a harvest, which must refuse the service. */
async function refusalOf(service: TestService): Promise<string> {
  const error = await harvestOf(service).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HarvestError);
  return (error as Error).message;
}

/** A page of catalogs with one entry, as JSON. */
const catalogPage = (entry: string): string =>
  JSON.stringify(pageOf([0])).replace('"results":[0]', `"results":[${entry}]`);

describe('a harvest ends', () => {
  it.each([
    ['more entries than their count', (page: number) => [{ name: `C-${page}`, description: 'd', doi: null }]],
    ['no entries', () => []],
  ])('if there is always another page, with %s', async (_what, results) => {
    const service = await serve('catalogs', (response, { path }, origin) => {
      const page = Number(new URLSearchParams(path.replace(/^.*\?/, '')).get('page') ?? 1);
      const next = `${origin}/api/v2/catalogs?pagesize=1000&page=${page + 1}`;
      // Fails instead of running for ever.
      if (page > 50) response.destroy();
      else sendJson(response, pageOf(results(page), { results_count: 3, next }));
    });
    expect(await refusalOf(service)).toMatch(/the count is 3, but 4 different|from an empty page/);
    expect(service.asked.length).toBeLessThan(30);
  });

  it('if a listing of a million has one entry on each page', async () => {
    const service = await serve('catalogs', (response, { path }, origin) => {
      const page = Number(new URLSearchParams(path.replace(/^.*\?/, '')).get('page') ?? 1);
      const next = `${origin}/api/v2/catalogs?pagesize=1000&page=${page + 1}`;
      const entry = { name: `C-${page}`, description: 'd', doi: null };
      // Fails instead of running for a long time.
      if (page > 500) response.destroy();
      else sendJson(response, pageOf([entry], { results_count: 1_000_000, next }));
    });
    expect(await refusalOf(service)).toMatch(/page=100#\/next: 100 pages have only 100 entries/);
    expect(service.asked.length).toBeLessThan(200);
  });

  it('if every page size is refused', async () => {
    const service = await serve('catalogs', (response, { number }) => {
      if (number > 50) response.destroy();
      else sendJson(response, { detail: 'Another size.', parameter: 'pagesize', allowed: ['999'] }, 400);
    });
    expect(await refusalOf(service)).toMatch(/the request was refused: Another size\./);
    expect(service.asked.length).toBeLessThan(10);
  });

  it('if another parameter than the page size is refused', async () => {
    const service = await serve('catalogs', (response) =>
      sendJson(response, { detail: 'No.', parameter: 'page' }, 400),
    );
    expect(await refusalOf(service)).toMatch(/pagesize=1000: the request was refused: No\./);
    expect(service.asked.filter(({ path }) => path.includes('/catalogs?'))).toHaveLength(1);
  });

  it('if the count is absurd', async () => {
    const service = await sending('catalogs', JSON.stringify(pageOf([{}], { results_count: 1e15 })));
    expect(await refusalOf(service)).toMatch(/more than 1,000,000 entries are not supported/);
    expect(service.asked.length).toBeLessThan(10);
  });
});

describe('a harvest fills neither the memory nor the disk', () => {
  it('if a response has millions of values', async () => {
    const service = await sending('catalogs', catalogPage(`{"name":"C","pad":[${'[],'.repeat(1e6)}[]]}`));
    expect(await refusalOf(service)).toMatch(/the response has more than 1 million values/);
  });

  it('if many responses have many values', async () => {
    const pad = `{"name":"C","pad":[${'[],'.repeat(3e5)}[]]}`;
    const service = await sending('catalogs', catalogPage(pad));
    const error = await harvestOf(service, { maxMiB: 16 }).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toMatch(/the service sends more than 16 MiB/);
  });

  it('if pages have 1 MB and the count is a million', async () => {
    const folderOfAnswers = `${newFolder()}-answers`;
    const description = Buffer.alloc(1e6, 'd');
    const service = await serve('catalogs', (response, { path }, origin) => {
      const page = Number(new URLSearchParams(path.replace(/^.*\?/, '')).get('page') ?? 1);
      const next = `${origin}/api/v2/catalogs?pagesize=1000&page=${page + 1}`;
      const entry = { name: `C-${page}`, description: 'HERE', doi: null };
      const [start, end] = JSON.stringify(pageOf([entry], { results_count: 1_000_000, next })).split('HERE');
      response.writeHead(200, { 'content-type': 'application/json' }).write(start);
      response.write(description);
      response.end(end);
    });
    const error = await harvestOf(service, { answers: folderOfAnswers, maxMiB: 16 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HarvestError);
    expect((error as Error).message).toMatch(/the service sends more than 16 MiB/);
    expect(readdirSync(folderOfAnswers)).toEqual([]);
    expect(service.asked.filter(({ path }) => path.includes('/catalogs?')).length).toBeLessThan(18);
  });
});

it('a redirect to another port is not followed', async () => {
  const other = await serve('runs', (response) => sendJson(response, {}));
  const service = await serve('catalogs', (response) => response.writeHead(302, { location: other.origin }).end());
  expect(await refusalOf(service)).toMatch(/it redirects to /);
  expect(other.asked).toEqual([]);
});

describe('a response is refused, and does not crash the command', () => {
  it.each([
    ['lists in lists', `{"name": ${'['.repeat(9000)}${']'.repeat(9000)}}`, /more than 64 levels/],
    ['a member toString', '{"name": {"toString": 1, "valueOf": 1}}', /a member toString or valueOf/],
  ])('with %s', async (_what, entry, message) => {
    expect(await refusalOf(await sending('catalogs', catalogPage(entry)))).toMatch(message);
  });

  it('with 40 MB in 40 kB', async () => {
    const service = await sending('catalogs', gzipSync(Buffer.alloc(40e6, 32)), { 'content-encoding': 'gzip' });
    expect(await refusalOf(service)).toMatch(/larger than 32 MiB/);
  });

  it('with a reason of a megabyte', async () => {
    const service = await serve('catalogs', (response) => sendJson(response, { detail: 'no'.repeat(5e5) }, 403));
    expect((await refusalOf(service)).length).toBeLessThan(2100);
  });

  it('with 304 to a request without conditions', async () => {
    const service = await serve('catalogs', (response) => response.writeHead(304).end());
    expect(await refusalOf(service)).toMatch(/the response status is 304/);
  });
});

it.each(['\\ud800', '..', '.', ''])('entries named "%s" are left out with a warning', async (name) => {
  const entry = (id: string) => `{"name": "${id}", "description": "Another.", "doi": null, "detail_url": "x/${id}"}`;
  const { origin, asked } = await sending(
    'catalogs',
    catalogPage(`${entry(name)}, ${entry('Good-1')}`).replace('"results_count":1', '"results_count":2'),
  );
  const { merged } = await harvestInto({ base: origin, data: newFolder(), kinds: ['catalogs'] });
  expect(merged).toMatchObject({
    warnings: expect.arrayContaining([expect.objectContaining({ message: 'its name cannot be part of a URL' })]),
  });
  expect(asked.map(({ path }) => path).filter((path) => /\/catalogs\/[^/]*\/events/.test(path))).toEqual([
    expect.stringContaining('/catalogs/Good-1/events'),
  ]);
});

it('entries whose names differ only in case are left out, and the report names the URL of the other one', async () => {
  const entry = (id: string) => `{"name": "${id}", "description": "Another.", "doi": null, "detail_url": "x/${id}"}`;
  const service = await sending(
    'catalogs',
    catalogPage(`${entry('Good-1')}, ${entry('good-1')}`).replace('"results_count":1', '"results_count":2'),
  );
  const { merged } = await harvestOf(service, { kinds: ['catalogs'] });
  const other = `${service.origin}/api/v2/catalogs?pagesize=1000#/results/0`;
  expect(merged).toMatchObject({
    problems: [{ message: `entry skipped (good-1): catalog good-1 differs from Good-1 (${other}) only in case` }],
  });
});

it('text that is not UTF-8 is refused instead of replaced', async () => {
  const page = catalogPage('{"name": "C-1", "description": "caf\u00e9", "doi": null}');
  expect(await refusalOf(await sending('catalogs', Buffer.from(page, 'latin1')))).toMatch(/not complete JSON in UTF-8/);
});

it.each([
  'http://[',
  'ftp://localhost/x',
  'http://user:secret@localhost/',
  'data:application/json,[]',
  'file:///etc/passwd',
  'https://127.0.0.1/',
])('a redirect to %s is not followed or tried again', async (location) => {
  const service = await serve('catalogs', (response) => response.writeHead(302, { location }).end());
  expect(await refusalOf(service)).toMatch(/it redirects to /);
  expect(service.asked.filter(({ path }) => path.includes('/catalogs?'))).toHaveLength(1);
});

it('an answer that could not be used is requested again by the next harvest', async () => {
  let isBroken = true;
  const service = await serveSite(site, ({ path }, response) => {
    if (!isBroken || !path.startsWith('api/v2/catalogs?')) return false;
    sendJson(response, { error: 'Maintenance.' });
    return true;
  });
  services.push(service);
  const [data, answers] = [newFolder(), join(folder, 'answers')];
  const run = () => harvestInto({ base: service.origin, data, answers });
  await expect(run()).rejects.toThrow(/not a page of a listing/);
  isBroken = false;
  await run();
  expect(readdirSync(data)).toContain('catalogs.yaml');
  expect(contentOf(data).size).toBeGreaterThan(5);
});
