/** The local time of an event at the sites of the detectors. */

import { utcText } from '../../text/format.ts';

const HANFORD = ['Hanford', 'America/Los_Angeles'] as const;
/** Site and time zone by detector. */
const SITES: Readonly<Record<string, readonly [site: string, zone: string]>> = {
  H1: HANFORD,
  H2: HANFORD,
  L1: ['Livingston', 'America/Chicago'],
  V1: ['Virgo', 'Europe/Rome'],
  G1: ['GEO600', 'Europe/Berlin'],
  K1: ['KAGRA', 'Asia/Tokyo'],
};

/** `14:10:39 at Hanford`; `20 May, 20:02:29 at Hanford` if the day is not the day in UTC. */
export function listLocalTimes(gps: number, detectors: readonly string[]): readonly string[] {
  const time = new Date(`${utcText(gps).replace(' ', 'T')}Z`);
  // Times without a UTC representation, and leap seconds.
  if (Number.isNaN(time.getTime())) return [];
  const texts = detectors.flatMap((detector) => {
    const [site, zone] = SITES[detector] ?? [];
    if (zone === undefined) return [];
    const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(time);
    const day = (where: string) => `${format(where, { day: 'numeric' })} ${format(where, { month: 'short' })}`;
    const clock = format(zone, { timeStyle: 'medium', hourCycle: 'h23' });
    return `${day(zone) === day('UTC') ? '' : `${day(zone)}, `}${clock} at ${site}`;
  });
  return [...new Set(texts)];
}
