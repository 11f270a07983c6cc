/** The sentence below the title: the number of events shown, their catalogs, and the number of events that the filters hide. */

import type { Release } from '../../../core/release/release.ts';
import { formatAddress, hrefOf, withParameters, withSettings } from '../../address/address.ts';
import { ALL_PATH, RELEASE } from '../../address/event-requests.ts';
import { useClient } from '../../client/context.ts';
import { isCumulative, mainCatalog, startTarget } from '../../client/start-target.ts';
import { countEvents, countVersions, type EventRow, pickVersions } from '../../event-data/rows.ts';
import { countText, listText, MONTHS, utcText, wholeText } from '../../text/format.ts';
import { clearAll, listChips } from './chips.ts';
import { countHidden, describeCount, type EventsState, rowsFor } from './lists.ts';
import { listReleases, ownerOf } from './request.ts';

/** `September 2015`; empty for times that have no UTC representation. */
function monthOf(gps: number): string {
  const [year, month] = utcText(gps).split('-');
  return month === undefined ? '' : `${MONTHS[Number(month) - 1]} ${year}`;
}

/** `from September 2015 to January 2025`; empty if there are no rows. */
function periodText(rows: readonly EventRow[]): string {
  const times = rows.map(({ entry }) => entry.gps);
  const [first, last] = [Math.min(...times), Math.max(...times)].map((gps) =>
    Number.isFinite(gps) ? monthOf(gps) : '',
  );
  if (!first || !last) return '';
  return first === last ? `in ${first}` : `from ${first} to ${last}`;
}

/** Names the catalogs or the run that the events are from: `of GWTC, the cumulative catalog`. */
function originText({ lists, address, page }: EventsState, release: Release): string {
  const owner = ownerOf(address.target, page);
  const releases = listReleases(lists.target);
  const inNewest = lists.areVersions ? '' : ', each in its newest version with values';
  if (page !== null) return releases.length > 0 ? '' : inNewest;
  if (owner !== null) return ` of ${owner}`;
  if (releases.length === 0) return ` of all catalogs${inNewest}`;
  const isSum = releases.length === 1 && isCumulative(release, releases[0] as string);
  return ` of ${listText(releases)}${isSum ? ', the cumulative catalog' : ''}`;
}

/** The number of events that the filters leave out, and a link that shows them. */
function HiddenText({ count, ...state }: EventsState & { readonly count: number }) {
  const { address, page } = state;
  const unfiltered = clearAll(listChips(state), { ...address, target: page ?? address.target });
  return (
    <>
      {' '}
      The filters leave out {wholeText(count)}. <a href={formatAddress(unfiltered)}>Show them</a>
    </>
  );
}

/**
 * Links to the same selection in all catalogs, because the cumulative catalog leaves out the marginal ones; to versions or events as rows;
 * and to the events that the page starts with, unless these are shown.
 */
function Ways(state: EventsState) {
  const { address, page, lists, settings } = state;
  const { all, target, areVersions } = lists;
  const { release } = useClient();
  if (page !== null) return null;
  const releases = listReleases(target).join();
  const main = mainCatalog(release);
  const isOfAll = releases === '' && ownerOf(address.target, page) === null;
  const everywhere = { ...address, target: withParameters(address.target, { [RELEASE]: null }) };
  const everyRow = { ...state, lists: { ...lists, unfiltered: areVersions ? all : pickVersions(all) } };
  const inAll = rowsFor(everyRow, settings, withParameters(target, { [RELEASE]: null }));
  const versions = withSettings(clearAll(listChips(state), { ...address, target: ALL_PATH }), { rows: 'versions' });
  const events = withSettings(address, { rows: null });
  return (
    <span class="ways">
      {' '}
      {releases !== '' && <a href={formatAddress(everywhere)}>In all catalogs: {wholeText(countEvents(inAll))}</a>}{' '}
      {isOfAll && !areVersions && <a href={formatAddress(versions)}>All {countText(countVersions(all), 'version')}</a>}{' '}
      {'rows' in address.settings && <a href={formatAddress(events)}>One row per event</a>}{' '}
      {main !== null && releases !== main && <a href={hrefOf(startTarget(release))}>Back to {main}</a>}
    </span>
  );
}

export function Sentence(props: EventsState) {
  const { release } = useClient();
  const { lists } = props;
  const { rows } = lists;
  const hidden = countHidden(lists);
  const injections = rows.filter(({ isInjection }) => isInjection).length;
  const period = hidden === 0 ? periodText(rows) : '';
  return (
    <>
      <b>{describeCount(lists)}</b>
      {originText(props, release)}
      {period && `, ${period}`}.{hidden > 0 && <HiddenText {...props} count={hidden} />}
      {injections > 0 && (
        <> {injections === 1 ? 'A blind injection is' : 'Blind injections are'} listed but not counted.</>
      )}
      <Ways {...props} />
    </>
  );
}
