/**
 * Generates types for everything that a schema describes. A test compares the types with the files below, which `npm run update` writes.
 *
 * - `schemas/wire-bodies.d.ts`, from the response schemas. A type is named after its schema's title if it is a separate kind of body, or
 *   otherwise after its definition (`version_link` -> `VersionLink`). A collection's types have singular names: `RunEntry` and `RunDetail`,
 *   or `Catalog` if both are the same.
 * - `schemas/data-files.d.ts` and `schemas/community-catalog.d.ts`, from the schemas for the files that people write. The tables below name
 *   their types.
 */

import { readFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import ts from 'typescript';
import { createCollections } from '../src/core/collections/registry.ts';
import { entryLineSets, lineSetsOf } from '../src/core/contract/line-sets.ts';
import { componentName, responseComponents, type Schema } from '../src/site/documents/openapi/schemas.ts';

/** A schema, and one of its definitions. If there is no definition, the type describes the whole file. */
type Source = readonly [schema: string, definition?: string];
type Sources = Readonly<Record<string, Source>>;

/** Definitions that are not named here are inlined. */
const DATA_FILES: Sources = {
  DetectorsFile: ['detectors'],
  ObservingRun: ['runs', 'run'],
  RunsFile: ['runs'],
  Catalog: ['catalogs', 'catalog'],
  CatalogsFile: ['catalogs'],
  ParameterDefinition: ['default-parameters', 'definition'],
  ParametersFile: ['default-parameters'],
  ParameterValue: ['event-versions', 'value'],
  ParameterValues: ['event-versions', 'parameters'],
  ParameterSet: ['event-versions', 'parameter_set'],
  EventVersion: ['event-versions', 'event_version'],
  EventVersionsFile: ['event-versions'],
  EventFacts: ['events', 'event'],
  EventsFile: ['events'],
  Block: ['strain-files', 'block'],
  MaskBit: ['strain-files', 'bit'],
  Series: ['strain-files', 'series'],
  StrainDataset: ['strain-files'],
  EventStrainFiles: ['event-strain-files', 'event_strain_files'],
  EventStrainFilesFile: ['event-strain-files'],
  FileStatistics: ['strain-statistics'],
  Segment: ['timelines', 'segment'],
  Flag: ['timelines', 'flag'],
  TimelinesFile: ['timelines'],
};

const COMMUNITY_CATALOG: Sources = {
  CommunityValue: ['community-catalog', 'value'],
  CommunitySearch: ['community-catalog', 'search'],
  CommunityLink: ['community-catalog', 'link'],
  CommunityPeSet: ['community-catalog', 'pe_set'],
  CommunityEvent: ['community-catalog', 'event'],
  CommunityCatalog: ['community-catalog'],
};

/** Stands in for the unit of a number whose object has a member that names the unit. */
const UNIT_IN_BODY = 'see "unit"';

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

const components = responseComponents();
const objectOf = (name: string) => components[name] as unknown as ObjectSchema;
const membersOf = (name: string) => Object.keys(objectOf(name).properties).join();

/** Merges several objects into one. Members missing from some of the objects become optional. */
function merge(names: readonly string[]): Schema {
  const objects = names.map(objectOf);
  const required = objects.reduce<readonly string[]>(
    (common, one) => common.filter((name) => one.required.includes(name)),
    objects[0]?.required ?? [],
  );
  const properties = Object.assign({}, ...objects.map((one) => one.properties));
  return { type: 'object', additionalProperties: false, required, properties };
}

/** Every type for response bodies, with its schema. */
function planBodies(): Map<string, Schema> {
  const { results: _, ...head } = objectOf('RunsPage').properties;
  const errors = ['BadParameter', 'Other'];
  const types = new Map<string, Schema>([
    ['EnvelopeHead', { ...merge(['RunsPage']), properties: head, required: Object.keys(head) }],
    ['ErrorBody', merge(errors)],
  ]);
  const taken = new Set([...errors, 'Error']);
  for (const collection of createCollections()) {
    const { name } = collection;
    const entrySets = entryLineSets(collection);
    const lineSets = lineSetsOf(collection);
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

/** Every type for files, with its schema. References to definitions that have no type are inlined. */
function planFiles(sources: Sources): Map<string, Schema> {
  const types = new Map<string, Schema>();
  for (const [type, [schema, definition]] of Object.entries(sources)) {
    const {
      $id: _,
      $defs,
      ...whole
    } = JSON.parse(readFileSync(new URL(`../schemas/${schema}.schema.json`, import.meta.url), 'utf8'));
    // The schema does not describe the events here, because they are checked one by one.
    if (schema === 'community-catalog') whole.properties.events.items = { $ref: '#/$defs/event' };
    const resolve = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(resolve);
      if (typeof value !== 'object' || value === null) return value;
      const { $ref, minItems, maxItems, ...rest } = value as Schema;
      // All pairs are pairs of whole numbers.
      if (minItems === 2 && maxItems === 2) return { ...rest, tsType: 'readonly [number, number]' };
      const target = String($ref).replace('#/$defs/', '');
      const named = Object.entries(sources).find(([, [of, name]]) => of === schema && name === target);
      if (named !== undefined) return { ...rest, $ref: named[0] };
      const members = Object.entries({ ...$defs[target], ...rest });
      return Object.fromEntries(members.map(([name, member]) => [name, resolve(member)]));
    };
    types.set(type, resolve(definition === undefined ? whole : $defs[definition]) as Schema);
  }
  return types;
}

/** Keeps only the parts of a schema that a type can express. References become the names of other types. */
function forTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forTypes);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, 'x-unit': unit, title: _, minItems: __, maxItems, ...others } = value as Schema;
  // The only limit that a type can express is that a list is empty.
  const rest: Schema = maxItems === 0 ? { ...others, maxItems } : others;
  if ($ref !== undefined) return { description: rest.description, tsType: String($ref).split('/').at(-1) };
  const kept = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, forTypes(member)]));
  // Other descriptions already name their unit.
  return unit === UNIT_IN_BODY ? { ...kept, description: `${rest.description} In \`unit\`.` } : kept;
}

