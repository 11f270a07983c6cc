/** Checks a record against its schema, then with a function. Pure. */
import { checkSchema, type SchemaName } from '../../catalogue/files/schema.ts';
import type { Finding } from '../../report/problems.ts';

/** The findings from a schema's definition or, if there are none, from a further check. */
export function checkSchemaThen(
  schema: SchemaName,
  definition: string | undefined,
  record: unknown,
  more: () => readonly Finding[],
): readonly Finding[] {
  const findings = checkSchema(schema, record, definition);
  return findings.length > 0 ? findings : more();
}
