/**
 * The explorer in Chromium, on a host that only sends files and only allows the page's own scripts and styles, below a path: for each
 * address, it shows the data that the oracle returns. Tests views, messages, the keyboard, narrow and dark pages; then other hosts.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { EventVersionEntry } from '../../../src/core/contract/wire.ts';
import {
  countShown,
  describeInChromium,
  goBack,
  hashOf,
  openExplorer,
  rowsShown,
  untilComplete,
  useExplorer,
} from '../../support/explorer-pages.ts';
import { isInstalled, startRuleHost } from '../../support/hosts/rule-hosts.ts';
import { NGINX } from '../../support/hosts/rule-programs.ts';
import { freePort, isAvailable, startProgram } from '../../support/programs.ts';
import { startServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { listVersions, versionsOf } from './expected-versions.ts';

const BASE_PATH = '/else/where';
const { root } = inject('shipped');

function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    const value = kept.get(key) ?? compute(key);
    kept.set(key, value);
    return value;
  };
}

const idsOf = (query: string): readonly string[] => listVersions(query).map(({ shortName }) => shortName);

/** For each event, its newest version that has values, among all versions in some catalogs. Cached, because tests use the same ones. */
const pickedIn = memoize((release: string | null): ReadonlySet<string> => {
  const all = versionsOf(release === null ? '' : `release=${release}`);
  const rank = ({ version, default_parameters: values = [] }: EventVersionEntry) =>
    (values.length > 0 ? 100 : 0) + version;
  const isPicked = ({ name, shortName }: EventVersionEntry) =>
    all.filter((one) => one.name === name).toSorted((a, b) => rank(b) - rank(a))[0]?.shortName === shortName;
  return new Set(all.filter(isPicked).map(({ shortName }) => shortName));
});
/** The ids for a query, with one version for each event. */
function pickedOf(query: string): readonly string[] {
  const picked = pickedIn(new URLSearchParams(query).get('release'));
  return idsOf(query).filter((id) => picked.has(id));
}
/** Injections are listed, but not counted. */
const countOf = (ids: readonly string[]): number => ids.filter((id) => !id.includes('injection')).length;

