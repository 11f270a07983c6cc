/** The options of plots that are switched on or off. Pure. */

import { CUT_DAYS } from '../../charts/time-scale.ts';
import type { EventSettings } from './settings.ts';

/** An option with a check box, which is stored as a view setting. */
export interface Switch {
  readonly title: string;
  readonly setting: 'errors' | 'gaps' | 'remnant';
  /** The value of the setting if the option differs from its default. */
  readonly value: string;
  readonly isOnByDefault: boolean;
}

export type SwitchSettings = Pick<EventSettings, Switch['setting']>;

/** Shows the errors of all events, not only those of the event under the pointer. */
export const ALL_ERRORS: Switch = { title: 'All errors', setting: 'errors', value: 'all', isOnByDefault: false };
/** Shows the final masses. */
export const REMNANTS: Switch = { title: 'Remnant', setting: 'remnant', value: 'shown', isOnByDefault: false };
/** Cuts long gaps between runs out of a time axis. */
export const CUT_GAPS: Switch = {
  ...{ title: `Cut gaps over ${CUT_DAYS} days`, setting: 'gaps', value: 'shown', isOnByDefault: true },
};

export const isOn = ({ setting, value, isOnByDefault }: Switch, settings: SwitchSettings): boolean =>
  (settings[setting] === value) !== isOnByDefault;

/** The value of the setting for an option that is on or off; empty for the default. */
export const valueFor = ({ value, isOnByDefault }: Switch, isSwitchedOn: boolean): string =>
  isSwitchedOn === isOnByDefault ? '' : value;
