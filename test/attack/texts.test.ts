/**
 * Strings with a special meaning in other languages: markup, formulas, templates, escapes. If the catalogue allows them, JSON and CSV
 * contain them unchanged, and pages never contain them as markup. Names of members that every JavaScript object has are ordinary names.
 */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createHandler, type Handler } from '../../src/hosts/node/handler.ts';
import { SMALL_DATA } from '../support/data-folders.ts';
import { runCli } from '../support/folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TEXT =
  "=cmd|' /C calc'!A0 <script>alert(1)</script> \" & , | ; `id` $(id) {{7*7}} %0d%0a %s \\u0001 \\n --> ]]> é 𝄞 \u00a0 ﷽";
const LINK = 'https://x.test/\'"><script>alert(1)</script>?a=1&b=2,3|4';
/** The same without characters that DOI links cannot contain. */
const DOI = LINK.replace(/["<>|]/g, encodeURIComponent);
const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];

const root = temporaryFolder();
const data = join(root, 'data');
const write = (path: string, value: unknown) => writeFileSync(join(data, path), JSON.stringify(value));

function writeData(): void {
  cpSync(SMALL_DATA, data, { recursive: true });
  for (const folder of ['event-versions', 'strain-files']) mkdirSync(join(data, folder), { recursive: true });
  write('catalogs.yaml', {
    catalogs: [...NAMES, 'GWTC-1', 'GWTC-2'].map((name) => ({ name, description: TEXT, doi: DOI })),
  });
  write('default-parameters.yaml', {
    default_parameters: ['mass_1_source', 'redshift', 'far', 'valueof'].map((name) => {
      return { name, unit: '=<b>', description: TEXT };
    }),
  });
  const runs = NAMES.map((name, n) => ({ name, gps_start: 1_200_000_000 + 2 * n, gps_end: 1_200_000_001 + 2 * n }));
  write('runs.yaml', {
    runs: [
      { name: 'O1', gps_start: 1126051217, gps_end: 1137254417 },
      { name: 'O2', gps_start: 1164556817, gps_end: 1187733618 },
      ...runs,
    ],
  });
  for (const name of NAMES) {
    const version = { name, version: 1, gps: 1126259462.4, detectors: ['H1'], doi: DOI };
    const set = { name: TEXT, data_url: LINK, links: [{ url: LINK, label: TEXT }] };
    write(`event-versions/${name}.yaml`, {
      catalog: name,
      event_versions: [{ ...version, parameters: { valueof: { best: 1 } }, parameter_sets: [{ ...set }] }],
    });
  }
}

let handler: Handler;
beforeAll(async () => {
  writeData();
  const site = join(root, 'site');
  const args = ['build', '--quiet', '--data', data, '--site', site, '--base-url', 'https://user.example'];
  expect(await runCli(inject('cli'), args)).toMatchObject({ status: 0, stderr: '' });
  handler = await createHandler({ root: site });
});
afterAll(() => handler.close());

async function get(path: string, method = 'GET') {
  const { status, headers, body } = await handler.site.respond({
    method,
    url: `/api/v2/${path}`,
    header: () => undefined,
  });
  expect(status, path).toBe(200);
  return { type: headers['content-type'], link: headers.link, text: new TextDecoder().decode(body) };
}

describe('a text', () => {
  it.each([
    ['catalogs?pagesize=100', 'description', TEXT],
    ['catalogs?pagesize=100', 'doi', DOI],
    ['event-versions?release=constructor', 'doi', DOI],
    ['event-versions/constructor/parameters', 'name', TEXT],
    ['event-versions/constructor/parameters', 'data_url', LINK],
  ])('is unchanged in %s: %s', async (path, member, text) => {
    const json = JSON.parse((await get(path)).text) as { results: Record<string, string>[] };
    const csv = await get(`${path}${path.includes('?') ? '&' : '?'}format=csv&page=1`);
    const rows = parse(csv.text, { columns: true, skip_empty_lines: true }) as Record<string, string>[];
    expect(rows.length).toBe(json.results.length);
    for (const entry of [...json.results, ...rows]) expect(entry[member]).toBe(text);
    expect(csv.type).toBe('text/csv; charset=utf-8');
    // The link never contains markup or line breaks.
    expect(csv.link).not.toMatch(/script|[\r\n]/);
  });

  it('is never markup on the page', async () => {
    const page = readFileSync(join(root, 'site/index.html'), 'utf8');
    expect(page).not.toContain('<script>alert');
  });

  it('leaves the OpenAPI document valid JSON', async () => {
    const { type, text } = await get('openapi.json');
    expect(type).toBe('application/json');
    expect(JSON.stringify(JSON.parse(text))).toBe(text.trim());
  });
});

describe('the name of an object member', () => {
  it.each(NAMES)(
    '%s works as the name of a run, a catalog, an event and a version, and of nothing else',
    async (name) => {
      for (const path of [`runs/${name}`, `catalogs/${name}`, `events/${name}`]) {
        expect(JSON.parse((await get(path)).text)).toMatchObject({ name });
      }
      const listing = JSON.parse((await get(`catalogs/${name}/events`)).text);
      expect(listing.results.map(({ shortName }: { shortName: string }) => shortName)).toEqual([`${name}-v1`]);
      const { status } = await handler.site.respond({
        method: 'GET',
        url: `/api/v2/datasets/${name}`,
        header: () => undefined,
      });
      expect(status).toBe(404);
    },
  );
});
