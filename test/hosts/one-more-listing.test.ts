/** The files for rule-based hosts do not name any listings, so they stay the same when collections change. */

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createCollection } from '../../src/core/contract/collection.ts';
import type { HostSettings } from '../../src/hosts/host.ts';
import { hostSettings } from '../support/hosts/host-settings.ts';

const NAMES = ['nginx', 'caddy', 'apache', 'serve'] as const;

const settings = hostSettings({ baseUrl: 'https://user.example/gw' });

const REGISTRY = '../../src/core/collections/registry.ts';

// The next test file in this worker must not find modules that were loaded with the replaced registry.
afterEach(() => {
  vi.doUnmock(REGISTRY);
  vi.resetModules();
});

type Changes = Pick<HostSettings, 'archiveUrl' | 'upstream'>;

async function emitAll(changes: Changes): Promise<string[]> {
  vi.resetModules();
  const { findHost } = await import('../../src/hosts/hosts.ts');
  return NAMES.map((name) => findHost(name).emit({ ...settings, ...changes })[0]?.text ?? '');
}

const upstream = 'http://127.0.0.1:8000';
const archiveUrl = 'https://archive.example';

describe.each<Changes>([
  { archiveUrl: null, upstream: null },
  { archiveUrl, upstream: null },
  { archiveUrl: null, upstream },
  { archiveUrl, upstream },
])('with the archive $archiveUrl and the upstream $upstream', (changes) => {
  test('one more collection, with a listing below runs, changes no file', async () => {
    const before = await emitAll(changes);
    const boxes = createCollection({
      name: 'boxes',
      title: 'Boxes',
      description: 'One more.',
      order: 'by name',
      paths: [{ path: 'boxes' }, { path: 'runs/{}/boxes' }],
      index: 'columns',
    });
    vi.doMock(REGISTRY, async (importActual) => {
      const actual = await importActual<typeof import('../../src/core/collections/registry.ts')>();
      return { ...actual, createCollections: () => [...actual.createCollections(), boxes] };
    });
    const after = await emitAll(changes);
    expect(after).toEqual(before);
    for (const text of after) expect(text).not.toContain('boxes');
  });
});
