import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { normaliseBaseUrl } from '../../src/core/contract/base-url.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';
import { loadConfig } from '../../src/site/config/load-config.ts';
import { ROOT } from '../support/data-folders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('normaliseBaseUrl', () => {
  it.each([
    ['http://localhost:8000', 'http://localhost:8000'],
    ['https://x.test/', 'https://x.test'],
    ['HTTPS://User.Example/gw/', 'https://user.example/gw'],
    ['https://x.test:443/a.b/c_d-e', 'https://x.test/a.b/c_d-e'],
    ['http://[::1]:8000', 'http://[::1]:8000'],
    ['http://[2001:db8::1]:80/x', 'http://[2001:db8::1]/x'],
    ['http://192.0.2.1', 'http://192.0.2.1'],
    ['http://a_b.example', 'http://a_b.example'],
    ['http://user.example.', 'http://user.example.'],
    ['http://xn--bcher-kva.example', 'http://xn--bcher-kva.example'],
    ['http://bücher.example', 'http://xn--bcher-kva.example'],
  ])('%s is %s', (text, url) => {
    expect(normaliseBaseUrl(text)).toEqual({ url });
  });

  it.each([
    '',
    'x.test',
    '//x.test',
    'ftp://x.test',
    'https://',
    'http:///gw',
    'https:////x.test/gw',
    'https://u:p@x.test',
    'https://u@x.test',
    'https://x.test?',
    'https://x.test/?a=1',
    'https://x.test/#',
    'https://x.test#',
    'https://x.test/gw#a',
    'https://x.test/a b',
    ' https://x.test',
    'https://x.test/..',
    'https://x.test/a/../b',
    'https://x.test/./a',
    'https://x.test//a',
    'https://x.test/%61',
    'https://x.test/é',
    'https://x.test\\a',
    'https://x.test:99999',
  ])('refuses %j', (text) => {
    expect(normaliseBaseUrl(text)).toHaveProperty('message');
  });
});

describe('loadConfig', () => {
  const load = (text: string) => {
    const path = join(temporaryFolder(), 'stillwave.config.yaml');
    writeFileSync(path, text);
    return loadConfig(path);
  };

  it('uses the defaults without a file, and for a file with only comments', () => {
    expect(loadConfig(null)).toEqual({ config: DEFAULT_CONFIG, problems: [] });
    expect(load('# nothing\n')).toEqual({ config: DEFAULT_CONFIG, problems: [] });
    expect(load('{}\n').config).toEqual(DEFAULT_CONFIG);
  });

  it('the fix for an invalid licence spells URL in capitals', () => {
    expect(load('license: CC\n').problems).toMatchObject([
      { code: 'D115', fix: expect.stringContaining("use the URL of the data's licence") },
    ]);
  });

  it('can enumerate exactly the filters for which the collections have folders', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'schemas/config.schema.json'), 'utf8'));
    const { properties } = schema.properties.enumerate.properties.filters;
    const allowed = Object.entries<{ items: { enum: string[] } }>(properties).map(([name, { items }]) => [
      name,
      items.enum,
    ]);
    expect(Object.fromEntries(allowed)).toEqual(DEFAULT_CONFIG.enumerate.filters);
  });

  it('reads the shipped configuration', () => {
    const { config, problems } = loadConfig(join(ROOT, 'stillwave.config.yaml'));
    expect(problems).toEqual([]);
    expect(config).toEqual({
      ...DEFAULT_CONFIG,
      archiveUrl: 'https://gwosc.org',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      source: { name: 'Gravitational Wave Open Science Center', url: 'https://gwosc.org' },
      acknowledgement: expect.stringMatching(/^This research has made use of data or software obtained from/),
      dataDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it('fills in missing nested keys', () => {
    const { config } = load(
      'cache: { listings: { maxAge: 5 } }\nenumerate: { pageSizes: [50, 10], filters: { strain-files: [] } }\n',
    );
    expect(config?.cache).toEqual({ listings: { maxAge: 5, staleWhileRevalidate: 86400 }, errors: { maxAge: 10 } });
    expect(config?.enumerate.pageSizes).toEqual([10, 50]);
    expect(config?.enumerate.filters).toEqual({ ...DEFAULT_CONFIG.enumerate.filters, 'strain-files': [] });
  });

  it('refuses a list of page sizes without any', () => {
    const { config, problems } = load('enumerate: { pageSizes: [] }\n');
    expect(config).toBeNull();
    expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining('pageSizes') }]);
  });

  it('strips trailing slashes; the archive can be null', () => {
    const { config } = load('baseUrl: https://x.test/gw/\narchiveUrl: null\n');
    expect(config).toMatchObject({ baseUrl: 'https://x.test/gw', archiveUrl: null });
  });

  it('reports a missing file', () => {
    expect(loadConfig('/nowhere/stillwave.config.yaml')).toMatchObject({ config: null, problems: [{ code: 'D101' }] });
  });
});
