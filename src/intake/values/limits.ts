/** Merges whether a value is a limit into its numbers. */
import type { Mapping } from '../../catalogue/files/mapping.ts';
import type { ParameterValue } from '../../catalogue/types.ts';
import { recordOf } from '../merge/records.ts';

/** The given parts of a value; null removes a member. */
export type PartialValue = { -readonly [Member in keyof ParameterValue]?: ParameterValue[Member] | null };

/**
 * Adds to the numbers of a value whether it is a limit; undefined if a source does not say. A flag removes the other flag and the errors,
 * unless a source gives these too.
 */
export function withLimit<Numbers extends Mapping>(
  numbers: Numbers,
  isUpper: boolean | undefined,
  isLower: boolean | undefined,
): Numbers & PartialValue {
  const flagOf = (own: boolean | undefined, other: boolean | undefined): true | null | undefined =>
    own ? true : own === false || other ? null : undefined;
  const flags = recordOf({ is_upper_limit: flagOf(isUpper, isLower), is_lower_limit: flagOf(isLower, isUpper) });
  const errors = isUpper || isLower ? { upper_error: null, lower_error: null } : {};
  return { ...errors, ...numbers, ...flags };
}
