/** Parquet files that the sheet saves. */

import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { makeParquet } from '../../src/explorer/export/parquet.ts';

const PARAMETERS = [{ name: 'far', unit: 'yr^-1', description: '' }];

function makeFile(gps: number, parameters: readonly object[]) {
  const entry = { name: 'GW1', gps, isNew: true, default_parameters: parameters };
  return makeParquet([entry], Object.keys(entry), PARAMETERS);
}

test('columns have the same types whether or not the rows have values, so files can be joined', async () => {
  const limit = { name: 'far', best: 1e-5, lower_error: null, upper_error: null, is_upper_limit: true };
  const files = [makeFile(1126259462.4, [limit]), makeFile(1126259463, [])];
  const types = files.map((file) => parquetMetadata(file).schema.map(({ name, type }) => `${name} ${type ?? ''}`));
  expect(types[0]).toEqual([
    ...['root ', 'name BYTE_ARRAY', 'gps DOUBLE', 'isNew BOOLEAN'],
    ...['far DOUBLE', 'far_lower DOUBLE', 'far_upper DOUBLE', 'far_limit BYTE_ARRAY'],
  ]);
  expect(types[1]).toEqual(types[0]);
  const none = { far_lower: null, far_upper: null };
  expect(await Promise.all(files.map((file) => parquetReadObjects({ file })))).toEqual([
    [{ name: 'GW1', gps: 1126259462.4, isNew: true, far: 1e-5, ...none, far_limit: 'upper' }],
    [{ name: 'GW1', gps: 1126259463, isNew: true, far: null, ...none, far_limit: null }],
  ]);
});
