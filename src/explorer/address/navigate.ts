/** Provides the address bar as state, and a function to navigate. The browser handles Back and Forward. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Address, formatAddress, keepSame, parseAddress, withParameters, withSettings } from './address.ts';
import { keepPlace } from './restore-place.ts';

/**
 * Navigates to an address. Controls pass a function from the current address to the next one, so that two changes in quick succession both
 * take effect. `replace` replaces the current history entry, for example to tidy the address that was typed.
 */
export type Navigate = (to: Address | ((now: Address) => Address), how?: 'push' | 'replace') => void;

export const navigate: Navigate = (to, how = 'push') => {
  const hash = formatAddress(typeof to === 'function' ? to(parseAddress(location.hash)) : to);
  if (hash === location.hash) return;
  if (how === 'push') {
    keepPlace();
    history.pushState(null, '', hash);
  } else {
    history.replaceState(history.state, '', hash);
  }
  // The browser fires this event for links, Back and Forward, and typed addresses, but not for changes made by scripts.
  dispatchEvent(new Event('hashchange'));
};

/** Changes parameters of the request; null removes a parameter. */
export const changeParameters = (navigate: Navigate, changes: Readonly<Record<string, string | null>>): void =>
  navigate((now) => ({ ...now, target: withParameters(now.target, changes) }));

/** Changes view settings. */
export const changeSettings = (navigate: Navigate, changes: Readonly<Record<string, string | null>>): void =>
  navigate((now) => withSettings(now, changes));

/** How soon a change must follow the previous one to belong to the same step of the history, in ms. */
const SAME_STEP_MS = 1000;

/** Navigates so that changes in quick succession, such as keystrokes, are one step of the history. */
export function useSteps(navigate: Navigate): Navigate {
  const last = useRef({ hash: '', time: 0 });
  return useCallback<Navigate>(
    (to) => {
      const { hash, time } = last.current;
      // If another control or the Back button has changed the address since then, the entry in the history is not this control's.
      const isSameStep = hash === location.hash && performance.now() - time < SAME_STEP_MS;
      navigate(to, isSameStep ? 'replace' : 'push');
      last.current = { hash: location.hash, time: performance.now() };
    },
    [navigate],
  );
}

/** The address. It and its settings remain the same objects until their content changes. */
export function useAddress(): Address {
  const [address, setAddress] = useState(() => parseAddress(location.hash));
  useEffect(() => {
    const read = () => setAddress((before) => keepSame(before, parseAddress(location.hash)));
    addEventListener('hashchange', read);
    read();
    return () => removeEventListener('hashchange', read);
  }, []);
  return address;
}
