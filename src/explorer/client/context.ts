/** What every view needs: the client that answers its requests, and the function that changes the address. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Navigate, navigate } from '../address/navigate.ts';
import type { Client } from './site-client.ts';

const ClientContext = createContext<Client | null>(null);
const NavigateContext = createContext<Navigate>(navigate);

export const ClientProvider = ClientContext.Provider;
/** A page that contains a view provides its own function, which keeps the address on the page. */
export const NavigateProvider = NavigateContext.Provider;

/** The client; inside a `ClientProvider` only. */
export const useClient = (): Client => useContext(ClientContext) as Client;
export const useNavigate = (): Navigate => useContext(NavigateContext);
