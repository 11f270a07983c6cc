/**
 * Tests the rules that the description of the service states explicitly. Groups have the titles of its sections, in the same order. The
 * site is the shipped catalogue with its own configuration, which differs from the default in `archiveUrl` and `license`. Expected values
 * are written here by hand, not taken from the code that answers.
 */

import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openSiteAt } from '../support/built-site.ts';
import { nonEmpty } from '../support/non-empty.ts';

const BASE = 'http://localhost:8000';
const LISTINGS = ['strain-files', 'event-versions'];
const DETECTORS = ['H1', 'H2', 'L1', 'V1', 'G1', 'K1'];

const built = openSiteAt(inject('shipped').root);

const ask = (target: string, method = 'GET', headers = {}) =>
  built.answer({ method, url: `/api/v2/${target}`, headers });

/** Requests the target of a link, which must be absolute. */
const follow = (link: string) => {
  expect(link).toMatch(/^http:\/\/localhost:8000\/api\/v2\//);
  return ask(link.slice(`${BASE}/api/v2/`.length));
};

type Entry = Readonly<Record<string, unknown>>;
interface Page {
  readonly next: string | null;
  readonly previous: string | null;
  readonly results_count: number;
  readonly results_per_page: number;
  readonly num_pages: number;
  readonly page_number: number;
  readonly results: readonly Entry[];
}

async function page(target: string): Promise<Page> {
  const { status, body } = await ask(target);
  expect([target, status]).toEqual([target, 200]);
  return JSON.parse(body);
}

/** Entries of a listing, at least one: all of them, or only the entries of its first and last pages. */
async function entries(listing: string, query: string): Promise<readonly Entry[]> {
  const first = await page(`${listing}?${query}&pagesize=1000`);
  const last = await page(`${listing}?${query}&pagesize=1000&page=${first.num_pages}`);
  return nonEmpty(first.num_pages === 1 ? first.results : [...first.results, ...last.results]);
}

const isWhole = (value: unknown) => Number.isInteger(value);
const textsOf = (list: readonly Entry[], member: string) => list.map((entry) => String(entry[member]));

describe('What the service does', () => {
  it.each(LISTINGS)('%s is answered below /api/v2/ as JSON, with the status and the headers shown', async (listing) => {
    const { status, headers, body } = await ask(`${listing}?format=api`);
    expect([status, headers.allow, headers['content-type'], headers.vary]).toEqual([
      200,
      'GET, HEAD, OPTIONS',
      'application/json',
      'Accept',
    ]);
    expect(typeof JSON.parse(body)).toBe('object');
  });

  it.each(LISTINGS)('%s allows GET, HEAD and OPTIONS', async (listing) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect((await ask(listing, method)).status).toBe(200);
    expect((await ask(listing, 'HEAD')).body).toBe('');
  });

  it('every generated link carries format=api', async () => {
    for (const listing of [...LISTINGS, 'strain-files?detector=H1', 'event-versions?include-default-parameters']) {
      const { next, results } = await page(`${listing}${listing.includes('?') ? '&' : '?'}page=2`);
      const { previous } = await page(String(next).slice(`${BASE}/api/v2/`.length));
      const own = results.flatMap(({ detail_url, hdf5_url, gwf_url }) => [detail_url, hdf5_url, gwf_url]);
      const links = [next, previous, ...own].filter((link) => link !== undefined);
      expect(links.length).toBeGreaterThan(20);
      for (const link of links) expect(new URL(String(link)).searchParams.get('format')).toBe('api');
    }
  });
});

