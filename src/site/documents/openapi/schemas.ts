/**
 * The response schemas as components of an OpenAPI document. Each file becomes a component, and so does each of its definitions; identical
 * definitions in several files become a single component.
 */

import { type BodySchema, responseSchemas } from '../../../catalogue/response-schemas.ts';

/** Any object in the document. */
export type Schema = Readonly<Record<string, unknown>>;

/** `event-versions-page` -> `EventVersionsPage`. */
export function componentName(...names: readonly string[]): string {
  const words = names.join('-').split(/[-_]/);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/** A reference to a schema component. */
export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Rewrites references to the file's definitions as references to components. */
function withRefs(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withRefs(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const target = name === '$ref' ? names.get(String(member).replace('#/$defs/', '')) : undefined;
    return [name, target === undefined ? withRefs(member, names) : `#/components/schemas/${target}`];
  });
  return Object.fromEntries(members);
}

/** Component name for a file's definition. It omits the file's name if the definition is the same in all files. */
function definitionName(file: string, name: string, files: ReadonlyMap<string, BodySchema>): string {
  const all = [...files.values()].flatMap(({ $defs }) => ($defs?.[name] ? [JSON.stringify($defs[name])] : []));
  const isShared = name !== 'entry' && new Set(all).size === 1;
  return isShared ? componentName(name) : componentName(file.replace(/-page$/, ''), name);
}

/** The schema components for all response bodies, by component name. */
export function responseComponents(): Record<string, Schema> {
  const files = responseSchemas();
  const components: Record<string, Schema> = {};
  for (const [file, schema] of files) {
    const { $schema: _, $id: __, $defs = {}, ...rest } = schema;
    const own = new Map(Object.keys($defs).map((name) => [name, definitionName(file, name, files)]));
    components[componentName(file)] = withRefs(rest, own) as Schema;
    for (const [name, definition] of Object.entries($defs)) {
      components[own.get(name) as string] = withRefs(definition, own) as Schema;
    }
  }
  return components;
}
