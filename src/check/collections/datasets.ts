/** Expectations for datasets. */

import type { Dataset, Envelope, MaskBit } from '../../core/contract/wire.ts';
import { testCase } from '../case.ts';
import { hasJson } from '../expect.ts';
import type { Expectations } from './expectations.ts';

/** Data quality first, then injections, each ascending. */
function areInOrder(bits: readonly MaskBit[]): boolean {
  const places = bits.map(({ bit, mask_type }) => (mask_type === 'DQ' ? bit : 1000 + bit));
  return places.every((place, n) => n === 0 || place > (places[n - 1] as number));
}

export const datasets: Expectations<Dataset> = {
  cases: ({ listing, path }) => [
    testCase(
      `${listing.path}.bitmask`,
      path,
      hasJson<Envelope<Dataset>>(({ results }) => {
        const wrong = results.find(({ bitmask }) => !areInOrder(bitmask));
        return wrong ? `the bits of ${wrong.name} are not in order` : null;
      }),
    ),
  ],
  below: { 'runs/{}/datasets': (entry, [run]) => entry.run === run },
};
