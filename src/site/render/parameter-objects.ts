/** Renders parameters with their values, for entries, records and parameter sets of event versions. Pure. */

import type { ParameterDefinition, RawValue, RawValues } from '../../catalogue/files/raw.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
import { float, objectOf, plain } from './json.ts';

function renderParameter(value: RawValue, { name, unit, description }: ParameterDefinition): string {
  return objectOf<ParameterObject>({
    name: plain(name),
    unit: plain(unit),
    description: plain(description),
    best: float(value.best),
    upper_error: float(value.upper_error),
    lower_error: float(value.lower_error),
    is_upper_limit: plain(value.is_upper_limit ?? false),
    is_lower_limit: plain(value.is_lower_limit ?? false),
  });
}

/** Renders existing values, in the order of the parameters. */
export function renderParameters(values: RawValues, parameters: readonly ParameterDefinition[]): readonly string[] {
  return parameters.flatMap((parameter) => {
    const value = values[parameter.name];
    return value === undefined ? [] : [renderParameter(value, parameter)];
  });
}
