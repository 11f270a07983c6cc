/** The response schemas themselves: closed, described, and strict. */

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ask, errorsOf, FOLDER, type Members, misorderedIn, readSchema, release, schemasFor } from './shipped.ts';

describe('the schemas', () => {
  const files = readdirSync(FOLDER);

  it('exist for every collection, errors, OPTIONS and the root', () => {
    const others = ['error', 'options', 'root'].map((kind) => `${kind}.schema.json`);
    expect(files.sort()).toEqual([...release.collections.flatMap(schemasFor), ...others].sort());
  });

  it.each(files)('%s: every object is closed, every member described', (file) => {
    const schema = readSchema(file);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$id).toBe(`responses/${file}`);
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, properties, additionalProperties, $ref } = node as Members;
      // Keywords beside a reference would be lost where references are replaced with definitions.
      if ($ref !== undefined) expect(Object.keys(node)).toEqual(['$ref']);
      if (type === 'object') expect(additionalProperties).toBe(false);
      for (const [name, member] of Object.entries((properties ?? {}) as Record<string, Members>)) {
        expect(member.description, name).toMatch(/^[A-Z].*[.:>].*$/);
      }
      for (const child of Object.values(node)) walk(child);
    };
    walk(schema);
  });

  it.each<[string, string, (body: Members) => unknown]>([
    ['root', '/api/v2/', (body) => ({ ...body, more: 1 })],
    ['root', '/api/v2/', ({ 'strain-files': _, ...rest }) => rest],
    ['strain-files-page', '/api/v2/strain-files', (body) => ({ ...body, results: [{}] })],
    ['strain-files-page', '/api/v2/strain-files', (body) => ({ ...body, next: 'page 2' })],
    ['event-versions-detail', '/api/v2/event-versions/GW150914-v3', (body) => ({ ...body, run: 1 })],
    ['strain-files-detail', '/api/v2/strain-files/H1-1126256640-4kHz', (body) => ({ ...body, duty_cycle: 101 })],
    ['default-parameters-page', '/api/v2/default-parameters', (body) => ({ ...body, results: ['mass_1'] })],
    ['runs-page', '/api/v2/runs', (body) => ({ ...body, results: [{ name: 'O1' }] })],
    ['datasets-detail', '/api/v2/datasets/O1', (body) => ({ ...body, gps_end: null })],
    ['catalogs-detail', '/api/v2/catalogs/GWTC', (body) => ({ ...body, members: [] })],
    ['events-detail', '/api/v2/events/GW150914', (body) => ({ ...body, gcn_notice: 'nowhere' })],
    ['timelines-detail', '/api/v2/timelines/H1_DATA', (body) => ({ ...body, segments: [] })],
    ['segments-page', '/api/v2/timelines/H1_DATA/segments', (body) => ({ ...body, results: [[1, 2]] })],
    ['event-strain-files-page', '/api/v2/event-versions/GW150914/strain-files', (body) => ({ ...body, results: [{}] })],
    ['event-parameters-page', '/api/v2/event-versions/GW150914/default-parameters', ({ next: _, ...rest }) => rest],
    ['parameter-sets-page', '/api/v2/event-versions/GW150914/parameters', (body) => ({ ...body, num_pages: null })],
    ['error', '/api/v2/strain-files?page=0', (body) => ({ ...body, status: 404 })],
  ])('%s rejects an invalid body: %#', async (name, url, spoil) => {
    const { body } = await ask(url);
    expect(errorsOf(`${name}.schema.json`, body)).toEqual([]);
    expect(errorsOf(`${name}.schema.json`, spoil(body))).not.toEqual([]);
  });

  it('define the order of members', async () => {
    const { body } = await ask('/api/v2/runs');
    const { next, previous, ...rest } = body;
    const file = 'runs-page.schema.json';
    expect([misorderedIn(file, body), misorderedIn(file, { previous, next, ...rest })]).toEqual([
      [],
      [expect.stringMatching(/^previous,next,/)],
    ]);
  });
});
