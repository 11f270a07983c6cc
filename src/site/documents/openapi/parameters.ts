/** Converts the API's parameters to OpenAPI: schema, default, unit, and an example that returns 200. */

import type { Listing } from '../../../core/contract/collection.ts';
import {
  FORMAT,
  PAGE,
  PAGE_SIZE,
  type Parameter,
  RECORD_FORMAT,
  type Value,
} from '../../../core/contract/parameters.ts';
import { componentName, type Schema } from './schemas.ts';

/** A GPS second in a strain file around GW150914, and a GPS second in a later file, so that examples have matches in the shipped catalogue. */
export const START = 1126257414;
export const STOP = 1126265605;

function schemaOf({ codec, name }: Parameter): Schema {
  switch (codec.kind) {
    case 'GPS second':
      return { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    case 'integer':
      return { type: 'integer', minimum: 1 };
    case 'number':
      return { type: 'number' };
    case 'flag':
      return { type: 'boolean' };
    case 'enum':
      return { type: 'string', enum: codec.allowed };
    case 'list':
      return { type: 'array', minItems: 1, items: { type: 'string', enum: codec.allowed } };
    case 'text':
      return { type: 'string', maxLength: codec.maxLength, title: name };
  }
}

function exampleOf({ codec, name, default: preset }: Parameter, listing: Listing | null): Value {
  const isStop = listing?.collection.interval?.[1].name === name;
  switch (codec.kind) {
    case 'GPS second':
      return isStop ? STOP : START;
    case 'integer':
      return preset as number;
    case 'number':
      return name.startsWith('max-') ? 2e9 : 0;
    case 'flag':
      return true;
    case 'enum':
      return codec.allowed?.[0] ?? '';
    case 'list':
      return codec.allowed?.slice(0, 1) ?? [];
    case 'text':
      return 'GW15';
  }
}

/** Parameters that are the same everywhere. */
const COMMON: readonly Parameter[] = [PAGE_SIZE, PAGE, FORMAT, RECORD_FORMAT];

/** Name of a parameter's component; parameters that differ in any way get different names. */
export function parameterName(parameter: Parameter, listing: Listing | null): string {
  if (parameter === RECORD_FORMAT) return 'RecordFormat';
  if (COMMON.includes(parameter) || listing === null) return componentName(parameter.name);
  return componentName(listing.collection.name, parameter.name);
}

/** The OpenAPI parameter object. `listing` is null for records and the root. */
export function queryParameter(parameter: Parameter, listing: Listing | null): Schema {
  const { name, codec, unit, meaning, default: preset } = parameter;
  const schema = schemaOf(parameter);
  return {
    name,
    in: 'query',
    required: false,
    description: unit === null ? meaning : `${meaning} Unit: ${unit}.`,
    ...(codec.kind === 'list' && { style: 'form', explode: false }),
    ...(codec.kind === 'flag' && { allowEmptyValue: true }),
    ...(unit !== null && { 'x-unit': unit }),
    schema: preset === null || preset === '' ? schema : { ...schema, default: preset },
    example: exampleOf(parameter, listing),
  };
}