/** Inserts `readonly` before every member, index signature and array that lacks it. */
function makeReadonly(text: string): string {
  const places: number[] = [];
  const source = ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const isMember = ts.isPropertySignature(node) || ts.isIndexSignatureDeclaration(node);
    if (isMember || (ts.isArrayTypeNode(node) && !ts.isTypeOperatorNode(node.parent))) places.push(node.getStart());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places.reduceRight((rest, at) => `${rest.slice(0, at)}readonly ${rest.slice(at)}`, text);
}

async function writeTypes(header: string, types: ReadonlyMap<string, Schema>): Promise<string> {
  const texts = [...types].map(([name, schema]) =>
    compile({ ...(forTypes(schema) as JSONSchema), title: name }, name, {
      bannerComment: '',
      additionalProperties: false,
      style: { singleQuote: true, printWidth: 120 },
    }),
  );
  const text = makeReadonly((await Promise.all(texts)).join('\n'));
  return `/**\n${header}\n */\n\n${text.replace(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */')}`;
}

/** The generated files by path. */
export async function generateTypes(): Promise<Readonly<Record<string, string>>> {
  return {
    'schemas/wire-bodies.d.ts': await writeTypes(
      ` * Types of every body, spelled as the service spells them. Generated from \`schemas/responses/\` by \`npm run update\`: do not edit.
 * The order of members is part of the contract.`,
      planBodies(),
    ),
    'schemas/data-files.d.ts': await writeTypes(
      ' * Types of the input files. Generated from the schemas beside it by `npm run update`: do not edit.',
      planFiles(DATA_FILES),
    ),
    'schemas/community-catalog.d.ts': await writeTypes(
      ' * Types of the exchange format for community catalogs. Generated from its schema by `npm run update`: do not edit.',
      planFiles(COMMUNITY_CATALOG),
    ),
  };
}
