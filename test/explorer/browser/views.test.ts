/** Every view except events, in a real browser, on a host that only sends files: numbers, keys, links, problems. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import {
  describeInChromium,
  goBack,
  hashOf,
  NEXT_FRAME,
  untilShown,
  useExplorer,
} from '../../support/explorer-pages.ts';
import { countSeconds, filesWithin } from '../strain-oracle.ts';

const { root, data } = inject('shipped');
const BASE_PATH = '/gw';
const O3A = { start: 1238166018, stop: 1253977218 };
/** Around GW150914: detectors come and go. */
const DAY = { start: 1126200000, stop: 1126300000 };

/** Follows each link to a path in the API view. Out: the path, and what the fields for its ids contain, once it has an answer or lacks an id. */
const FORMS_OF_PATHS = `(async () => {
  const forms = [];
  for (const link of document.querySelectorAll('.paths a')) {
    const path = link.textContent;
    link.click();
    const isShown = () =>
      document.querySelector('#path')?.textContent === path &&
      (document.querySelector('#answer') === null) === path.includes('<id>');
    while (!isShown()) await ${NEXT_FRAME};
    const fields = [...document.querySelectorAll('label')].filter((one) => one.textContent.includes('(id)'));
    forms.push([path, fields.map(({ control }) => control.value)]);
  }
  return forms;
})()`;

