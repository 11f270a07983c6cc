/** Renders parameters with their values, for entries, records and parameter sets of event versions. */

import type { ParameterDefinition, ParameterValue, ParameterValues } from '../../catalogue/types.ts';
import { byCodeUnit } from '../../core/base/order.ts';
import type { Compatibility } from '../../core/contract/compatibility.ts';
import type { ParameterObject } from '../../core/contract/wire.ts';
import { float, objectOf, plain } from './json.ts';

/** The parameters that the service lists after all others. */
const LAST = ['far', 'p_astro', 'network_matched_filter_snr'];

/** The default parameters in the order of their objects: with `service`, by name, except for `LAST`; otherwise as in the data. */
export function sortParameters(
  parameters: readonly ParameterDefinition[],
  compatibility: Compatibility,
): readonly ParameterDefinition[] {
  if (compatibility === 'specification') return parameters;
  return [...parameters].sort((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name) || byCodeUnit(a.name, b.name));
}

/** `yr^-1`, as the service writes it. */
const serviceUnit = (unit: string): string => (unit === 'yr^-1' ? '1/yr' : unit);

/** Number of decimal places of a number in its shortest form. */
function countDecimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max((digits.split('.')[1] ?? '').length - Number(exponent), 0);
}

/** The most decimal places of a value and its errors, because zeros at the end of one of them are not in the data. */
const decimalPlaces = ({ best, upper_error, lower_error }: ParameterValue): number =>
  Math.max(...[best, upper_error ?? 0, lower_error ?? 0].map(countDecimals));

function renderParameter(
  value: ParameterValue,
  { name, unit, description }: ParameterDefinition,
  compatibility: Compatibility,
): string {
  const isService = compatibility === 'service';
  return objectOf<ParameterObject>({
    name: plain(name),
    unit: plain(isService ? serviceUnit(unit) : unit),
    description: plain(description),
    best: float(value.best),
    upper_error: float(value.upper_error),
    lower_error: float(value.lower_error),
    is_upper_limit: plain(value.is_upper_limit ?? false),
    is_lower_limit: plain(value.is_lower_limit ?? false),
    decimal_places: isService ? plain(decimalPlaces(value)) : undefined,
  });
}

/** Renders existing values, in the order of the parameters. */
export function renderParameters(
  values: ParameterValues,
  parameters: readonly ParameterDefinition[],
  compatibility: Compatibility,
): readonly string[] {
  return parameters.flatMap((parameter) => {
    const value = values[parameter.name];
    return value === undefined ? [] : [renderParameter(value, parameter, compatibility)];
  });
}