describe('Pagination envelope (both listings)', () => {
  it.each(LISTINGS)('%s: the members, in their order', async (listing) => {
    expect(Object.keys(await page(listing))).toEqual([
      ...['next', 'previous', 'results_count', 'results_per_page', 'num_pages', 'page_number', 'results'],
    ]);
  });

  it.each(LISTINGS)('%s: next and previous have the numbers of the adjacent pages', async (listing) => {
    const { next, previous } = await page(`${listing}?page=3`);
    const numbers = [next, previous].map((link) => new URL(link ?? '').searchParams.get('page'));
    expect(numbers).toEqual(['4', '2']);
  });

  it.each(LISTINGS)('%s: counts, page numbers from 1, and as many pages as it takes', async (listing) => {
    const first = await page(listing);
    expect([first.results_per_page, first.page_number, first.results.length]).toEqual([20, 1, 20]);
    expect(first.num_pages).toBe(Math.ceil(first.results_count / 20));
    const last = await page(`${listing}?page=${first.num_pages}`);
    expect(last.results.length).toBe(first.results_count - 20 * (first.num_pages - 1));
    expect(last.page_number).toBe(first.num_pages);
  });
});

describe('Strain file entry (element of `results` in `strain-files`)', () => {
  let files: readonly Entry[];
  beforeAll(async () => {
    files = await entries('strain-files', 'format=api');
  });

  it('the members, in their order', () => {
    const members = ['gps_start', 'utc_start', 'detector', 'sample_rate_kHz', 'hdf5_url', 'gwf_url', 'detail_url'];
    for (const file of files) expect(Object.keys(file)).toEqual(members);
  });

  it('gps_start is a multiple of 4096, and utc_start the same instant in whole seconds without a zone', () => {
    for (const { gps_start, utc_start } of files) {
      expect(Number(gps_start) % 4096).toBe(0);
      expect(utc_start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    }
    const times = new Map(files.map(({ gps_start, utc_start }) => [gps_start, utc_start]));
    expect([...times.keys()].every(isWhole)).toBe(true);
  });

  it.each([
    [1126256640, '2015-09-14T09:03:43'],
    [1369415680, '2023-05-29T17:14:22'],
  ])('GPS %i is %s', async (gps, utc) => {
    const { results } = await page(`strain-files?start=${gps}&stop=${gps}`);
    expect(results.find(({ gps_start }) => gps_start === gps)?.utc_start).toBe(utc);
  });

  it('detectors are in the list of the description, and sample rates are 4 and 16', () => {
    for (const { detector, sample_rate_kHz } of files) {
      expect(DETECTORS).toContain(detector);
      expect([4, 16]).toContain(sample_rate_kHz);
    }
  });

  it.each(['hdf5', 'gwf'])(
    '%s_url has the form of the archive, and the file name ends with -<gps_start>-4096',
    (format) => {
      const form = new RegExp(`^${BASE}/archive/data/([^/]+)/(\\d+)/[^/]+-(\\d+)-4096\\.${format}\\?format=api$`);
      for (const file of files) {
        const [, dataset, folder, start] = form.exec(String(file[`${format}_url`])) ?? [];
        expect([dataset, Number(start)]).toEqual([expect.any(String), file.gps_start]);
        expect(Number(folder)).toBeLessThanOrEqual(Number(start));
      }
    },
  );

  it('detail_url names detector, start and sample rate', () => {
    for (const { detector, gps_start, sample_rate_kHz, detail_url } of files) {
      const id = `${detector}-${gps_start}-${sample_rate_kHz}kHz`;
      expect(detail_url).toBe(`${BASE}/api/v2/strain-files/${id}?format=api`);
    }
  });

  it('entries are ordered by ascending gps_start, and several can share one', async () => {
    const { results } = await page('strain-files?pagesize=1000');
    const starts = results.map(({ gps_start }) => Number(gps_start));
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(new Set(starts).size).toBeLessThan(starts.length);
  });

  it('newer datasets have the sample rate in their names', async () => {
    const newest = await entries('strain-files', 'start=1369415680&stop=1369415680');
    for (const { hdf5_url, sample_rate_kHz } of newest) {
      expect(String(hdf5_url).split('/')[5]).toContain(`_${sample_rate_kHz}KHZ_`);
    }
    expect(newest.length).toBeGreaterThan(1);
  });
});

describe('Event version entry (element of `results` in `event-versions`)', () => {
  const MEMBERS = ['name', 'shortName', 'gps', 'version', 'catalog', 'doi', 'detectors', 'detail_url'];
  let versions: readonly Entry[];
  beforeAll(async () => {
    versions = await entries('event-versions', 'format=api');
  });

  it('the members, in their order; some have no doi', () => {
    for (const version of versions) {
      const members = 'doi' in version ? MEMBERS : MEMBERS.filter((name) => name !== 'doi');
      expect(Object.keys(version)).toEqual(members);
    }
    expect(new Set(versions.map((version) => 'doi' in version))).toEqual(new Set([true, false]));
  });

  it('the newest catalog has a doi, which is a URL', async () => {
    const { results } = await page('event-versions?release=GWTC-5.0');
    expect(results.length).toBeGreaterThan(0);
    for (const { doi } of results) expect(doi).toMatch(/^https?:\/\/\S+$/);
  });

  it('shortName is <name>-v<version>, versions count from 1, and detail_url contains the short name', () => {
    for (const { name, shortName, version, detail_url } of versions) {
      expect(shortName).toBe(`${name}-v${version}`);
      expect(isWhole(version) && Number(version) >= 1).toBe(true);
      expect(detail_url).toBe(`${BASE}/api/v2/event-versions/${shortName}?format=api`);
    }
  });

  it('gps is a number with one decimal', async () => {
    const { body } = await ask('event-versions?pagesize=1000');
    const numbers = [...body.matchAll(/"gps":([^,]+),/g)].map(([, number]) => number);
    expect(numbers).toHaveLength(versions.length);
    for (const number of numbers) expect(number).toMatch(/^\d+\.\d$/);
  });

  it('1 to 4 detectors, each a code', () => {
    for (const { detectors } of versions) {
      const codes = detectors as string[];
      expect(codes.length >= 1 && codes.length <= 4).toBe(true);
      for (const code of codes) expect(DETECTORS).toContain(code);
    }
  });

  it('default_parameters are only there if requested', async () => {
    const [plain] = (await page('event-versions')).results;
    const [full] = (await page('event-versions?include-default-parameters')).results;
    expect([plain && 'default_parameters' in plain, Array.isArray(full?.default_parameters)]).toEqual([false, true]);
  });

  it('entries are ordered by descending gps', () => {
    const times = versions.map(({ gps }) => Number(gps));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});

describe('Default parameter object (element of `default_parameters`)', () => {
  const UNITS = {
    ...{ chirp_mass_source: 'M_sun', chi_eff: '', final_mass_source: 'M_sun', luminosity_distance: 'Mpc' },
    ...{ mass_1_source: 'M_sun', mass_2_source: 'M_sun', redshift: '', far: 'yr^-1', p_astro: '' },
    network_matched_filter_snr: '',
  };
  let objects: Entry[];
  beforeAll(async () => {
    const all = await entries('event-versions', 'include-default-parameters=true');
    objects = all.flatMap(({ default_parameters }) => default_parameters as Entry[]);
  });

  it('the members, in their order, with their types', () => {
    for (const object of objects) {
      const { name, unit, description, best, upper_error, lower_error, is_upper_limit, is_lower_limit } = object;
      expect(Object.keys(object)).toEqual([
        ...['name', 'unit', 'description', 'best', 'upper_error', 'lower_error', 'is_upper_limit', 'is_lower_limit'],
      ]);
      expect([typeof name, typeof unit, typeof description, typeof best]).toEqual([
        ...['string', 'string', 'string', 'number'],
      ]);
      expect(upper_error === null || Number(upper_error) >= 0).toBe(true);
      expect(lower_error === null || Number(lower_error) <= 0).toBe(true);
      expect([typeof is_upper_limit, typeof is_lower_limit]).toEqual(['boolean', 'boolean']);
    }
  });

  it('names and units are as in the description', () => {
    const units = Object.fromEntries(objects.map(({ name, unit }) => [name, unit]));
    expect(units).toMatchObject(UNITS);
  });

  it('a limit has no errors', () => {
    const limits = objects.filter(({ is_upper_limit, is_lower_limit }) => is_upper_limit || is_lower_limit);
    expect(limits.length).toBeGreaterThan(0);
    for (const { upper_error, lower_error } of limits) expect([upper_error, lower_error]).toEqual([null, null]);
  });
});

describe('States and transitions', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('the service is read-only: %s is not allowed', async (method) => {
    for (const listing of LISTINGS) expect((await ask(listing, method)).status).toBe(405);
  });
});

describe('GET /api/v2/strain-files', () => {
  it('start and stop choose an interval', async () => {
    const { results } = await page('strain-files?start=1126256640&stop=1126256650&detector=H1');
    expect(new Set(textsOf(results, 'gps_start'))).toEqual(new Set(['1126256640']));
  });

  it('detector and sample-rate choose files', async () => {
    for (const { detector, sample_rate_kHz } of await entries('strain-files', 'detector=V1&sample-rate=16')) {
      expect([detector, sample_rate_kHz]).toEqual(['V1', 16]);
    }
  });

  it('pagesize and page choose a page', async () => {
    const [three, six] = [await page('strain-files?pagesize=3&page=2'), await page('strain-files?pagesize=6')];
    expect(three.results).toEqual(six.results.slice(3));
  });

  it('links carry the filters of the request', async () => {
    const { next } = await page('strain-files?sample-rate=4&detector=H1&start=1126256640&pagesize=5&format=api');
    const carried = Object.fromEntries(new URL(next ?? '').searchParams);
    expect(carried).toEqual({
      ...{ detector: 'H1', format: 'api', page: '2', pagesize: '5', 'sample-rate': '4', start: '1126256640' },
    });
  });

  it('detail_url returns the detail record', async () => {
    const [file] = (await page('strain-files')).results;
    const { status, body } = await follow(String(file?.detail_url));
    expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining(file as object)]);
  });

  it('hdf5_url and gwf_url lead to the files, where the site knows their archive', async () => {
    for (const { hdf5_url, gwf_url } of nonEmpty((await page('strain-files')).results)) {
      for (const link of [hdf5_url, gwf_url].map(String)) {
        const path = link.slice(BASE.length);
        const { status, headers } = await built.answer({ method: 'GET', url: path, headers: {} });
        expect([status, headers.location]).toEqual([302, `https://gwosc.org${path}`]);
      }
    }
  });
});

