/** Renders parameters with their values, for entries, records and parameter sets of event versions. Pure. */

import type { ParameterDefinition } from '../../catalogue/files/raw.ts';
import type { ParameterValue } from '../../catalogue/types.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
import { objectOf, plain } from './json.ts';

function renderParameter(value: ParameterValue, { name, unit, description }: ParameterDefinition): string {
  return objectOf<ParameterObject>({
    name: plain(name),
    unit: plain(unit),
    description: plain(description),
    best: plain(value.best),
    upper_error: plain(value.upperError),
    lower_error: plain(value.lowerError),
    is_upper_limit: plain(value.isUpperLimit),
    is_lower_limit: plain(value.isLowerLimit),
  });
}

/** The existing values, in the order of the parameters. */
export function renderParameters(
  values: ReadonlyMap<string, ParameterValue>,
  parameters: readonly ParameterDefinition[],
): readonly string[] {
  return parameters.flatMap((parameter) => {
    const value = values.get(parameter.name);
    return value === undefined ? [] : [renderParameter(value, parameter)];
  });
}
