/** Renders parameters with their values, for entries, records and parameter sets of event versions. Pure. */

import type { ParameterDefinition, ParameterValue } from '../../catalogue/types.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
import { membersOf, plain } from './json.ts';

type Definition = Pick<ParameterObject, 'name' | 'unit' | 'description'>;

/** The members that are the same for every value of a parameter. Cached, because they are most of the text. */
const definitions = new WeakMap<ParameterDefinition, string>();

function renderDefinition(parameter: ParameterDefinition): string {
  const { name, unit, description } = parameter;
  const text =
    definitions.get(parameter) ??
    membersOf<Definition>({ name: plain(name), unit: plain(unit), description: plain(description) });
  definitions.set(parameter, text);
  return text;
}

function renderParameter(value: ParameterValue, parameter: ParameterDefinition): string {
  const members = membersOf<Omit<ParameterObject, keyof Definition>>({
    best: plain(value.best),
    upper_error: plain(value.upperError),
    lower_error: plain(value.lowerError),
    is_upper_limit: plain(value.isUpperLimit),
    is_lower_limit: plain(value.isLowerLimit),
  });
  return `{${renderDefinition(parameter)},${members}}`;
}

/** Cached, because entries, records, parameter sets and the listing of an event version's parameters contain the same texts. */
const rendered = new WeakMap<ReadonlyMap<string, ParameterValue>, readonly string[]>();

/** The existing values, in the order of the parameters. */
export function renderParameters(
  values: ReadonlyMap<string, ParameterValue>,
  parameters: readonly ParameterDefinition[],
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
