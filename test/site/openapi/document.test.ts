/**
 * The OpenAPI document: it is complete, a linter has no complaints, responses agree with it, and types generated from it accept
 * them. Linter, validator and type generator are third-party.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { checkSite } from '../../../src/check/run.ts';
import { IF_NONE_MATCH } from '../../../src/core/contract/headers.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { randomRequest, sampleCatalogue } from '../../oracle/queries.ts';
import { sharedOracleData } from '../../oracle/shared-records.ts';
import { openSiteAt } from '../../support/built-site.ts';
import { failuresOf } from '../../support/failures.ts';
import { LONG, propertyRuns } from '../../support/property-runs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { answersOf, disagreement, fault } from './agreement.ts';
import { ask, BASE_URL, built, document, isPage, type Parameter, parametersOf, ROOT, text, urlOf } from './document.ts';

const paths = Object.entries(document.paths);

it('is the same at both paths, with the base URL of the host', async () => {
  expect(document.servers).toEqual([{ url: `${BASE_URL}/api/v2` }]);
  const { status, headers, body } = await ask('/schema');
  expect([status, headers['content-type'], body]).toEqual([200, 'application/json', text]);
  // The file has the base URL that the site was built with.
  const file = readFileSync(join(built.root, 'api/v2/openapi.json'), 'utf8');
  expect(file.replaceAll(DEFAULT_CONFIG.baseUrl, BASE_URL)).toBe(text);
  expect((await ask('/openapi.json?format=csv')).status).toBe(404);
  expect((await ask('/openapi.json', 'POST')).status).toBe(405);
  expect(JSON.parse((await ask('/schema', 'OPTIONS')).body)).toMatchObject({ name: 'OpenAPI' });
});

it('has every path of the contract', () => {
  const runs = ['strain-files', 'events', 'datasets', 'timelines', 'timelines/{timeline}/segments'];
  const versions = ['strain-files', 'parameters', 'default-parameters', 'timelines'];
  const expected = [
    ...['/', '/strain-files', '/strain-files/{strain_file}', '/event-versions', '/event-versions/{event_version}'],
    ...['/default-parameters', '/runs', '/runs/{run}', ...runs.map((name) => `/runs/{run}/${name}`)],
    ...['/datasets', '/datasets/{dataset}', '/datasets/{dataset}/strain-files'],
    ...['/catalogs', '/catalogs/{catalog}', '/catalogs/{catalog}/events'],
    ...['/events', '/events/{event}', '/events/{event}/strain-files'],
    ...versions.map((name) => `/event-versions/{event_version}/${name}`),
    ...['/timelines', '/timelines/{timeline}', '/timelines/{timeline}/segments', '/openapi.json', '/schema'],
  ];
  expect(paths.map(([path]) => path).sort()).toEqual(expected.sort());
});

describe.each(paths)('%s', (path, item) => {
  const query = parametersOf(item).filter((one) => one.in === 'query');

  it('names the licence of the data', () => {
    expect(document.info.license).toMatchObject({ url: 'https://creativecommons.org/licenses/by/4.0/' });
  });

  it('has the same parameters as OPTIONS, with defaults, units and values', async () => {
    const { status, body } = await ask(urlOf(path, []), 'OPTIONS');
    expect(status).toBe(200);
    type Described = { name: string; unit: string | null; default: string | null; allowed?: string[] };
    const described = (JSON.parse(body) as { parameters: Described[] }).parameters;
    const isRoot = path === '/';
    if (!isRoot) expect(query.map(({ name }) => name)).toEqual(described.map(({ name }) => name));
    for (const one of described) {
      const found = query.find(({ name }) => name === one.name) as Parameter;
      const { schema } = found;
      expect(found['x-unit'] ?? null).toBe(one.unit);
      expect(schema.default === undefined ? null : String(schema.default)).toBe(
        one.default === '' ? null : one.default,
      );
      const values = (schema.enum ?? (schema.items as { enum?: string[] } | undefined)?.enum) as string[] | undefined;
      if (one.allowed && schema.type !== 'boolean') expect(values).toEqual(one.allowed);
    }
  });

  it('its examples get a 200 that matches the document', async () => {
    const queries = [[], query.filter(({ name }) => name !== 'page'), ...query.map((one) => [one])];
    for (const given of queries) {
      const url = urlOf(path, given);
      const answer = await ask(url);
      expect([url, answer.status]).toEqual([url, 200]);
      expect(await fault(path, 'GET', answer), url).toBeNull();
    }
  });

  it('answers of every kind have the documented headers, media types and bodies', async () => {
    for (const { method, status, type, answer } of await answersOf(path)) {
      const kind = [method, status, type];
      expect([...kind, answer.status, await fault(path, method, answer)]).toEqual([...kind, status, null]);
      expect([...kind, 'link' in answer.headers]).toEqual([...kind, type === 'csv']);
    }
  });

  it('GET and HEAD have the condition that can lead to a 304', async () => {
    for (const [method, { parameters = [], responses }] of Object.entries(item).filter(
      ([name]) => name !== 'parameters',
    )) {
      const names = parametersOf({ parameters }).map((one) => [one.in, one.name]);
      expect([method, names]).toEqual([method, responses[304] ? [['header', IF_NONE_MATCH]] : []]);
      const [condition] = parametersOf({ parameters });
      const example = condition ? { [condition.name.toLowerCase()]: String(condition.example) } : {};
      expect((await ask(urlOf(path, []), method.toUpperCase(), example)).status).toBe(200);
    }
    expect(Object.keys(item)).toEqual(expect.arrayContaining(['get', 'head', 'options']));
  });
});

/** Kinds of answers. The counts below show that the document covers all of them. */
const KINDS = ['GET 200 application/json', 'GET 200 text/csv; charset=utf-8', 'GET 400 application/json'].concat([
  'GET 404 application/json',
  'HEAD 200 application/json',
  'OPTIONS 200 application/json',
  'POST 405 application/json',
]);
const kindOf = (method: string, { status, headers }: Awaited<ReturnType<typeof ask>>) =>
  `${method} ${status} ${headers['content-type'] ?? ''}`.trim();

