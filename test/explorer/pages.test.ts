/** The CSV of a listing, joined from pages: all pages are from one release, or there is an error. */

import { expect, test } from 'vitest';
import { linkHeader } from '../../src/core/contract/headers.ts';
import { joinCsvPages, type PageSource } from '../../src/explorer/client/pages.ts';

const PAGES = ['name\r\na\r\n', 'name\r\nb\r\n'];

/** A source with two pages; `onCsv` is called for each request for CSV, and may change the release or the status. */
function coreOf(onCsv: (request: number, core: { release: object; status: number }) => void): PageSource {
  const state = { release: {}, status: 200 };
  let requests = 0;
  return {
    get release() {
      return state.release;
    },
    json: () => Promise.reject(new Error('a page of CSV needs no second request')),
    async answer(target: string) {
      onCsv(++requests, state);
      const page = Number(new URLSearchParams(target.split('?')[1]).get('page'));
      const text = state.status === 200 ? PAGES[page - 1] : '{"detail":"Part of it cannot be read."}';
      const headers = linkHeader({ next: page < PAGES.length ? 'https://x.example/runs?page=2' : null });
      return { status: state.status, headers, body: new TextEncoder().encode(text) };
    },
  };
}

test('all pages share one header line', async () => {
  expect(
    await joinCsvPages(
      coreOf(() => {}),
      'runs',
    ),
  ).toBe('name\r\na\r\nb\r\n');
});

test('starts again if the release changes between two pages', async () => {
  let requests = 0;
  const core = coreOf((request, state) => {
    requests = request;
    if (request === 2) state.release = {};
  });
  expect(await joinCsvPages(core, 'runs')).toBe('name\r\na\r\nb\r\n');
  expect(requests).toBe(4);
});

test('fails if a page cannot be read', async () => {
  const core = coreOf((request, state) => {
    if (request === 2) state.status = 503;
  });
  await expect(joinCsvPages(core, 'runs')).rejects.toThrow('Part of it cannot be read.');
});
