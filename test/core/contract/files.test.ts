/** Paths, types and headers of files outside the API: assets, downloads, and strain files in the data archive. */

import { describe, expect, it } from 'vitest';
import { archivePath, eventArchivePath, eventFilePrefix } from '../../../src/core/contract/archive-paths.ts';
import { assetHeaders, assetPath } from '../../../src/core/contract/assets.ts';
import { DOWNLOAD_NAMES, DOWNLOAD_TYPES, downloadPath, downloadType } from '../../../src/core/contract/downloads.ts';

describe('assets', () => {
  it('have their own folder', () => {
    expect(assetPath('explorer-A1b2_-3.js')).toBe('assets/explorer-A1b2_-3.js');
  });

  it('are cached forever, with the type of their extension', () => {
    expect(assetHeaders('svg')).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
    expect(assetHeaders('js')?.['content-type']).toBe('text/javascript; charset=utf-8');
    expect(assetHeaders('css')?.['content-type']).toBe('text/css; charset=utf-8');
  });

  it('have no other extensions', () => {
    expect(['map', 'toString', ''].map(assetHeaders)).toEqual([null, null, null]);
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
    const extensions = DOWNLOAD_NAMES.map((name) => name.split('.').at(-1));
    expect(new Set(extensions)).toEqual(new Set(Object.keys(DOWNLOAD_TYPES)));
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
