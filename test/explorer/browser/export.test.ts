/**
 * Citing, downloading and using the data that a view shows: in Chromium, on a host that answers requests and on one that only sends files.
 */

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { parquetReadObjects } from 'hyparquet';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DOWNLOAD_NAMES } from '../../../src/core/contract/downloads.ts';
import type { EventVersionEntry } from '../../../src/core/contract/wire.ts';
import { createHandler } from '../../../src/hosts/node/handler.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import { createOracle } from '../../oracle/oracle.ts';
import { sharedOracleData } from '../../oracle/shared-records.ts';
import { sharedBrowser } from '../../support/browser.ts';
import { describeInChromium, type OpenPage, openExplorer, rowsShown, useSite } from '../../support/explorer-pages.ts';
import { isAvailable } from '../../support/programs.ts';
import { listSetLimits, listVersions, parameterOf } from './expected-versions.ts';

const { root, data } = inject('shipped');
const oracle = createOracle(sharedOracleData(data), { ...DEFAULT_CONFIG, baseUrl: 'http://oracle.example' });
/** Looks for the modules without loading them, which takes long. */
const FIND_MODULES =
  'import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, ["pandas", "requests"])))';
const hasPython = spawnSync('/usr/bin/python3', ['-c', FIND_MODULES]).status === 0;
/** Runs the program in each line, with its own names only. Programs share a process, because pandas takes long to load. */
const RUN_EACH = `import contextlib, io, json, sys, traceback
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        try:
            exec(json.loads(line), {})
        except Exception:
            traceback.print_exc(file=output)
    print(json.dumps(output.getvalue()), flush=True)`;

const QUERY = 'release=GWTC-4.0&include-default-parameters=true';

