/**
 * How every view looks on a phone, a tablet and a desktop, and in dark colours, in Chromium: axe finds no problems, and the page never
 * scrolls sideways. All tests change the window and colours of the same page, because loading and drawing a view takes longer than the
 * rest.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { viewOf } from '../../../src/explorer/address/routes.ts';
import { describeInChromium, NEXT_FRAME, untilComplete, useExplorer } from '../../support/explorer-pages.ts';

const WIDTHS = { light: [390, 820, 1440], dark: [1440] } as const;
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CONTRAST = 'color-contrast';
/** Dark pages differ only in colours. Colours do not depend on the width, so they are checked in the narrowest and the widest window. */
function rulesFor(scheme: Scheme, width: number): object {
  if (scheme === 'dark') return { runOnly: { type: 'rule', values: [CONTRAST] } };
  return width === WIDTHS.light[1] ? { rules: { [CONTRAST]: { enabled: false } } } : {};
}
/** Lists the problems that axe finds outside of the `excluded` elements. */
const listViolations = (
  scheme: Scheme,
  width: number,
  excluded: readonly string[],
) => `axe.run({ exclude: ${JSON.stringify(excluded)} }, ${JSON.stringify({
  resultTypes: ['violations'],
  ...rulesFor(scheme, width),
})}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html }) => id + ' ' + html.slice(0, 200))))`;

/** A catalog with few rows, because axe checks every cell of this view. */
const EVENTS = 'event-versions?release=GWTC-1-confident';
/** Other views repeat its rows. */
const REPEATED = '.events tbody tr:nth-child(n + 4)';
const VIEWS = [
  EVENTS,
  `${EVENTS};plot=scatter;x=redshift;y=far;yscale=log;colour=run`,
  `${EVENTS};plot=distribution;x=chi-eff`,
  `${EVENTS};plot=detections;time=gps;plto=masses`,
  'compare;new=GWTC-2.1-confident;old=GWTC-1-confident',
  'event-versions?release=GWTC9',
  'event-versions/GW150914',
  'events/GW200129_065458',
  'timelines',
  'strain-files?start=1126200000&stop=1126300000&detector=H1',
  'runs/S6/strain-files',
  'runs',
  'catalogs',
  'catalogs/GWTC-1-confident',
  'runs/O2',
  'api',
  'api;request=event-versions/gw150914',
  'runs/O9',
];

describeInChromium('the appearance', () => {
  const explorer = useExplorer();
  beforeAll(() => explorer.page.evaluate(AXE));

  test('is tested in every view', () => {
    const shown = new Set(VIEWS.map((target) => viewOf(target.split(';')[0] as string)));
    const all = ['api', 'catalog', 'catalogs', 'compare', 'event', 'events', 'run', 'runs', 'strain'];
    expect([...shown].sort()).toEqual(all);
  });

  test.each(VIEWS)('of %s', async (target) => {
    const { page, problems, showAnew } = explorer;
    const found: string[] = [];
    await page.setViewportSize({ width: WIDTHS.light[0], height: 900 });
    await showAnew(`#/${target}`);
    await untilComplete(page);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of WIDTHS[scheme]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(NEXT_FRAME);
        const violations = await page.evaluate<string[]>(
          listViolations(scheme, width, target === EVENTS ? [] : [REPEATED]),
        );
        const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        found.push(
          ...violations.map((one) => `${scheme} ${width}: ${one}`),
          ...(beyond > 0 ? [`${scheme} ${width}: ${beyond} too wide`] : []),
        );
      }
    }
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
  });
});