const REQUESTS = propertyRuns(300);

it(`${REQUESTS} random requests get responses that match it`, async () => {
  const sample = sampleCatalogue(sharedOracleData(`${ROOT}/data`), '/gw');
  const kinds = new Set<string>();
  let count = 0;
  for (let seed = 0; seed < REQUESTS; seed++) {
    const { url, method } = randomRequest(sample, seed);
    const answer = await built.answer({ method, url, headers: {} });
    const found = await disagreement(method, url, answer);
    if (found === undefined) continue;
    expect(found, `${method} ${url}`).toBeNull();
    kinds.add(kindOf(method, answer));
    count++;
  }
  expect(count).toBeGreaterThan(REQUESTS * 0.75);
  expect([...kinds]).toEqual(expect.arrayContaining(KINDS));
});

it('every request of a check gets a response that matches it', async () => {
  const faults: string[] = [];
  const kinds = new Set<string>();
  let count = 0;
  // Fewer records get fewer requests, and answers of the same kinds.
  const small = openSiteAt(inject('small').root, { baseUrl: BASE_URL });
  const results = await checkSite(BASE_URL, {
    async send({ method, target, headers }) {
      const answer = await small.answer({ method, url: target, headers });
      const found = await disagreement(method, target, answer);
      if (found) faults.push(`${method} ${target}: ${found}`);
      if (found === undefined) return answer;
      kinds.add(kindOf(method, answer));
      count++;
      return answer;
    },
    read: async (target) => readFileSync(join(small.root, target.slice('/gw'.length))),
  });
  expect(failuresOf(results)).toEqual([]);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(2500);
  expect([...kinds]).toEqual(expect.arrayContaining([...KINDS, 'GET 304']));
});

