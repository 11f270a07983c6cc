/** Provides the address bar as state, and a function to navigate. The browser handles Back and Forward. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Address, formatAddress, parseAddress, withParameters, withSettings } from './address.ts';
import { keepViewState } from './view-state.ts';

/**
 * Takes the current address and returns the next. Controls pass a change instead of an address, so that two changes in quick succession
 * both take effect.
 */
type Change = (now: Address) => Address;

/** Navigates to an address. `replace` replaces the current history entry, for example while a slider moves. */
export type Navigate = (to: Address | Change, how?: 'push' | 'replace') => void;

export const navigate: Navigate = (to, how = 'push') => {
  const hash = formatAddress(typeof to === 'function' ? to(parseAddress(location.hash)) : to);
  if (hash === location.hash) return;
  if (how === 'push') keepViewState();
  history[`${how}State`](how === 'replace' ? history.state : null, '', hash);
  // The browser fires this event for links, Back and Forward, and typed addresses, but not for changes made by scripts.
  dispatchEvent(new Event('hashchange'));
};

type Changes = Readonly<Record<string, string | null>>;

/** Changes parameters of the request; null removes a parameter. */
export const changeParameters = (navigate: Navigate, changes: Changes, how?: 'push' | 'replace'): void =>
  navigate((now) => ({ ...now, target: withParameters(now.target, changes) }), how);

/** Changes view settings. */
export const changeSettings = (navigate: Navigate, changes: Changes): void =>
  navigate((now) => withSettings(now, changes));

/** `[address, navigate]`. The address remains the same object until its content changes. */
export function useAddress(): readonly [Address, Navigate] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = () => setHash(location.hash);
    addEventListener('hashchange', read);
    read();
    return () => removeEventListener('hashchange', read);
  }, []);
  return [useMemo(() => parseAddress(hash), [hash]), navigate];
}
