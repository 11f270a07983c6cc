/**
 * Writes the shipped catalogue to an SQLite database, for the alternatives. The data are read by the oracle, which shares no code
 * with Stillwave, so equal responses are evidence.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createCatalogue } from '../../oracle/catalogue.ts';
import { strainEntry } from '../../oracle/entries.ts';
import { loadOracleData } from '../../oracle/records.ts';

type Row = readonly (string | number | null)[];

/** The parts of better-sqlite3 that are used; it is not installed with the main package. */
interface Database {
  exec(sql: string): void;
  prepare(sql: string): { run(...values: Row): void };
  close(): void;
}

/** Writes the catalogue of `dataDir` to a new file. */
export function importCatalogue(dataDir: string, file: string): void {
  const Sqlite = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => Database;
  const database = new Sqlite(file);
  database.exec(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'));
  database.exec('BEGIN');
  for (const [table, rows] of Object.entries(tablesOf(dataDir))) {
    const places = rows[0]?.map(() => '?').join(', ');
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${places})`);
    for (const row of rows) insert.run(...row);
  }
  database.exec('COMMIT');
  database.exec('ANALYZE');
  database.close();
}

/** Columns as in `schema.sql`, ids from 1 in the order of the listing. */
function tablesOf(dataDir: string): Record<string, Row[]> {
  const { strainFiles, eventVersions, parameters } = createCatalogue(loadOracleData(dataDir));
  return {
    strain_file: strainFiles.map((file, index) => {
      const { hdf5_url, utc_start } = strainEntry(file, { baseUrl: '' });
      const path = String(hdf5_url).replace('.hdf5', '');
      return [index + 1, file.gpsStart, String(utc_start), file.detector, file.sampleRateKHz, path];
    }),
    event_version: eventVersions.map((version, index) => {
      const { name, gps, catalog, doi, detectors } = version;
      return [index + 1, name, version.version, gps, catalog, doi, JSON.stringify(detectors)];
    }),
    default_parameter: parameters.map(({ name, unit, description }, index) => [index + 1, name, unit, description]),
    parameter_value: eventVersions.flatMap(({ parameters: values }, version) =>
      parameters.flatMap(({ name }, parameter) => {
        const value = values.get(name);
        if (value === undefined) return [];
        const { best, upperError, lowerError, isUpperLimit, isLowerLimit } = value;
        const limits = [isUpperLimit ? 1 : 0, isLowerLimit ? 1 : 0];
        // Unique: no two values of one event version have the same parameter.
        const id = (version + 1) * 1000 + parameter;
        return [[id, version + 1, parameter + 1, best, upperError, lowerError, ...limits]];
      }),
    ),
  };
}
