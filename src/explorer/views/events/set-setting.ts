/** Handlers of controls whose value is a view setting. */

import { changeSettings, type Navigate } from '../../address/use-address.ts';

/** `createSetter(navigate)('x')('far')` sets `x=far` in the address. */
export const createSetter = (navigate: Navigate) => (setting: string) => (value: string) =>
  changeSettings(navigate, { [setting]: value });
