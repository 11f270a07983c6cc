/** The sentence below the title: the number of events shown, their catalogs, and the number of events that the filters hide. */

import type { Release } from '../../../core/handler/release.ts';
import { formatAddress, parametersOf } from '../../address/address.ts';
import { isCumulative, startTarget } from '../../host/start-target.ts';
import { countText, listText, utcText } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { ALL_PATH, countEvents, countVersions, type EventRow } from './rows.ts';
import { countUnpublished, listReleases, withoutFilters } from './selection.ts';
import type { ShownEvents } from './shown-events.ts';

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
  readonly events: ShownEvents;
  readonly release: Release;
  /** The request of the page that contains the list, such as `runs/O3a`; undefined if the list is the whole view. */
  readonly page: string | undefined;
}

/** Names the catalogs or the run that the events are from: `of GWTC, the cumulative catalog`. */
function originText({ address, parent, areVersions, isPart }: ShownEvents, release: Release): string {
  const releases = listReleases(address.target);
  const inNewest = areVersions ? '' : ', each in its newest version with values';
  if (isPart) return releases.length > 0 ? '' : inNewest;
  if (parent !== null) return ` of ${parent}`;
  if (releases.length === 0) return ` of all catalogs${inNewest}`;
  const isSum = releases.length === 1 && isCumulative(release, releases[0] as string);
  return ` of ${listText(releases)}${isSum ? ', the cumulative catalog' : ''}`;
}

/** `254 of 391 events`, `669 versions of 431 events`. */
function CountText({
  events: { rows, areVersions },
  hidden,
}: {
  readonly events: ShownEvents;
  readonly hidden: number;
}) {
  const shown = countEvents(rows);
  if (areVersions) {
    return (
      <>
        <b>{countText(countVersions(rows), 'version')}</b> of {countText(shown, 'event')}
      </>
    );
  }
  const all = countText(shown + hidden, 'event');
  return <b>{hidden === 0 ? all : `${shown.toLocaleString('en')} of ${all}`}</b>;
}

/** The number of events that the filters hide, and a link that shows them. */
function HiddenText({ events, count, page }: Pick<SentenceProps, 'events' | 'page'> & { readonly count: number }) {
  const { hidden, address, filters, quantities, hiding } = events;
  const unpublished = countUnpublished(hidden, parametersOf(address.target), filters, quantities);
  const unfiltered = withoutFilters({ target: page ?? address.target, view: address.view }, hiding);
  return (
    <>
      {' '}
      The filters hide {count.toLocaleString('en')}
      {unpublished.count > 0 && (
        <>
          , {unpublished.count.toLocaleString('en')} of them because no value of{' '}
          <Name text={unpublished.titles.join(' or ')} /> is published
        </>
      )}
      . <a href={formatAddress(unfiltered)}>Show them</a>
    </>
  );
}

/** Links to all versions and to the events that the page starts with, unless these are shown. */
function Ways({ events, release }: Pick<SentenceProps, 'events' | 'release'>) {
  const { all, address, parent, areVersions, isPart } = events;
  if (isPart) return null;
  const releases = listReleases(address.target).join();
  const start = startTarget(release);
  const startName = listReleases(start).join();
  const isOfAll = releases === '' && parent === null;
  const versions = { target: ALL_PATH, view: { ...address.view, rows: 'versions' } };
  return (
    <span class="ways">
      {isOfAll && !areVersions && <a href={formatAddress(versions)}>All {countText(countVersions(all), 'version')}</a>}
      {startName !== '' && releases !== startName && <a href={`#/${start}`}>Back to {startName}</a>}
    </span>
  );
}

export function Sentence({ events, release, page }: SentenceProps) {
  const { rows } = events;
  const hidden = countEvents(events.hidden);
  const injections = rows.filter(({ isInjection }) => isInjection).length;
  const period = hidden === 0 ? periodText(rows) : '';
  return (
    <>
      <CountText {...{ events, hidden }} />
      {originText(events, release)}
      {period && `, ${period}`}.{hidden > 0 && <HiddenText {...{ events, page }} count={hidden} />}
      {injections > 0 && (
        <> {injections === 1 ? 'A blind injection is' : 'Blind injections are'} listed but not counted.</>
      )}
      <Ways {...{ events, release }} />
    </>
  );
}