describeInChromium('the explorer', () => {
  const explorer = useExplorer({ basePath: BASE_PATH });

  describe('events', () => {
    test.each([
      ['', ';columns=far'],
      ['release=GWTC-5.0&min-far=1e-3', ';columns=far'],
      ['release=O3_Discovery_Papers', ''],
      ['release=GWTC-4.1,GWTC-4.0', ';columns=far'],
      ['name-contains=gw1908&max-mass-1-source=50', ';plot=scatter'],
      ['min-gps-time=1126051217&max-gps-time=1137254417', ';plot=detections'],
      ['min-chi-eff=0.9', ''],
    ])(
      'the rows of %s%s are the events of the oracle, each in its newest version with values',
      async (query, settings) => {
        await explorer.show(`#/event-versions?${query}${settings}`);
        expect(await countShown(explorer.page)).toBe(countOf(pickedOf(query)));
        expect(await rowsShown(explorer.page)).toEqual(pickedOf(query));
      },
    );

    test.each([
      ['lastver=true&name-contains=gw190', ''],
      ['name-contains=gw1908', ';rows=versions;plot=scatter'],
    ])(
      'the rows of %s%s are the versions of the oracle, because the address asks for versions',
      async (query, settings) => {
        await explorer.show(`#/event-versions?${query}${settings}`);
        expect(await countShown(explorer.page)).toBe(countOf(idsOf(query)));
        expect(await rowsShown(explorer.page)).toEqual(idsOf(query));
      },
    );

    test('of catalogs in two parameters are the events of both', async () => {
      await explorer.show('#/event-versions?release=GWTC-2&release=GWTC-1-confident');
      expect(await rowsShown(explorer.page)).toEqual(pickedOf('release=GWTC-2,GWTC-1-confident'));
      expect(await hashOf(explorer.page)).toBe('#/event-versions?release=GWTC-2,GWTC-1-confident');
    });

    test('are sorted according to the address, entries without the value last', async () => {
      await explorer.show('#/event-versions?release=GWTC-5.0;sort=-mass-1-source;columns=mass-1-source');
      const massOf = ({ default_parameters: all }: EventVersionEntry) =>
        all?.find(({ name }) => name === 'mass_1_source')?.best;
      const entries = versionsOf('release=GWTC-5.0');
      const masses = new Map(entries.map((entry) => [entry.shortName, massOf(entry)]));
      const shown = (await rowsShown(explorer.page)).map((id) => masses.get(id));
      const known = shown.filter((mass) => mass !== undefined);
      expect(known.length).toBeGreaterThan(100);
      expect(shown.length).toBeGreaterThan(known.length);
      expect(shown).toEqual([...known.toSorted((a, b) => b - a), ...shown.slice(known.length).fill(undefined)]);
    });

    test('show values in readable form', async () => {
      await explorer.show(
        '#/event-versions?release=GWTC-1-confident&name-contains=GW150914;columns=mass-1-source,far,gps-time',
      );
      await countShown(explorer.page);
      const text = await explorer.page.textContent('tbody tr[data-id="GW150914-v3"]');
      expect(text).toContain('35.6 +4.7 −3.1');
      expect(text).toContain('1 × 10⁻⁷');
      expect(text).toContain('2015-09-14 09:50:45');
      expect(await explorer.page.textContent('thead')).toContain('Mass 1 M☉, source');
    });

    test('each range filter sets the address and the rows', async () => {
      // Few rows and columns, because every change to a filter redraws all rows.
      const unfiltered = '#/event-versions?name-contains=gw1905&release=GWTC-2;columns=far;filters=open;time=gps';
      await explorer.show(unfiltered);
      await countShown(explorer.page);
      await explorer.page.locator('.more summary').click();
      const fields = explorer.page.locator('fieldset.range input');
      const names = await fields.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') as string));
      expect(names.length).toBe(26);
      for (const name of names.filter((one) => one.endsWith('at least'))) {
        const field = explorer.page.getByLabel(name, { exact: true });
        await field.fill(/Time/.test(name) ? '1242000000' : '0.2');
        await explorer.page.keyboard.press('Enter');
        await explorer.page.waitForURL(/[?&]min-[a-z0-9-]+=/);
        const query = (await hashOf(explorer.page)).replace(/^.*\?|;.*$/g, '');
        await expect.poll(() => countShown(explorer.page), { message: name }).toBe(countOf(pickedOf(query)));
        await goBack(explorer.page);
        expect([name, await field.inputValue()]).toEqual([name, '']);
      }
      expect(await hashOf(explorer.page)).toBe(unfiltered);
    });

    test('name, catalogs and UTC are filters too; no control asks for last versions', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions;columns=far;filters=open');
      await page.getByLabel('Name contains').fill('gw19');
      await page.waitForURL(/name-contains=gw19/);
      await page.getByText('Catalog: all').click();
      await page.getByLabel('GWTC-2.1-confident', { exact: true }).check();
      await page.getByLabel('GWTC-3-confident', { exact: true }).check();
      await page.keyboard.press('Escape');
      expect(await page.getByText(/last version/i).count()).toBe(0);
      // Earlier tests may have unfolded it.
      if (!(await page.getByLabel('Time, at least').isVisible())) await page.locator('.more summary').click();
      await page.getByLabel('Time, at least').fill('2019-11-01 15:00');
      await page.keyboard.press('Enter');
      // 2019-11-01T15:00:00 UTC, the start of O3b.
      await page.waitForURL(/min-gps-time=1256655618/);
      // All of November.
      await page.getByLabel('Time, at most').fill('2019-11');
      await page.keyboard.press('Enter');
      const times = 'min-gps-time=1256655618&max-gps-time=1259193618';
      const query = `name-contains=gw19&release=GWTC-3-confident,GWTC-2.1-confident&${times}`;
      await expect.poll(() => hashOf(page)).toBe(`#/event-versions?${query};columns=far;filters=open`);
      expect(await rowsShown(page)).toEqual(pickedOf(query));
    });

    test('a time as the table shows it, as the end of a range, keeps the event', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions?release=GWTC-1-confident;columns=far;filters=open');
      await page.getByLabel('Time, at most').fill('2015-09-14 09:50:45');
      await page.keyboard.press('Enter');
      await page.waitForURL(/max-gps-time=/);
      await expect.poll(() => rowsShown(page)).toEqual(['GW150914-v3']);
      expect(await page.getByLabel('Time, at most').inputValue()).toBe('2015-09-14 09:50:45');
    });

    test('two changes at the same time both count', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions?release=GWTC-1-confident');
      await countShown(page);
      await page.evaluate(`for (const one of ['.presets button', 'thead button']) document.querySelector(one).click()`);
      expect(await hashOf(page)).toBe('#/event-versions?release=GWTC-1-confident;sort=name;types=BBH');
    });

    test('without a match, the filters can be removed', async () => {
      const { page } = explorer;
      await explorer.show(
        '#/event-versions?release=GWTC-1-confident&name-contains=nothing&min-far=1&max-far=2;plot=detections',
      );
      expect(await countShown(page)).toBe(0);
      expect(await page.getByRole('button', { name: /^Filters/ }).textContent()).toBe('Filters 2');
      expect(await page.textContent('.plots .empty')).toContain('No events match these filters.');
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect.poll(() => hashOf(page)).toBe('#/event-versions?release=GWTC-1-confident;plot=detections');
      await page.waitForSelector('tbody th');
      expect(await page.getByRole('button', { name: 'Clear', exact: true }).count()).toBe(0);
    });

    test('invalid input is reported at the field and changes nothing', async () => {
      await explorer.show('#/event-versions?release=GWTC-1-confident;filters=open');
      await explorer.page.getByLabel('Distance, at least').fill('much');
      await explorer.page.keyboard.press('Enter');
      expect(await explorer.page.textContent('.invalid')).toContain('must be a number');
      expect(await hashOf(explorer.page)).toBe('#/event-versions?release=GWTC-1-confident;filters=open');
    });

    test('follow the history back and forward, and stay after a reload', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions?release=GWTC-1-confident;columns=far');
      await countShown(page);
      await page.getByText('Catalog: GWTC-1-confident').click();
      await page.getByLabel('GWTC-3-confident', { exact: true }).check();
      await page.waitForURL(/GWTC-3-confident/);
      const both = pickedOf('release=GWTC-3-confident,GWTC-1-confident').length;
      expect(await countShown(page)).toBe(both);
      await goBack(page);
      expect(await countShown(page)).toBe(idsOf('release=GWTC-1-confident').length);
      await page.goForward();
      await page.reload();
      expect(await countShown(page)).toBe(both);
    });

    test('dragging in a plot narrows the selection; a mark shows its name and opens its event', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions?release=GWTC;columns=far;plot=scatter;x=redshift;y=total-mass-source');
      const all = await countShown(page);
      await page.locator('.plot svg').scrollIntoViewIfNeeded();
      const box = await page.locator('.plot svg').boundingBox();
      if (box === null) throw new Error('there is no plot');
      await page.mouse.move(box.x + 80, box.y + 0.8 * box.height);
      await page.mouse.down();
      await page.mouse.move(box.x + 300, box.y + 0.3 * box.height, { steps: 4 });
      await page.mouse.up();
      await page.waitForURL(/min-redshift=.*max-total-mass-source=/);
      const narrowed = await countShown(page);
      expect(narrowed).toBe(pickedOf((await hashOf(page)).replace(/^.*\?|;.*$/g, '')).length);
      expect(narrowed).toBeLessThan(all);
      await explorer.show(
        '#/event-versions?name-contains=GW170817&release=GWTC;plot=scatter;x=redshift;y=chirp-mass-source',
      );
      await countShown(page);
      await page.locator('.plot svg').scrollIntoViewIfNeeded();
      const one = await page.locator('.plot svg').boundingBox();
      const dot = await page.locator('.plot .mark').evaluate((path) => path.getAttribute('d') as string);
      // The upper left corner of the mark.
      const [, x = 0, y = 0] = (/^M([\d.]+) ([\d.]+)/.exec(dot) ?? []).map(Number);
      await page.mouse.move((one?.x ?? 0) + x + 3, (one?.y ?? 0) + y);
      expect(await page.textContent('.tip')).toContain('GW170817');
      await page.mouse.down();
      await page.mouse.up();
      await page.waitForURL(/#\/event-versions\/GW170817-v\d$/);
    });

    test('a click on the text of a menu item changes its checkbox', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions?release=GWTC-1-confident;plot=scatter');
      await countShown(page);
      await page.getByText('Columns', { exact: true }).click();
      const labels = page.locator('[popover]:popover-open label');
      // The columns beside a scatter plot.
      const checked = await labels.filter({ has: page.locator(':checked') }).allTextContents();
      expect(checked.map((text) => text.trim())).toEqual(['Mass 1 (source)', 'Mass 2 (source)', 'Mass ratio q']);
      const label = labels.first();
      const box = await label.boundingBox();
      if (box === null) throw new Error('there is no label');
      const isChecked = await label.locator('input').isChecked();
      // On the text, away from the box.
      await page.mouse.click(box.x + box.width - 4, box.y + box.height / 2);
      expect(await label.locator('input').isChecked()).toBe(!isChecked);
      expect(await page.locator('[popover]:popover-open').count()).toBe(1);
    });

    test('have no filters if their listing has none', async () => {
      await explorer.show('#/events;columns=far');
      await countShown(explorer.page);
      expect(await explorer.page.locator('.filters-button, .events-filters, .presets').count()).toBe(0);
      expect(await rowsShown(explorer.page)).toEqual(pickedOf(''));
    });

    test('can be sorted with the keyboard alone', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions?release=GWTC-1-confident');
      await countShown(page);
      await page.locator('thead button', { hasText: 'Distance' }).focus();
      await page.keyboard.press('Enter');
      expect(await hashOf(page)).toBe('#/event-versions?release=GWTC-1-confident;sort=-luminosity-distance');
      await page.locator('th[aria-sort=descending]', { hasText: 'Distance' }).waitFor();
    });
  });

  test('none of this was refused, missing or reported in the console', () => {
    expect(explorer.problems).toEqual([]);
  });

  describe('explains the problem', () => {
    test.each([
      ['#/event-versions/GW999999-v1', 'nothing at this address', 'Show all events', ''],
      [
        '#/event-versions?name-contains=GW17&release=GWTC-99',
        'The value of "release"',
        'Remove release',
        '?name-contains=GW17',
      ],
      [
        '#/event-versions?min-far=low&name-contains=GW17',
        'The value of "min-far"',
        'Remove min-far',
        '?name-contains=GW17',
      ],
    ])('%s', async (hash, sentence, remedy, query) => {
      await explorer.show(hash);
      await explorer.page.waitForSelector('.problem');
      expect(await explorer.page.textContent('.problem')).toContain(sentence);
      await explorer.page.getByRole('button', { name: remedy }).click();
      await expect.poll(() => hashOf(explorer.page)).toBe(`#/event-versions${query}`);
      expect(await countShown(explorer.page)).toBe(countOf(pickedOf(query.slice(1))));
    });

    test('a missing pack, until it is restored', async () => {
      const [pack] =
        readFileSync(join(root, 'release.json'), 'utf8').match(/(?<=")event-versions-parameters-[0-9a-f]{32}/) ?? [];
      const path = `${BASE_PATH}/packs/${pack}.ndjson`;
      explorer.files.missing.add(path);
      const other = await explorer.open('#/event-versions?release=GWTC-1-confident;columns=far');
      await other.page.waitForSelector('.problem');
      expect(await other.page.textContent('.problem')).toMatch(/event-versions-parameters-.* cannot be read/);
      expect(await other.page.locator('tbody').count()).toBe(0);
      explorer.files.missing.delete(path);
      await other.page.getByRole('button', { name: 'Try again' }).click();
      expect(await countShown(other.page)).toBe(idsOf('release=GWTC-1-confident').length);
    });
  });

  /** Addresses of views, and their headings: the first one reads records and index files, and the last one has every path of the API. */
  const HEADINGS = [
    ['#/event-versions/GW150914-v4', 'GW150914  BBH type by mass'],
    ['#/api', 'API'],
  ] as const;

  /** Opens the explorer, checks the rows of one address and these views, the last one also after a reload. */
  async function looksRight(at: string): Promise<void> {
    const own = await explorer.newContext();
    const other = await openExplorer(own, at, '#/event-versions?release=GWTC-1-confident');
    const rows = await rowsShown(other.page);
    let failed = 0;
    const heading = async () => {
      await untilComplete(other.page);
      failed += await other.page.locator('[role=alert]').count();
      return other.page.locator('main h1').textContent();
    };
    const headings: (string | null)[] = [];
    for (const [hash] of HEADINGS) {
      await other.show(hash);
      headings.push(await heading());
    }
    await other.page.reload();
    headings.push(await heading());
    // This also closes the connections, because a host waits for them when it shuts down.
    await own.close();
    expect(rows).toEqual(idsOf('release=GWTC-1-confident'));
    expect(headings).toEqual([...HEADINGS, HEADINGS.at(-1)].map((one) => one?.[1]));
    expect(failed).toBe(0);
    expect(other.problems).toEqual([]);
  }

  describe('on other hosts', () => {
    test('Node', async () => {
      const server = await startServer(inject('cli'), root);
      await looksRight(`${server.origin}/`).finally(server.stop);
    });

    test.runIf(isAvailable('nginx', isInstalled('nginx')))('nginx, below a path', async () => {
      const program = await startRuleHost(NGINX, inject('partial').root, temporaryFolder());
      await looksRight(`${program.origin}/gw/`).finally(program.stop);
    });

    test('serve, without any configuration', async () => {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const script = createRequire(import.meta.url).resolve('serve/build/main.js');
      const program = await startProgram(
        process.execPath,
        [script, '-l', `tcp://127.0.0.1:${port}`, '-n', root],
        origin,
      );
      await looksRight(`${origin}/`).finally(program.stop);
    });
  });
});
