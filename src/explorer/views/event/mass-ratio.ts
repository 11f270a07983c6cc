/** The mass ratio of a version. The catalogs publish none, so it has no interval. */

import type { EventVersionDetail } from '../../../core/contract/wire.ts';
import { MASSES, massesOf, valuesOf } from '../../event-data/binaries.ts';
import { valueText } from '../../text/values.ts';

const digitsIn = (text: string): number => text.replace(/^[^1-9]+|\D/g, '').length;

/** The ratio with as many digits as the less precise mass: `0.11` for 2.6 and 23.3. Undefined unless both masses are known. */
export function massRatio({ default_parameters }: Pick<EventVersionDetail, 'default_parameters'>): string | undefined {
  const values = valuesOf(default_parameters);
  const masses = massesOf(values);
  if (masses === null) return undefined;
  const digits = MASSES.flatMap((name) => values.get(name) ?? []).map((value) => digitsIn(valueText(value).best));
  return (masses[1] / masses[0]).toPrecision(Math.max(1, Math.min(...digits)));
}
