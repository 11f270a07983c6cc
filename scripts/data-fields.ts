/**
 * Creates a Markdown table of the fields in each kind of data file, from the schemas. `npm run update` writes the tables to docs/data.md
 * and docs/data-strain.md.
 */

import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly title?: string;
  readonly description?: string;
  readonly 'x-unit'?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

type Defs = Readonly<Record<string, Schema>>;

interface Field {
  readonly path: string;
  readonly isRequired: boolean;
  readonly unit: string;
  readonly meaning: string;
}

/** Returns the schema that a reference points to. Members next to the reference replace the schema's own members. */
function resolve(schema: Schema, defs: Defs): Schema {
  const { $ref, ...own } = schema;
  return $ref === undefined ? schema : { ...resolve(defs[$ref.replace('#/$defs/', '')] as Schema, defs), ...own };
}

const showValues = (values: readonly unknown[]): string => `${values.map((one) => `\`${String(one)}\``).join(', ')}.`;

/** Fields in schema order, each list or mapping before its members. Paths have the form `list[].member` and `mapping.<name>.member`. */
function* fieldsOf(schema: Schema, defs: Defs, above: string, shown = new Set<string>()): Generator<Field> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const field = resolve(member, defs);
    const items = field.items && resolve(field.items, defs);
    const others = typeof field.additionalProperties === 'object' && resolve(field.additionalProperties, defs);
    const path = `${above}${name}${items ? '[]' : ''}`;
    // The schema for the numbers, if the field is a list of pairs.
    const inside = items?.items ?? items?.prefixItems?.[0];
    const ref = member.$ref ?? member.items?.$ref ?? '';
    const isShown = shown.has(ref);
    const meaning = [
      field.description ?? items?.description,
      ...(inside && field.description ? [items?.description] : []),
      ...(field.enum ? [field.enum.length === 1 ? 'The only value is' : 'One of', showValues(field.enum)] : []),
      ...(isShown && (others || items?.properties) ? ['Its members are those above.'] : []),
    ];
    yield {
      path,
      isRequired: schema.required?.includes(name) ?? false,
      unit: field['x-unit'] ?? (inside && resolve(inside, defs)['x-unit']) ?? '',
      meaning: meaning.join(' '),
    };
    if (isShown) continue;
    if (ref !== '') shown.add(ref);
    if (items) yield* fieldsOf(items, defs, `${path}.`, shown);
    else if (others) yield* fieldsOf(others, defs, `${path}.<name>.`, shown);
    else yield* fieldsOf(field, defs, `${path}.`, shown);
  }
}

/** The table for one kind of file, such as `runs`. */
export function fieldsTable(kind: string): string {
  const schema = JSON.parse(readFileSync(new URL(`../schemas/${kind}.schema.json`, import.meta.url), 'utf8')) as Schema;
  const rows = Array.from(fieldsOf(schema, schema.$defs ?? {}, ''), ({ path, isRequired, unit, meaning }) => {
    return `| \`${path}\` | ${isRequired ? 'yes' : ''} | ${unit} | ${meaning.replaceAll('|', '\\|').replaceAll('<', '\\<')} |`;
  });
  return `| field | required | unit | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}
