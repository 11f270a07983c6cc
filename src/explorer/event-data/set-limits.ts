/**
 * Flags the limits that searches give. The service's default parameters have no flag for them, and answers repeat these parameters unchanged,
 * so the build names them in release.json.
 */

import type { EventVersionEntry } from '../../core/contract/wire.ts';
import type { ReleaseData } from '../../core/release/release.ts';

/** An entry or a record, with a flag for each default parameter that its parameter sets give as a limit. */
export function withSetLimits<Version extends Pick<EventVersionEntry, 'shortName' | 'default_parameters'>>(
  version: Version,
  { setLimits }: Pick<ReleaseData, 'setLimits'>,
): Version {
  const limits = setLimits[version.shortName];
  if (limits === undefined) return version;
  const parameters = version.default_parameters?.map((value) => {
    const limit = limits[value.name];
    return {
      ...value,
      is_upper_limit: limit === 'upper' || value.is_upper_limit,
      is_lower_limit: limit === 'lower' || value.is_lower_limit,
    };
  });
  return { ...version, default_parameters: parameters };
}
