/** Signals that were added to the data as a test. They are listed, but they are not detections, so counts of events leave them out. */

import { withParameters } from '../address/address.ts';
import { NAME_PART } from '../address/event-requests.ts';

/** The API has no member for injections, but they are marked in their names. */
const MARK = 'injection';

export const isInjection = (name: string): boolean => name.toLowerCase().includes(MARK);

/** The request for the injections among the versions that a request without a name selects. */
export const injectionsTarget = (target: string): string => withParameters(target, { [NAME_PART]: MARK });

/** The number of events that versions belong to. Injections are never counted. */
export const countNames = (versions: readonly { readonly name: string }[]): number =>
  new Set(versions.map(({ name }) => name).filter((name) => !isInjection(name))).size;
