/** Marks in plots, and explanations of parameters, can be reached with only the keyboard or only touch. In Chromium. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import {
  countShown,
  describeInChromium,
  goBack,
  hashOf,
  rowsShown,
  untilComplete,
  useExplorer,
} from '../../support/explorer-pages.ts';

const { data } = inject('shipped');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIOLATIONS = `${AXE};axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html }) => id + ' ' + html.slice(0, 200))))`;

/** Eight events with all values. */
const FEW = '#/event-versions?name-contains=GW17&release=GWTC';

interface Parameter {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
}
const { default_parameters: PARAMETERS } = parse(readFileSync(join(data, 'default-parameters.yaml'), 'utf8')) as {
  default_parameters: readonly Parameter[];
};
const UNITS: Readonly<Record<string, string>> = { M_sun: 'M☉', 'yr^-1': 'yr⁻¹' };
/** The explanation of a parameter, as the page shows it. */
const textOf = ({ description, unit }: Parameter) =>
  unit === '' ? description : `${description} Unit: ${UNITS[unit] ?? unit}`;

describeInChromium('within reach', () => {
  const explorer = useExplorer();

  /** A member of the element that has the focus. */
  const focused = (member: string) => explorer.page.evaluate<unknown>(`document.activeElement.${member}`);
  const plot = () => explorer.page.getByRole('application');
  const announced = () => explorer.page.locator('.plot [aria-live] .tip');
  const nameAnnounced = () => announced().locator('strong').textContent();

  /** Shows a plot, and enters it with the tab key. */
  async function enterPlot(settings: string, events = FEW): Promise<void> {
    await explorer.show(`${events};${settings}`);
    await countShown(explorer.page);
    await explorer.page.locator('.plot-bar .menu').focus();
    await explorer.page.keyboard.press('Tab');
    expect(await focused('getAttribute("role")')).toBe('application');
  }

  describe('plots', () => {
    test.each(['plot=masses', 'plot=scatter;x=redshift;y=chirp-mass-source', 'plot=detections'])(
      '%s: the arrows reach every event from one tab stop, and name it',
      async (settings) => {
        const { page } = explorer;
        await enterPlot(settings);
        const rows = await rowsShown(page);
        expect(rows.length).toBe(8);
        const names: (string | null)[] = [await nameAnnounced()];
        for (const _ of rows.slice(1)) {
          await page.keyboard.press('ArrowRight');
          names.push(await nameAnnounced());
        }
        expect(names.toSorted()).toEqual(rows.map((id) => id.replace(/-v\d+$/, '')).toSorted());
        await page.keyboard.press('ArrowRight');
        expect(await nameAnnounced()).toBe(names.at(-1));
        await page.keyboard.press('Home');
        expect(await nameAnnounced()).toBe(names[0]);
        await page.keyboard.press('Tab');
        expect(await focused('getAttribute("aria-label")')).toBe('Events');
        expect(await announced().count()).toBe(0);
      },
    );

    test('announce the values of a mark, move to higher and lower marks, and show the focus', async () => {
      const { page } = explorer;
      await enterPlot('plot=scatter;x=redshift;y=chirp-mass-source');
      for (const _ of Array(8)) await page.keyboard.press('ArrowDown');
      // The binary neutron star is the lightest event.
      expect(await nameAnnounced()).toBe('GW170817');
      expect(await announced().textContent()).toMatch(/Redshift 0\.0.*Chirp mass 1\.18.* M☉/);
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      expect(await plot().locator('circle.pointed').count()).toBe(1);
      // The errors of the mark appear, and its row in the table is highlighted.
      expect(await plot().locator('.error-lines').getAttribute('d')).toContain('L');
      await page.locator('tr.is-pointed', { hasText: 'GW170817' }).waitFor();
      expect(await page.evaluate(VIOLATIONS)).toEqual([]);
    });

    test('Enter opens the event, going back returns to its mark, Escape leaves', async () => {
      const { page } = explorer;
      await enterPlot('plot=masses');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const name = await nameAnnounced();
      await page.keyboard.press('Enter');
      await expect.poll(() => hashOf(page)).toMatch(new RegExp(`^#/event-versions/${name}-v\\d$`));
      await page.locator('.event').waitFor();
      await goBack(page);
      await announced().waitFor();
      expect(await nameAnnounced()).toBe(name);
      await page.keyboard.press('Escape');
      expect(await announced().count()).toBe(0);
      expect(await focused('matches("body")')).toBe(true);
      await page.keyboard.press('Tab');
      expect(await focused('getAttribute("aria-label")')).toBe('Events');
    });

    test.each([
      ['GWTC-2.1-confident', 'x=p-astro'],
      ['GWTC-2.1-confident', 'x=mass-1-source'],
      ['GWTC-2.1-confident', 'x=mass-1-source;xscale=linear;bins=40'],
      ['GWTC-2.1-confident&min-p-astro=0.1', 'x=p-astro;missing=p-astro'],
    ])(
      'the bars of %s;%s are marks too, and opening one selects exactly the events that it counts',
      async (release, settings) => {
        const { page } = explorer;
        for (const steps of [0, 3]) {
          await enterPlot(`columns=far;plot=distribution;${settings}`, `#/event-versions?release=${release}`);
          for (const _ of Array(steps)) await page.keyboard.press('ArrowRight');
          expect(await nameAnnounced()).toMatch(/^[\d.]+ to [\d.]+( M☉)?$/);
          const fact = (await announced().locator('.fact').first().textContent()) ?? '';
          const count = Number(/^Events (\d+)$/.exec(fact)?.[1]);
          expect(await announced().textContent()).toContain(`open these ${count}.`);
          await page.keyboard.press('Enter');
          await page.waitForURL(/max-(p-astro|mass-1-source)=/);
          expect(await countShown(page)).toBe(count);
        }
      },
    );

    test('a bar or an area of a quantity without a filter selects nothing, and does not look as if it did', async () => {
      const { page } = explorer;
      await enterPlot('plot=distribution;x=mass-ratio');
      const before = await hashOf(page);
      expect(await announced().textContent()).not.toContain('Enter');
      await page.keyboard.press('Enter');
      const box = await plot().boundingBox();
      const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 100];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 200, y + 20, { steps: 3 });
      expect(await page.locator('.plot .brush').count()).toBe(0);
      await page.mouse.up();
      expect(await hashOf(page)).toBe(before);
    });
  });

  describe('explanations', () => {
    /** The descriptions that elements refer to with aria-describedby. */
    const describedBy = async (selector: string): Promise<readonly string[]> => {
      const ids = await explorer.page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-describedby')));
      return Promise.all(
        ids.flatMap((id) => (id === null ? [] : explorer.page.locator(`[id="${id}"]`).textContent().then(String))),
      );
    };

    test('filters and columns have the description and unit of the vocabulary', async () => {
      const { page } = explorer;
      const columns = PARAMETERS.map(({ name }) => name.replaceAll('_', '-')).join();
      await explorer.show(`#/event-versions?release=GWTC-2.1-confident;columns=${columns};filters=open`);
      await untilComplete(page);
      const wanted = PARAMETERS.map(textOf);
      const described = await describedBy('fieldset.range');
      // Parameters without values in the catalog have no range.
      expect(described.length).toBeGreaterThan(wanted.length - 3);
      expect(wanted).toEqual(expect.arrayContaining([...described]));
      const defined = await describedBy('thead th.number button');
      expect(defined.length).toBe(wanted.length);
      for (const text of wanted) expect(defined.some((one) => one.endsWith(text))).toBe(true);
      // Screen readers read only the names of columns, not their explanations.
      expect(await page.locator('thead .help').count()).toBe(0);
    });

    test('appear by keyboard, and Escape closes them', async () => {
      const { page } = explorer;
      await explorer.show('#/event-versions?release=GWTC-1-confident;filters=open');
      await countShown(page);
      const far = textOf(PARAMETERS.find(({ name }) => name === 'far') as Parameter);
      const text = page.locator('.filter-panel').getByText(far);
      await page.getByRole('button', { name: 'What is FAR?' }).focus();
      expect(await text.isVisible()).toBe(false);
      await page.keyboard.press('Enter');
      await text.waitFor();
      expect(await page.evaluate(VIOLATIONS)).toEqual([]);
      await page.keyboard.press('Escape');
      await text.waitFor({ state: 'hidden' });
      expect(await focused('getAttribute("aria-label")')).toBe('What is FAR?');
      expect(await hashOf(page)).toBe('#/event-versions?release=GWTC-1-confident;filters=open');
    });

    test('of a column appear at its head for the pointer and for the keyboard', async () => {
      const { page } = explorer;
      const far = textOf(PARAMETERS.find(({ name }) => name === 'far') as Parameter);
      await explorer.showAnew('#/event-versions?release=GWTC-1-confident');
      await page.mouse.move(0, 0);
      const head = page.locator('thead button', { hasText: 'FAR' });
      const tip = page.locator('[role=tooltip]:popover-open');
      await head.hover();
      await expect.poll(() => tip.textContent()).toBe(`False alarm rate (FAR) ${far}`);
      // A menu stays open.
      await page.getByRole('button', { name: 'Columns' }).click();
      await head.focus();
      await expect.poll(() => page.locator(':popover-open').count()).toBe(2);
      await page.mouse.move(0, 0);
      await page.locator('main h1').click();
      await expect.poll(() => page.locator(':popover-open').count()).toBe(0);
    });

    test('appear by touch inside a narrow window: of a column, and of a filter next to its button', async () => {
      const narrow = { viewport: { width: 360, height: 700 }, hasTouch: true };
      const other = await explorer.open('#/event-versions?release=GWTC-1-confident;filters=open', narrow);
      const button = other.page.getByRole('button', { name: 'What is FAR?' });
      await button.tap();
      const text = other.page.locator('.help-text:popover-open');
      await text.waitFor();
      const far = textOf(PARAMETERS.find(({ name }) => name === 'far') as Parameter);
      expect(await text.textContent()).toBe(far);
      const [from, to] = [await button.boundingBox(), await text.boundingBox()];
      if (from === null || to === null) throw new Error('one of them is not there');
      expect(to.x).toBeGreaterThanOrEqual(0);
      expect(to.x + to.width).toBeLessThanOrEqual(360);
      const gap = to.y > from.y ? to.y - from.y - from.height : from.y - to.y - to.height;
      expect(Math.abs(gap - 4)).toBeLessThan(2);
      await other.page.locator('.filter-panel h2').tap();
      await text.waitFor({ state: 'hidden' });
      // The next scroll closes an open explanation. It causes no error if the page has already removed the explanation.
      await button.tap();
      await text.waitFor();
      await other.page.evaluate(`new Promise(requestAnimationFrame).then(() => {
        document.querySelector('.help-text:popover-open').remove();
        dispatchEvent(new Event('scroll'));
      })`);
      await other.show('#/event-versions?release=GWTC-1-confident');
      await other.page.locator('thead button', { hasText: 'FAR' }).tap();
      const card = other.page.locator('[role=tooltip]:popover-open');
      await expect.poll(() => card.textContent()).toContain(far);
      const box = await card.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
      expect(other.problems).toEqual([]);
    });

    test('no request failed, and the console has no errors', () => {
      expect(explorer.problems).toEqual([]);
    });
  });

  test('the search is opened by /, is used with keys, and never turns what it does not know into a filter', async () => {
    const { page } = explorer;
    await explorer.show('#/runs');
    await page.keyboard.press('/');
    const field = page.getByRole('combobox');
    const options = page.getByRole('option');
    await options.first().waitFor();
    // Three words, and the number of the others.
    expect(await page.getByRole('group', { name: 'Words' }).getByRole('option').count()).toBe(4);
    await field.pressSequentially('S190521g');
    await expect.poll(() => page.locator('[aria-selected=true]').textContent()).toContain('98.4 + 57.2 M☉ · SNR 14.3');
    expect(await page.locator('[aria-selected=true] b').textContent()).toBe('S190521g');
    expect(await field.getAttribute('aria-activedescendant')).toBe('search-0');
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).toMatch(/^#\/event-versions\/GW190521-v\d$/);
    // The values of the hit are those of the page.
    await page.locator('.parameters').getByText('98.4').first().waitFor();
    expect(await field.inputValue()).toBe('');

    await page.keyboard.press('/');
    await field.pressSequentially('GW1905');
    await page.getByRole('option', { name: '5 more events' }).waitFor();
    expect(await page.evaluate(VIOLATIONS)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('[aria-selected=true]').textContent()).toContain('GWTC-2.1-confident');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('group', { name: 'Events' }).getByRole('option').count()).toBe(10);
    await page.keyboard.press('Escape');
    await expect.poll(() => options.count()).toBe(0);

    const before = await hashOf(page);
    await page.keyboard.press('/');
    await field.pressSequentially('nothing of the kind');
    await page.getByText('No match.').waitFor();
    await page.keyboard.press('Enter');
    expect(await hashOf(page)).toBe(before);
    await field.fill('GW190512_180741');
    await page.getByText('No match; nearest: GW190512_180714').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).toMatch(/^#\/event-versions\/GW190512_180714-v\d$/);
  });
});
