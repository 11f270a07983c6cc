/** Messages on the page about flags, detectors, runs and unknown names in an address: in Chromium, with the shipped catalogue. */

import { describe, expect, test } from 'vitest';
import { describeInChromium, hashOf, rowsShown, useExplorer } from '../../support/explorer-pages.ts';
import { listVersions } from './expected-versions.ts';

/** The left, right and top edges of the drawing. */
const PIXELS = `(() => {
  const { x, width, y } = document.querySelector('.timeline .frame').getBoundingClientRect();
  return { left: x, right: x + width, top: y };
})()`;
/** For intervals of ten days or more, the drawing extends beyond each end by this fraction of the interval. */
const MARGIN = 0.02;

describeInChromium('the texts of the page', () => {
  const explorer = useExplorer({ viewport: { width: 1440, height: 900 } });

  const rows = () => explorer.page.locator('.timeline g:has(> .data) > .code').allTextContents();

  describe('about a flag', () => {
    test('a run has a row for each quality flag that the catalogue has, below the data of the detector', async () => {
      await explorer.showAnew('#/runs/O3a');
      await expect.poll(rows).toEqual(['H1', 'H1_CBC_CAT1', 'L1', 'L1_CBC_CAT1', 'V1']);
      await explorer.showAnew('#/runs/O3b');
      await expect.poll(rows).toEqual(['H1', 'L1', 'V1']);
    });

    test('time outside of runs differs from off', async () => {
      const { page } = explorer;
      // From the end of O1 until after the start of O2, when V1 was still off.
      const [start, stop] = [1137254417 - 500_000, 1164556817 + 500_000];
      await explorer.showAnew(`#/strain-files?start=${start}&stop=${stop}`);
      const { left, right, top } = await page.evaluate<{ left: number; right: number; top: number }>(PIXELS);
      const pointAt = async (gps: number) => {
        const share = ((gps - start) / (stop - start) + MARGIN) / (1 + 2 * MARGIN);
        await page.mouse.move(left + share * (right - left), top + 90);
        return page.textContent('.readout');
      };
      expect(await pointAt(1150000000)).toContain('no run in this catalogue');
      expect(await pointAt(1164556817 + 300_000)).toContain('V1 0 hours');
      // Time without data has a background; time outside of runs has none.
      const known = await page
        .locator('.timeline g:has(> .code:text-is("V1")) .track')
        .evaluateAll((all) => all.map((one) => Number(one.getAttribute('width'))));
      expect(known.length).toBe(1);
      expect(known[0]).toBeCloseTo(
        ((right - left) * (500_000 + MARGIN * (stop - start))) / ((1 + 2 * MARGIN) * (stop - start)),
        0,
      );
      const legend = await page.getByRole('list', { name: 'Parts of a row' }).textContent();
      for (const word of ['on', 'off', 'not in this catalogue', 'no run, or without this detector'])
        expect(legend).toContain(word);
    });

    test('a bar of several days names the first and the last of them', async () => {
      const { page } = explorer;
      const [start, stop] = [1126051217, 1389456018];
      await explorer.showAnew(`#/strain-files?start=${start}&stop=${stop}`);
      const { left, right, top } = await page.evaluate<{ left: number; right: number; top: number }>(PIXELS);
      // Between O1 and O2, when there were no events.
      const share = ((1150000000 - start) / (stop - start) + MARGIN) / (1 + 2 * MARGIN);
      await page.mouse.move(left + share * (right - left), top + 20);
      await page.getByText('no run in this catalogue').waitFor();
      const days = /^\s*(\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2}) /.exec((await page.textContent('.readout')) ?? '');
      const [first = 0, last = 0] = (days ?? []).slice(1).map((day) => Date.parse(day) / 86_400_000);
      const title = await page.locator('section[aria-label=Timeline] h2').textContent();
      expect(title).toContain(`averages of ${last - first + 1} days`);
    });

    test('a bar of several days is as high as the share of the time in a run', async () => {
      const { page } = explorer;
      // So long that a bar has more days than the only run of G1.
      await explorer.showAnew('#/strain-files?start=300000000&stop=1389456018');
      const row = page.locator('.timeline g:has(> .code:text-is("G1"))');
      const share = Number(/on ([\d.]+)%/.exec((await row.textContent()) ?? '')?.[1]) / 100;
      const height = Number(await row.locator('.frame').getAttribute('height'));
      const tops = [...((await row.locator('.data').getAttribute('d')) ?? '').matchAll(/V([\d.]+)H/g)];
      expect(share).toBeGreaterThan(0.5);
      expect(Math.max(...tops.map(([, top]) => 1 - Number(top) / height))).toBeGreaterThan(share - 0.01);
    });

    test('an interval without a list is no problem, although the API answers 404', async () => {
      const { page } = explorer;
      // Between O1 and O2.
      await explorer.showAnew('#/strain-files?start=1150000000&stop=1150004096');
      expect(await page.locator('.problem').count()).toBe(0);
      await page.getByText('This catalogue has no run in this interval.').waitFor();
      await explorer.showAnew('#/events/GW190814');
      expect(await page.locator('.problem').count()).toBe(0);
    });
  });

  test('a detector that took part in a run has a row even without a list', async () => {
    await explorer.showAnew('#/runs/S5/strain-files');
    expect(await rows()).toContain('H2');
    await explorer.page.getByText('This catalogue has no segments of S5. Runs with a list: ').waitFor();
  });

  test('a wide bar shows where a segment starts and stops, without notches', async () => {
    const { page } = explorer;
    // The ends of one segment of H1 and the start and stop of the next are inside.
    await explorer.showAnew('#/strain-files?start=1126252000&stop=1126275000');
    const path = await page.locator('.timeline g:has(> .code:text-is("H1")) .data').getAttribute('d');
    const [first = [], second = []] = [...(path ?? '').matchAll(/M([\d.]+) 52V([\d.]+)H([\d.]+)/g)].map((bar) =>
      bar.slice(1).map(Number),
    );
    expect(path?.split('M').length).toBe(3);
    expect([first[1], second[1]]).toEqual([0, 0]);
    const { left, right } = await page.evaluate<{ left: number; right: number }>(PIXELS);
    const start = Number(await page.locator('.timeline .frame').first().getAttribute('x'));
    const at = (gps: number) => start + ((gps - 1126252000) / 23_000) * (right - left);
    expect(Math.abs((second[0] ?? 0) - at(1126252291))).toBeLessThan(1);
    expect(Math.abs((second[2] ?? 0) - at(1126274322))).toBeLessThan(1);
  });

  test('a bar is as high as the hours of data in its day, also on the day on which a run starts', async () => {
    const { page } = explorer;
    // O3a starts at 15:00.
    await explorer.showAnew('#/strain-files?start=1238166018&stop=1253977218');
    const path = await page.locator('.timeline g:has(> .code:text-is("H1")) .data').getAttribute('d');
    const [, top] = /^M[\d.]+ 52V([\d.]+)H/.exec(path ?? '') ?? [];
    expect(Number(top)).toBeGreaterThan(52 * (15 / 24));
  });

  describe('filters for events', () => {
    test('a run selects the events in it', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions?release=GWTC-2.1-confident;columns=far;filters=open');
      const run = page.getByRole('group', { name: 'Run' }).getByRole('button', { name: 'O1', exact: true });
      await run.click();
      const query = 'release=GWTC-2.1-confident&min-gps-time=1126051217&max-gps-time=1137254417';
      await expect.poll(() => hashOf(page)).toBe(`#/event-versions?${query};columns=far;filters=open`);
      expect(await rowsShown(page)).toEqual(listVersions(query).map(({ shortName }) => shortName));
      expect(await page.locator('.chip.is-set').allTextContents()).toEqual(['Run O1×']);
      await run.click();
      await expect
        .poll(() => hashOf(page))
        .toBe('#/event-versions?release=GWTC-2.1-confident;columns=far;filters=open');
    });

    test('detectors select the events with published strain from each of them', async () => {
      const { page } = explorer;
      await explorer.showAnew('#/event-versions?release=GWTC-2.1-confident;columns=far;filters=open');
      const detectors = page.getByRole('group', { name: 'Strain published from' });
      await detectors.getByText('one only').click();
      await detectors.getByText('Detectors without published strain may have detected an event, too').waitFor();
      await detectors.getByText('one only').click();
      await detectors.getByRole('button', { name: 'V1', exact: true }).click();
      await detectors.getByRole('button', { name: 'H1', exact: true }).click();
      await expect
        .poll(() => hashOf(page))
        .toBe('#/event-versions?release=GWTC-2.1-confident;columns=far;detectors=H1,V1;filters=open');
      const wanted = listVersions('release=GWTC-2.1-confident').filter(({ detectors }) =>
        ['H1', 'V1'].every((one) => detectors.includes(one)),
      );
      expect(wanted.length).toBeGreaterThan(20);
      expect(await rowsShown(page)).toEqual(wanted.map(({ shortName }) => shortName));
      const all = listVersions('release=GWTC-2.1-confident').length;
      expect(await page.textContent('.events .sentence')).toContain(
        `${wanted.length} of ${all} events of GWTC-2.1-confident`,
      );
      await page.getByRole('link', { name: 'Show them' }).click();
      await expect
        .poll(() => hashOf(page))
        .toBe('#/event-versions?release=GWTC-2.1-confident;columns=far;filters=open');
    });
  });

  describe('about unknown names in an address', () => {
    test.each([
      ['#/event-versions?releas=GWTC', 'releas (did you mean "release"?)'],
      ['#/timelines?detector=H1', 'detector (there is no such parameter here)'],
      ['#/timelines?start=abc&stop=1126300000', 'start (this is not a time)'],
      ['#/runs?pgae=2', 'pgae (did you mean "page"?)'],
      ['#/events?release=GWTC', 'release (there is no such parameter here)'],
      ['#/event-versions/GW150914-v4?lastver=true', 'lastver (there is no such parameter here)'],
    ])('%s: %s', async (hash, text) => {
      await explorer.showAnew(hash);
      expect(await explorer.page.textContent('.ignored')).toBe(
        `This address has parameters that the API ignores: ${text}.`,
      );
    });

    test.each([
      '#/event-versions?release=GWTC-1-confident&page=2',
      '#/timelines?start=1126200000&stop=1126300000',
      '#/runs/O1/strain-files?detector=H1',
      '#/api',
    ])('%s: no text, because all names are known', async (hash) => {
      await explorer.showAnew(hash);
      expect(await explorer.page.locator('.ignored').count()).toBe(0);
    });

    test('a setting: the text suggests a known one', async () => {
      await explorer.showAnew('#/event-versions?release=GWTC-1-confident;plto=scatter;colour=rum');
      const text = await explorer.page.textContent('.unknown-settings');
      expect(text).toContain('plto=scatter (did you mean plot?)');
      expect(text).toContain('colour=rum (did you mean run?)');
    });
  });

  test('no request failed, and the console has no errors', () => {
    expect(explorer.problems).toEqual([]);
  });
});