describe('GET /api/v2/strain-files/<detector>-<gps_start>-<4|16>kHz', () => {
  it('the record has bit sums and strain statistics', async () => {
    const record = JSON.parse((await ask('strain-files/H1-1126256640-4kHz?format=api')).body);
    expect(record).toMatchObject({ gps_start: 1126256640, detector: 'H1', sample_rate_kHz: 4 });
    expect(Object.keys(record)).toEqual(expect.arrayContaining(['bitsums', 'min_strain', 'max_strain', 'mean_strain']));
  });
});

describe('GET /api/v2/event-versions', () => {
  const names = async (query: string) => textsOf(await entries('event-versions', query), 'shortName');

  it('name-contains keeps events whose names contain the text', async () => {
    const found = await entries('event-versions', 'name-contains=GW1509');
    for (const { name } of nonEmpty(found)) expect(name).toContain('GW1509');
  });

  it('release is a list of catalogs, separated by commas', async () => {
    const both = await entries('event-versions', 'release=GWTC-1-confident,GWTC-2.1-confident');
    expect(new Set(textsOf(both, 'catalog'))).toEqual(new Set(['GWTC-1-confident', 'GWTC-2.1-confident']));
  });

  it.each(['max-mass-1-source=10', 'min-luminosity-distance=1000'])('%s bounds a parameter', async (bound) => {
    const [, side, name, limit] = /^(min|max)-(.*)=(.*)$/.exec(bound) ?? [];
    const found = await entries('event-versions', `${bound}&include-default-parameters=true`);
    for (const { default_parameters } of nonEmpty(found)) {
      const object = (default_parameters as Entry[]).find((one) => one.name === name?.replaceAll('-', '_'));
      expect(Number(object?.best) * (side === 'min' ? 1 : -1)).toBeGreaterThanOrEqual(
        Number(limit) * (side === 'min' ? 1 : -1),
      );
    }
  });

  it('lastver, true or empty, keeps the last version of each event; false and its absence keep all', async () => {
    const [all, last] = [await names('format=api'), await names('lastver=true')];
    const highest = new Map<string, number>();
    for (const shortName of all) {
      const [, name = '', version] = /^(.*)-v(\d+)$/.exec(shortName) ?? [];
      highest.set(name, Math.max(highest.get(name) ?? 0, Number(version)));
    }
    expect(new Set(last)).toEqual(new Set([...highest].map(([name, version]) => `${name}-v${version}`)));
    expect(last.length).toBeLessThan(all.length);
    for (const spelt of ['lastver', 'lastver=']) expect(await names(spelt)).toEqual(last);
    expect(await names('lastver=false')).toEqual(all);
  });

  it('include-default-parameters, true or empty, adds the parameters', async () => {
    const full = (await page('event-versions?include-default-parameters=true')).results;
    for (const spelt of ['include-default-parameters', 'include-default-parameters=']) {
      expect((await page(`event-versions?${spelt}`)).results).toEqual(full);
    }
  });

  it('a request of the form shown is answered', async () => {
    const { results } = await page(
      'event-versions?format=api&include-default-parameters=true&release=GWTC-1-confident',
    );
    for (const { catalog, default_parameters } of nonEmpty(results)) {
      expect([catalog, Array.isArray(default_parameters)]).toEqual(['GWTC-1-confident', true]);
    }
  });
});

