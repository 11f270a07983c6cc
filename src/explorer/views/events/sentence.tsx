/**
 * The title of the events view and the sentence below it: the number of events shown, their catalogs, and the number of events that the
 * filters hide.
 */

import { type Address, formatAddress } from '../../address/address.ts';
import { countText, listText, utcText } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { countEvents, type EventRow } from './rows.ts';

const MONTHS = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthOf = (gps: number): string => {
  const utc = utcText(gps);
  return utc === '' ? '' : MONTHS.format(new Date(`${utc.slice(0, 10)}T00:00:00Z`));
};

/** `from September 2015 to January 2025`; empty if there are no rows. */
function periodText(rows: readonly EventRow[]): string {
  const times = rows.map(({ entry }) => entry.gps);
  const [first, last] = [Math.min(...times), Math.max(...times)].map((gps) =>
    Number.isFinite(gps) ? monthOf(gps) : '',
  );
  if (!first || !last) return '';
  return first === last ? `in ${first}` : `from ${first} to ${last}`;
}

interface SentenceProps {
  /** The selection. */
  readonly rows: readonly EventRow[];
  /** All rows, unfiltered. */
  readonly pool: readonly EventRow[];
  readonly releases: readonly string[];
  /** True if the only catalog is cumulative. */
  readonly isCumulative: boolean;
  readonly areVersions: boolean;
  /** The record in the request's path, such as `O3a`, or null. */
  readonly parent: string | null;
  /** True on the page of a catalog or run, which names the record. */
  readonly isPart: boolean;
  /** The number of events that the filters hide. */
  readonly hidden: number;
  /** The filtered quantities for which some of the hidden events have no value, and the number of those events. */
  readonly unpublished: { readonly titles: readonly string[]; readonly count: number };
  /** The addresses without filters, for the start view, and for all versions. */
  readonly unfiltered: Address;
  readonly start: { readonly name: string; readonly target: string } | null;
  readonly versions: { readonly count: number; readonly address: Address } | null;
}

/** Names the catalogs or the run that the events are from: `of GWTC, the cumulative catalog`. */
function originText({ releases, isCumulative, parent, areVersions, isPart }: SentenceProps): string {
  if (isPart) return releases.length > 0 || areVersions ? '' : ', each in its newest version with values';
  if (parent !== null) return ` of ${parent}`;
  if (releases.length > 0) return ` of ${listText(releases)}${isCumulative ? ', the cumulative catalog' : ''}`;
  return areVersions ? ' of all catalogs' : ' of all catalogs, each in its newest version with values';
}

/** `254 of 391 events`, `669 versions of 431 events`. */
function CountText({ rows, pool, areVersions }: SentenceProps) {
  const [shown, all] = [countEvents(rows), countEvents(pool)];
  const versions = rows.filter(({ isInjection }) => !isInjection).length;
  if (areVersions) {
    return (
      <>
        <b>{countText(versions, 'version')}</b> of {countText(shown, 'event')}
      </>
    );
  }
  return (
    <b>{shown === all ? countText(all, 'event') : `${shown.toLocaleString('en')} of ${countText(all, 'event')}`}</b>
  );
}

export function Sentence(props: SentenceProps) {
  const { rows, hidden, unpublished, unfiltered, start, versions } = props;
  const injections = rows.filter(({ isInjection }) => isInjection).length;
  const origin = originText(props);
  const period = hidden === 0 ? periodText(rows) : '';
  return (
    <>
      <CountText {...props} />
      {origin}
      {period && `, ${period}`}.
      {hidden > 0 && (
        <>
          {' '}
          The filters hide {hidden.toLocaleString('en')}
          {unpublished.count > 0 && (
            <>
              , {unpublished.count.toLocaleString('en')} of them because no value of{' '}
              <Name text={unpublished.titles.join(' or ')} /> is published
            </>
          )}
          . <a href={formatAddress(unfiltered)}>Show them</a>
        </>
      )}
      {injections > 0 && (
        <> {injections === 1 ? 'A blind injection is' : 'Blind injections are'} listed but not counted.</>
      )}
      <span class="ways">
        {versions && <a href={formatAddress(versions.address)}>All {versions.count.toLocaleString('en')} versions</a>}
        {start && <a href={`#/${start.target}`}>Back to {start.name}</a>}
      </span>
    </>
  );
}
