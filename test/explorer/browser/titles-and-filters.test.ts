/** The events views in Chromium: titles, history, the size of the filters, and numbers that visitors once read wrongly. */

import { describe, expect, test } from 'vitest';
import {
  countShown,
  describeInChromium,
  goBack,
  hashOf,
  newPage,
  untilComplete,
  untilShown,
  useExplorer,
} from '../../support/explorer-pages.ts';
import { versionsOf } from './expected-versions.ts';

const GWTC = '#/event-versions?release=GWTC';
/** A catalog with few events, for tests of what every catalog has. */
const FEW = '#/event-versions?release=GWTC-1-confident';

describeInChromium('the events views', () => {
  const explorer = useExplorer({ viewport: { width: 1440, height: 900 } });

  test('have a title that names the catalog, the filters and the view', async () => {
    for (const [hash, title] of [
      ['#/event-versions?release=GWTC-3-confident', '35 events of GWTC-3-confident – Events'],
      [
        '#/event-versions?release=GWTC-3-confident&min-mass-1-source=50',
        '6 events of GWTC-3-confident, Mass 1 (source) ≥ 50 M☉ – Events',
      ],
      ['#/compare;new=GWTC-2.1-confident;old=GWTC-2', 'GWTC-2.1-confident against GWTC-2 – Events'],
      ['#/runs', 'Observing runs – Runs'],
      ['#/runs/O1', 'O1 – Runs'],
      ['#/strain-files', '2005-11-04 16:00 to 2025-02-07 12:32:46 – Strain data'],
      ['#/catalogs/GWTC-1-confident', 'GWTC-1-confident – Catalogs'],
      ['#/api', 'event-versions?lastver=true&pagesize=2 – API'],
    ] as const) {
      await explorer.show(hash);
      await expect.poll(() => explorer.page.title()).toBe(title);
    }
  });

  test('have the title of the event again after another version of it was chosen', async () => {
    const { page } = explorer;
    await explorer.showAnew('#/event-versions/GW150914-v4');
    await page.getByRole('navigation', { name: 'Versions' }).locator('a').last().click();
    await expect.poll(() => hashOf(page)).not.toContain('GW150914-v4');
    await untilShown(page);
    await expect.poll(() => page.title()).toBe('GW150914 – Events');
  });

  test('compare catalogs in the order of changes if the order in the address is unknown', async () => {
    await explorer.showAnew('#/compare;order=foo');
    expect(await explorer.page.getByLabel('Order').inputValue()).toBe('change');
  });

  test('change in steps of the history: a plot, a filter and a sort order are each undone by going back', async () => {
    const { page } = explorer;
    await explorer.showAnew(FEW);
    const steps = [await hashOf(page)];
    for (const button of [
      page.getByRole('button', { name: 'Distribution' }),
      page.locator('.presets button', { hasText: 'BNS' }),
      page.locator('thead button', { hasText: 'Mass 1' }),
    ]) {
      await button.click();
      await expect.poll(() => hashOf(page)).not.toBe(steps.at(-1));
      steps.push(await hashOf(page));
    }
    for (const step of steps.toReversed().slice(1)) {
      await goBack(page);
      expect(await hashOf(page)).toBe(step);
    }
  });

  test('of an emptied address show what the page starts with, and keep its settings', async () => {
    const { page } = explorer;
    await explorer.show(FEW);
    await page.goto(`${explorer.base}#/`);
    await expect.poll(() => hashOf(page)).toBe(GWTC);
    await page.goto(`${explorer.base}#/;columns=far;plot=scatter`);
    await expect.poll(() => hashOf(page)).toBe(`${GWTC};columns=far;plot=scatter`);
    await untilShown(page);
    expect(await page.locator('.events').count()).toBe(1);
  });

  test('have a step of the history for a name that is typed', async () => {
    const { page } = explorer;
    await explorer.show(`${FEW};filters=open`);
    await page.getByLabel('Name contains').fill('GW17');
    await expect.poll(() => hashOf(page)).toContain('GW17');
    await goBack(page);
    expect(await hashOf(page)).toBe(`${FEW};filters=open`);
  });

  describe('on the page of a run', () => {
    /** Drags across the middle of the histogram in a column's head. */
    async function brush(column: string): Promise<void> {
      const { page } = explorer;
      await untilComplete(page);
      const box = page.locator('thead th', { hasText: column }).locator('.histogram svg');
      await box.scrollIntoViewIfNeeded();
      const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
      await page.mouse.move(x + width * 0.3, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 4 });
      await page.mouse.up();
    }

    test('keep a plot that was chosen there when a filter leads to the view of all events', async () => {
      const { page } = explorer;
      await explorer.show('#/runs/O3a');
      await page.getByRole('button', { name: 'Scatter' }).click();
      await expect.poll(() => hashOf(page)).toBe('#/runs/O3a;plot=scatter');
      await brush('Mass 1');
      await expect.poll(() => hashOf(page)).toMatch(/^#\/event-versions\?.*min-mass-1-source=.*;plot=scatter$/);
    });

    test('do not offer to clear filters where there are none and no events', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/runs/S5/events');
      await page.getByText('There are no events here.').waitFor();
      expect(await page.getByRole('button', { name: 'clear all filters' }).count()).toBe(0);
    });

    test.each(['Show them', 'Clear'])('name a setting that hides events, and "%s" removes it', async (remedy) => {
      const { page } = explorer;
      await explorer.show('#/runs/O3a;detectors=V1');
      expect(await page.textContent('.events .sentence')).toMatch(
        /^\d+ of \d+ events.* The filters leave out \d+\. Show them/,
      );
      expect(await page.locator('.chip.is-set').allTextContents()).toEqual(['Strain published from V1×']);
      await page.getByText(remedy, { exact: true }).click();
      await expect.poll(() => hashOf(page)).toBe('#/runs/O3a');
      await expect.poll(() => page.locator('.chip.is-set').count()).toBe(0);
      expect(await page.textContent('.events .sentence')).not.toContain('hide');
    });
  });

  describe('the filters', () => {
    test('stay unfolded while the last field that is set is emptied', async () => {
      const { page } = explorer;
      await explorer.show(`${FEW}&min-chi-eff=0;filters=open`);
      const field = page.getByLabel('Effective spin, at least');
      await field.fill('');
      await page.keyboard.press('Tab');
      await expect.poll(() => hashOf(page)).not.toContain('chi-eff');
      expect(await field.isVisible()).toBe(true);
    });

    test('are short, because seldom-used parameters are folded', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions?release=GWTC-3-confident;columns=far;filters=open');
      const panel = page.locator('.filter-panel');
      await panel.waitFor();
      expect((await panel.boundingBox())?.height).toBeLessThan(1200);
      expect(await page.locator('.more').getAttribute('open')).toBeNull();
      expect(await page.locator('.more fieldset.range').count()).toBeGreaterThan(4);
    });

    /** Drags across the middle of a quantity's histogram. */
    async function drag(quantity: string): Promise<void> {
      await untilComplete(explorer.page);
      const filter = explorer.page.locator('fieldset.range', {
        has: explorer.page.getByLabel(`${quantity}, at least`),
      });
      const box = filter.locator('.histogram svg');
      await box.scrollIntoViewIfNeeded();
      const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
      await explorer.page.mouse.move(x + width * 0.41, y + height / 2);
      await explorer.page.mouse.down();
      await explorer.page.mouse.move(x + width * 0.61, y + height / 2, { steps: 4 });
      await explorer.page.mouse.up();
    }

    test('select a range of time by dragging to the second, not to three digits of a GPS time', async () => {
      const { page } = explorer;
      await explorer.showAnew(`${FEW};filters=open`);
      await drag('Time');
      await expect.poll(() => hashOf(page)).toContain('max-gps-time');
      const given = new URLSearchParams((await hashOf(page)).split(/[?;]/)[1]);
      for (const end of ['min-gps-time', 'max-gps-time']) expect(Number(given.get(end)) % 1e6).not.toBe(0);
    });

    test('keep the focus after Enter in a field, and combine types with the count of each', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions?release=GWTC-3-confident;columns=far;filters=open');
      await page.getByLabel('Mass 1 (source), at least').fill('20');
      await page.keyboard.press('Enter');
      await page.waitForURL(/min-mass-1-source=20/);
      await untilShown(page);
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
        'Mass 1 (source), at least',
      );
      const types = page.locator('.filter-panel .chips button');
      const counts = await types.locator('.unit').allTextContents();
      for (const name of ['NSBH', 'BBH']) await types.filter({ hasText: new RegExp(`^${name}`) }).click();
      await page.waitForURL(/types=BBH,NSBH/);
      expect(await countShown(page)).toBe(Number(counts[0]) + Number(counts[1]));
      // Choosing a type does not change the counts.
      expect(await types.locator('.unit').allTextContents()).toEqual(counts);
      // The column is as wide as specified, and the table is in sight beside it.
      const boxes = await page.evaluate<
        number[]
      >(`[document.querySelector('.events-filters').getBoundingClientRect().width,
        document.querySelector('.table-box').getBoundingClientRect().top]`);
      expect(boxes[0]).toBe(296);
      expect(boxes[1]).toBeLessThan(800);
    });

    test('fill a phone, count live, and lead back', async () => {
      const query = 'release=GWTC-2.1-confident';
      const all = versionsOf(query).length;
      const ofRun = versionsOf(`${query}&min-gps-time=1238166018&max-gps-time=1253977218`).length;
      expect(ofRun).toBeLessThan(all);
      const phone = await explorer.open(`#/event-versions?${query}`, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      });
      const { page } = phone;
      await page.locator('.filters-button').tap();
      await page.getByRole('button', { name: `Show ${all} events` }).waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('filter-panel');
      expect(await page.locator('.top, .plots').filter({ visible: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'O3a', exact: true }).tap();
      await page.getByRole('button', { name: `Show ${ofRun} events` }).waitFor();
      await page.getByLabel('Mass 1 (source), at least').fill('900');
      await page.keyboard.press('Enter');
      const none = page.getByRole('button', { name: 'No events' });
      await none.waitFor();
      expect(await none.isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Clear Mass 1 (source)' }).tap();
      await page.getByRole('button', { name: `Show ${ofRun} events` }).tap();
      expect(await countShown(page)).toBe(ofRun);
      await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('filters-button');
      // A tip is a card at the bottom of the window, with a button.
      await untilComplete(page);
      await page.locator('.plot svg').scrollIntoViewIfNeeded();
      const mark = await page.locator('.plot .mark').first().boundingBox();
      const path = (await page.locator('.plot .mark').first().getAttribute('d')) ?? '';
      const [, x = 0, y = 0] = (/^M([\d.]+) ([\d.]+)/.exec(path) ?? []).map(Number);
      const box = await page.locator('.plot svg').boundingBox();
      expect(mark).not.toBe(null);
      await page.touchscreen.tap((box?.x ?? 0) + x, (box?.y ?? 0) + y);
      const card = await page.locator('.tip').boundingBox();
      expect([card?.x, (card?.x ?? 0) + (card?.width ?? 0)]).toEqual([8, 382]);
      await page.getByRole('button', { name: 'Open event' }).tap();
      await page.waitForURL(/#\/event-versions\/GW/);
    });

    test('show the ends of a range as they are typed, and presets count the events that are joined', async () => {
      const { page } = explorer;
      // It has events without p_astro.
      await explorer.showAnew('#/event-versions?release=GWTC-2.1-confident;columns=far;filters=open');
      const end = page.getByLabel('p_astro, at least');
      await end.fill('>0.9');
      await page.keyboard.press('Enter');
      await page.waitForURL(/min-p-astro=0\.900001/);
      await expect.poll(() => end.inputValue()).toBe('> 0.9');
      await end.fill('< 0.9');
      await page.keyboard.press('Enter');
      await page.getByText('must be a number, such as 35.6, 1e-3 or > 35.6').waitFor();
      await page
        .getByRole('button', { name: /without p/ })
        .first()
        .click();
      await page.waitForURL(/missing=p-astro/);
      await page.getByRole('button', { name: 'Close the filters' }).click();
      await untilShown(page);
      const preset = page.locator('.presets button', { hasText: 'FAR' });
      const count = Number(await preset.locator('.unit').textContent());
      await preset.click();
      await page.waitForURL(/max-far/);
      await expect.poll(() => countShown(page)).toBe(count);
    });

    test('agree with the chip and the address about the end of a range of times', async () => {
      const { page } = explorer;
      const end = page.getByLabel('Time, at most');
      const chip = page.locator('.filter-bar .is-set', { hasText: 'Time' });
      const isAsked = (gps: string) =>
        expect.poll(() => hashOf(page)).toContain(`release=GWTC-1-confident&max-gps-time=${gps};`);
      await explorer.showAnew(
        '#/event-versions?release=GWTC-1-confident&max-gps-time=2015-09-14T09:50:45;filters=open',
      );
      // GW150914 was 0.4 s later.
      expect(await countShown(page)).toBe(1);
      await isAsked('1126259462.99999');
      expect([await end.inputValue(), await chip.textContent()]).toEqual([
        '2015-09-14 09:50:45',
        'Time ≤ 2015-09-14 09:50:45×',
      ]);
      await page.getByRole('button', { name: 'GPS', exact: true }).click();
      await expect.poll(() => end.inputValue()).toBe('< 1126259463');
      expect(await chip.textContent()).toBe('Time < 1126259463×');
      await end.fill('1126259462');
      await page.keyboard.press('Enter');
      await isAsked('1126259462');
      expect(await countShown(page)).toBe(0);
      expect(await chip.textContent()).toBe('Time ≤ 1126259462×');
      await end.fill('< 1126259463');
      await page.keyboard.press('Enter');
      await isAsked('1126259462.99999');
      expect(await countShown(page)).toBe(1);
    });

    test('drop a message about an invalid end together with its text', async () => {
      const { page } = explorer;
      await explorer.showAnew(`${FEW};filters=open`);
      await page.getByLabel('Mass 1 (source), at least').fill('abc');
      await page.keyboard.press('Tab');
      await page.getByText('must be a number').waitFor();
      await drag('Mass 1 (source)');
      await expect.poll(() => hashOf(page)).toContain('min-mass-1-source');
      await expect.poll(() => page.locator('.invalid').count()).toBe(0);
    });

    test('cannot be cleared if there are none', async () => {
      await explorer.showAnew('#/event-versions/?release=GWTC-3-confident');
      const clear = explorer.page.getByRole('button', { name: 'Clear', exact: true });
      expect(await clear.count()).toBe(0);
      await explorer.show('#/event-versions/?release=GWTC-3-confident;detectors=H1');
      expect(await clear.count()).toBe(1);
    });

    test('name the chosen catalogs while their list is closed', async () => {
      await explorer.showAnew('#/event-versions?release=GWTC-3-confident,GWTC-1-confident');
      expect(await explorer.page.locator('.filter-bar .menu').first().textContent()).toBe(
        'Catalog: GWTC-3-confident, GWTC-1-confident',
      );
    });
  });

  /** The sum of events over all bars of the distribution shown. */
  async function sumOfBars(): Promise<number> {
    const { page } = explorer;
    await page.locator('.plot-bar .menu').focus();
    await page.keyboard.press('Tab');
    const tip = page.locator('.plot [aria-live] .tip');
    const counts = new Map<string, number>();
    for (let title = ''; ; ) {
      const next = (await tip.locator('strong').textContent()) ?? '';
      if (next === title) break;
      title = next;
      const text = await tip.locator('.fact', { hasText: 'Events' }).textContent();
      counts.set(title, Number(text?.replace(/^\D*/, '')));
      await page.keyboard.press('ArrowRight');
    }
    expect(counts.size).toBeGreaterThan(5);
    return [...counts.values()].reduce((sum, count) => sum + count, 0);
  }
  /** The number of events with a signal-to-noise ratio. */
  const countWithSnr = (query: string): number => {
    const found = versionsOf(query).filter(({ default_parameters: all = [] }) =>
      all.some(({ name, best }) => name === 'network_matched_filter_snr' && typeof best === 'number'),
    );
    return new Set(found.map(({ name }) => name)).size;
  };

  test('count each event once in a distribution, even if all versions are listed', async () => {
    await explorer.showAnew(
      '#/event-versions;columns=far;rows=versions;plot=distribution;x=network-matched-filter-snr',
    );
    expect(await sumOfBars()).toBe(countWithSnr(''));
  });

  test('count an event as left out, or in a bar that a click opens, in a single version', async () => {
    const { page } = explorer;
    const shown = (settings: string) => `#/event-versions;columns=far;plot=distribution;x=p-astro${settings}`;
    await explorer.showAnew(shown(''));
    const leftOut = await page.textContent('.plot-note');
    await explorer.showAnew(shown(';rows=versions'));
    expect(leftOut).toMatch(/^\d+ of \d+ events: /);
    expect(await page.textContent('.plot-note')).toBe(leftOut);
    await page.locator('.plot-bar .menu').focus();
    await page.keyboard.press('Tab');
    const fact = page.locator('.plot [aria-live] .tip .fact', { hasText: 'Events' });
    const count = Number((await fact.textContent())?.replace(/^\D*/, ''));
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).not.toContain('rows=versions');
    expect(await countShown(page)).toBe(count);
  });

  test('neither export nor name events under the filters of another request', async () => {
    const { page } = explorer;
    await explorer.showAnew('#/event-versions?release=GWTC-3-confident');
    await countShown(page);
    await page.evaluate(`window.mixed = [];
      new MutationObserver(() => {
        if (!document.querySelector('.events-body[aria-busy=true]')) return;
        window.mixed.push(document.title, document.querySelectorAll('.view-head .primary:not(.is-hidden)').length);
      }).observe(document, { childList: true, subtree: true, attributes: true })`);
    await page.locator('.presets button', { hasText: 'FAR' }).click();
    await expect.poll(() => page.title()).toContain('FAR');
    const mixed = await page.evaluate('[...new Set(window.mixed)]');
    expect(mixed).toEqual(['35 events of GWTC-3-confident – Events', 0]);
  });

  test('count no events before the events are loaded', async () => {
    const fresh = await newPage(await explorer.newContext());
    await fresh.addInitScript(`window.counts = new Set();
      const counts = '.presets .unit, .toggles .unit, .toggles label, .panel-foot button, .filter-panel .chip .unit';
      new MutationObserver(() => {
        for (const one of document.querySelectorAll(counts)) window.counts.add(one.textContent.trim());
      }).observe(document, { childList: true, subtree: true, characterData: true })`);
    for (const settings of ['', ';filters=open']) {
      await fresh.goto('about:blank');
      // Together, these catalogs have events of every type.
      const hash = `#/event-versions?release=GWTC-4.0,GWTC-1-confident;columns=far${settings}`;
      await fresh.goto(`${explorer.base}${hash}`);
      await countShown(fresh);
      const counts = (await fresh.evaluate('[...window.counts]')) as string[];
      expect(counts.some((text) => /[1-9]/.test(text))).toBe(true);
      expect(counts.filter((text) => /^0$|\(0\)|No events/.test(text))).toEqual([]);
    }
  });

  test('say how many limits a range leaves out because of their number, and nothing if it leaves out none', async () => {
    const { page } = explorer;
    const limits = versionsOf('release=GWTC-5.0').filter(({ default_parameters: all = [] }) =>
      all.some(({ name, is_lower_limit: isLimit, best }) => name === 'p_astro' && isLimit && best === 0.99),
    );
    const note = page.locator('.filter-bar small');
    await explorer.showAnew('#/event-versions?release=GWTC-5.0&min-p-astro=0.990001');
    expect(await note.textContent()).toBe(`Limits count as their number: ${limits.length} events left out`);
    await explorer.showAnew('#/event-versions?release=GWTC-5.0&min-p-astro=0.99');
    expect(await note.count()).toBe(0);
  });

  test('name no catalogs before the compared catalogs are known', async () => {
    const fresh = await (await explorer.newContext()).newPage();
    await fresh.addInitScript(`window.headings = new Set();
      new MutationObserver(() => window.headings.add(document.querySelector('h1')?.textContent))
        .observe(document, { childList: true, subtree: true, characterData: true })`);
    await fresh.goto(`${explorer.base}#/compare`);
    await fresh.locator('.compare tbody th').first().waitFor();
    const headings = (await fresh.evaluate('[...window.headings]')) as (string | undefined)[];
    expect(headings.filter((text) => text?.includes('against'))).toEqual([
      'Catalog against catalog',
      await fresh.textContent('h1'),
    ]);
  });

  test.each([
    GWTC,
    '#/event-versions/GW150914-v4',
    '#/event-versions;rows=versions',
    '#/runs/O1',
    '#/catalogs/GWTC-2.1-confident',
  ])('show no number with all the digits of the data: %s', async (hash) => {
    await explorer.showAnew(hash);
    const cells = await explorer.page.locator('main td, main .fact').allTextContents();
    expect(cells.length).toBeGreaterThan(5);
    expect(cells.filter((text) => /[1-9]\.\d{6}|\d\.\d*[1-9]\d{5}/.test(text))).toEqual([]);
  });

  test('name settings that every object has as unknown', async () => {
    await explorer.showAnew(`${FEW};toString=x;__proto__=y`);
    const text = await explorer.page.textContent('.unknown-settings');
    for (const setting of ['toString=x', '__proto__=y']) expect(text).toContain(setting);
  });

  test('strain data show a run from its start to its end', async () => {
    await explorer.showAnew('#/runs/O1/strain-files');
    // O1's start and end, from its record.
    expect(await explorer.page.textContent('.sentence')).toContain('2015-09-12');
    expect(await explorer.page.textContent('.sentence')).toContain('2016-01-19');
  });
});