describeInChromium('views of the explorer', () => {
  const explorer = useExplorer({ basePath: BASE_PATH });
  beforeEach(() => {
    explorer.problems.length = 0;
  });

  /** Shows a request as if newly opened. */
  const show = (target: string) => explorer.showAnew(`#/${target}`);
  const addressIs = (part: string) => explorer.page.waitForURL(({ hash }) => decodeURIComponent(hash).includes(part));

  /** The exact seconds for each set of detectors, by their names in alphabetical order: with at least these detectors, and with only these. */
  async function shownSeconds(): Promise<{ atLeast: Map<string, number>; exactly: Map<string, number> }> {
    const rows = await explorer.page.locator('.sets-table tbody tr').evaluateAll((all) =>
      all.map((row) => ({
        names: row.getAttribute('data-set')?.split(',').sort().join() ?? '',
        seconds: [...row.querySelectorAll('data')].map((one) => Number(one.getAttribute('value'))),
      })),
    );
    const column = (n: number) => new Map(rows.map(({ names, seconds }) => [names, seconds.at(n) as number]));
    const atLeast = column(0);
    // The last row, for no detector at all, has only a value for "exactly these".
    atLeast.delete('');
    return { atLeast, exactly: column(-1) };
  }
  /** Where the drawing of an interval begins, and its scale. Ten days or more are drawn with a margin of two percent at both ends. */
  async function drawnBox(length: number): Promise<{ left: number; top: number; perSecond: number }> {
    const box = await explorer.page.locator('.timeline .frame').first().boundingBox();
    if (box === null) throw new Error('there is no drawing');
    const margin = length < 864_000 ? 0 : Math.round(0.02 * length);
    const perSecond = box.width / (length + 2 * margin);
    return { left: box.x + margin * perSecond, top: box.y, perSecond };
  }

  describe('strain data', () => {
    test.each([O3A, DAY, { start: 1270000000, stop: 1271500000 }, { start: 1187000000, stop: 1187500000 }])(
      'hours of each detector and of several at once equal those in the data files: $start to $stop',
      async ({ start, stop }) => {
        await show(`strain-files?start=${start}&stop=${stop}`);
        const counted = countSeconds(data, start, stop);
        const { atLeast, exactly } = await shownSeconds();
        const total = (all: Map<string, number>) => [...all.values()].reduce((sum, seconds) => sum + seconds, 0);
        for (const [names, seconds] of counted) expect([names, exactly.get(names)]).toEqual([names, seconds]);
        expect(total(exactly)).toBe(total(counted));
        expect(counted.size).toBeGreaterThan(1);
        for (const [set, seconds] of atLeast) {
          const own = set.split(',');
          const wanted = [...counted].filter(([names]) => own.every((one) => names.split(',').includes(one)));
          expect([set, seconds]).toEqual([set, total(new Map(wanted))]);
        }
        expect(atLeast.size).toBeGreaterThan(1);
      },
    );

    test('of a run: its name, hours of data per day, and hours with at least H1 and L1', async () => {
      const { page } = explorer;
      await show('strain-files?start=1126051217&stop=1137254417');
      expect(await page.locator('h1').textContent()).toBe('Strain data of O1');
      await expect.poll(() => page.title()).toBe('Strain data of O1 – Strain data');
      await page.getByText('Hours of data per day').waitFor();
      // The first segment begins hours after the run, and the drawing begins before the run.
      expect(await page.locator('.timeline .track').first().getAttribute('x')).not.toBe(
        await page.locator('.timeline .frame').first().getAttribute('x'),
      );
      await show(`strain-files?start=${O3A.start}&stop=${O3A.stop}`);
      expect(await page.locator('.sets-table tr[data-set="H1,L1"]').textContent()).toContain('2,562.958.4');
      expect(await page.locator('.sentence').textContent()).toContain('H1 and L1 were on together for 2,562.9 hours');
    });

    test('of four hours: minutes, not 0.0 hours', async () => {
      await show('strain-files?start=1126245000&stop=1126259400');
      const cells = await explorer.page.locator('.sets-table td.number:has(data)').allTextContents();
      expect(cells.filter((text) => / min$/.test(text)).length).toBeGreaterThan(0);
      expect(cells).not.toContain('0.0');
    });

    test('of one detector: no sentence about two', async () => {
      // H1 alone has data.
      await show('strain-files?start=1126277000&stop=1126278800');
      expect(await explorer.page.textContent('.sentence')).toMatch(
        / UTC, [\d.]+ min of runs with a list of segments\.$/,
      );
    });

    test('the rows of the table have names for screen readers', async () => {
      await show(`strain-files?start=${O3A.start}&stop=${O3A.stop}`);
      const row = explorer.page.locator('tr[data-set="H1,L1"]');
      expect(await row.getByRole('rowheader').textContent()).toBe('H1 and L1');
      expect(await row.getByRole('img').evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(['on', '–']);
    });

    test('the segments of H1 and L1 together can be saved', async () => {
      await show(`strain-files?start=${DAY.start}&stop=${DAY.stop}`);
      const [download] = await Promise.all([
        explorer.page.waitForEvent('download'),
        explorer.page.getByRole('button', { name: 'CSV of at least H1, L1' }).click(),
      ]);
      const [head, ...lines] = readFileSync((await download.path()) as string, 'utf8')
        .trim()
        .split('\n');
      expect(head).toBe('start,stop');
      const seconds = lines
        .map((line) => line.split(',').map(Number))
        .reduce((sum, [from = 0, to = 0]) => sum + to - from, 0);
      expect(seconds).toBe((await shownSeconds()).atLeast.get('H1,L1'));
    });

    test.each([
      ['strain-files?start=2015-09-14&stop=2015-09-14', 'strain-files?start=1126224017&stop=1126310417'],
      ['timelines?start=2015-09-14T09:50:45', 'timelines?start=1126259462'],
      [
        'event-versions?release=GWTC-2&min-gps-time=2019-05-21',
        'event-versions?release=GWTC-2&min-gps-time=1242432018',
      ],
    ])('a date in the address is understood: %s', async (typed, understood) => {
      await show(typed);
      await expect.poll(() => hashOf(explorer.page)).toBe(`#/${understood}`);
      expect(await explorer.page.locator('.problem').count()).toBe(0);
    });

    test('the download list has the files of the interval, detector and rate', async () => {
      const { page } = explorer;
      await show(`strain-files?start=${DAY.start}&stop=${DAY.stop}`);
      await page.getByRole('button', { name: 'H1', exact: true }).click();
      await addressIs('detector=H1');
      await page.getByRole('button', { name: '4 kHz', exact: true }).click();
      await addressIs('sample-rate=4');
      await page.getByRole('button', { name: 'aria2' }).click();
      const names = filesWithin(data, 'H1', 4, DAY.start, DAY.stop);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Download list of ${names.length} files` }).click(),
      ]);
      const lines = readFileSync((await download.path()) as string, 'utf8').split('\n');
      expect(lines.filter((line) => line.startsWith('  '))).toEqual(names.map((name) => `  out=${name}`));
      const urls = lines.filter((line) => line.startsWith('http'));
      expect(urls.length).toBe(names.length);
      expect(
        urls.every((url, n) => url.startsWith('https://gwosc.org/archive/data/') && url.endsWith(names[n] ?? ' ')),
      ).toBe(true);
      expect(names.length).toBeGreaterThan(5);
    });

    test('an interval chosen on the page of a run applies to the list of files too', async () => {
      const { page } = explorer;
      await show('runs/O1/strain-files?detector=H1');
      await page.getByRole('button', { name: 'O2', exact: true }).click();
      await page.getByRole('heading', { name: 'Strain data of O2' }).waitFor();
      expect(await hashOf(page)).toBe('#/strain-files?detector=H1&start=1164556817&stop=1187733618');
      await page.locator('#files ~ * tbody tr').first().waitFor();
    });

    test('going back to a run shows nothing under its title but its interval', async () => {
      const { page } = explorer;
      await show('runs/O1/strain-files');
      const text = await page.textContent('.sentence');
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await addressIs('strain-files?start=');
      await page.evaluate(`window.seen = new Set();
        new MutationObserver(() => {
          const [title, sentence] = ['h1', '.sentence'].map((one) => document.querySelector(one)?.textContent);
          if (title === 'Strain data of O1' && sentence) window.seen.add(sentence);
        }).observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true })`);
      await page.goBack();
      await page.getByRole('heading', { name: 'Strain data of O1' }).waitFor();
      await expect.poll(() => page.textContent('.sentence')).toBe(text);
      expect(await page.evaluate('[...window.seen]')).toEqual([text]);
    });

    test('the cursor stays in the drawing when its event does not', async () => {
      const { page } = explorer;
      // The first event after the start is at its very beginning.
      await show('strain-files?start=1126250000&stop=1137254417');
      await page.getByRole('application').focus();
      await page.keyboard.press('PageDown');
      const cursor = page.locator('.timeline .cursor');
      await cursor.waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowRight');
      await addressIs('start=11284');
      await expect.poll(() => cursor.count()).toBe(0);
    });

    test('reads out beside the pointer, has a way back from a zoom, and one form of time', async () => {
      const { page } = explorer;
      await show(`strain-files?start=${O3A.start + 5_000_000}&stop=${O3A.start + 9_000_000}&detector=H1&page=2`);
      const { left, top } = await drawnBox(4_000_000);
      await page.mouse.move(left + 300, top + 20);
      const readout = page.locator('.readout');
      await readout.waitFor();
      const box = await readout.boundingBox();
      expect(Math.abs((box?.x ?? 0) - left - 300)).toBeLessThan(40);
      expect(await readout.textContent()).toMatch(/^2019-\d\d-\d\d H1 /);
      await page.getByRole('button', { name: 'GPS', exact: true }).click();
      await expect.poll(() => page.textContent('.sentence')).toMatch(/^GPS 1243166018 to 1247166018/);
      await addressIs(`strain-files?start=1243166018&stop=1247166018&detector=H1&page=2;time=gps`);
      await page.mouse.move(left + 310, top + 20);
      await expect.poll(() => readout.textContent()).toMatch(/^GPS \d+ to \d+ H1 /);
      // Another detector has another number of pages.
      await page.getByRole('button', { name: 'V1', exact: true }).click();
      await expect.poll(() => hashOf(page)).toMatch(/detector=V1;time=gps$/);
      await page.getByRole('button', { name: 'Back to O3a' }).click();
      await page.getByRole('heading', { name: 'Strain data of O3a' }).waitFor();
      await page.getByRole('button', { name: 'Back to all segments' }).click();
      await expect.poll(() => page.getByRole('button', { name: 'Back to all segments' }).count()).toBe(0);
      await page.getByRole('button', { name: 'UTC', exact: true }).click();
    });

    test('the percentage at each row is of the interval shown, as in the table', async () => {
      await show('strain-files?start=1243166018&stop=1245758018');
      const { page } = explorer;
      const texts = await page.locator('svg.timeline g text:not(.code)').allTextContents();
      const rows = texts.flatMap((text) => /^on ([\d.]+)%$/.exec(text)?.[1] ?? []);
      const shares = ['H1', 'L1', 'V1'].map((one) => page.locator(`[data-set="${one}"] .share`).first().textContent());
      expect(rows).toEqual(await Promise.all(shares));
    });

    test('a start that has no date is shown in GPS seconds', async () => {
      await show('strain-files?start=-100&stop=1126300000');
      expect(await explorer.page.getByLabel('From', { exact: true }).inputValue()).toBe('-100');
      expect(await explorer.page.locator('.interval .wrong').count()).toBe(0);
    });

    test('a request for CSV has a view', async () => {
      await show('strain-files?start=1126200000&stop=1126300000&format=csv');
      expect(await explorer.page.textContent('h1')).toContain('Strain data');
      expect(await explorer.page.locator('.problem').count()).toBe(0);
    });

    test('a page of the list of files says which files it has', async () => {
      const text = () => explorer.page.locator('#files ~ .note').textContent();
      await show('strain-files?page=3');
      expect(await text()).toMatch(/^Files 41 to 60 of [\d,]+; the list has them all\.$/);
      await show('strain-files');
      expect(await text()).toMatch(/^The first 20 of [\d,]+; the list has them all\.$/);
    });

    test('is zoomed and moved by keys and by dragging, and goes back', async () => {
      const { page } = explorer;
      await show('timelines');
      await page.getByRole('button', { name: 'O1', exact: true }).click();
      await addressIs('start=1126051217&stop=1137254417');
      await page.getByRole('application').focus();
      await page.keyboard.press('+');
      await addressIs('start=1128852017&stop=1134453617');
      await page.keyboard.press('ArrowRight');
      await addressIs('start=1129972337&stop=1135573937');
      const { left, top, perSecond } = await drawnBox(5_601_600);
      const width = 5_601_600 * perSecond;
      await page.mouse.move(left + width * 0.25, top + 20);
      await page.mouse.down();
      await page.mouse.move(left + width * 0.5, top + 20, { steps: 3 });
      await page.mouse.up();
      await page.waitForURL(({ hash }) => !hash.includes('1129972337'));
      const shown = new URLSearchParams((await hashOf(page)).split('?')[1]);
      expect(Math.abs(Number(shown.get('start')) - (1129972337 + 5601600 / 4))).toBeLessThan(15_000);
      expect(Math.abs(Number(shown.get('stop')) - (1129972337 + 5601600 / 2))).toBeLessThan(15_000);
      await page.goBack();
      await addressIs('start=1129972337&stop=1135573937');
      // Keys that are pressed quickly are one step; a busy machine may press them slowly.
      await page.goBack();
      await expect.poll(() => hashOf(page)).not.toContain('start=1129972337');
      if ((await hashOf(page)).includes('start=1128852017')) await page.goBack();
      await addressIs('start=1126051217&stop=1137254417');
      await page.goBack();
      await addressIs('timelines');
    });

    test('names the event under the pointer, and opens it', async () => {
      const { page } = explorer;
      await show(`strain-files?start=${DAY.start}&stop=${DAY.stop}`);
      const { left, top, perSecond } = await drawnBox(DAY.stop - DAY.start);
      const x = left + (1126259462.4 - DAY.start) * perSecond;
      await page.mouse.move(x + 2, top - 20);
      await page.getByText('on: H1, L1').waitFor();
      expect(await page.locator('.readout strong').textContent()).toBe('GW150914');
      await page.mouse.click(x + 2, top - 20);
      await addressIs('event-versions/GW150914-v4');
      await goBack(page);
      await page.getByRole('application').focus();
      // Keys that go from mark to mark in plots would point at events outside the interval.
      for (const key of ['ArrowUp', 'End', 'Enter']) await page.keyboard.press(key);
      expect(await page.locator('.readout').count()).toBe(0);
      await page.keyboard.press('PageDown');
      const readout = page.locator('.readout strong', { hasText: 'GW150914' });
      await readout.waitFor();
      // A key may have scrolled the timeline away from the pointer.
      await page.mouse.move(0, 0);
      expect(await readout.count()).toBe(1);
      await page.keyboard.press('Enter');
      await addressIs('event-versions/GW150914-v4');
      expect(explorer.problems).toEqual([]);
    });

    test('the form never shows the times of the interval before, or an error, while the interval changes', async () => {
      const { page } = explorer;
      await show('api');
      await page.evaluate(`
        seen = [];
        watch = new MutationObserver(() => {
          seen.push(...document.querySelectorAll('.interval :is(.wrong, [aria-invalid=true], [type=submit])'));
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
      `);
      await explorer.show('#/timelines');
      await page.getByRole('button', { name: 'O1', exact: true }).click();
      await expect.poll(() => page.getByRole('textbox', { name: 'To' }).inputValue()).toBe('2016-01-19 16:00');
      await page.getByRole('button', { name: 'GPS', exact: true }).click();
      await expect.poll(() => page.getByRole('textbox', { name: 'To' }).inputValue()).toBe('1137254417');
      expect(await page.evaluate('watch.disconnect(), seen.length')).toBe(0);
    });

    test('strikes out the detectors without files in the interval', async () => {
      const { page } = explorer;
      const group = page.getByRole('group', { name: 'Detector', exact: true });
      await show('runs/O4a/strain-files');
      await expect.poll(() => group.locator('s').allTextContents()).toEqual(['H2', 'V1', 'G1', 'K1']);
      expect(await group.getByRole('button').allTextContents()).toEqual(['All', 'H1', 'L1']);
      await show('runs/O3a/strain-files');
      await group.getByRole('button', { name: 'V1' }).waitFor();
      expect(await group.locator('s').allTextContents()).toEqual(['H2', 'G1', 'K1']);
    });

    test('says of what the shares in the timeline are, which differ from those in the table if there are several runs', async () => {
      const { page } = explorer;
      const note = page.getByRole('region', { name: 'Time with data' }).locator('.note').first();
      for (const [hash, isSaid] of [
        ['timelines', true],
        ['runs/O2/strain-files', false],
      ] as const) {
        await show(hash);
        expect(((await note.textContent()) ?? '').includes('the share of a detector is of its own runs')).toBe(isSaid);
      }
    });

    test('accepts an interval in UTC', async () => {
      const { page } = explorer;
      await show('timelines');
      const [from, to] = [page.getByRole('textbox', { name: 'From' }), page.getByRole('textbox', { name: 'To' })];
      await from.fill('2015-09-14');
      await to.fill('2015-09-14 09:50:45');
      await page.getByRole('button', { name: 'Show' }).click();
      await addressIs('start=1126224017&stop=1126259462');
      expect(await from.inputValue()).toBe('2015-09-14 00:00');
      // A day lasts until its end.
      await to.fill('2015-09-14');
      await page.getByRole('button', { name: 'Show' }).click();
      await addressIs('start=1126224017&stop=1126310417');
      await page.getByRole('button', { name: 'GPS' }).click();
      await expect.poll(() => from.inputValue()).toBe('1126224017');
      await to.fill('yesterday');
      expect(await page.getByRole('button', { name: 'Show' }).isDisabled()).toBe(true);
    });
  });

  test('an event gives itself away: versions, values, files, code and citation', async () => {
    const { page: event } = explorer;
    await event.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await event.setViewportSize({ width: 1440, height: 900 });
    await show('events/GW190814');
    const clipboard = () => event.evaluate('navigator.clipboard.readText()') as Promise<string>;
    const text = (selector: string) => event.locator(selector).first().innerText();
    expect(await text('h1')).toMatch(/2\.6 M☉ secondary: nature unknown\s+type by mass/);
    const facts = (await text('.event-facts')).replace(/\s+/g, ' ');
    for (const part of [
      'UTC 2019-08-14 21:10:39 GPS 1249852257.0 14:10:39 PDT at Hanford · 16:10:39 CDT at Livingston · 23:10:39 CEST at Virgo',
      'Strain published from H1, L1, V1 Run O3a Also named GW190814_211039 Alerts GraceDB S190814bv',
    ]) {
      expect(facts).toContain(part);
    }
    // Injections and weaker candidates are passed by.
    expect((await text('.neighbours')).replace(/\s+/g, ' ')).toBe('← GW190805_211137 GW190828_063405 →');
    const strip = (title: RegExp) =>
      event.locator('figure', { hasText: title }).locator('tr:has(th)').allTextContents();
    expect(await strip(/^Mass 1/)).toEqual(['v323.3 +1.4 −1.4', 'v223.2 +1.1 −1.0', 'v123.2 +1.1 −1.0']);
    expect(await strip(/^Mass ratio/)).toEqual(['v30.11 from masses', 'v20.112 from masses', 'v10.112 from masses']);
    expect((await strip(/^Search/)).at(0)).toBe('v3FAR 0.00001 yr⁻¹pastro 1 ');
    await event.getByText('H1 has no DATA segment at the event, but its strain is published.').waitFor();

    const published = event.locator('.published');
    const url = 'zenodo.org/api/records/6513631/files/IGWN-GWTC2p1-v2-';
    expect(await published.getByRole('link', { name: /^GW190814 mixed/ }).getAttribute('href')).toContain(url);
    expect(await published.getByRole('link', { name: 'PESkyMaps' }).getAttribute('href')).toContain(url);
    for (const part of ['arXiv:2108.01045', 'arXiv:2010.14527', '10.7935/qf3a-3z67']) {
      expect(await published.textContent()).toContain(part);
    }
    await event.getByText('3 of 24 files chosen').waitFor();
    // Detectors combine. In other parts, a value replaces the one before, and every part can have all of its values.
    await event.getByRole('button', { name: '16 kHz' }).click();
    await event.getByRole('button', { name: 'H1', exact: true }).click();
    await event.getByRole('group', { name: 'Length' }).getByRole('button', { name: 'All' }).click();
    await event.getByRole('button', { name: 'L1', exact: true }).click();
    await event.getByText('4 of 24 files chosen').waitFor();
    await event.getByRole('button', { name: 'L1', exact: true }).click();
    await event.getByRole('button', { name: 'Copy 2 URLs' }).click();
    await event.locator('[role=status]', { hasText: 'Copied' }).waitFor();
    const urls = (await clipboard()).trim().split('\n');
    expect(
      await event.locator('.urls a').evaluateAll((all) => all.map((one) => (one as unknown as { href: string }).href)),
    ).toEqual(urls);
    expect(urls.length).toBe(2);
    for (const one of urls) expect(one).toMatch(/^https:\/\/gwosc\.org\/eventapi\/.*\/H-H1_.*16KHZ.*\.hdf5$/);
    // H1 had no data at the event.
    await event.getByText('"L1", gps - 16, gps + 16').waitFor();
    await event.getByRole('button', { name: 'Copy BibTeX' }).click();
    await expect.poll(clipboard).toContain('eprint        = {2108.01045}');
    expect(await clipboard()).toContain('doi           = {10.7935/qf3a-3z67}');

    await event.setViewportSize({ width: 390, height: 844 });
    await event.getByRole('button', { name: 'Get this event' }).click();
    await event.getByRole('dialog', { name: 'Get GW190814' }).getByText('Posterior samples').waitFor();
    await event.setViewportSize({ width: 1280, height: 720 });
  });

  test('an event has other versions, and says which values and files the catalogue lacks', async () => {
    const { page } = explorer;
    await show('events/GW150914');
    expect(await page.locator('.versions a').allTextContents()).toEqual([
      'v4 GWTC-2.1-confident newest with values',
      'v3 GWTC-1-confident ',
      'v2 O1_O2-Preliminary values not in this catalogue',
      'v1 O1_O2-Preliminary values not in this catalogue',
    ]);
    const figure = page.locator('figure', { hasText: /^Mass 1/ });
    expect(await figure.locator('tr:has(th)').allTextContents()).toEqual(['v434.6 +4.4 −2.6', 'v335.6 +4.7 −3.1']);
    await page.getByText('H1 and L1 had data at the event.').waitFor();
    await page.getByRole('link', { name: /^v3/ }).first().click();
    await addressIs('event-versions/GW150914-v3');
    await page.locator('.versions a[aria-current]', { hasText: 'v3' }).waitFor();
    await show('events/GW200129_065458');
    for (const name of ['GraceDB S200129m', 'GCN circulars', 'GCN notice']) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toContain('S200129m');
    }
    await show('events/GW170817');
    expect(await page.locator('.search-values tr').first().textContent()).toContain('FAR < 1 × 10⁻⁷ yr⁻¹');
    await show('events/GW241110_124123');
    expect((await page.locator('.event-facts').innerText()).replace(/\s+/g, ' ')).toContain(
      'Strain not in this catalogue',
    );
  });

  test('an event whose selected version has no values says so, and an injection was added to the data', async () => {
    const { page } = explorer;
    const how = page.locator('.how');
    await show('event-versions/GW150914-v1');
    expect(await how.textContent()).toContain('values not in this catalogue, so none are in colour.');
    await show('events/GW150914');
    expect(await how.textContent()).toContain('values not in this catalogue.');
    await show('event-versions/GW230529');
    await page.getByRole('heading', { name: 'GW230529_181500' }).waitFor();
    await show('events/blind_injection');
    expect(await page.locator('main .sentence').textContent()).toBe(
      'A signal that was added to the data as a test. Not a detection. Not counted.',
    );
    // Its catalog lists it, though it counts no events.
    await show('catalogs/Initial_LIGO_Virgo');
    expect(await page.locator('main .facts').textContent()).toContain('0 events');
    await page.getByRole('link', { name: 'blind_injection' }).waitFor();
  });

  test('runs and catalogs match the data files', async () => {
    const read = (file: string) => parse(readFileSync(join(data, file), 'utf8')) as Record<string, { name: string }[]>;
    const names = () => explorer.page.locator('.records tbody th').allTextContents();
    await show('runs');
    expect((await names()).toSorted()).toEqual(
      read('runs.yaml')
        .runs?.map(({ name }) => name)
        .toSorted(),
    );
    await show('catalogs');
    expect(await names()).toEqual(read('catalogs.yaml').catalogs?.map(({ name }) => name));
  });

  test.each([
    ['datasets', 'runs'],
    ['runs/O3a/datasets', 'runs/O3a'],
    ['datasets/O3a_4KHZ_R1', 'runs/O3a'],
  ])('the old address of datasets, %s, leads to %s', async (old, now) => {
    await explorer.show('#/api');
    await explorer.page.evaluate(`location.hash = '#/${old}'`);
    await expect.poll(() => hashOf(explorer.page)).toBe(`#/${now}`);
    await untilShown(explorer.page);
    expect(explorer.problems).toEqual([]);
  });

  test('the page of a run has its datasets, with links to their files and the bits of their masks', async () => {
    const { page } = explorer;
    await show('runs/O3a');
    const sets = page.locator('.dataset');
    await sets.first().waitFor();
    const datasets = readdirSync(join(data, 'strain-files')).filter((name) => name.startsWith('O3a_'));
    expect((await sets.locator('h3').allTextContents()).sort()).toEqual(
      datasets.map((name) => name.replace('.yaml', '')).sort(),
    );
    const one = sets.filter({ has: page.getByRole('heading', { name: 'O3a_4KHZ_R1' }) });
    await one.getByText('Bits of the masks').click();
    await one.getByText('Hardware injections').waitFor();
    await one.getByRole('link', { name: /files$/ }).click();
    await addressIs('datasets/O3a_4KHZ_R1/strain-files');
    await page.getByRole('heading', { name: 'Strain data of O3a_4KHZ_R1' }).waitFor();
  });

  test('the page of a run says in words what its timeline shows', async () => {
    await show('runs/O3a');
    await explorer.page.locator('.timeline .data[d^=M]').first().waitFor();
    expect(await explorer.page.locator('#data ~ * li').allTextContents()).toEqual(
      expect.arrayContaining(['H1 on 71.0%']),
    );
    await show('runs/O4b');
    await expect
      .poll(() => explorer.page.locator('#data ~ ul li').allTextContents())
      .toEqual(['H1', 'L1', 'V1'].map((one) => `${one} not in this catalogue`));
  });

  test('the number of events in a run is the same in the list of runs, on its page and in its strain data', async () => {
    const { page } = explorer;
    await show('runs');
    const row = page.locator('.records tbody tr', { has: page.getByRole('link', { name: 'O4b', exact: true }) });
    expect(await row.textContent()).toContain('161 events');
    await show('runs/O3a');
    expect(await page.locator('.facts').first().textContent()).toContain('44 events');
    await page.locator('.facts').first().getByRole('link', { name: '44 events' }).click();
    await addressIs('event-versions?release=GWTC&min-gps-time=1238166018');
    await show(`strain-files?start=${O3A.start}&stop=${O3A.stop}`);
    await page.getByText('GWTC: 44').waitFor();
  });

  test('the page of a record never shows the records of the page before it', async () => {
    const { page } = explorer;
    await show('runs');
    await page.evaluate(`window.seen = new Set();
      new MutationObserver(() => {
        const facts = document.querySelector('main .facts')?.textContent;
        if (facts) window.seen.add(document.querySelector('main h1').textContent + ': ' + facts);
      }).observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true })`);
    for (const run of ['O2', 'O1']) {
      await page.goto(`${explorer.base}#/runs/${run}`);
      await page.getByRole('heading', { name: `Run ${run}` }).waitFor();
      await page.locator('.events[data-ready]').waitFor();
    }
    const seen = (await page.evaluate('[...window.seen]')) as string[];
    expect(seen.map((one) => /^(.*?): .*GPS(\d+) to/.exec(one)?.slice(1))).toEqual([
      ['Run O2', '1164556817'],
      ['Run O1', '1126051217'],
    ]);
  });

  test('the API view has every path of the OpenAPI document, and each can be tried', async () => {
    const { page } = explorer;
    await show('api;request=openapi.json');
    const paths = await page.locator('.paths a').allTextContents();
    const document = JSON.parse(readFileSync(join(root, 'api/v2/openapi.json'), 'utf8')) as { paths: object };
    const known = Object.keys(document.paths).map((path) => path.replace(/^\//, '').replace(/\{.*?\}/g, '<id>'));
    expect(paths.map((path) => path.replace(/^\/$/, '')).toSorted()).toEqual([...new Set(known)].toSorted());
    // Each link opens the form of its path, and sends no request that lacks an id.
    const forms = await page.evaluate<readonly (readonly [string, readonly string[]])[]>(FORMS_OF_PATHS);
    expect(forms).toEqual(paths.map((path) => [path, Array(path.split('<id>').length - 1).fill('')]));
    await page.getByRole('link', { name: 'runs/<id>/strain-files' }).click();
    await page.getByLabel('runs (id)').fill('O1');
    await page.getByLabel('detector').selectOption('L1');
    await page.getByLabel('pagesize').fill('1');
    await page.getByRole('button', { name: 'Send' }).click();
    await addressIs('request=runs/O1/strain-files?detector=L1&pagesize=1');
    await page.getByText('GET runs/O1/strain-files?detector=L1&pagesize=1').waitFor();
    const text = await page.locator('.answer-panel').textContent();
    for (const part of ['200', ' B', 'etag', '"detector": "L1"']) {
      expect(text).toContain(part);
    }
    // Numbers keep their form, which parsing loses.
    await show('api;request=event-versions/GW190814-v3');
    await page.getByText('"gps": 1249852257.0,').waitFor();
    // Typed with a slash first.
    await show('api;request=/runs/O1');
    await page.getByText('GET /runs/O1').waitFor();
    expect(await page.textContent('#path')).toBe('runs/<id>');
    await show('api;request=strain-files?detector=X9&detctor=H1');
    const refused = await page.locator('.answer-panel').textContent();
    for (const part of ['400', '"parameter": "detector"', 'did you mean "detector"?']) expect(refused).toContain(part);
  });

  test('the API view shows paths that have no view, each body under its own request', async () => {
    const { page } = explorer;
    const segments = 'timelines/H1_DATA/segments?start=1126200000&stop=1126300000&format=csv';
    await show(segments);
    await page.getByRole('heading', { name: `GET ${segments}` }).waitFor();
    expect(await page.textContent('pre.answer')).toMatch(/^\w+(,\w+)+\r?\n/);
    await show('timelines/H1_DATA');
    await page.getByRole('link', { name: '/api/v2/timelines/H1_DATA/segments' }).click();
    await addressIs('#/api;request=timelines/H1_DATA/segments');
    await page.getByRole('heading', { name: 'GET timelines/H1_DATA/segments' }).waitFor();
    await show('nowhere');
    await page.getByRole('heading', { name: 'GET nowhere' }).waitFor();
    expect(await page.textContent('.refused')).toMatch(/^404 /);
    expect(await page.textContent('pre.answer')).toContain('Not found');
  });

  test.each([
    ['event-versions/GW000000', 'There is nothing at this address'],
    ['runs/O9/strain-files', 'There is nothing at this address'],
    ['catalogs/none', 'There is nothing at this address'],
    ['strain-files?detector=X9', 'This request is invalid'],
    ['strain-files?start=9&stop=1', 'This request is invalid'],
    ['strain-files?page=9999', 'There is nothing at this address'],
  ])('%s is refused with an explanation', async (target, title) => {
    await explorer.show(`#/${target}`);
    await explorer.page.getByRole('heading', { name: title }).waitFor();
    expect(await explorer.page.locator('main :is(table, svg)').count()).toBe(0);
  });

  test('the range filters of a path stay unfolded while their only value is deleted', async () => {
    const { page } = explorer;
    await explorer.show('#/api;request=event-versions');
    await page.locator('.request-form summary').click();
    const field = page.getByLabel('min-far');
    await field.fill('5');
    await field.fill('');
    expect(await field.isVisible()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('parameter-min-far');
  });

  test('a missing part of the site is reported, never shown as an empty table, and can be retried', async () => {
    const [index] = readdirSync(join(root, 'index')).filter((name) => name.startsWith('segments-'));
    const path = `${BASE_PATH}/index/${index}`;
    explorer.files.missing.add(path);
    // A separate context, because the cache of the other tests contains the file.
    const { page: other } = await explorer.open('#/timelines');
    await other.getByRole('heading', { name: 'Part of the catalogue cannot be read' }).waitFor();
    expect(await other.locator('main :is(table, svg)').count()).toBe(0);
    explorer.files.missing.delete(path);
    await other.getByRole('button', { name: 'Try again' }).click();
    await other.locator('.sets-table tbody tr').first().waitFor();
    expect(await other.locator('.sets-table tbody tr').count()).toBeGreaterThan(4);
  });

  test('the list of runs counts their files and events without reading them', async () => {
    explorer.files.asked.length = 0;
    const { page: other } = await explorer.open('#/runs');
    await other.locator('[data-ready] tbody tr', { hasText: '19,236 files' }).waitFor();
    const packs = explorer.files.asked.flatMap((path) => /packs\/(.*)-[0-9a-f]{32}/.exec(path)?.[1] ?? []);
    expect(packs).toEqual(['runs']);
  });

  test('while segments are loading, the page of a run reserves their space, and the strain view says how to use it', async () => {
    const { page: other } = await explorer.open('#/api');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route('**/index/segments-*', async (route) => {
      await released;
      await route.continue();
    });
    await other.goto(`${explorer.base}#/strain-files`);
    await other.getByText('Drag to zoom in').waitFor();
    expect(await other.locator('svg.timeline').count()).toBe(0);
    await other.goto(`${explorer.base}#/runs/O1`);
    await other.locator('.events[data-ready]').waitFor();
    await other.locator('.dataset').first().waitFor();
    const top = async () => (await other.locator('.events').boundingBox())?.y;
    const before = await top();
    expect(await other.locator('.timeline .data[d^=M]').count()).toBe(0);
    release();
    await other.locator('.timeline .data[d^=M]').first().waitFor();
    expect(await top()).toBe(before);
  });
});
