/**
 * Keeps the limits that searches give. The service's default parameters have no flag for these, and answers repeat them unchanged. Only the
 * page of an event can add the flags, because it loads the parameter sets; a table would have to load the sets of every row.
 */

import type { ParameterObject, ParameterSet } from '../../../core/contract/wire.ts';

/** Default parameters with the limits that the sets of the same version give for the same values. */
export const keepLimits = (
  parameters: readonly ParameterObject[],
  sets: readonly Pick<ParameterSet, 'parameters'>[],
): readonly ParameterObject[] =>
  parameters.map((value) => {
    const same = sets
      .flatMap((set) => set.parameters)
      .find(
        ({ name, best, ...one }) =>
          name === value.name && best === value.best && (one.is_upper_limit || one.is_lower_limit),
      );
    return same ?? value;
  });
