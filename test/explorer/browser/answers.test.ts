/** The events views in Chromium: they count events rather than versions, show limits as limits, and draw plots to scale; plots can be saved. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EventVersionEntry } from '../../../src/core/contract/wire.ts';
import {
  countShown,
  describeInChromium,
  hashOf,
  rowsShown,
  untilShown,
  useExplorer,
} from '../../support/explorer-pages.ts';
import { listSetLimits, parameterOf, versionsOf } from './expected-versions.ts';

const GWTC = '#/event-versions?release=GWTC';
/** The same events in a table with one value for each, which takes a third of the time, for tests of plots and counts. */
const NARROW = `${GWTC};columns=far`;

/** Number of pairs of labels on an axis that touch. */
const TOUCHING = `(() => {
  const boxes = [...document.querySelectorAll('.plot .axis g > text')].map((one) => one.getBoundingClientRect());
  return boxes.filter((a, n) => boxes.slice(n + 1).some((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2)).length;
})()`;
/** True once the plot has been drawn as wide as its container. */
const IS_FITTED = `(() => {
  const svg = document.querySelector('.plot svg');
  return svg !== null && Math.abs(svg.getBoundingClientRect().width - svg.parentElement.clientWidth) < 2;
})()`;
/** The labels of a plot that are cut off by its box. */
const CLIPPED = `(() => {
  const { left, right } = document.querySelector('.plots').getBoundingClientRect();
  return [...document.querySelectorAll('.plot text')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
  }).map((one) => one.textContent);
})()`;

