/** The page for visitors: the start view, unknown facts, sites without an archive, narrow tables, touch, print. In Chromium. */

import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EventVersionEntry } from '../../../src/core/contract/wire.ts';
import { buildSite } from '../../../src/site/build.ts';
import { DEFAULT_CONFIG } from '../../../src/site/config/config.ts';
import {
  countShown,
  describeInChromium,
  hashOf,
  openExplorer,
  rowsShown,
  untilComplete,
  untilShown,
  useExplorer,
} from '../../support/explorer-pages.ts';
import { HANG_MS } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { versionsOf } from './expected-versions.ts';

const SMALL = join(import.meta.dirname, '../../fixtures/small-data');
const hasMasses = ({ default_parameters: all = [] }: EventVersionEntry) =>
  ['mass_1_source', 'mass_2_source'].every((mass) => all.some(({ name }) => name === mass));

/** Width of the window, in pixels. */
const WIDTH = 1440;

describeInChromium('visitors', () => {
  const explorer = useExplorer({ viewport: { width: WIDTH, height: 900 } });
  const small = temporaryFolder();
  beforeAll(async () => {
    const config = { ...DEFAULT_CONFIG, layout: 'packs', downloads: [] } as const;
    expect((await buildSite({ dataDir: SMALL, out: small, config })).kind).toBe('built');
  });
  const ofSmall = useExplorer({ root: small });
  const { show } = explorer;

  /** Shows an address anew in a window of another width. */
  async function showAt(width: number, hash: string): Promise<void> {
    await explorer.page.setViewportSize({ width, height: 900 });
    await explorer.showAnew(hash);
  }
  afterEach(() => explorer.page.setViewportSize({ width: WIDTH, height: 900 }));

  describe('the start view', () => {
    test('is the newest cumulative catalog, so even events whose last version has no values are shown with values', async () => {
      const { page } = explorer;
      await show('');
      expect(await hashOf(page)).toBe('#/event-versions?release=GWTC');
      expect(await countShown(page)).toBe(versionsOf('release=GWTC').length);
      await show('#/event-versions?release=GWTC;columns=far');
      expect(await rowsShown(page)).toEqual(versionsOf('release=GWTC').map(({ shortName }) => shortName));
      expect(await page.locator('nav a').first().getAttribute('href')).toBe('#/event-versions?release=GWTC');
    });

    test('leads to the same selection in all catalogs if versions are listed', async () => {
      const { page } = explorer;
      const count = async (text: string | null) => Number(/ (\d+)(?: events)?$/.exec(text ?? '')?.[1]);
      await show('#/event-versions?release=GWTC&max-p-astro=0.5;rows=versions');
      const link = page.getByRole('link', { name: 'In all catalogs' });
      const promised = await count(await link.textContent());
      await link.click();
      await untilShown(page);
      expect(await count(await page.textContent('.sentence b'))).toBe(promised);
    });

    test('leads to the same selection in all catalogs, of which the cumulative one leaves some out', async () => {
      const { page } = explorer;
      await show('#/event-versions?release=GWTC;types=NSBH');
      expect(await rowsShown(page)).not.toContain('GW200105_162426-v2');
      const link = page.getByRole('link', { name: 'In all catalogs' });
      const count = Number(/: (\d+)$/.exec((await link.textContent()) ?? '')?.[1]);
      expect(count).toBeGreaterThan(await countShown(page));
      await link.click();
      await untilShown(page);
      expect(await countShown(page)).toBe(count);
      expect(await hashOf(page)).toBe('#/event-versions;types=NSBH');
      await expect.poll(() => rowsShown(page)).toContain('GW200105_162426-v2');
    });

    test('of all catalogs offers the events without a type beside a filter of types', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions;types=NSBH;columns=far');
      const before = await countShown(page);
      // GW190426_152155 has masses in GWTC-2, and only a rate and an SNR in its newest version.
      const chip = page.locator('.filter-bar .joins');
      const text = (await chip.textContent()) ?? '';
      expect(text).toMatch(/^\+ \d+ events without masses$/);
      await chip.click();
      await page.waitForURL(/types=NSBH,none/);
      await untilShown(page);
      expect(await countShown(page)).toBe(before + Number.parseInt(text.slice(2), 10));
      await expect.poll(() => rowsShown(page)).toContain('GW190426_152155-v2');
    });

    test('is every event in a catalogue without cumulative catalogs', async () => {
      await ofSmall.show('');
      expect(await hashOf(ofSmall.page)).toBe('#/event-versions');
    });

    test('of a small catalogue plots its first two parameters, never a quantity against itself', async () => {
      await ofSmall.show('#/event-versions');
      await ofSmall.page.getByRole('button', { name: 'Scatter' }).click();
      const values = await ofSmall.page
        .locator('.axis-choice select')
        .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value));
      expect([values[0], values[2]]).toEqual(['mass-1-source', 'redshift']);
    });
  });

  test('events without masses are ticks below the plot', async () => {
    const { page } = explorer;
    await show('#/event-versions?release=GWTC;columns=far');
    const missing = versionsOf('release=GWTC').filter((one) => !hasMasses(one));
    expect(missing.length).toBeGreaterThan(30);
    const path = await page.locator('.strip .ticks').getAttribute('d');
    expect(path?.split('M').length).toBe(missing.length + 1);
  });

  describe('unknown data', () => {
    test('are not zero: no hours and no share for a run without segments', async () => {
      const { page } = explorer;
      await show('#/runs/O4b/strain-files');
      expect(await page.locator('.sets-table').count()).toBe(0);
      expect(await page.textContent('.sentence')).toBe('2024-04-06 05:37:12 to 2025-01-28 17:00 UTC.');
      // As in the legend.
      expect(await page.locator('.timeline .no-list').count()).toBe(3);
      expect(await page.locator('.timeline .data[d^=M]').count()).toBe(0);
      expect(await page.getByRole('region', { name: 'Time with data' }).textContent()).toBe(
        'This catalogue has no segments of O4b. Runs with a list: O1, O2, O3a, O3b, O3GK and O4a.',
      );
    });

    test('are named: the detectors of which the catalogue lists segments in a run', async () => {
      const { page } = explorer;
      await show('#/runs/O4a');
      await page.getByRole('link', { name: 'Strain data of O4a: hours of detectors together' }).click();
      await page.locator('tr[data-set="H1,L1"]').waitFor();
      expect(await page.getByRole('region', { name: 'Time with data' }).textContent()).toContain(
        'In O4a, this catalogue lists segments of H1 and L1 only.',
      );
    });

    test('are left out of percentages: a duty cycle is a share of known observing time', async () => {
      const { page } = explorer;
      await show('#/strain-files');
      const cell = async (row: string, column: string) => {
        const heads = await page.locator('.by-run thead th').allTextContents();
        return page
          .locator('.by-run tbody tr', { hasText: row })
          .locator('th, td')
          .nth(heads.indexOf(column))
          .textContent();
      };
      expect(await cell('H1', 'O3a')).toBe('71.0%');
      expect(await cell('H1', 'S5')).toBe('not in this catalogue');
      expect(await cell('G1', 'O1')).toBe('–');
      await page.getByText('–: this catalogue does not name the detector in the run.').waitFor();
      const [hours = '', share = ''] = await page.locator('tr[data-set="H1"] .number').allTextContents();
      // 23,531.1 hours: O1 to O4a without the time between runs, S5, S6 and O4b.
      expect(Number(hours.replace(',', '')) / (parseFloat(share) / 100)).toBeGreaterThan(23_000);
      expect(Number(hours.replace(',', '')) / (parseFloat(share) / 100)).toBeLessThan(24_000);
    });
  });

  test('a site without an archive has no links to files, and says why', async () => {
    await ofSmall.show('#/strain-files');
    const other = ofSmall.page;
    await other.getByText('has no address of a data archive').waitFor();
    await other.locator('.records tbody tr').first().waitFor();
    expect(await other.locator('a[href*=".hdf5"], a[href*=".gwf"]').count()).toBe(0);
    expect(await other.getByRole('button', { name: /Download list/ }).count()).toBe(0);
  });

  describe('tables', () => {
    test('of events fit their default columns into 1440 pixels, important ones first, with every row in the document', async () => {
      const { page } = explorer;
      await show('#/event-versions');
      // Its style sheet may arrive after its first rows.
      const hidden = `(() => { const box = document.querySelector('.table-box'); return box.scrollWidth - box.clientWidth; })()`;
      // Rows are added one screen after the other, and the last ones may be the widest.
      await page.waitForSelector('.table-box[aria-busy="false"]');
      // The page's policy forbids functions that the browser calls repeatedly.
      await expect.poll(() => page.evaluate(hidden), { timeout: HANG_MS }).toBe(0);
      const heads = await page.locator('.table-box thead button').allTextContents();
      // Names of catalogs come later.
      expect(heads.slice(0, 6)).toEqual([
        'Event',
        'Type by mass',
        'Mass 1 M☉, source',
        'Mass 2 M☉, source',
        'Distance Mpc',
        'SNR',
      ]);
      // A search in the browser finds the event.
      expect(await page.locator('tbody tr', { hasText: 'GW150914' }).count()).toBe(1);
    });

    test('of events keep the column of catalogs in place while rows are added', async () => {
      const context = await explorer.newContext({ viewport: { width: WIDTH, height: 900 } });
      // The pause before more rows ends when the test says so.
      await context.addInitScript(`const wait = setTimeout;
        window.setTimeout = (act, ms) => (ms === 30 ? ((window.addRows = act), 0) : wait(act, ms));`);
      // The longer name of the two catalogs is in the later rows.
      const hash = '#/event-versions?release=GWTC-4.0,GWTC-2.1-confident&min-network-matched-filter-snr=11';
      const { page } = await openExplorer(context, explorer.base, hash);
      const rows = page.locator('.table-box tbody tr');
      const place = async () => (await page.locator('.table-box thead th').last().boundingBox())?.x ?? 0;
      await rows.first().waitFor();
      expect(await rows.filter({ hasText: 'GWTC-2.1-confident' }).count()).toBe(0);
      const before = await place();
      await expect.poll(() => page.evaluate('window.addRows?.()').then(() => rows.count())).toBeGreaterThan(30);
      expect(await rows.filter({ hasText: 'GWTC-2.1-confident' }).count()).toBeGreaterThan(0);
      expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
    });

    test('of a comparison fit into 1280 pixels', async () => {
      await showAt(1280, '#/compare;new=GWTC-2.1-confident;old=GWTC-2');
      const hidden =
        '(() => { const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth; })()';
      expect(await explorer.page.evaluate(hidden)).toBe(0);
    });

    test('of events show their first rows after a click on a head, and say that "> 50" can be typed', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions?release=GWTC-2.1-confident;filters=open');
      // Five rows are in the window, below the heads of 64 px.
      expect((await page.locator('.table-box').boundingBox())?.y).toBeLessThan(900 - 64 - 5 * 28);
      const top = () => page.locator('.table-box').evaluate((box) => box.scrollTop);
      await page.locator('.table-box').evaluate((box) => {
        box.scrollTop = 200;
      });
      expect(await top()).toBe(200);
      await page.locator('.table-box thead button', { hasText: 'Distance' }).dispatchEvent('click');
      await expect.poll(top).toBe(0);
      expect(await page.getByLabel('Mass 1 (source), at least').getAttribute('placeholder')).toBe('≥ or >');
    });

    test('of events keep their rows after a change that concerns only the plot, also with a list in the address', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions?release=GWTC-3-confident;types=BBH;columns=far;plot=scatter');
      await page.waitForSelector('.table-box[aria-busy="false"]');
      const last = page.locator('.table-box tbody tr').last();
      await last.evaluate((row) => row.classList.add('is-marked'));
      await page.getByLabel('All errors').check();
      await page.locator('.plot .whisker').waitFor();
      expect(await last.getAttribute('class')).toBe('is-marked');
    });

    test('of events below the window draw their rows when they come into sight', async () => {
      const context = await explorer.newContext({ viewport: { width: 390, height: 900 } });
      // The time after which the rows are drawn anyway never comes.
      await context.addInitScript(`const wait = setTimeout;
        window.setTimeout = (act, ms) => (ms === 6000 ? 0 : wait(act, ms));`);
      const { page } = await openExplorer(context, explorer.base, '#/event-versions?release=GWTC-3-confident');
      const rows = page.locator('.table-box tbody tr');
      expect(await rows.count()).toBe(0);
      await page.locator('.table-box').scrollIntoViewIfNeeded();
      await expect.poll(() => rows.count(), { timeout: HANG_MS }).toBe(versionsOf('release=GWTC-3-confident').length);
    });

    test.each([
      [390, '#/runs', '.scroll'],
      [390, '#/catalogs', '.scroll'],
      [390, '#/event-versions?release=GWTC-1-confident', '.table-box'],
    ])(
      'at %i pixels, %s keeps its first column while it scrolls, and shows that there is more',
      async (width, hash, box) => {
        const { page } = explorer;
        await showAt(width, hash);
        const first = page.locator(`${box} tbody th`).first();
        const before = await first.boundingBox();
        const scrolled = await page
          .locator(box)
          .first()
          .evaluate((element) => {
            element.scrollLeft = 60;
            return element.scrollLeft;
          });
        expect(scrolled).toBe(60);
        expect((await first.boundingBox())?.x).toBeLessThanOrEqual(before?.x ?? 0);
        expect((await first.boundingBox())?.x).toBeGreaterThanOrEqual(0);
        const shadow = await page.evaluate(`getComputedStyle(document.querySelector('${box}')).backgroundAttachment`);
        expect(shadow).toContain('local');
      },
    );
  });

  test('the axes of a scatter plot fit the values, and errors appear when requested', async () => {
    const { page } = explorer;
    await showAt(
      WIDTH,
      '#/event-versions?release=GWTC&min-redshift=0.05&max-redshift=0.78;plot=scatter;x=redshift;y=chi-eff',
    );
    const ticks = await page.locator('.plot .axis').first().locator('g text').allTextContents();
    expect(Math.max(...ticks.map(Number))).toBeLessThanOrEqual(0.8);
    expect(await page.locator('.plot .whisker, .plot .error-lines').count()).toBe(0);
    await page.getByLabel('All errors').check();
    expect(await hashOf(page)).toContain(';errors=all;');
    expect((await page.locator('.plot .whisker').getAttribute('d'))?.length).toBeGreaterThan(1000);
    await page.getByLabel('Colour').selectOption('run');
    expect((await page.locator('.legend [aria-label=Marks] li').allTextContents()).join()).toContain(' O3a');
  });

  test('the bins of a distribution are the same on every screen', async () => {
    const bars = async (width: number) => {
      await showAt(width, '#/event-versions?release=GWTC-3-confident;plot=distribution;x=chi-eff');
      const path = (await explorer.page.locator('.plot .bars').first().getAttribute('d')) ?? '';
      return path.split('M').length;
    };
    expect(await bars(390)).toBe(await bars(WIDTH));
  });

  test('a tap on a mark names it, and a second one opens it', async () => {
    const hash = '#/event-versions?name-contains=GW170817&release=GWTC;plot=scatter;x=redshift;y=mass-1-source';
    const other = await explorer.open(hash, { viewport: { width: 390, height: 900 }, hasTouch: true });
    await other.page.locator('.plot svg').scrollIntoViewIfNeeded();
    const box = await other.page.locator('.plot svg').boundingBox();
    const dot = (await other.page.locator('.plot .mark').first().getAttribute('d')) ?? '';
    const [, x = 0, y = 0] = (/^M([\d.]+) ([\d.]+)/.exec(dot) ?? []).map(Number);
    const tap = () => other.page.touchscreen.tap((box?.x ?? 0) + x, (box?.y ?? 0) + y);
    await tap();
    await expect.poll(() => other.page.locator('.tip strong').textContent()).toBe('GW170817');
    expect(await hashOf(other.page)).toContain('plot=scatter');
    await tap();
    await expect.poll(() => hashOf(other.page)).toMatch(/^#\/event-versions\/GW170817-v\d$/);
  });

  describe('the page of an event', () => {
    test('has links to the events before and after it', async () => {
      const { page } = explorer;
      await show('#/event-versions/GW150914-v4');
      const names = await page.getByRole('navigation', { name: 'Other events' }).getByRole('link').allTextContents();
      // Before it, there is only an injection; after it, a candidate of no cumulative catalog.
      expect(names).toEqual(['GW151012\u00a0→']);
      await page.getByRole('link', { name: 'GW151012 →' }).click();
      await page.getByRole('heading', { level: 1, name: 'GW151012' }).waitFor();
    });

    test('gives its plots an axis, and shows values without errors as text', async () => {
      const { page } = explorer;
      await show('#/event-versions/GW150914-v4');
      const ticks = await page
        .locator('figure', { hasText: /^Mass 1/ })
        .locator('.percent-axis text')
        .allTextContents();
      expect(ticks.length).toBeGreaterThan(1);
      expect(
        await page
          .locator('figure', { hasText: /^Search/ })
          .locator('.error-bar')
          .count(),
      ).toBe(0);
      // Two versions with a mass ratio of 0.96, on an axis that ends with 1.
      await show('#/event-versions/GW250114_082203-v2');
      const ratios = page.locator('figure', { hasText: /^Mass ratio/ }).locator('.percent-axis text');
      expect(await ratios.last().evaluate((one) => [one.getAttribute('x'), Number(one.textContent)])).toEqual([
        '88%',
        1,
      ]);
    });
  });

  test.each([
    ['#/catalogs/GWTC-3-confident', 'release=GWTC-3-confident'],
    ['#/runs/O1', 'release=GWTC&min-gps-time=1126051217&max-gps-time=1137254417'],
  ])(
    '%s lists its events with their values, and setting a filter leads to the events view with that filter',
    async (hash, query) => {
      const { page } = explorer;
      await show(hash);
      const names = new Set(versionsOf(query).map(({ name }) => name));
      expect((await rowsShown(page)).map((id) => id.replace(/-v\d+$/, '')).toSorted()).toEqual([...names].toSorted());
      await page.locator('thead button', { hasText: 'SNR' }).click();
      expect(await hashOf(page)).toBe(`${hash};sort=-network-matched-filter-snr`);
      await page.getByRole('button', { name: /^FAR </ }).click();
      await expect
        .poll(() => hashOf(page))
        .toBe(`#/event-versions?${query}&max-far=0.999999;sort=-network-matched-filter-snr`);
    },
  );

  test('a run has a drawing of its data, or says that the catalogue has none', async () => {
    await show('#/runs/O1');
    await untilComplete(explorer.page);
    expect(await explorer.page.locator('.timeline g:has(> .track) > .code').allTextContents()).toEqual(['H1', 'L1']);
    await show('#/runs/O4b');
    await explorer.page.getByText('This catalogue has no segments of this run.').waitFor();
  });

  test('with the keyboard, the plot is reached in under ten stops', async () => {
    const { page } = explorer;
    await show('#/event-versions?release=GWTC-1-confident');
    await page.reload();
    await untilShown(page);
    const focused = () =>
      page.evaluate<string>('document.activeElement.textContent + "|" + document.activeElement.getAttribute("role")');
    let stops = 0;
    for (; stops < 10 && (await focused()) !== 'Skip to the view|null'; stops++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    for (; stops < 10 && (await focused()) !== 'Skip to the plot|null'; stops++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(stops).toBeLessThan(10);
    expect(await focused()).toMatch(/\|application$/);
  });

  describe('explains mistakes in an address', () => {
    test.each([
      [
        '#/event-versions?release=GWTC9',
        '"GWTC9" is not a valid value for "release".',
        'GWTC',
        '#/event-versions?release=GWTC',
      ],
      [
        '#/event-versions?mn-far=1&min-fra=2',
        'There is no parameter "min-fra".',
        'min-far',
        '#/event-versions?mn-far=1&min-far=2',
      ],
      ['#/event-versions/gw150914', 'There is no "gw150914".', 'GW150914', '#/event-versions/GW150914'],
      ['#/event-versions/gw150914-v9', 'There is no "gw150914-v9".', 'GW150914', '#/event-versions/GW150914'],
      ['#/events/GW150915', 'There is no "GW150915".', 'GW150914', '#/events/GW150914'],
      ['#/runs/o3a/strain-files', 'There is no "o3a".', 'O3a', '#/runs/O3a/strain-files'],
      ['#/api;request=catalogs/gwtc-5', 'There is no "gwtc-5".', 'GWTC-5.0', '#/api;request=catalogs/GWTC-5.0'],
    ])('%s: suggests the right name', async (hash, why, meant, corrected) => {
      await explorer.show(hash);
      const mistake = explorer.page.locator('.mistake');
      expect(await mistake.textContent()).toBe(`${why} Did you mean ${meant}?`);
      await mistake.getByRole('link', { name: meant, exact: true }).click();
      await expect.poll(async () => decodeURIComponent(await hashOf(explorer.page))).toBe(corrected);
    });

    test.each(['#/event-versions/GW150914-v4?format=csv', '#/api;request=runs/O1?format=csv'])(
      'a format that a record does not have: %s',
      async (hash) => {
        await show(hash);
        await explorer.page.locator('.mistake').waitFor();
        expect(await explorer.page.locator('.mistake').allTextContents()).toEqual([
          'The record is there, but not in the format "csv", which only listings have. ',
        ]);
      },
    );

    test('the suggested name of a filter keeps the value', async () => {
      await explorer.show('#/event-versions?min-mass1=90');
      await explorer.page.getByRole('button', { name: 'min-mass-1-source', exact: true }).click();
      await expect.poll(() => hashOf(explorer.page)).toBe('#/event-versions?min-mass-1-source=90');
    });

    test('settings that have no effect', async () => {
      await show('#/event-versions?release=GWTC-1-confident;sort=foo;plot=bar;colour=run');
      expect(await explorer.page.textContent('.unknown-settings')).toMatch(
        /: sort=foo, plot=bar\.$|: plot=bar, sort=foo\.$/,
      );
      await show('#/event-versions?release=GWTC-1-confident;plot=scatter;sort=-far');
      expect(await explorer.page.locator('.unknown-settings').count()).toBe(0);
    });

    test.each([
      ['#/runs;sort=name', 'sort=name'],
      ['#/runs/O1;plto=scatter', 'plto=scatter (did you mean plot?)'],
      ['#/runs/S5;plto=scatter', 'plto=scatter (did you mean plot?)'],
      ['#/compare;plot=masses', 'plot=masses'],
      ['#/event-versions/GW150914;plot=masses', 'plot=masses'],
      ['#/strain-files;detectors=H1', 'detectors=H1'],
      ['#/api;request=runs;method=HEAD', 'method=HEAD'],
    ])('%s: settings that the view does not have', async (hash, settings) => {
      await show(hash);
      expect(await explorer.page.locator('.unknown-settings').allTextContents()).toEqual([
        `This address has settings that this page does not know: ${settings}.`,
      ]);
    });
  });

  test('a time filter accepts a year, and the ends of histograms are numbers', async () => {
    const { page } = explorer;
    await show('#/event-versions?release=GWTC-3-confident;columns=far;filters=open');
    await page.locator('.more summary').click();
    await page.getByLabel('Time, at least').fill('2019');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => hashOf(page))
      .toBe('#/event-versions?release=GWTC-3-confident&min-gps-time=1230336018;columns=far;filters=open');
    const ends = await page.locator('fieldset.range', { hasText: 'Mass 1' }).locator('.ends small').allTextContents();
    expect(ends.every((end) => /^[\d.]+$/.test(end))).toBe(true);
    expect(ends.length).toBe(2);
  });

  test('the pages of a run count only its events', async () => {
    const { page } = explorer;
    await show('#/runs/O1/events');
    expect(await page.textContent('.events .sentence')).toMatch(/^6 events of O1/);
    await show('#/runs/O1');
    await page.locator('.events[data-ready]').waitFor();
    const inGwtc = versionsOf('release=GWTC&min-gps-time=1126051217&max-gps-time=1137254417').length;
    expect(await page.textContent('.events .sentence')).toContain(`${inGwtc} events`);
  });

  test('without a network, a view that is not loaded yet says that there is none', async () => {
    const { page: other } = await explorer.open('#/runs');
    await other.context().setOffline(true);
    await other.evaluate("location.hash = '#/catalogs'");
    await other.getByText('A script of this page cannot be loaded: there is no network.').waitFor();
    expect(await other.locator('table').count()).toBe(0);
  });

  test('no request failed, and the console has no errors', () => {
    expect(explorer.problems).toEqual([]);
  });
});
