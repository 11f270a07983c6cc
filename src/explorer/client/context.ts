/** What every view needs: the core that answers its requests, and the function that changes the address. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Navigate, navigate } from '../address/navigate.ts';
import type { Core } from './site-client.ts';

const CoreContext = createContext<Core | null>(null);
const NavigateContext = createContext<Navigate>(navigate);

export const CoreProvider = CoreContext.Provider;
/** A page that contains a view provides its own function, which keeps the address on the page. */
export const NavigateProvider = NavigateContext.Provider;

/** The core; inside a `CoreProvider` only. */
export const useCore = (): Core => useContext(CoreContext) as Core;
export const useNavigate = (): Navigate => useContext(NavigateContext);
