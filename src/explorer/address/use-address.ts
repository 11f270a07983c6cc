/** The address bar as state, with a function to navigate. The browser handles back and forward. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Address, formatAddress, parseAddress, withParameters, withSettings } from './address.ts';
import { keepViewState } from './view-state.ts';

/**
 * Gets the current address and returns the next one. Controls pass a change instead of an address, so that two quick changes both take
 * effect.
 */
type Change = (now: Address) => Address;

/** Navigates to an address. `replace` replaces the current history entry, for example while a slider moves. */
export type Navigate = (to: Address | Change, how?: 'push' | 'replace') => void;

export const navigate: Navigate = (to, how = 'push') => {
  const hash = formatAddress(typeof to === 'function' ? to(parseAddress(location.hash)) : to);
  if (hash === location.hash) return;
  if (how === 'push') keepViewState();
  history[`${how}State`](how === 'replace' ? history.state : null, '', hash);
  // The browser announces links, back and forward, and typed addresses, but not changes made by scripts.
  dispatchEvent(new Event('hashchange'));
};

type Changes = Readonly<Record<string, string | null>>;

/** Changes parameters of the request; null removes one. */
export const changeParameters = (navigate: Navigate, changes: Changes, how?: 'push' | 'replace'): void =>
  navigate((now) => ({ ...now, target: withParameters(now.target, changes) }), how);

/** Changes settings of the view. */
export const changeSettings = (navigate: Navigate, changes: Changes): void =>
  navigate((now) => withSettings(now, changes));

/** `[address, navigate]`. The address is the same object until its content changes. */
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
