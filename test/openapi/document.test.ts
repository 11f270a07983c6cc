/**
 * The OpenAPI document: it is complete, a linter has no complaints, responses agree with it, and types generated from it accept
 * them. Linter, validator and type generator are third-party.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Validator, validate } from '@hyperjump/json-schema/openapi-3-1';
import { afterAll, describe, expect, it } from 'vitest';
import { runConformance } from '../../src/conformance/run.ts';
import { temporaryFolder } from '../catalogue/fixture.ts';
import { randomRequest, sampleCatalogue } from '../oracle/queries.ts';
import { loadOracleData } from '../oracle/records.ts';
import {
  ask,
  BASE_URL,
  built,
  document,
  type Parameter,
  parametersOf,
  type Response,
  ROOT,
  text,
  urlOf,
} from './document.ts';

const FILE = join(temporaryFolder(), 'gw.openapi.json');
writeFileSync(FILE, text);
afterAll(() => built.remove());

const paths = Object.entries(document.paths);

/** The error in a body, by the schema for a status of a path; null if there is none. */
async function fault(path: string, status: number, body: string, method = 'get'): Promise<string | null> {
  const item = document.paths[path] as unknown as Record<string, { responses: Record<string, unknown> }>;
  const response = item[method]?.responses[status];
  if (response === undefined) return `${path} has no ${status}`;
  const reference = (response as { $ref?: string }).$ref;
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const place = reference?.slice(1) ?? `/paths/${escaped}/${method}/responses/${status}`;
  const known = validators.get(place) ?? (await validate(`${FILE}#${place}/content/application~1json/schema`));
  validators.set(place, known);
  const output = known(JSON.parse(body), 'BASIC');
  return output.valid ? null : JSON.stringify(output).slice(0, 500);
}

const validators = new Map<string, Validator>();

/** Response headers in the document, in lower case. */
const headersOf = ({ headers }: Response): string[] => Object.keys(headers).map((name) => name.toLowerCase());

it('is the same at both paths, with the base URL of the host', async () => {
  expect(document.servers).toEqual([{ url: `${BASE_URL}/api/v2` }]);
  const { status, headers, body } = await ask('/schema');
  expect([status, headers['content-type'], body]).toEqual([200, 'application/json', text]);
  expect(readFileSync(join(built.root, 'api/v2/openapi.json'), 'utf8')).toBe(text);
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

  it('has the same parameters as OPTIONS, with defaults, units and values', async () => {
    const { body } = await ask(urlOf(path, []), 'OPTIONS');
    expect(await fault(path, 200, body, 'options')).toBeNull();
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
    const response = item.get.responses[200] as Response;
    for (const given of queries) {
      const url = urlOf(path, given);
      const { status, headers, body } = await ask(url);
      expect([url, status]).toEqual([url, 200]);
      const isOptional = (name: string) => name === 'link';
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining(headersOf(response).filter((name) => !isOptional(name))),
      );
      expect(await fault(path, 200, body), url).toBeNull();
    }
  });

  it('has the bodies and headers of refusals', async () => {
    const url = urlOf(path, []);
    for (const [asked, method, status] of [
      [`${url}?format=x`, 'GET', 404],
      [`${url}?format=api&format=api`, 'GET', 400],
      [url, 'POST', 405],
    ] as const) {
      const answer = await ask(asked, method);
      expect(answer.status).toBe(status);
      expect(await fault(path, status, answer.body), asked).toBeNull();
    }
  });
});

/** The error in a response according to the document: null if there is none, undefined if the document does not cover the request. */
async function disagreement(method: string, url: string, { status, headers, body }: Answer) {
  const [, path] = patterns.find(([pattern]) => pattern.test(url.replace(/\/?(\?.*)?$/, ''))) ?? [];
  const isDescribed = path !== undefined && ['GET', 'OPTIONS'].includes(method);
  if (!isDescribed || headers['content-type'] !== 'application/json' || body === '') return undefined;
  return fault(path, status, body, method.toLowerCase());
}

type Answer = Awaited<ReturnType<typeof built.answer>>;
const patterns = paths.map(([path]) => [new RegExp(`^/gw/api/v2${path.replace(/{\w+}/g, '[^/]+')}$`), path] as const);

it('2,000 random requests get responses that match it', async () => {
  const sample = sampleCatalogue(loadOracleData(`${ROOT}/data`), '/gw');
  let count = 0;
  for (let seed = 0; seed < 2000; seed++) {
    const { url, method } = randomRequest(sample, seed);
    const found = await disagreement(method, url, await built.answer({ method, url, headers: {} }));
    if (found === undefined) continue;
    expect(found, `${method} ${url}`).toBeNull();
    count++;
  }
  expect(count).toBeGreaterThan(1200);
});

it('every request of the conformance suite gets a response that matches it', async () => {
  const faults: string[] = [];
  let count = 0;
  const results = await runConformance(
    BASE_URL,
    async ({ method, target, headers }) => {
      const answer = await built.answer({ method, url: target, headers });
      const found = await disagreement(method, target, answer);
      if (found) faults.push(`${method} ${target}: ${found}`);
      if (found !== undefined) count++;
      return answer;
    },
    null,
  );
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(2000);
});

it('an incorrect body is detected', async () => {
  const { body } = await ask('/runs/O1');
  expect(await fault('/runs/{run}', 200, body.replace('"gps_start":', '"gps_start":"x","y":'))).not.toBeNull();
  expect(await fault('/runs', 200, body)).not.toBeNull();
  expect(await fault('/runs', 404, body)).not.toBeNull();
});

describe('listings', () => {
  const listings = paths.filter(([, item]) => (item.get.responses[200] as Response).content?.['text/csv']);

  it('all exist', () => {
    expect(listings).toHaveLength(21);
  });

  it.each(listings.map(([path]) => path))('%s is a table, with links', async (path) => {
    const { headers } = await ask(`${urlOf(path, [])}?format=csv`);
    const response = document.paths[path]?.get.responses[200] as Response;
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(headersOf(response)));
  });
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

it('generated types accept the responses', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'openapi.json'), text);
  const run = (program: string, ...words: string[]) =>
    spawnSync(join(ROOT, 'node_modules/.bin', program), words, { cwd: folder, encoding: 'utf8' });
  expect(run('openapi-typescript', 'openapi.json', '-o', 'api.ts').status).toBe(0);
  const values = await Promise.all(
    paths.map(async ([path], n) => {
      const { body } = await ask(`${urlOf(path, [])}`);
      return `export const v${n}: paths['${path}']['get']['responses'][200]['content']['application/json'] = ${body};\n`;
    }),
  );
  const isUsed = values.filter((value) => !value.includes("'/openapi.json'") && !value.includes("'/schema'"));
  writeFileSync(join(folder, 'answers.ts'), `import type { paths } from './api.ts';\n${isUsed.join('')}`);
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions', '--target', 'es2022'];
  const compiled = run('tsc', ...options, '--module', 'nodenext', 'answers.ts');
  expect([compiled.stdout, compiled.status]).toEqual(['', 0]);
  const wrong = `import type { components } from './api.ts';\nexport const x: components['schemas']['RunsEntry'] = { name: 1 };\n`;
  writeFileSync(join(folder, 'wrong.ts'), wrong);
  expect(run('tsc', ...options, '--module', 'nodenext', 'wrong.ts').status).not.toBe(0);
});
