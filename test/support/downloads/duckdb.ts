/** Reads Parquet with DuckDB, which shares no code with the writer. */

import { DuckDBInstance } from '@duckdb/node-api';

export type Row = Readonly<Record<string, unknown>>;

// Creating one takes more than ten times as long as most queries.
const database = await DuckDBInstance.create(':memory:');

/** Rows of a query: integers as bigint, times as ms, other values as in JavaScript. `{}` stands for the file. */
export async function query(sql: string, file: string): Promise<readonly Row[]> {
  const connection = await database.connect();
  try {
    const reader = await connection.runAndReadAll(sql.replaceAll('{}', `'${file}'`));
    return reader.getRowObjectsJS() as Row[];
  } finally {
    connection.closeSync();
  }
}

/** Types of a file's columns, by name. */
export async function typesOf(file: string): Promise<Readonly<Record<string, string>>> {
  const rows = await query('describe select * from {}', file);
  return Object.fromEntries(rows.map((row) => [row.column_name, row.column_type]));
}
