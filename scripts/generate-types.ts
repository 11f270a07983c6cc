/**
 * Writes `schemas/wire-bodies.d.ts`, the types of every body, from the response schemas: `npm run types`. A test compares both.
 *
 * A type is named after the title of its schema, if it is a body of its own kind, or after its definition (`version_link` ->
 * `VersionLink`); those of a collection are named in the singular: `RunEntry` and `RunDetail`, or `Catalog` where both are the same.
 */

import { writeFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { createCollections } from '../src/core/collections/registry.ts';
import { componentName, responseComponents, type Schema } from '../src/site/documents/openapi/schemas.ts';

export const TYPES_PATH = 'schemas/wire-bodies.d.ts';

const HEADER = `/**
 * Types of every body, spelled as the service spells them. Generated from \`schemas/responses/\` by \`npm run types\`: do not edit.
 * The order of members is part of the contract.
 */
`;

/** The unit of numbers whose object names it. */
const UNIT_IN_BODY = 'that of "unit"';

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

const components = responseComponents();
const objectOf = (name: string) => components[name] as unknown as ObjectSchema;
const membersOf = (name: string) => Object.keys(objectOf(name).properties).join();

/** One object for several: members that not all of them have are optional. */
function merge(names: readonly string[]): Schema {
  const objects = names.map(objectOf);
  const required = objects.reduce<readonly string[]>(
    (common, one) => common.filter((name) => one.required.includes(name)),
    objects[0]?.required ?? [],
  );
  const properties = Object.assign({}, ...objects.map((one) => one.properties));
  return { type: 'object', additionalProperties: false, required, properties };
}

/** Every type with its schema. */
function planTypes(): Map<string, Schema> {
  const { results: _, ...head } = objectOf('RunsPage').properties;
  const errors = ['BadParameter', 'UnnamedParameter', 'Other'];
  const types = new Map<string, Schema>([
    ['EnvelopeHead', { ...merge(['RunsPage']), properties: head, required: Object.keys(head) }],
    ['ErrorBody', merge(errors)],
  ]);
  const taken = new Set([...errors, 'Error']);
  for (const collection of createCollections()) {
    const { name, entrySets, lineSets } = collection;
    const [entry, detail] = [componentName(name, 'entry'), componentName(name, 'detail')];
    const singular = componentName(name).replace(/s$/, '');
    const hasOwnRecord = components[detail] !== undefined && membersOf(detail) !== membersOf(entry);
    const variants = entrySets.map((set) => componentName(set, 'entry'));
    for (const one of [...lineSets, name].flatMap((set) => ['page', 'entry', 'detail'].map((kind) => [set, kind]))) {
      taken.add(componentName(...one));
    }
    if (components[entry]) types.set(hasOwnRecord ? `${singular}Entry` : singular, merge(variants));
    if (hasOwnRecord) types.set(`${singular}Detail`, components[detail] as Schema);
  }
  for (const [name, schema] of Object.entries(components)) {
    if (!taken.has(name)) types.set((schema.title as string | undefined) ?? name, schema);
  }
  return types;
}

/** Keeps what a type can say. References lead to other types. */
function forTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forTypes);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, 'x-unit': unit, title: _, minItems: __, ...rest } = value as Schema;
  if ($ref !== undefined) return { tsType: String($ref).split('/').at(-1) };
  const kept = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, forTypes(member)]));
  // Other descriptions name the unit.
  return unit === UNIT_IN_BODY ? { ...kept, description: `${rest.description} In \`unit\`.` } : kept;
}

/** The text of the file. */
export async function generateTypes(): Promise<string> {
  const texts = [...planTypes()].map(([name, schema]) =>
    compile({ ...(forTypes(schema) as JSONSchema), title: name }, name, {
      bannerComment: '',
      additionalProperties: false,
      style: { singleQuote: true, printWidth: 120 },
    }),
  );
  const text = (await Promise.all(texts)).join('\n');
  return `${HEADER}\n${text
    .replace(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */')
    .replace(/^( +)(?=['\w]+\??: )/gm, '$1readonly ')
    .replace(/: ([\w']+|\(.*\))\[\]/g, ': readonly $1[]')}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(TYPES_PATH, await generateTypes());
