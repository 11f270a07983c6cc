/** Response schemas, and the shipped catalogue to validate with them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { inject } from 'vitest';
import type { Collection, Listing } from '../../src/core/contract/collection.ts';
import { entryLineSets, recordLineSet } from '../../src/core/contract/line-sets.ts';
import { createSite } from '../../src/core/handler/site.ts';
import type { Release } from '../../src/core/release/release.ts';
import { sha256 } from '../../src/fs/hash.ts';

export const FOLDER = join(import.meta.dirname, '../../schemas/responses');

export type Members = Record<string, unknown>;
export const listOf = (value: unknown) => value as Members[];

export const readSchema = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Members;

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictRequired: false });
ajv.addVocabulary(['x-unit', 'x-column', 'x-key', 'x-order', 'x-head', 'x-lines', 'x-grows', 'x-decimals', 'x-names']);
const schemas = new Map(readdirSync(FOLDER).map((file) => [file, readSchema(file)]));
for (const schema of schemas.values()) ajv.addSchema(schema);

/** The site of the shipped catalogue. */
const { root } = inject('shipped');
const site = createSite({ readFile: async (path) => readFileSync(join(root, path)), sha256 });
await site.reload();
export const release = site.release as Release;

/** The errors in a body; empty if there are none. */
export function errorsOf(schema: string, body: unknown): string[] {
  const validate = ajv.getSchema(`responses/${schema}`);
  if (!validate) throw new Error(`no schema ${schema}`);
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Objects in a body whose members do not have the order of the schema, which is the contract's. */
export function misorderedIn(file: string, body: unknown): string[] {
  const schema = schemas.get(file) as Members;
  const look = (node: Members | undefined, value: unknown): string[] => {
    if (node === undefined || typeof value !== 'object' || value === null) return [];
    if (typeof node.$ref === 'string') {
      return look((schema.$defs as Record<string, Members>)[node.$ref.replace('#/$defs/', '')], value);
    }
    if (Array.isArray(value)) return value.flatMap((item) => look(node.items as Members, item));
    const properties = (node.properties ?? {}) as Record<string, Members>;
    const inside = Object.entries(value).flatMap(([name, member]) => look(properties[name], member));
    const expected = Object.keys(properties).filter((name) => name in value);
    return expected.join() === Object.keys(value).join() ? inside : [Object.keys(value).join(), ...inside];
  };
  return look(schema, body);
}

export async function ask(url: string, method = 'GET'): Promise<{ status: number; body: Members }> {
  const { status, body } = await site.respond({ method, url, header: () => undefined });
  return { status, body: JSON.parse(new TextDecoder().decode(body)) as Members };
}

/** Requests a URL. The verdict is the status, the schema errors of the body, and the objects with members out of order. */
export async function judge(file: string, url: string) {
  const { status, body } = await ask(url);
  return { verdict: [status, errorsOf(file, body), misorderedIn(file, body)], body };
}

/** The verdict on a valid body. */
export const RIGHT = [200, [], []];

/** The query that makes a listing show a line set. */
export function queryShowing({ collection, filters }: Listing, lines: string): string {
  if (lines === collection.name) return '';
  const filter = [...filters.values()].find((one) => one.lineSet === lines);
  if (!filter) throw new Error(`no filter shows ${lines}`);
  return `${filter.name}=true&`;
}

/** Names of the schemas that a collection needs. */
export function schemasFor(collection: Collection): string[] {
  const pages = entryLineSets(collection).map((lines) => `${lines}-page.schema.json`);
  return recordLineSet(collection) === null ? pages : [...pages, `${collection.name}-detail.schema.json`];
}