it.each([
  ['runs', 1],
  ['datasets', 1],
  ['catalogs', 1],
  ['timelines', 50],
  ['events', 50],
  ['event-versions', 20],
  ['strain-files', 50],
])('records of the shipped %s match it', async (name, step) => {
  const { body } = await ask(`/${name}?pagesize=1000`);
  const { results } = JSON.parse(body) as { results: { detail_url: string }[] };
  const urls = results.filter((_, n) => n % step === 0).map((entry) => entry.detail_url);
  expect(urls).not.toEqual([]);
  const faults: string[] = [];
  for (const url of urls) {
    const target = url.slice(new URL(BASE_URL).origin.length);
    const found = await disagreement('GET', target, await built.answer({ method: 'GET', url: target, headers: {} }));
    if (found !== null) faults.push(`${url}: ${found}`);
  }
  expect(faults).toEqual([]);
});

it('an incorrect answer is detected', async () => {
  const answer = await ask('/runs/O1');
  const { etag: _, ...withoutTag } = answer.headers;
  const wrong = [
    { ...answer, body: answer.body.replace('"gps_start":', '"gps_start":"x","y":') },
    { ...answer, status: 404 },
    { ...answer, status: 201 },
    { ...answer, headers: withoutTag },
    { ...answer, headers: { ...answer.headers, 'x-more': '1' } },
    { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } },
    { ...answer, headers: { ...answer.headers, 'content-type': 'text/csv' } },
  ];
  expect(await fault('/runs/{run}', 'GET', answer)).toBeNull();
  for (const one of wrong) expect(await fault('/runs/{run}', 'GET', one)).not.toBeNull();
  expect(await fault('/runs', 'GET', answer)).not.toBeNull();
  expect(await fault('/runs/{run}', 'HEAD', answer)).toBe('a HEAD with a body');
  const notModified = await ask('/runs/O1', 'GET', { 'if-none-match': String(answer.headers.etag) });
  expect(await fault('/runs/{run}', 'GET', { ...notModified, body: answer.body })).not.toBeNull();
  const refused = await ask('/runs/O1', 'POST');
  const { allow: __, ...withoutAllow } = refused.headers;
  expect(await fault('/runs/{run}', 'POST', { ...refused, headers: withoutAllow })).toMatch(/not sent: allow;/);
  const later = { ...refused, status: 503, headers: { ...refused.headers, 'retry-after': 'soon' } };
  expect(await fault('/runs/{run}', 'GET', later)).toMatch(/not integers: retry-after/);
});

it('21 paths are listings', () => {
  expect(paths.filter(([path]) => isPage(path))).toHaveLength(21);
});

it('a linter finds nothing', () => {
  const file = join(temporaryFolder(), 'openapi.json');
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules/.bin/redocly'),
    ['lint', '--extends=recommended', '--format=json', file],
    { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
});

if (LONG)
  it('generated types accept the responses', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'openapi.json'), text);
    const run = (program: string, ...words: string[]) =>
      spawnSync(join(ROOT, 'node_modules/.bin', program), words, { cwd: folder, encoding: 'utf8' });
    expect(run('openapi-typescript', 'openapi.json', '-o', 'api.ts').status).toBe(0);
    const described = paths.map(([path]) => path).filter((path) => path !== '/openapi.json' && path !== '/schema');
    const values = await Promise.all(
      described.map(async (path, n) => {
        const bodies = (await answersOf(path)).filter(({ type, answer }) => type === 'json' && answer.body !== '');
        return bodies.map(({ method, status, answer }) => {
          const operation = method === 'OPTIONS' ? 'options' : 'get';
          const type = `paths['${path}']['${operation}']['responses'][${status}]['content']['application/json']`;
          return `export const ${method.toLowerCase()}${status}_${n}: ${type} = ${answer.body};\n`;
        });
      }),
    );
    expect(values.flat().length).toBeGreaterThan(6 * described.length);
    writeFileSync(join(folder, 'answers.ts'), `import type { paths } from './api.ts';\n${values.flat().join('')}`);
    const wrong = `import type { components } from './api.ts';\nexport const x: components['schemas']['RunsEntry'] = { name: 1 };\n`;
    writeFileSync(join(folder, 'wrong.ts'), wrong);
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--target', 'es2022'];
    const { stdout } = run('tsc', ...options, '--lib', 'es2022', '--module', 'nodenext', 'answers.ts', 'wrong.ts');
    // There is no other error.
    expect(stdout).toMatch(/^wrong\.ts\(2,\d+\): error TS2322: .*\n$/);
  });
