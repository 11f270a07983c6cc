/**
 * Lists the parts of an address that have no effect: parameters that its request ignores, settings that its view does not have, and a
 * format for a record.
 */

import { gpsSecond } from '../../core/contract/codecs.ts';
import { findIgnored } from '../../core/inspect/find-ignored.ts';
import { API_SETTINGS, parametersOf, segmentsOf } from '../address/address.ts';
import { parametersUsedBy, viewOf } from '../address/routes.ts';
import { resolveTarget } from '../host/core.ts';
import type { ViewProps } from '../host/view.ts';
import { Mistakes } from '../parts/mistakes.tsx';
import { listUnknownSettings, UnknownSettings } from '../parts/unknown-settings.tsx';

/**
 * True if the view reports its unknown settings itself: the list of events, and the pages for runs and catalogs, which may contain such a
 * list.
 */
function namesItsSettings(target: string): boolean {
  const name = viewOf(target);
  const isOfRecord = segmentsOf(target).length > 1;
  return name === 'events' || (isOfRecord && (name === 'runs' || name === 'catalogs'));
}

export function Ignored({ core, address }: Pick<ViewProps, 'core' | 'address'>) {
  const { target } = address;
  const found = resolveTarget(core.release, target);
  const used = parametersUsedBy(viewOf(target));
  const parameters = parametersOf(target);
  const isTime = (name: string) => gpsSecond.parse(parameters.get(name) ?? '') !== undefined;
  // All parameters that views use are times.
  const all = findIgnored(parameters.toString(), found)
    .filter(({ name }) => !used.includes(name) || !isTime(name))
    .map((one) => (used.includes(one.name) ? { ...one, why: 'this is not a time' } : one));
  const known = viewOf(target) === 'api' ? API_SETTINGS : [];
  return (
    <>
      {all.length > 0 && (
        <p class="ignored lead" role="status">
          This address has parameters that the API ignores: {all.map(({ name, why }) => `${name} (${why})`).join(', ')}.
        </p>
      )}
      {!namesItsSettings(target) && <UnknownSettings settings={listUnknownSettings(address.view, known)} />}
      {found?.kind === 'record' && parameters.size > 0 && <Mistakes release={core.release} target={target} isIdKnown />}
    </>
  );
}
