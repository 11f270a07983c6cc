/** `stillwave explain` describes the meaning of a request, and the files that answer it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { callCli } from '../support/call-cli.ts';

const { root } = inject('shipped');
const partial = inject('partial');

async function explain(url: string, site = root): Promise<Record<string, unknown>> {
  const { status, stdout } = await callCli(['explain', url, '--site', site, '--json']);
  expect(status).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('explain', () => {
  it('shows a page: canonical query, count, positions, its packs and its page file', async () => {
    const found = await explain('/api/v2/strain-files?page=2&detector=H1&format=json', partial.root);
    expect(found).toMatchObject({
      listing: 'strain-files',
      canonical: 'https://user.example/gw/api/v2/strain-files?detector=H1&page=2',
      packs: [expect.stringMatching(/^packs\/strain-files-[0-9a-f]{32}\.ndjson$/)],
      pageFile: 'api/v2/strain-files/_.detector-H1/20/2.json',
      status: 200,
    });
    expect(existsSync(join(partial.root, String(found.pageFile)))).toBe(true);
    expect(String(found.positions).split(/[-, ]+/).length).toBeGreaterThan(1);
  });

  it('names no page file if the site has none', async () => {
    const none = 'none: the site has layout packs';
    expect(await explain('/api/v2/strain-files?detector=H1')).toMatchObject({ pageFile: none });
    expect(await explain('/api/v2/runs/O1')).toMatchObject({ detailFile: none });
  });

  it('shows a listing below a record, with the id used in links', async () => {
    expect(await explain('/api/v2/event-versions/GW150914@GWTC/strain-files?file-format=HDF5')).toMatchObject({
      listing: 'event-versions/{}/strain-files',
      canonical: 'http://localhost:8000/api/v2/event-versions/GW150914-v4/strain-files?file-format=hdf',
      index: expect.stringMatching(/^index\/event-strain-files-[0-9a-f]{32}\.json$/),
      status: 200,
    });
  });

  it('shows segments, which need no pack', async () => {
    const found = await explain('/api/v2/timelines/H1_DATA/segments?start=1126073530&stop=1126114861');
    expect(found).toMatchObject({
      listing: 'timelines/{}/segments',
      counts: { entries: 1, pages: 1 },
      packs: [],
      status: 200,
    });
  });

  it('shows how many entries an older path contains, which has no pages', async () => {
    const { counts, legacy } = await explain('/eventapi/json/GWTC');
    expect([counts, legacy]).toEqual([{ entries: expect.any(Number) }, expect.any(String)]);
    expect((counts as { entries: number }).entries).toBeGreaterThan(90);
    const { stdout } = await callCli(['explain', '/eventapi/json/GWTC', '--site', root]);
    expect(stdout).toMatch(/^entries {6}\d+$/m);
    expect(stdout).not.toMatch(/^pages /m);
  });

  it.each([
    ['/gw/', 200],
    ['/', 200],
    ['/gw', 302],
    ['gw', 302],
    ['/gw?x=1', 302],
    ['https://user.example/gw', 302],
  ])('shows the page at the base URL for %s: %d', async (url, status) => {
    expect(await explain(url, partial.root)).toMatchObject({ path: 'home', status });
  });

  it('adds the base path to a path that only begins with the same letters', async () => {
    expect(await explain('/gwtc', partial.root)).toMatchObject({ request: 'GET /gw/gwtc', status: 404 });
    expect(await explain('/gw/api/v2/runs', partial.root)).toMatchObject({ request: 'GET /gw/api/v2/runs' });
  });

  it('shows a record by any of its ids', async () => {
    expect(await explain('/api/v2/event-versions/GW150914', partial.root)).toMatchObject({
      record: 'GW150914-v4',
      packs: [expect.stringMatching(/^packs\/event-version-details-/)],
      detailFile: 'api/v2/event-versions/GW150914-v4.json',
    });
  });

  it('lists ignored parameters, and the parameters that were probably meant', async () => {
    const { ignored, status } = await explain(
      '/api/v2/runs/O1/strain-files?detecter=H1&sample_rate=4&run=O2&colour=blue',
    );
    expect(status).toBe(200);
    expect(ignored).toEqual([
      { name: 'detecter', why: 'did you mean "detector"?' },
      { name: 'sample_rate', why: 'did you mean "sample-rate"?' },
      { name: 'run', why: 'there is no such parameter here' },
      { name: 'colour', why: 'there is no such parameter here' },
    ]);
    expect((await explain('/api/v2/strain-files?detector=H1&page=2')).ignored).toEqual([]);
    expect((await explain('/api/v2/runs/O1?detector=H1&format=json')).ignored).toEqual([
      { name: 'detector', why: 'there is no such parameter here' },
    ]);
    expect((await explain('/api/v2/catalogs/GWTC-5.0/events?release=GWTC-4.0')).ignored).toEqual([
      { name: 'release', why: 'the path sets it' },
    ]);
    const { stdout } = await callCli(['explain', 'api/v2/runs?colour=blue&formatt=x', '--site', root]);
    expect(stdout).toContain(
      'ignored      colour: there is no such parameter here\n             formatt: did you mean "format"?\n',
    );
  });

  it('shows the body of a refusal, and nothing for paths that do not exist', async () => {
    const refused = await explain('/api/v2/timelines/H1_DATA/segments?start=2&stop=1');
    expect(refused).toMatchObject({ status: 400, body: { parameter: 'start' } });
    const missing = await explain('/api/v2/runs/O9/events');
    expect(missing).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    expect(missing).not.toHaveProperty('listing');
  });

  it.each([
    ['event-versions?release=GWTC9', 400, '"GWTC9" is not a valid value for "release": did you mean "GWTC"?'],
    ['strain-files?detector=H1,L1', 400, '"detector" takes one value, not "H1,L1"'],
    ['event-versions/gw150914', 404, 'there is no "gw150914": did you mean "GW150914"?'],
    ['events/GW150914?format=csv', 404, 'the record is there, but not in the format "csv", which only listings have'],
    ['events/GW150914?format=jsn', 404, '"jsn" is not a valid value for "format": did you mean "json"?'],
    ['events/GW150914?format=', 404, '"" is not a valid value for "format"'],
  ])('says what is wrong with %s', async (path, status, mistake) => {
    expect((await explain(`/api/v2/${path}`)).status).toBe(status);
    const { stdout } = await callCli(['explain', `api/v2/${path}`, '--site', root]);
    expect(stdout).toContain(`mistake      ${mistake}\n`);
  });

  it.each([
    'event-versions?release=GWTC-1x,GWTC-2y',
    'event-versions?min-farr=1&min-far=2',
    'event-versions?release=GWTC-1x&name-contains=%zz',
    'event-versions?release=GWTC-4&page=40',
    'strain-files?detector=H1,L1',
    'runs/o3a/strain-files?detector=h1',
    'event-versions/gw150914?format=jsn',
    'runs/O4bb/strain-files',
  ])('offers no corrected request that is refused: %s', async (path) => {
    const mistakes = (await explain(`/api/v2/${path}`)).mistakes as { corrected: string | null }[];
    expect(mistakes.length).toBeGreaterThan(0);
    for (const { corrected } of mistakes) {
      if (corrected !== null) expect((await explain(corrected)).status).toBe(200);
    }
  });
});
