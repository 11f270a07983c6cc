/** The schemas of responses themselves: closed, described, and strict enough to refuse. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, errorsOf, FOLDER } from './shipped.ts';

type Members = Record<string, unknown>;

describe('the schemas', () => {
  const files = readdirSync(FOLDER);

  it('are one for each kind of response', () => {
    const kinds = [
      ...['default-parameters-page', 'error', 'event-version-detail', 'event-versions-page'],
      ...['event-versions-parameters-page', 'options', 'root', 'strain-file-detail', 'strain-files-page'],
    ];
    expect(files.sort()).toEqual(kinds.map((kind) => `${kind}.schema.json`));
  });

  it.each(files)('%s: every object is closed, every member described', (file) => {
    const schema = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Members;
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.$id).toBe(`responses/${file}`);
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, properties, additionalProperties } = node as Members;
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
    ['event-version-detail', '/api/v2/event-versions/GW150914-v3', (body) => ({ ...body, run: 1 })],
    ['strain-file-detail', '/api/v2/strain-files/H1-1126256640-4kHz', (body) => ({ ...body, duty_cycle: 101 })],
    ['default-parameters-page', '/api/v2/default-parameters', (body) => ({ ...body, results: ['mass_1'] })],
    ['error', '/api/v2/strain-files?page=0', (body) => ({ ...body, status: 404 })],
  ])('%s refuses what is not right: %#', async (name, url, spoil) => {
    const { body } = await ask(url);
    expect(errorsOf(`${name}.schema.json`, body)).toEqual([]);
    expect(errorsOf(`${name}.schema.json`, spoil(body))).not.toEqual([]);
  });
});
