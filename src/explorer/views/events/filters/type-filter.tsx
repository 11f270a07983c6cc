/** Buttons for types by mass and for events without both masses. They combine: chosen types are joined with OR. */

import { changeSettings } from '../../../address/navigate.ts';
import { useNavigate } from '../../../client/context.ts';
import { NEUTRON_STAR_BELOW, NO_MASSES, NO_TYPE } from '../../../event-data/binaries.ts';
import { EVENT_SETTINGS, type EventSettings } from '../../../event-data/event-settings.ts';
import { TypeMark } from '../../../event-data/type-mark.tsx';
import { countFor, type EventsState } from '../lists.ts';

type TypeSetting = NonNullable<EventSettings['types']>[number];

const EXPLANATIONS: Readonly<Record<TypeSetting, string>> = {
  BBH: `Binary black holes: both masses are at least ${NEUTRON_STAR_BELOW} M☉.`,
  NSBH: `Neutron star and black hole: only mass 2 is below ${NEUTRON_STAR_BELOW} M☉.`,
  BNS: `Binary neutron stars: both masses are below ${NEUTRON_STAR_BELOW} M☉.`,
  [NO_TYPE]: 'Events without both masses, which have no type.',
};

/** The types, each with the number of events that pass all other filters. The bar above the plot has no button for events without masses. */
export function TypeButtons({ isBrief, ...state }: EventsState & { readonly isBrief?: boolean }) {
  const { offer, settings } = state;
  const navigate = useNavigate();
  if (!offer.hasMasses) return null;
  const chosen = settings.types ?? [];
  const toggle = (type: TypeSetting) => {
    const next = EVENT_SETTINGS.types.filter((one) => (one === type) !== chosen.includes(one));
    changeSettings(navigate, { types: next.join(',') });
  };
  return EVENT_SETTINGS.types
    .filter((type) => type !== NO_TYPE || !isBrief)
    .map((type) => (
      <button
        key={type}
        type="button"
        class="chip"
        title={EXPLANATIONS[type]}
        aria-pressed={chosen.includes(type)}
        onClick={() => toggle(type)}
      >
        {type !== NO_TYPE && <TypeMark type={type} />}
        <span>{type === NO_TYPE ? NO_MASSES : type}</span>
        <span class="unit">{countFor(state, { ...settings, types: [type] })}</span>
      </button>
    ));
}