describeInChromium('the sheet for citing and exporting', () => {
  const site = useSite({ basePath: '/gw' });
  let server: Server;
  let handler: Awaited<ReturnType<typeof createHandler>>;
  let answering: string;
  /** The explorer on the host that answers requests. */
  let explorer: OpenPage;
  let python: ChildProcessByStdio<Writable, Readable, null> | undefined;
  let printed: AsyncIterator<string>;

  /** What a program prints. */
  async function runPython(program: string): Promise<string> {
    if (python === undefined) {
      python = spawn('/usr/bin/python3', ['-c', RUN_EACH], { stdio: ['pipe', 'pipe', 'inherit'] });
      printed = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
    }
    python.stdin.write(`${JSON.stringify(program)}\n`);
    return JSON.parse((await printed.next()).value) as string;
  }

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    answering = `http://localhost:${(server.address() as AddressInfo).port}`;
    handler = await createHandler({ root, baseUrl: answering });
    server.on('request', handler.node);
    explorer = await openExplorer(await (await sharedBrowser()).newContext(), `${answering}/`, '#/api');
  });
  afterAll(async () => {
    python?.stdin.end();
    await explorer?.page.context().close();
    handler?.close();
    server?.close();
  });

  async function openSheet(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Cite and export' }).click();
    await page.waitForSelector('section[aria-labelledby=use] pre');
  }
  /** Opens the sheet of an address, on the host that answers requests. */
  async function open(hash: string): Promise<Page> {
    await explorer.showAnew(hash);
    await openSheet(explorer.page);
    return explorer.page;
  }
  const code = (page: Page, part: string) => page.textContent(`section[aria-labelledby=${part}] pre`);
  const press = (page: Page, name: string) => page.locator('dialog').getByRole('button', { name, exact: true }).click();
  async function saved(page: Page, button: string) {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
  /** Saves the rows in a format. */
  async function save(page: Page, format: string): Promise<Buffer> {
    await press(page, format);
    return (await saved(page, 'Save')).bytes;
  }

  test('cites data and paper of each catalog of the selection, each once', async () => {
    const page = await open('#/event-versions?release=GWTC;columns=far');
    expect(
      await page
        .locator('.cited tbody tr')
        .evaluateAll((all) =>
          all.map((row) => (row as unknown as { innerText: string }).innerText.split('\t').map((one) => one.trim())),
        ),
    ).toEqual([
      ['GWTC-5.0', '161', '10.7935/bk00-6a89', 'arXiv:2605.27225'],
      ['GWTC-4.1', '140', '10.7935/6xqf-ba54', 'with GWTC-5.0'],
      ['GWTC-3-confident', '35', '10.7935/b024-1886', 'arXiv:2111.03606'],
      ['GWTC-2.1-confident', '54', '10.7935/qf3a-3z67', 'arXiv:2108.01045'],
      ['GWTC-1-confident', '1', '10.7935/82H3-HH23', 'arXiv:1811.12907'],
    ]);
    await press(page, 'GWTC-3-confident');
    const entry = await code(page, 'cite');
    for (const part of [
      '@misc{arXiv-2111.03606,',
      'title         = {{GWTC-3: Compact Binary Coalescences Observed by LIGO and Virgo During the Second Part of the Third Observing Run}}',
      'eprint        = {2111.03606}',
      'archivePrefix = {arXiv}',
      'doi           = {10.48550/arXiv.2111.03606}',
      'url           = {https://arxiv.org/abs/2111.03606}',
      '@misc{GWTC-3-confident,',
      'author        = {{LIGO Scientific Collaboration} and {Virgo Collaboration} and {KAGRA Collaboration}}',
      'title         = {{GWTC-3-confident}}',
      'publisher     = {{Gravitational Wave Open Science Center}}',
      'year          = {2021}',
      'doi           = {10.7935/b024-1886}',
    ]) {
      expect(entry).toContain(part);
    }
    expect(entry).toMatch(/^@misc\{GWTC-3-confident,/);
    expect(entry).toMatch(/version {7}= \{data of \d{4}-\d{2}-\d{2}, release [0-9a-f]{8}\}/);
    await page.getByRole('button', { name: 'Copy all 9' }).waitFor();
    const thanks =
      '% This research has made use of data or software obtained from the Gravitational Wave Open Science Center';
    const all = (await saved(page, 'Save .bib')).bytes.toString();
    const keys = [...all.matchAll(/^@misc\{(.*),$/gm)].map(([, key]) => key as string);
    expect([keys.length, keys.filter((key) => key.startsWith('arXiv-')).length]).toEqual([9, 4]);
    expect(keys.slice(0, 2)).toEqual(['GWTC-5.0', 'arXiv-2605.27225']);
    // Every paper has its title.
    expect([all.match(/^ {2}title /gm)?.length, all.includes('note  ')]).toEqual([9, false]);
    expect(all).toContain(thanks);
    await page.getByLabel('With the acknowledgement').uncheck();
    expect((await saved(page, 'Save .bib')).bytes.toString()).not.toContain(thanks);
    await press(page, 'Text');
    expect(await code(page, 'cite')).toContain(
      '(2021): GWTC-3: Compact Binary Coalescences Observed by LIGO and Virgo During the Second Part of the Third Observing Run. arXiv:2111.03606.',
    );
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cite and export');
  });

  test('saves limits that only the parameter sets of a version give as limits', async () => {
    const query = 'release=GWTC-1-confident';
    const limits = listSetLimits(query).map(({ shortName }) => shortName);
    expect(limits.length).toBe(8);
    const page = await open(`#/event-versions?${query};columns=far`);
    const rows = (await save(page, 'CSV'))
      .toString()
      .split('\n')
      .map((line) => line.split(','));
    const [name = -1, limit = -1] = ['shortName', 'far_limit'].map((one) => (rows[0] ?? []).indexOf(one));
    expect(rows.filter((row) => row[limit] === 'upper').map((row) => row[name])).toEqual(limits);
    const entries: EventVersionEntry[] = JSON.parse((await save(page, 'JSON')).toString());
    const flagged = entries.filter((one) => parameterOf(one, 'far')?.is_upper_limit);
    expect(flagged.map(({ shortName }) => shortName)).toEqual(limits);
  });

  test('names the publisher of each catalog', async () => {
    expect(await code(await open('#/event-versions?release=IAS-O3a'), 'cite')).toContain('publisher     = {{Zenodo}}');
  });

  test('counts events, not versions or injections, and cites the catalogs of a list of events', async () => {
    const events = (page: Page, catalog: string) =>
      page.locator('.cited tbody tr', { hasText: catalog }).locator('.number').textContent();
    const { body } = oracle({ method: 'GET', url: '/api/v2/event-versions?pagesize=1000', headers: {} });
    const { results } = JSON.parse(body ?? '') as { results: { name: string; catalog: string }[] };
    const detections = results.filter(({ name }) => !name.includes('injection'));
    const count = (all: typeof results) => new Set(all.map(({ name }) => name)).size;
    const versions = await open('#/event-versions;rows=versions;columns=far');
    const head = `${detections.length} versions of ${count(detections)} events`;
    expect(await versions.textContent('.sheet-head p')).toBe(head);
    const own = results.filter(({ catalog }) => catalog === 'O1_O2-Preliminary');
    expect(own.length).toBeGreaterThan(count(own));
    expect(await events(versions, 'O1_O2-Preliminary')).toBe(String(count(own)));
    // Its only entry is an injection.
    expect(await events(versions, 'Initial_LIGO_Virgo')).toBe('0');
    const once = await open('#/events;columns=far');
    expect(await once.textContent('.sheet-head p')).toBe(`${count(detections)} events`);
    const files = await open('#/strain-files?start=1126256640&stop=1126260736');
    expect(await files.textContent('.sheet-head p')).toMatch(/^\d+ files$/);
  });

  test('writes names so that LaTeX accepts them: no bare underscore outside of an address', async () => {
    const page = await open('#/event-versions?release=O3_Discovery_Papers');
    const entry = (await code(page, 'cite')) ?? '';
    expect(entry).toContain('@misc{O3-Discovery-Papers,');
    expect(entry).toContain('title         = {{O3\\_Discovery\\_Papers}}');
    expect(entry).toContain('howpublished  = {\\url{http://localhost:');
    expect(entry.replace(/\\url\{[^}]*\}/, '').match(/[^\\][_#%&]/)).toBe(null);
  });

  test('saves CSV, JSON and Parquet with the entries of the oracle, and links to every download', async () => {
    const page = await open('#/event-versions?release=GWTC-4.0;columns=far');
    const ask = (query: string) => oracle({ method: 'GET', url: `/api/v2/event-versions?${query}`, headers: {} }).body;
    const own = (text: string) => text.replaceAll(answering, 'http://oracle.example');
    const [head, ...lines] = own((await save(page, 'CSV')).toString())
      .trim()
      .split('\r\n');
    const [apiHead, ...apiLines] = (ask(`${QUERY}&pagesize=1000&format=csv`) ?? '').trim().split('\r\n');
    expect(head).toBe(`${apiHead},type_by_mass,utc,mass_ratio`);
    expect(lines.length).toBe(apiLines.length);
    for (const [n, line] of lines.entries()) expect(line.startsWith(`${apiLines[n]},`)).toBe(true);
    expect(
      lines.filter((line) => /,(BBH|NSBH|BNS),\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d,0\.\d+$/.test(line)).length,
    ).toBeGreaterThan(50);
    const { results } = JSON.parse(ask(`${QUERY}&pagesize=1000`) ?? '') as { results: Record<string, unknown>[] };
    const json = own((await save(page, 'JSON')).toString());
    const floats = (text: string | null) => text?.match(/(?<="(gps|best|(upper|lower)_error)": ?)[-+.e\d]+/g);
    expect(floats(json)).toEqual(floats(ask(`${QUERY}&pagesize=1000`)));
    const entries = JSON.parse(json) as Record<string, unknown>[];
    // The same columns as in CSV and Parquet.
    const added = entries.map(({ type_by_mass, utc, mass_ratio }) => [type_by_mass, utc, mass_ratio].join());
    expect(added).toEqual(lines.map((line) => /[^,]*,[^,]*,[^,]*$/.exec(line)?.[0]));
    expect(entries.map(({ type_by_mass, utc, mass_ratio, ...entry }) => entry)).toEqual(results);
    const bytes = await save(page, 'Parquet');
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    expect(rows.map(({ shortName }) => shortName)).toEqual(results.map(({ shortName }) => shortName));
    const masses = results.map(({ default_parameters }) => {
      const found = (default_parameters as { name: string; best: number }[]).find(
        ({ name }) => name === 'mass_1_source',
      );
      return found?.best ?? null;
    });
    expect(rows.map(({ mass_1_source }) => mass_1_source)).toEqual(masses);
    const links = await page
      .locator('dialog .downloads a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(links.sort()).toEqual(DOWNLOAD_NAMES.map((name) => `${answering}/downloads/${name}`).sort());
  });

  /** The short names in the first columns of a saved CSV, or in the rows that Python prints. */
  const namesIn = (lines: readonly string[]) => lines.map((line) => line.split(',')[1] ?? '').toSorted();

  describe.each([
    [
      'with a filter that the API does not have',
      '#/event-versions?release=GWTC-2.1-confident;detectors=H1,L1;columns=far',
      'gwtc-2.1-confident-H1-L1',
    ],
    ['with one detector', '#/event-versions?release=GWTC;only=one;columns=far', 'gwtc-one-detector'],
    [
      'with exactly some detectors',
      '#/event-versions?release=GWTC-2.1-confident;detectors=H1,L1;only=these;columns=far',
      'gwtc-2.1-confident-exactly-H1-L1',
    ],
    [
      'of types that combine',
      '#/event-versions?release=GWTC-4.0;types=NSBH,none;detectors=L1;columns=far',
      'gwtc-4.0-NSBH-or-No-masses-L1',
    ],
    [
      'without a filtered value, or with a large one',
      '#/event-versions?release=GWTC-2.1-confident&min-p-astro=0.9;missing=p-astro;columns=far',
      'gwtc-2.1-confident-p_astro-min-0.9-or-not-in-this-catalogue',
    ],
    ['with one row for each event of all catalogs', '#/event-versions;columns=far', 'events'],
    ['of a run', '#/runs/O2/events;columns=far', 'O2'],
  ])('of the events %s', (_, hash, name) => {
    let page: Page;
    let shown: readonly string[];
    beforeAll(async () => {
      await explorer.showAnew(hash);
      shown = (await rowsShown(explorer.page)).toSorted();
      await openSheet(explorer.page);
      page = explorer.page;
    });

    test('the files have the rows that are shown, and say in their name what is inside', async () => {
      expect(shown.length).toBeGreaterThan(5);
      await press(page, 'CSV');
      const csv = await saved(page, 'Save');
      expect(csv.name).toBe(`${name}.csv`);
      expect(namesIn(csv.bytes.toString().trim().split('\r\n').slice(1))).toEqual(shown);
      const json = JSON.parse((await save(page, 'JSON')).toString()) as { shortName: string }[];
      expect(json.map(({ shortName }) => shortName).toSorted()).toEqual(shown);
      const rows = await parquetReadObjects({ file: new Uint8Array(await save(page, 'Parquet')).buffer });
      expect(rows.map(({ shortName }) => String(shortName)).toSorted()).toEqual(shown);
      const [, count] = /(\d+) rows/.exec((await page.textContent('section[aria-labelledby=download]')) ?? '') ?? [];
      expect(Number(count)).toBe(shown.length);
      expect((await saved(page, 'Columns and units')).bytes.toString()).toMatch(/^Release [0-9a-f]+ of http/m);
    });

    test.runIf(isAvailable('Python with pandas and requests', hasPython))(
      'the code gives the rows that are shown',
      async () => {
        for (const [title, print] of [
          ['pandas', 'print(table.shortName.to_csv())'],
          ['Python', 'print("\\n".join(["", *("," + one["shortName"] for one in entries)]))'],
        ] as const) {
          await press(page, title);
          const text = await runPython(`${await code(page, 'use')}\n${print}\n`);
          expect(namesIn(text.split('\n').filter((line) => /,.*-v\d+$/.test(line)))).toEqual(shown);
        }
      },
    );
  });

  test('offers code that works on a host that answers: its addresses give the rows', async () => {
    const page = await open('#/event-versions?release=GWTC-1-confident');
    const text = (await code(page, 'use')) ?? '';
    const url = /read_csv\("(.*)"\)/.exec(text)?.[1] ?? '';
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect((await response.text()).trim().split('\n').length).toBe(listVersions('release=GWTC-1-confident').length + 1);
    await press(page, 'API address');
    expect((await fetch((await code(page, 'use')) ?? '')).status).toBe(200);
  });

  test('offers code that reads all files from the first page, also if the address has another page and format', async () => {
    const page = await open('#/strain-files?start=1126200000&stop=1126300000&page=2&pagesize=5&format=csv');
    expect(/read_csv\("(.*)"\)/.exec((await code(page, 'use')) ?? '')?.[1]).toBe(
      `${answering}/api/v2/strain-files?start=1126200000&stop=1126300000&pagesize=1000&format=csv`,
    );
    await press(page, 'Python');
    expect(/url, entries = "(.*)"/.exec((await code(page, 'use')) ?? '')?.[1]).toBe(
      `${answering}/api/v2/strain-files?start=1126200000&stop=1126300000&pagesize=1000`,
    );
  });

  test('offers the saved file on a host that only sends files, and no address that is a 404 there', async () => {
    const { page } = await site.open('#/event-versions?release=GWTC-1-confident');
    await openSheet(page);
    await page.getByText('This host did not answer a request').waitFor();
    expect(await code(page, 'use')).toContain('pd.read_csv("gwtc-1-confident.csv")');
    expect(await page.locator('dialog .code-head button').allTextContents()).not.toContain('API address');
    expect(await page.textContent('dialog')).not.toContain('/api/v2/');
  });

  test('reads the saved file by the name and in the format that are chosen above', async () => {
    const page = await open('#/event-versions?release=GWTC-3-confident;columns=far');
    await press(page, 'Saved file');
    await page.getByLabel('File name').fill('mine');
    for (const [format, file] of [
      ['JSON', 'json("mine.json")'],
      ['Parquet', 'parquet("mine.parquet")'],
      ['CSV', 'csv("mine.csv")'],
    ] as const) {
      await press(page, format);
      expect(await code(page, 'use')).toContain(`table = pd.read_${file}`);
    }
  });

  test('stays open for a click on its own empty part, and a click outside it closes it', async () => {
    const page = await open('#/runs/O1/strain-files');
    const sheet = page.locator('dialog');
    await page.setViewportSize({ width: 1280, height: 2000 });
    const [{ x = 0, height = 0 } = {}, content] = await Promise.all(
      [sheet, page.locator('.sheet-body')].map(async (one) => (await one.boundingBox()) ?? undefined),
    );
    expect(height - 50).toBeGreaterThan(content?.height ?? height);
    await page.mouse.click(x + 100, height - 20);
    // Selects text up to a place outside.
    await page.mouse.move(x + 100, 200);
    await page.mouse.down();
    await page.mouse.move(x - 100, 210, { steps: 3 });
    await page.mouse.up();
    expect(await sheet.isVisible()).toBe(true);
    await page.mouse.click(x - 100, 200);
    await sheet.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('cites and saves while the host does not answer, and says so after a few seconds', async () => {
    const { page } = await site.open('#/event-versions?release=GWTC-1-confident');
    await page.route('**/api/v2/**', () => {});
    await page.getByRole('button', { name: 'Cite and export' }).click();
    expect(await code(page, 'cite')).toContain('@misc{GWTC-1-confident,');
    await page.getByText('Asking this host').waitFor();
    expect((await save(page, 'CSV')).toString()).toContain('GW150914');
    await page.getByText('This host did not answer a request').waitFor();
  });

  test('of a catalog cites this catalog, from its own page', async () => {
    const page = await open('#/catalogs/GWTC-3-confident;columns=far');
    expect(await page.getByRole('button', { name: /^Cite/ }).count()).toBe(1);
    expect(await page.textContent('.sheet-head p')).toBe('35 events');
    expect(await page.locator('.cited tbody th').allTextContents()).toEqual(['GWTC-3-confident']);
    await page.getByRole('button', { name: 'Copy all 2' }).waitFor();
    expect((await save(page, 'CSV')).toString()).toMatch(/^name,.*,mass_1_source,.*,type_by_mass,utc,mass_ratio\r\n/);
    await page.keyboard.press('Escape');
    expect(await page.textContent('.facts')).toContain('arXiv:2111.03606');
  });

  test('of a comparison has the versions of both catalogs, with their parameters', async () => {
    const page = await open('#/compare;new=GWTC-2.1-confident;old=GWTC-2');
    const shown = listVersions('release=GWTC-2.1-confident,GWTC-2').map(({ shortName }) => shortName);
    const [head = '', ...lines] = (await save(page, 'CSV')).toString().trim().split('\r\n');
    expect(head).toContain('mass_1_source');
    expect(lines.map((line) => line.split(',')[1])).toEqual(shown);
    expect(await page.textContent('.sheet-head p')).toMatch(new RegExp(`^${shown.length} versions of \\d+ events$`));
  });

  test('of files that the catalogue does not list says so', async () => {
    await explorer.showAnew('#/runs/O4b/strain-files');
    await explorer.page.getByRole('button', { name: 'Cite and export' }).click();
    await explorer.page.locator('dialog').getByText('The list of files is not in this catalogue.').waitFor();
    expect(await explorer.page.locator('dialog section').count()).toBe(1);
  });

  test('says on the button that a text is copied, and moves nothing beside it', async () => {
    const page = await open('#/event-versions?release=GWTC-3-confident;columns=far');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const places = async () => {
      const all = await page.locator('dialog section button').all();
      return Promise.all(all.map((one) => one.boundingBox()));
    };
    const before = await places();
    await press(page, 'Copy all 2');
    // On a busy machine, the two seconds for which it is in sight may be over.
    await page.locator('dialog button', { hasText: 'Copied' }).waitFor();
    expect(await places()).toEqual(before);
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^@misc\{GWTC-3-confident,/);
  });
});
