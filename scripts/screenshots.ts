/**
 * Takes the pictures in docs/images/, for docs/explorer.md and README.md. They show the current explorer in Chromium, with the site in
 * dist/. Run `npm run screenshots` after `npm run build && npx --no-install stillwave build`; `-- FOLDER` selects another site. Check what has changed
 * before you commit the pictures.
 */

import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createHandler } from '../src/hosts/node/handler.ts';
import { BROWSER, sharedBrowser } from '../test/support/browser.ts';
import { listen } from '../test/support/listen.ts';
import { ROOT } from './bundling.ts';

const out = join(ROOT, 'docs/images');

interface Picture {
  readonly name: string;
  readonly hash: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly colors: 'light' | 'dark';
}

const PICTURES: readonly Picture[] = [
  { name: 'events', hash: '#/event-versions?release=GWTC', width: 1280, height: 860, colors: 'light' },
  {
    name: 'events-scatter',
    hash: '#/event-versions?release=GWTC&min-network-matched-filter-snr=12;plot=scatter;x=mass-1-source;y=mass-2-source',
    width: 1280,
    height: 860,
    colors: 'dark',
  },
  {
    name: 'events-narrow',
    hash: '#/event-versions?release=GWTC',
    width: 360,
    height: 760,
    colors: 'light',
  },
  { name: 'event', hash: '#/event-versions/GW150914-v4', width: 1280, height: 860, colors: 'light' },
  { name: 'strain', hash: '#/timelines', width: 1280, height: 860, colors: 'light' },
  {
    name: 'strain-run',
    hash: '#/strain-files?start=1238166018&stop=1253977218',
    width: 1280,
    height: 980,
    colors: 'dark',
  },
  { name: 'runs', hash: '#/runs', width: 1280, height: 620, colors: 'light' },
  { name: 'api', hash: '#/api', width: 1280, height: 860, colors: 'light' },
];

if (BROWSER === null) throw new Error('Chromium is missing');
mkdirSync(out, { recursive: true });
const server = createServer();
const { port, close } = await listen(server);
const origin = `http://localhost:${port}`;
const handler = await createHandler({ root: process.argv[2] ?? join(ROOT, 'dist'), baseUrl: origin });
server.on('request', handler.node);
const browser = await sharedBrowser();
for (const { name, hash, width, height, colors } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: colors });
  await page.goto(`${origin}/${hash}`);
  await page.waitForSelector('main h1');
  await page.waitForLoadState('networkidle');
  await page.waitForSelector('main [aria-busy=true]', { state: 'detached' });
  await page.screenshot({ path: join(out, `${name}.png`) });
  await page.close();
}
await browser.close();
handler.close();
await close();
