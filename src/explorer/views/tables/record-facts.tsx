/** Facts about a run, a dataset or a catalog: counts of its entries, its time and its detectors. */

import type { RunEntry } from '../../../core/contract/wire.ts';
import { countText, dayText } from '../../text/format.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import { NotListed } from '../../widgets/not-listed.tsx';
import type { RecordColumn } from '../../widgets/record-table.tsx';

interface CountLinkProps {
  /** Null if the catalogue does not list the entries. */
  readonly total: number | null;
  readonly noun: string;
  readonly href: string;
}

/** A count that links to the counted entries; plain text if the count is zero. */
export function CountLink({ total, noun, href }: CountLinkProps) {
  if (total === null) return <NotListed />;
  return total === 0 ? <span class="none">{countText(0, noun)}</span> : <a href={href}>{countText(total, noun)}</a>;
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
