/** Facts about runs and datasets: their times and detectors, and links to their events and files. */

import { DAY_S } from '../../../core/base/gps-time.ts';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { hrefOf, recordTarget } from '../../address/address.ts';
import { duringTarget } from '../../address/event-requests.ts';
import type { Client } from '../../client/site-client.ts';
import { startTarget } from '../../client/start-target.ts';
import { countSelected } from '../../event-data/injections.ts';
import { lengthOf, spanOf } from '../../strain-data/interval.ts';
import { dayText } from '../../text/format.ts';
import { hoursText } from '../../text/hours-text.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import { CountLink } from '../../widgets/count-link.tsx';
import type { RecordColumn } from '../../widgets/record-table.tsx';

export interface CountedRun extends RunEntry {
  /** The request for the events during the run, from the catalog that the page starts with, and their number. */
  readonly eventsTarget: string;
  readonly events: number;
  /** The number of strain files; null if the catalogue does not list them. */
  readonly files: number | null;
}

export async function countEntries(run: RunEntry, client: Client): Promise<CountedRun> {
  const eventsTarget = duringTarget(startTarget(client.release), spanOf(run));
  const [{ events }, files] = await Promise.all([
    countSelected(client, eventsTarget),
    client.count(recordTarget('runs', run.name, 'strain-files')),
  ]);
  return { ...run, eventsTarget, events, files };
}

export const RunEventsLink = ({ run: { events, eventsTarget } }: { readonly run: CountedRun }) => (
  <CountLink total={events} noun="event" href={hrefOf(eventsTarget)} />
);
export const FilesLink = ({ run: { name, files } }: { readonly run: CountedRun }) => (
  <CountLink total={files} noun="file" href={hrefOf(recordTarget('runs', name, 'strain-files'))} />
);

/** `183.0 days`; in hours, minutes or seconds for runs shorter than a day. */
export function lengthText(run: RunEntry): string {
  const seconds = lengthOf(spanOf(run));
  return seconds < DAY_S ? hoursText(seconds, true) : `${(seconds / DAY_S).toFixed(1)} days`;
}

type Spanning = Pick<RunEntry, 'gps_start' | 'gps_end'>;

/** The time span of a run or dataset, as columns and as facts. */
export const SPAN_COLUMNS: readonly RecordColumn<Spanning>[] = [
  { title: 'From', cell: ({ gps_start }) => dayText(gps_start) },
  { title: 'To', cell: ({ gps_end }) => dayText(gps_end) },
];
export const spanFacts = ({ gps_start, gps_end }: Spanning) => ({
  UTC: `${dayText(gps_start)} to ${dayText(gps_end)}`,
  GPS: `${gps_start} to ${gps_end}`,
});

/** A record's detectors, in words. */
export const detectorsText = (detectors: readonly string[]): string =>
  detectors.length === 0 ? NOT_LISTED : detectors.join(', ');
