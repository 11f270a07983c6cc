/** The files for rule hosts do not change with the collections: they know no listing. And they are short enough to be read. */

import { describe, expect, test, vi } from 'vitest';
import { createCollection } from '../../src/core/contract/collection.ts';
import type { Host, HostSettings } from '../../src/hosts/host.ts';
import { DEFAULT_CONFIG } from '../../src/site/config/config.ts';

const NAMES = ['nginx', 'caddy', 'apache', 'serve'] as const;
/** Lines of each file, comments included. */
const MOST_LINES = { nginx: 100, caddy: 180, apache: 130, serve: 100 };

const settings: HostSettings = {
  command: 'stillwave host NAME --site /srv/stillwave',
  root: '/srv/stillwave',
  out: null,
  baseUrl: 'https://user.example/gw',
  archiveUrl: 'https://archive.example',
  cache: DEFAULT_CONFIG.cache,
  enumerate: DEFAULT_CONFIG.enumerate,
  upstream: null,
};

const REGISTRY = '../../src/core/collections/registry.ts';

async function emitAll(upstream: string | null): Promise<string[]> {
  vi.resetModules();
  const { findHost } = await import('../../src/hosts/hosts.ts');
  return NAMES.map((name) => (findHost(name) as Host).emit({ ...settings, upstream })[0]?.text ?? '');
}

describe.each([null, 'http://127.0.0.1:8000'])('with the upstream %s', (upstream) => {
  test('one more collection, with a listing below runs, changes no file', async () => {
    const before = await emitAll(upstream);
    const boxes = createCollection({
      name: 'boxes',
      title: 'Boxes',
      description: 'One more.',
      order: 'by name',
      paths: [{ path: 'boxes' }, { path: 'runs/{}/boxes' }],
      index: { kind: 'columns' },
    });
    vi.doMock(REGISTRY, async (importActual) => {
      const actual = await importActual<typeof import('../../src/core/collections/registry.ts')>();
      return { ...actual, createCollections: () => [...actual.createCollections(), boxes] };
    });
    const after = await emitAll(upstream);
    vi.doUnmock(REGISTRY);
    expect(after).toEqual(before);
    for (const text of after) expect(text).not.toContain('boxes');
  });

  test('each file is short', async () => {
    const texts = await emitAll(upstream);
    for (const [n, name] of NAMES.entries()) {
      expect([name, (texts[n]?.split('\n').length ?? 0) - 1 <= MOST_LINES[name]]).toEqual([name, true]);
    }
  });
});
