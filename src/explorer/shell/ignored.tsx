/**
 * Lists the parts of an address that have no effect: parameters that its request ignores, settings that its view does not have, and a
 * format for a record.
 */

import { gpsSecond } from '../../core/contract/codecs.ts';
import { findIgnored } from '../../core/inspect/find-ignored.ts';
import { parametersOf, resolveTarget } from '../address/address.ts';
import { type ViewName, type ViewProps, viewOf } from '../address/routes.ts';
import { API_SETTINGS, listUnknownSettings, type Settings, STRAIN_SETTINGS } from '../address/settings.ts';
import { useClient } from '../client/context.ts';
import { COMPARE_SETTINGS, EVENT_SETTINGS } from '../event-data/event-settings.ts';
import { FILTERS } from '../strain-data/strain-address.ts';
import { Mistakes } from '../widgets/mistakes.tsx';

/** The settings that each view has. */
const SETTINGS: Readonly<Partial<Record<ViewName, Settings>>> = {
  events: EVENT_SETTINGS,
  // Their pages have a list of events.
  run: EVENT_SETTINGS,
  catalog: EVENT_SETTINGS,
  strain: STRAIN_SETTINGS,
  compare: COMPARE_SETTINGS,
  api: API_SETTINGS,
};

export function Ignored({ address }: ViewProps) {
  const { release } = useClient();
  const { target } = address;
  const found = resolveTarget(target, release);
  // The interval that the view of strain data shows, also in requests for which the API ignores it.
  const used: readonly string[] = viewOf(target) === 'strain' ? [FILTERS.start, FILTERS.stop] : [];
  const parameters = parametersOf(target);
  const isTime = (name: string) => gpsSecond.parse(parameters.get(name) ?? '') !== undefined;
  const all = findIgnored(parameters.toString(), found, release.collections)
    .filter(({ name }) => !used.includes(name) || !isTime(name))
    .map((one) => (used.includes(one.name) ? { ...one, why: 'this is not a time' } : one));
  const unknown = listUnknownSettings(address.settings, SETTINGS[viewOf(target)] ?? {}, release.data.vocabulary);
  return (
    <>
      {all.length > 0 && (
        <p class="ignored lead" role="status">
          This address has parameters that the API ignores: {all.map(({ name, why }) => `${name} (${why})`).join(', ')}.
        </p>
      )}
      {unknown.length > 0 && (
        <p class="unknown-settings note" role="status">
          This address has settings that this page does not know: {unknown.join(', ')}.
        </p>
      )}
      {found?.kind === 'record' && parameters.size > 0 && <Mistakes target={target} isIdKnown />}
    </>
  );
}
