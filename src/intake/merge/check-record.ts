/** Checks a record by its schema, then by a function. Pure. */
import { checkSchema, type SchemaName } from '../../catalogue/files/schema.ts';
import type { Finding } from '../../report/problems.ts';

/** The findings of a definition in a schema or, without any, the findings of a further check. */
export function checkRecord<T>(
  schema: SchemaName,
  definition: string | undefined,
  record: T,
  more: (record: T) => readonly Finding[] = () => [],
): readonly Finding[] {
  const findings = checkSchema(schema, record, definition);
  return findings.length > 0 ? findings : more(record);
}
