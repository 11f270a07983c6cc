/**
 * The response schemas in `schemas/responses/`: the only place that defines the members of a body and their order. CSV and download
 * columns, the OpenAPI document and the types of bodies are all derived from them.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { inPackage } from '../fs/in-package.ts';
import { resolveRefs } from './files/schema.ts';

const FOLDER = inPackage('schemas/responses/');
const ENDING = '.schema.json';

/** The parts of a JSON Schema that describe a value's form. */
export interface BodySchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** The type of a column in downloads, for a string that is not plain text. */
  readonly 'x-column'?: 'time' | 'link';
  readonly items?: BodySchema;
  /** In the order used in the body. */
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, BodySchema>>;
  readonly [keyword: string]: unknown;
}

let read: ReadonlyMap<string, BodySchema> | undefined;

/** Every schema by its file name without the extension, sorted: `runs-page`, `runs-detail`. */
export function responseSchemas(): ReadonlyMap<string, BodySchema> {
  read ??= new Map(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith(ENDING))
      .sort()
      .map((file) => [
        file.slice(0, -ENDING.length),
        JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')) as BodySchema,
      ]),
  );
  return read;
}

const resolved = new Map<string, BodySchema>();

function bodySchema(name: string): BodySchema {
  const known = resolved.get(name);
  if (known) return known;
  const schema = responseSchemas().get(name);
  if (schema === undefined) throw new Error(`schemas/responses has no ${name}${ENDING}`);
  const whole = resolveRefs(schema);
  resolved.set(name, whole);
  return whole;
}

/** The schema for a page of entries from a line set, with references resolved. */
const pageSchema = (set: string): BodySchema => bodySchema(`${set}-page`);

/** The schema for an entry from a line set, with references resolved. */
export const entrySchema = (set: string): BodySchema => pageSchema(set).properties?.results?.items as BodySchema;

/** The schema for a collection's record, with references resolved. */
export const recordSchema = (collection: string): BodySchema => bodySchema(`${collection}-detail`);
