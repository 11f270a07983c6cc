/** Paths, types and headers of files outside the API: assets, downloads, and strain files in the data archive. */

import { describe, expect, it } from 'vitest';
import { archivePath, eventArchivePath, eventFilePrefix } from '../../../src/core/contract/archive-paths.ts';
import { DOWNLOAD_NAMES, downloadPath } from '../../../src/core/contract/downloads.ts';
import { downloadType, type FileRow, fileHeaders, findFileRow, patternsOf } from '../../../src/core/contract/files.ts';
import { assetPath } from '../../../src/core/contract/site-paths.ts';

const CACHE = { listings: { maxAge: 1, staleWhileRevalidate: 2 }, errors: { maxAge: 3 } };
const LISTING = 'public, max-age=1, stale-while-revalidate=2';
const FOREVER = 'public, max-age=31536000, immutable';

describe('the files of a site', () => {
  it.each([
    ['packs/runs-0f.ndjson', 'application/x-ndjson', FOREVER],
    ['index/segments-0f.json', 'application/json', FOREVER],
    ['assets/icon-A1.svg', 'image/svg+xml', FOREVER],
    ['assets/explorer-A1.js', 'text/javascript; charset=utf-8', FOREVER],
    ['assets/style-A1.css', 'text/css; charset=utf-8', FOREVER],
    ['release.json', 'application/json', 'no-cache'],
    ['release.txt', 'text/plain; charset=utf-8', 'no-cache'],
    ['manifest.json', 'application/json', 'no-cache'],
    ['robots.txt', 'text/plain; charset=utf-8', LISTING],
  ])('%s has its type and lifetime, and the common headers', (path, type, lifetime) => {
    const row = findFileRow(path) as FileRow;
    expect(fileHeaders(row, path, CACHE)).toStrictEqual({
      allow: 'GET, HEAD, OPTIONS',
      vary: 'Accept',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      'content-type': type,
      'cache-control': lifetime,
    });
    expect(patternsOf(row).some((pattern) => new RegExp(`^${pattern.replace('*', '[^/]*')}$`).test(path))).toBe(true);
  });

  it('downloads are cached like listings, and pages elsewhere may read what a range is about', () => {
    const path = 'downloads/strain-files.csv.gz';
    expect(fileHeaders(findFileRow(path) as FileRow, path, CACHE)).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': LISTING,
      'access-control-expose-headers': 'ETag, Accept-Ranges, Content-Range',
    });
  });

  it.each([
    'index.html',
    'assets/explorer.js.map',
    'assets/x.toString',
    'packs/runs-0f.ndjson.gz',
    'packs/x/runs-0f.ndjson',
    'packs/..\\\\x.ndjson',
    'packs/',
    'packs',
    '',
  ])('%j is none', (path) => {
    expect(findFileRow(path)).toBeNull();
  });
});

describe('assets', () => {
  it('have their own folder', () => {
    expect(assetPath('explorer-A1b2_-3.js')).toBe('assets/explorer-A1b2_-3.js');
  });
});

describe('downloads', () => {
  it('have their own folder', () => {
    expect(downloadPath('catalogue.json')).toBe('downloads/catalogue.json');
  });

  it.each([
    ['event-versions.csv', 'text/csv; charset=utf-8'],
    ['downloads/event-versions.json', 'application/json'],
    ['segments.parquet', 'application/vnd.apache.parquet'],
    ['strain-files.csv.gz', 'application/gzip'],
  ])('%s is %s', (name, type) => {
    expect(downloadType(name)).toBe(type);
  });

  it('have the types of their extensions, and every type is in use', () => {
    const { types } = findFileRow(downloadPath('catalogue.json')) as FileRow;
    const extensions = DOWNLOAD_NAMES.map((name) => name.split('.').at(-1));
    expect(new Set(extensions)).toEqual(new Set(Object.keys(types)));
  });
});

describe('strain files in the archive', () => {
  it.each([
    [1126256640, 1126170624],
    [1125122048, 1125122048],
    [1126170623, 1125122048],
    [1126170624, 1126170624],
  ])('the file that starts at %i is in the folder %i', (gpsStart, folder) => {
    const path = archivePath('O1', 'H-H1_LOSC_4_V1', gpsStart, 'hdf5');
    expect(path).toBe(`archive/data/O1/${folder}/H-H1_LOSC_4_V1-${gpsStart}-4096.hdf5`);
  });

  it('of an event are named after its version and catalog', () => {
    const event = { name: 'GW150914', version: 3, catalog: 'GWTC-1-confident' };
    const file = { prefix: eventFilePrefix('L1', 16), gpsStart: 1126259447, durationS: 32 };
    expect(eventArchivePath(event, file, 'gwf')).toBe(
      'eventapi/json/GWTC-1-confident/GW150914/v3/L-L1_GWOSC_16KHZ_R1-1126259447-32.gwf',
    );
  });
});
