/** Signals that were added to the data as a test. They are listed, but they are not detections, so counts of events leave them out. */

import { withParameters } from '../address/address.ts';
import { LAST_VERSION, NAME_PART } from '../address/event-requests.ts';

/** The API has no member for injections, but they are marked in their names. */
const MARK = 'injection';

export const isInjection = (name: string): boolean => name.toLowerCase().includes(MARK);

/** Counts the events and the injections in a request for event versions, without reading packs. */
export async function countSelected(client: { count(target: string): Promise<number | null> }, target: string) {
  const once = withParameters(target, { [LAST_VERSION]: 'true' });
  const counts = await Promise.all([once, withParameters(once, { [NAME_PART]: MARK })].map(client.count));
  const [all, injections] = counts.map((count) => count ?? 0) as [number, number];
  return { events: all - injections, injections };
}

/** The number of events that versions belong to. Injections are never counted. */
export const countNames = (versions: readonly { readonly name: string }[]): number =>
  new Set(versions.map(({ name }) => name).filter((name) => !isInjection(name))).size;