describe('GET /api/v2/event-versions/<shortName>', () => {
  it('detail_url returns the detail record', async () => {
    for (const version of nonEmpty((await page('event-versions')).results)) {
      const { status, body } = await follow(String(version.detail_url));
      expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining(version as object)]);
    }
  });
});

describe('GET /api/v2/default-parameters/', () => {
  it('lists the parameters that filters can name, with hyphens', async () => {
    const { results } = await page('default-parameters/');
    const listed = results as unknown as string[];
    expect(listed).toEqual(expect.arrayContaining(['mass-1-source', 'far', 'p-astro', 'network-matched-filter-snr']));
    for (const name of listed) {
      for (const side of ['min', 'max']) expect((await ask(`event-versions?${side}-${name}=1`)).status).toBe(200);
    }
    expect((await ask('event-versions?max-mass_1_source=1')).status).toBe(400);
  });
});

describe('Authentication', () => {
  it('no request needs credentials, and none are asked for', async () => {
    for (const listing of LISTINGS) {
      const { headers } = await ask(listing);
      expect(headers['www-authenticate']).toBeUndefined();
      expect(await ask(listing, 'GET', { authorization: 'Basic eDp5' })).toEqual(await ask(listing));
    }
  });
});

describe('Limits', () => {
  it('a page has 20 results unless pagesize says otherwise', async () => {
    for (const listing of LISTINGS) {
      expect((await page(listing)).results).toHaveLength(20);
      expect(await page(`${listing}?pagesize=7`)).toMatchObject({ results_per_page: 7, results: { length: 7 } });
    }
  });

  it.each(['4', '16'])('sample-rate=%s is allowed, and nothing else', async (rate) => {
    expect((await page(`strain-files?sample-rate=${rate}`)).results_count).toBeGreaterThan(0);
    expect((await ask(`strain-files?sample-rate=${rate}0`)).status).toBe(400);
  });
});

describe('Versioning', () => {
  it('the version of the interface is part of every path to it', async () => {
    for (const listing of LISTINGS) {
      const { next, results } = await page(listing);
      for (const link of [next, ...textsOf(results, 'detail_url')]) expect(link).toContain('/api/v2/');
    }
    expect((await built.answer({ method: 'GET', url: '/api/strain-files', headers: {} })).status).toBe(404);
  });
});
