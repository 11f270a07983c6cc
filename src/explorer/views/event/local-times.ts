/** The local time of an event at the sites of the three large detectors, which does not depend on what they observed. */

import { utcText } from '../../text/format.ts';

/** Each with its time zone, and with the language that has a name for this zone. */
const SITES = [
  { site: 'Hanford', timeZone: 'America/Los_Angeles', language: 'en-US' },
  { site: 'Livingston', timeZone: 'America/Chicago', language: 'en-US' },
  { site: 'Virgo', timeZone: 'Europe/Rome', language: 'en-GB' },
] as const;

/** `14:10:39 PDT at Hanford`; `20 May, 20:02:29 PDT at Hanford` if the day is not the day in UTC. */
export function listLocalTimes(gps: number): readonly string[] {
  const time = new Date(`${utcText(gps).replace(' ', 'T')}Z`);
  // Times without a UTC representation, and leap seconds.
  if (Number.isNaN(time.getTime())) return [];
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' }).format(time);
  return SITES.map(({ site, timeZone, language }) => {
    const clock = new Intl.DateTimeFormat(language, {
      ...{ timeZone, hourCycle: 'h23', timeZoneName: 'short' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
    const day = dayIn(timeZone);
    return `${day === dayIn('UTC') ? '' : `${day}, `}${clock.format(time)} at ${site}`;
  });
}
