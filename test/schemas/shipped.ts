/** Schemas of responses, and the shipped catalogue to hold against them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { inject } from 'vitest';
import type { Release } from '../../src/handler/release.ts';
import { createSite } from '../../src/handler/site.ts';
import { sha256 } from '../../src/site/output/hash.ts';

export const FOLDER = join(import.meta.dirname, '../../schemas/responses');
const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictRequired: false });
for (const file of readdirSync(FOLDER)) ajv.addSchema(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));

/** The shipped catalogue. */
const { root } = inject('shipped');
export const site = createSite({ readFile: async (path) => readFileSync(join(root, path)), sha256 });
await site.reload();
export const release = site.release as Release;

/** What is wrong with a body; empty where nothing is. */
export function errorsOf(schema: string, body: unknown): string[] {
  const validate = ajv.getSchema(`responses/${schema}`);
  if (!validate) throw new Error(`no schema ${schema}`);
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export async function ask(url: string, method = 'GET'): Promise<{ status: number; body: Record<string, unknown> }> {
  const { status, body } = await site.respond({ method, url, header: () => undefined });
  return { status, body: JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown> };
}