describeInChromium('the events half of the page', () => {
  const explorer = useExplorer({ viewport: { width: 1440, height: 900 } });

  describe('the count of events', () => {
    test('says how many events the filters leave out, and adds those without the value to table, plot and count', async () => {
      const { page } = explorer;
      const query = 'release=GWTC&min-p-astro=0.900001';
      await explorer.show(`#/event-versions?${query};columns=p-astro`);
      const unfiltered = versionsOf('release=GWTC');
      const [all, chosen] = [unfiltered.length, versionsOf(query).length];
      const unknown = unfiltered.filter((one) => parameterOf(one, 'p_astro') === undefined);
      expect(unknown.length).toBeGreaterThan(0);
      expect(await page.textContent('.events .sentence')).toContain(
        `${chosen} of ${all} events of GWTC, the cumulative catalog. The filters leave out ${all - chosen}. Show them`,
      );
      await page.getByRole('button', { name: `+ ${unknown.length} events without p` }).click();
      await expect.poll(() => countShown(page)).toBe(chosen + unknown.length);
      expect(await hashOf(page)).toContain(';missing=p-astro');
      const hollow = await page
        .locator('tr.is-joined')
        .evaluateAll((rows) => rows.map(({ textContent }) => textContent));
      expect(hollow.every((text) => text?.endsWith('–'))).toBe(true);
      const masses = await page
        .locator('.plot .hollow')
        .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')?.match(/z/g)?.length ?? 0));
      expect(masses.reduce((sum, count) => sum + count, 0)).toBe(2 * unknown.length);
      // Another filter keeps its effect on the events that were added.
      await page.locator('.presets button', { hasText: 'BBH' }).click();
      await page.getByRole('button', { name: `+ ${unknown.length} events without p` }).waitFor();
      await page.getByRole('link', { name: 'Show them' }).click();
      await expect.poll(() => hashOf(page)).toBe(NARROW.replace('columns=far', 'columns=p-astro'));
      expect(await countShown(page)).toBe(all);
    });

    test('has each event of all catalogs once, with links to all versions and to the default catalog', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions;columns=far');
      const all = versionsOf('');
      expect(await countShown(page)).toBe(new Set(all.map(({ name }) => name)).size - 1);
      const detected = all.filter(({ name }) => !name.includes('injection'));
      await page.getByRole('link', { name: `All ${detected.length} versions` }).click();
      await expect.poll(() => hashOf(page)).toBe('#/event-versions;columns=far;rows=versions');
      expect(await rowsShown(page)).toEqual(all.map(({ shortName }) => shortName));
      expect(await countShown(page)).toBe(detected.length);
      await page.getByRole('link', { name: 'Back to GWTC' }).click();
      await expect.poll(() => hashOf(page)).toBe(GWTC);
    });

    test('leaves out an injection, which has a badge', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions?release=Initial_LIGO_Virgo;plot=detections');
      expect(await countShown(page)).toBe(0);
      expect(await page.locator('tbody .badge').textContent()).toBe('Blind injection');
      await page.getByRole('link', { name: 'blind_injection' }).click();
      await page.getByText('Not a detection. Not counted.').waitFor();
      await explorer.show('#/catalogs');
      const link = page.locator('.records tbody tr', { hasText: 'Initial_LIGO_Virgo' }).locator('td a').first();
      expect(await link.textContent()).toBe('1 blind injection');
      expect(await link.getAttribute('href')).toBe('#/event-versions?release=Initial_LIGO_Virgo');
    });

    test('is the same above the axis and in the legend, where versions and injections do not count either', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions?release=Initial_LIGO_Virgo');
      expect(await page.locator('.plot .axis .count').allTextContents()).toEqual(['0']);
      expect(await page.locator('.plot .strip text').count()).toBe(0);
      const marks = async (settings: string) => {
        await explorer.show(`#/event-versions;plot=scatter;columns=far${settings}`);
        return page.locator('.legend [aria-label=Marks] li').allTextContents();
      };
      const byEvent = await marks('');
      expect(byEvent[0]?.trim()).toMatch(/^BBH \d+$/);
      expect(await marks(';rows=versions')).toEqual(byEvent);
    });

    test('equals the number on each preset', async () => {
      const { page } = explorer;
      // All five presets match some of these events, but not all.
      const both = '#/event-versions?release=GWTC-3-confident,GWTC-1-confident;columns=far';
      await explorer.show(both);
      const all = await countShown(page);
      for (const name of ['BBH', 'NSBH', 'BNS', 'p_astro > 0.9', 'FAR < 1']) {
        const preset = page.locator('.presets button', { hasText: name.replace('_', '') });
        const count = Number(await preset.locator('.unit').textContent());
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThan(all);
        // The button stays where it is.
        const place = await preset.boundingBox();
        await preset.click();
        await page.locator('.presets [aria-pressed=true]').waitFor();
        await page.locator('.filter-bar .is-set').waitFor({ state: 'visible' });
        expect([name, await countShown(page)]).toEqual([name, count]);
        expect(await preset.boundingBox()).toEqual(place);
        await preset.click();
        await expect.poll(() => hashOf(page)).toBe(both);
        await untilShown(page);
      }
    });
  });

  test('an event opens on its newest version with values, and versions without values are marked', async () => {
    const { page } = explorer;
    await explorer.showAnew('#/events/GW150914');
    const versions = page.getByRole('navigation', { name: 'Versions' });
    expect(await versions.locator('[aria-current]').textContent()).toContain('newest with values');
    expect(await versions.locator('.is-empty').first().textContent()).toContain(
      'v2 O1_O2-Preliminary values not in this catalogue',
    );
    expect(await page.locator('.parameter .current').count()).toBeGreaterThan(5);
    await explorer.showAnew('#/event-versions/GW150914-v1');
    expect(await versions.locator('[aria-current]').textContent()).toContain('v1 O1_O2-Preliminary');
  });

  describe('draws limits as limits', () => {
    const query = 'release=GWTC-5.0';
    const limits = versionsOf(query).filter((one) => parameterOf(one, 'far')?.is_upper_limit);

    test('in the table and in histograms', async () => {
      const { page } = explorer;
      await explorer.show(`#/event-versions?${query};columns=far`);
      await page.waitForSelector('.table-box[aria-busy=false]');
      const cells = await page.locator('tbody td', { hasText: '< 0.00001' }).count();
      expect(cells).toBe(limits.length);
      expect(limits.length).toBeGreaterThan(20);
      const hollow = page.locator('thead th', { hasText: 'FAR' }).locator('.hollow');
      expect(await hollow.getAttribute('d')).toContain('M');
    });

    test('in plots, hollow and with an arrow', async () => {
      const { page } = explorer;
      await explorer.show(`#/event-versions?${query};plot=scatter;x=network-matched-filter-snr;y=far`);
      const paths = await page
        .locator('.plot .hollow')
        .evaluateAll((all) => all.map((path) => (path.getAttribute('d') ?? '').split('z').length - 1));
      expect(paths.reduce((sum, count) => sum + count, 0)).toBe(limits.length);
      await page.getByText('Hollow with an arrow: a limit.').waitFor();
      // The table beside the plot shows the plot's quantities.
      expect(await page.locator('thead button').allTextContents()).toEqual(['Event', 'SNR', 'FAR yr⁻¹']);
      await explorer.show(`#/event-versions?${query};plot=distribution;x=far`);
      const hollow = await page.locator('.plot .hollow').evaluateAll((all) => all.map((one) => one.getAttribute('d')));
      expect(hollow.join('')).toContain('M');
    });
  });

  test('draws limits that only the parameter sets of a version give as limits, too', async () => {
    const { page } = explorer;
    const query = 'release=GWTC-1-confident';
    const limits = listSetLimits(query);
    expect(limits.length).toBe(8);
    await explorer.showAnew(`#/event-versions?${query};columns=far;sort=far`);
    await page.waitForSelector('.table-box[aria-busy=false]');
    const texts = await page.locator('tbody td').allInnerTexts();
    expect(texts.filter((text) => text.includes('< 1 × 10⁻⁷')).length).toBe(limits.length);
    const hollow = page.locator('thead th', { hasText: 'FAR' }).locator('.hollow');
    expect(await hollow.getAttribute('d')).toContain('M');
    await explorer.showAnew(`#/event-versions?${query};plot=scatter;x=network-matched-filter-snr;y=far`);
    const paths = await page
      .locator('.plot .hollow')
      .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''));
    expect(paths.join('').split('z').length - 1).toBe(limits.length);
    // Of these events, only GW170817 has a rate in another catalog.
    await explorer.showAnew('#/compare;new=GWTC;old=GWTC-1-confident;x=far');
    expect(await page.locator('.compare td.number', { hasText: '< 1 × 10⁻⁷' }).count()).toBe(2);
  });

  describe('has plots', () => {
    test.each([
      `${NARROW};plot=masses`,
      `${NARROW};plot=scatter`,
      `${NARROW};plot=scatter;x=redshift;y=p-astro`,
      `${NARROW};plot=distribution;x=far`,
      `${NARROW};plot=detections`,
    ])('whose texts neither touch nor are cut off, at every width: %s', async (hash) => {
      const { page } = explorer;
      await explorer.show(hash);
      for (const width of [390, 820, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const drawn = `({ isFitted: ${IS_FITTED}, touching: ${TOUCHING}, clipped: ${CLIPPED} })`;
        await expect
          .poll(() => page.evaluate(drawn), { message: String(width) })
          .toEqual({ isFitted: true, touching: 0, clipped: [] });
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    test('with an axis of probabilities that ends with 1', async () => {
      await explorer.show(`${NARROW};plot=distribution;x=p-astro`);
      const ticks = await explorer.page.locator('.plot .axis').last().locator('g > text').allTextContents();
      expect(Math.max(...ticks.map(Number))).toBe(1);
    });

    test('of runs on one scale of time, without long gaps, and with one line for all runs', async () => {
      const { page } = explorer;
      await explorer.show(`${NARROW};plot=detections`);
      expect(await page.locator('.time-cut').count()).toBeGreaterThan(2);
      const colours = await page
        .locator('.plot .line')
        .evaluateAll((all) => all.map((line) => line.ownerDocument.defaultView?.getComputedStyle(line).stroke));
      expect(colours.length).toBeGreaterThan(4);
      expect(new Set(colours).size).toBe(1);
    });

    test('whose colours do not change with the filters', async () => {
      const colours = async (hash: string) => {
        await explorer.show(hash);
        const items = explorer.page.locator('.legend [aria-label=Marks] li');
        return new Map(
          await items.evaluateAll((all) =>
            all.map((one) => [
              one.textContent?.trim().split(' ')[0] ?? '',
              one.querySelector('path')?.getAttribute('style'),
            ]),
          ),
        );
      };
      const all = await colours(`${NARROW};plot=scatter;colour=run`);
      const some = await colours(`${GWTC}&min-gps-time=1256655618;columns=far;plot=scatter;colour=run`);
      expect(some.size).toBeGreaterThan(1);
      for (const [name, colour] of some) expect([name, all.get(name)]).toEqual([name, colour]);
    });

    test('that count the events without a value, and those that a logarithmic axis cannot show', async () => {
      await explorer.show(`${NARROW};plot=scatter;x=chi-eff;xscale=log`);
      const all = versionsOf('release=GWTC');
      const has = (one: EventVersionEntry) => ['chi_eff', 'mass_2_source'].every((name) => parameterOf(one, name));
      const beyond = all.filter((one) => has(one) && Number(parameterOf(one, 'chi_eff')?.best) <= 0).length;
      expect(beyond).toBeGreaterThan(10);
      const note = await explorer.page.textContent('.plot-note');
      expect(note).toContain(
        `${all.filter((one) => !has(one)).length} of ${all.length} events: χeff or Mass 2 not in this catalogue.`,
      );
      expect(note).toContain(
        `${beyond} of ${all.length} events: a value of 0 or less, which a logarithmic axis cannot show.`,
      );
    });

    test('that choose a scale for another quantity', async () => {
      const { page } = explorer;
      await explorer.showAnew(`${NARROW};plot=scatter;xscale=log`);
      await page.locator('.axis-choice select').first().selectOption('chi-eff');
      await expect.poll(() => hashOf(page)).toContain('x=chi-eff');
      expect(await hashOf(page)).not.toContain('xscale');
    });

    test('that say why they are empty: because of an injection, or because of missing values', async () => {
      const empty = async (plot: string) => {
        await explorer.showAnew(`#/event-versions?release=Initial_LIGO_Virgo;plot=${plot}`);
        return (await explorer.page.textContent('.plots .empty'))?.trim();
      };
      expect(await empty('detections')).toBe('Nothing to draw: injections are not detections.');
      expect(await empty('scatter')).toBe('Nothing to draw: masses not in this catalogue.');
    });

    test.each(['masses', 'scatter'])('open an event from its name: %s', async (plot) => {
      const { page } = explorer;
      await explorer.showAnew(`${NARROW};plot=${plot}`);
      const name = await page.locator('.plot .names text', { hasText: 'GW170817' }).boundingBox();
      const { x = 0, y = 0, width = 0, height = 0 } = name ?? {};
      // The far end of the name, where no mark is in reach.
      await page.mouse.click(x + width - 5, y + height / 2);
      await expect.poll(() => hashOf(page)).toBe('#/event-versions/GW170817-v3');
    });

    test('of mass 2 against mass 1 with lines of equal mass ratio', async () => {
      await explorer.show(`${NARROW};plot=scatter`);
      const texts = await explorer.page.locator('.mass-plane text').allTextContents();
      for (const text of ['q = 1', 'q = 1/2', '1/4', '1/10']) expect(texts).toContain(text);
    });

    test('of the masses with no mark above the line of equal masses, also if one axis alone would be linear', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions?release=GWTC-4.0;columns=far;plot=scatter');
      const [circles, above] = await page.evaluate<readonly number[]>(`(() => {
        const beyond = document.querySelector('.mass-plane .beyond');
        const paths = [...document.querySelectorAll('.plot .mark')].map((one) => one.getAttribute('d'));
        const circles = paths.flatMap((path) => [...path.matchAll(/M([\\d.]+) ([\\d.]+)a([\\d.]+)/g)]);
        // A pixel lower, because positions are rounded.
        const points = circles.map(([, x, y, radius]) => ({ x: Number(x) + Number(radius), y: Number(y) + 1 }));
        return [points.length, points.filter((point) => beyond.isPointInFill(point)).length];
      })()`);
      expect(circles).toBeGreaterThan(50);
      expect(above).toBe(0);
    });

    test('of the masses without lines of equal mass ratio if the scales of the axes differ', async () => {
      await explorer.show('#/event-versions?release=GWTC-4.0;columns=far;plot=scatter;xscale=linear');
      expect(await explorer.page.locator('.mark').count()).toBeGreaterThan(0);
      expect(await explorer.page.locator('.mass-plane').count()).toBe(0);
    });

    test('whose bins do not change with the filters', async () => {
      const noteOf = async (query: string) => {
        await explorer.show(`#/event-versions?${query};columns=far;plot=distribution;x=p-astro`);
        return /Every bin is equally wide: \S+ /.exec((await explorer.page.textContent('.legend .note')) ?? '')?.[0];
      };
      const all = await noteOf('release=GWTC-1-confident');
      expect(all).toBeDefined();
      expect(await noteOf('release=GWTC-1-confident&min-mass-1-source=50')).toBe(all);
    });

    test.each(['SVG', 'PNG'])(
      'that are saved as %s with caption and source, under a policy that allows no images',
      async (format) => {
        const { page } = explorer;
        await explorer.showAnew(`${NARROW.replace(';', '&min-gps-time=1e9;')};plot=scatter`);
        await page.getByText('Save plot').click();
        const button = page.getByRole('button', { name: format, exact: true });
        const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
        const bytes = readFileSync(await download.path());
        expect(download.suggestedFilename()).toBe(`gwtc-mass-1-source-mass-2-source.${format.toLowerCase()}`);
        if (format === 'PNG') {
          expect(bytes.subarray(1, 4).toString()).toBe('PNG');
          expect(bytes.length).toBeGreaterThan(20_000);
        } else {
          const text = bytes.toString();
          for (const part of [
            'Mass 2 (source) against Mass 1 (source)',
            'events of GWTC',
            '109 of 391 events: masses not in this catalogue.',
            'Filters: Time ≥ 2011-09-14 01:46:25.',
            'Source: ',
            'q = 1/2',
            'GW190814',
          ]) {
            expect(text).toContain(part);
          }
          // No colour is left to a style sheet.
          expect(text).not.toContain('var(');
        }
      },
    );
  });

  test('compares two catalogs: one row for each event of both, lists of the others, changes in old half-intervals, and heads that stay in sight', async () => {
    const { page } = explorer;
    await explorer.showAnew('#/compare;new=GWTC-2.1-confident;old=GWTC-2');
    await page.locator('.compare tbody th').first().waitFor();
    const namesOf = (catalog: string) => new Set(versionsOf(`release=${catalog}`).map(({ name }) => name));
    const [newer, older] = [namesOf('GWTC-2.1-confident'), namesOf('GWTC-2')];
    const both = [...newer].filter((name) => older.has(name));
    expect(await page.locator('h1').textContent()).toBe('GWTC-2.1-confident against GWTC-2');
    expect(await page.textContent('.events .sentence')).toContain(`${both.length} events are in both catalogs.`);
    // The first rows are there before the others.
    const names = async () => (await page.locator('.compare tbody th a').allTextContents()).toSorted();
    await expect.poll(names).toEqual(both.toSorted());
    expect(await page.locator('.only-in a').count()).toBe(newer.size + older.size - 2 * both.length);
    // The largest change first. 57.2 against 69.0 +22.7 −23.1 is −11.8, and 11.8/23.1 of the old half-interval.
    await page.getByLabel('Parameter').selectOption('mass-2-source');
    const cells = page.locator('.compare tbody tr', { hasText: /^GW190521(?!_)/ }).locator('td');
    await expect.poll(() => cells.nth(1).textContent()).toContain('69.0 +22.7');
    const texts = await cells.allTextContents();
    expect([texts.at(-3), texts.at(-2)]).toEqual(['−0.51', '−11.8']);
    expect(await page.locator('.compare tbody th a').nth(1).textContent()).toBe('GW190521');
    expect(await page.textContent('.events .sentence')).toContain(
      'all 36 new values lie within the old published intervals; 2 changed by more than half of the old half-interval.',
    );
    expect(await page.locator('.compare td').allTextContents()).not.toContainEqual(expect.stringContaining('%'));
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.evaluate('scrollTo(0, 400)');
    const head = () =>
      page.locator('.compare thead').evaluate((one) => one.querySelector('th')?.getBoundingClientRect().top);
    await expect.poll(head).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.compare thead').getByRole('link', { name: 'GWTC-2 M☉', exact: true }).click();
    await page.waitForURL(/order=old/);
    const oldValues = async () =>
      (await page.locator('.compare tbody td:nth-child(3)').allTextContents()).map(parseFloat);
    await expect.poll(async () => (await oldValues())[0]).toBe(Math.max(...(await oldValues())));
    await page.getByLabel('Parameter').selectOption('far');
    await expect.poll(() => page.textContent('thead .drawn-change')).toContain('in dex');
    expect(await page.textContent('.compare caption')).toContain('–: a rate is missing, 0 or a limit');
    await page.getByRole('button', { name: 'Swap the catalogs' }).click();
    await page.getByRole('heading', { name: 'GWTC-2 against GWTC-2.1-confident' }).waitFor();
    // Only names of parameters have subscripts.
    await explorer.showAnew('#/compare;new=GWTC-3-marginal;old=O3_IMBH_marginal;x=far');
    await page.locator('.compare .new-key', { hasText: 'GWTC-3-marginal' }).waitFor();
    expect(await page.locator('.compare thead sub').count()).toBe(0);
  });

  test('never shows the sentence of an earlier comparison', async () => {
    const { page } = explorer;
    const between = (next: string, old: string) => `#/compare;new=${next};old=${old}`;
    await explorer.showAnew(between('GWTC-2.1-confident', 'GWTC-2'));
    await page.locator('.events .sentence', { hasText: 'are in both catalogs' }).waitFor();
    const before = await page.textContent('.events .sentence');
    await explorer.show('#/event-versions?release=GWTC-1-confident');
    await page.evaluate(`window.sentences = new Set();
      window.observer = new MutationObserver(() => window.sentences.add(document.querySelector('.events .sentence')?.textContent));
      window.observer.observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true })`);
    await page.evaluate(`location.hash = '${between('GWTC-3-confident', 'GWTC-2.1-confident')}'`);
    await page.locator('.events .sentence', { hasText: 'in both catalogs' }).waitFor();
    await page.locator('h1', { hasText: 'GWTC-3-confident against' }).waitFor();
    await page.evaluate('window.observer.disconnect()');
    expect(await page.evaluate('[...window.sentences]')).not.toContain(before);
  });

  test('saves a comparison as a whole in a narrow window, with its keys', async () => {
    const { page } = explorer;
    const size = page.viewportSize();
    await page.setViewportSize({ width: 500, height: 800 });
    await explorer.showAnew('#/compare;new=GWTC-2.1-confident;old=GWTC-2');
    await page.locator('.compare tbody th').first().waitFor();
    const [visible, whole] = (await page.evaluate(
      `['.compare-box', '.compare'].map((one) => document.querySelector(one).getBoundingClientRect().width)`,
    )) as [number, number];
    expect(whole).toBeGreaterThan(visible + 50);
    const keys = await page
      .locator('.key > span svg')
      .evaluateAll((all) => all.map(({ childElementCount }) => childElementCount));
    expect(keys).toEqual([2, 1]);
    await page.getByText('Save plot').click();
    const button = page.getByRole('button', { name: 'SVG', exact: true });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const text = readFileSync(await download.path()).toString();
    expect(Number(/width="([\d.]+)"/.exec(text)?.[1])).toBeGreaterThanOrEqual(whole);
    if (size) await page.setViewportSize(size);
  });

  test('never shows the values of two catalogs under the names of others', async () => {
    const { page } = explorer;
    await explorer.showAnew('#/compare;new=GWTC-2.1-confident;old=GWTC-2');
    await page.locator('.compare tbody th').first().waitFor();
    await page.evaluate(`window.seen = new Set();
      new MutationObserver(() => {
        const [head, first] = ['.compare .new-key', '.compare tbody tr'].map((one) => document.querySelector(one)?.textContent);
        if (head) window.seen.add(head + ': ' + first);
      }).observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true })`);
    await page.getByRole('button', { name: 'Swap the catalogs' }).click();
    await page.locator('.compare .new-key', { hasText: /^GWTC-2$/ }).waitFor();
    await page.getByRole('button', { name: 'Swap the catalogs' }).click();
    await page.locator('.compare .new-key', { hasText: 'GWTC-2.1-confident' }).waitFor();
    const seen = (await page.evaluate('[...window.seen]')) as string[];
    expect(seen.map((one) => one.split(':')[0]).toSorted()).toEqual(['GWTC-2', 'GWTC-2.1-confident']);
  });

  test('offers no parameter without values', async () => {
    await explorer.show(`${NARROW};plot=distribution`);
    const choice = explorer.page.getByRole('combobox', { name: 'Quantity' });
    await choice.waitFor();
    const options = await choice.locator('option').allTextContents();
    expect(options[0]).toBe('Mass 1 (source)');
    const isEmpty = versionsOf('release=GWTC').every((one) => parameterOf(one, 'chirp_mass') === undefined);
    expect(options.includes('Chirp mass (detector)')).toBe(!isEmpty);
  });

  test('no request failed, and the console has no errors', () => {
    expect(explorer.problems).toEqual([]);
  });
});
