/** Keeps the limits that searches give. */

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
