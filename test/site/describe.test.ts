/** Descriptive bodies: the root, and the page for browsers. */

import { describe, expect, it } from 'vitest';
import { BASE_URL_MARKER } from '../../src/core/listing/pack.ts';
import { rootBody, toLine } from '../../src/site/documents/describe.ts';
import { homePage } from '../../src/site/documents/home-page.ts';
import { createMemorySite, openFrom } from '../support/memory-site.ts';

const release = openFrom(await createMemorySite());

/** The starting points for a client; the other collections are only below parents. */
const NAMES = [
  ...['strain-files', 'event-versions', 'default-parameters', 'runs', 'datasets', 'catalogs', 'events', 'timelines'],
];

it('the root lists the listings, in order', () => {
  const links = NAMES.map((name) => [name, `https://y.test/gw/api/v2/${name}?format=api`]);
  expect(Object.entries(rootBody(release, 'https://y.test/gw'))).toEqual(links);
});

it('a document is JSON with markers, also if a text contains the escape of a marker', () => {
  const link = (base: string) => ({ title: 'a \\u0001 b \\\\u0001', url: `${base}/api/v2/` });
  const line = toLine(link(BASE_URL_MARKER));
  expect(JSON.parse(line.replaceAll(BASE_URL_MARKER, 'https://y.test'))).toEqual(link('https://y.test'));
});

describe('the home page', () => {
  const PARTS = { title: 'Catalogue' };
  const linksOf = (page: string) => [...page.matchAll(/<a href="([^"]*)">/g)].map(([, url]) => url);
  const API = ['', ...NAMES].map((name) => `https://x.test/gw/api/v2/${name}`);

  it('links to the root and each listing', () => {
    const page = homePage(release, 'https://x.test/gw/', PARTS);
    expect(linksOf(page)).toEqual(API);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">/);
    expect(page).toContain('>event-versions</a>: Versions of detected events, latest event first.</li>');
    expect(page.endsWith('</html>\n')).toBe(true);
  });

  it('accepts markup for its head and its end', () => {
    const plain = homePage(release, 'https://x.test/gw/', PARTS);
    expect(
      homePage(release, 'https://x.test/gw/', {
        ...PARTS,
        head: '<link>\n',
        end: '<p>x</p>\n',
      }),
    ).toBe(
      plain
        .replace('</head>', '<link>\n</head>')
        .replace('</div>\n</main>\n</body>', '<p>x</p>\n</div>\n</main>\n</body>'),
    );
  });

  it('links to the downloads that the site has', () => {
    const page = homePage(release, '', { ...PARTS, downloads: ['event-versions.csv', 'catalogue.json'] });
    expect(linksOf(page).slice(0, 2)).toEqual(['downloads/event-versions.csv', 'downloads/catalogue.json']);
    expect(page).toContain('<h2>Downloads</h2>');
    expect(homePage(release, '', PARTS)).not.toContain('<h2>Downloads</h2>');
  });

  it('has no inline script or style, which a Content-Security-Policy may forbid', () => {
    expect(homePage(release, '', PARTS)).not.toMatch(/<script|<style| style=| on[a-z]+=/);
  });

  it('has relative links if its path is unknown', () => {
    expect(linksOf(homePage(release, '', PARTS))).toEqual(['', ...NAMES].map((name) => `api/v2/${name}`));
  });

  it('escapes characters with a meaning in HTML', () => {
    const page = homePage(release, 'https://x.test/"<b>&/', PARTS);
    expect(page).not.toContain('<b>');
    expect(linksOf(page)[0]).toBe('https://x.test/&#34;&#60;b&#62;&#38;/api/v2/');
  });
});
