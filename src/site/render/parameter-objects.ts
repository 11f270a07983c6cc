/** Renders parameters with their values, for entries, records and parameter sets of event versions. Pure. */

import type { Catalogue, ParameterValue } from '../../catalogue/types.ts';
import type { ParameterObject } from '../../contract/wire.ts';
import { objectOf, plain } from './json.ts';

function renderParameter(value: ParameterValue, { name, unit, description }: Catalogue['parameters'][number]): string {
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

/** Cached, because entries, records, parameter sets and the listing of an event version's parameters contain the same texts. */
const rendered = new WeakMap<ReadonlyMap<string, ParameterValue>, readonly string[]>();

/** The existing values, in the order of the catalogue's parameters. */
export function renderParameters(
  values: ReadonlyMap<string, ParameterValue>,
  { parameters }: Pick<Catalogue, 'parameters'>,
): readonly string[] {
  const known = rendered.get(values);
  if (known) return known;
  const texts = parameters.flatMap((parameter) => {
    const value = values.get(parameter.name);
    return value === undefined ? [] : [renderParameter(value, parameter)];
  });
  rendered.set(values, texts);
  return texts;
}
