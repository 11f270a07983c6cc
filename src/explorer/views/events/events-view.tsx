/**
 * Events with filters, plots and a table. Each row is one event, unless the address asks for versions. The address determines the
 * selection, and both table and plots show the API's response to it, so they cannot disagree.
 */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { pathOf } from '../../address/address.ts';
import { ALL_TARGET } from '../../address/event-requests.ts';
import { EVENT_SETTINGS, readSettings } from '../../address/settings.ts';
import { CAPTION } from '../../charts/picture-parts.ts';
import { useClient } from '../../client/context.ts';
import type { ViewProps } from '../../client/view.ts';
import { countEvents } from '../../event-data/rows.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { countText } from '../../text/format.ts';
import { lazy } from '../../widgets/lazy.tsx';
import { useTabTitle } from '../../widgets/view-head.tsx';
import { chipText, listChips } from './chips.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { describeCount } from './lists.ts';
import { isTableBeside, listOffer } from './offer.ts';
import { Plots } from './plots/plots.tsx';
import { createPointed } from './pointed.ts';
import { exportTarget, joinedRanges, listReleases, withoutRanges } from './selection.ts';
import { Sentence } from './sentence.tsx';
import { type EventsState, originOf, ownerOf } from './state.ts';
import { ColumnMenu } from './table/column-menu.tsx';
import { Table } from './table/table.tsx';
import { useLists } from './use-lists.ts';

const FilterPanel = lazy(() => import('./filters/filters.tsx'));

interface EventsProps extends ViewProps {
  /** The request of the page that contains the list, such as `runs/O3a`. That page has its own heading. */
  readonly page?: string;
}

/** Called by a button instead of a link, because the text after `#` in the address is a request. */
function focusPlot(): void {
  document.querySelector<HTMLElement>('.plot .drawing, .table-box')?.focus();
}

/** What the view shows for an address: what its path offers, its settings, its filters, and the lists for its request. */
function useEvents({ address, page: given }: EventsProps): EventsState & { readonly isReady: boolean } {
  const { release } = useClient();
  const page = given ?? null;
  const path = pathOf(address.target);
  const offer = useMemo(() => listOffer(path, release), [path, release]);
  const settings = useMemo(
    () => readSettings(address.view, EVENT_SETTINGS, release.data.vocabulary),
    [address.view, release],
  );
  const asked: Omit<EventsState, 'chips' | 'lists'> = { address, page, offer, settings };
  const { lists, isReady } = useLists(asked);
  const runs = lists?.runs;
  const chips = useMemo(() => listChips({ ...asked, runs: runs ?? [] }), [address, page, offer, settings, runs]);
  return { ...asked, chips, lists, isReady };
}

/** The title of the browser tab. */
function tabTitleOf({ chips, lists }: EventsState): string {
  if (lists === null) return 'Events';
  const releases = listReleases(lists.target);
  const origin = releases.length > 0 ? ` of ${releases.join(', ')}` : '';
  return `${countText(countEvents(lists.rows), 'event')}${origin}${chips.map((chip) => `, ${chipText(chip)}`).join('')}`;
}

/** The rows that are shown, and the request that is nearest to them. */
function exportOf({ address, page, offer, settings, chips, lists }: EventsState) {
  if (lists === null) return null;
  const { target } = address;
  // Code then reads all versions.
  const areEvents = offer.listing?.collection.name === 'events';
  const joined = joinedRanges(target, offer, settings);
  const origin = originOf({ address, page });
  return {
    target: areEvents ? ALL_TARGET : exportTarget(withoutRanges(target, joined), offer.listing),
    shown: {
      rows: lists.rows,
      requested: areEvents ? lists.all : lists.requested,
      settings,
      count: describeCount(lists),
      origin: lists.areVersions ? `${origin} versions` : origin,
      filters: chips.map(chipText),
    },
  };
}

export default function EventsView(props: EventsProps) {
  const { isReady, ...state } = useEvents(props);
  const { page, offer, settings, lists } = state;
  const pointed = useMemo(createPointed, []);
  const owner = ownerOf(state);
  const isOpen = settings.filters === 'open';
  const isBeside = isTableBeside(offer, settings) && page === null;
  const kinds = ['events', page !== null && 'is-part', isOpen && 'has-filters'];
  // The filters change at once; until the next lists are loaded, the title would name filters that do not apply to what is shown.
  useTabTitle(page === null && (isReady || lists === null) ? tabTitleOf(state) : null, 'Events');
  // First the plots, once their width is known. The table follows in a frame of its own.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(lists !== null), [lists === null]);
  return (
    <div class={kinds.filter((kind) => kind).join(' ')} data-ready={isReady && isDrawn ? '' : undefined}>
      {isOpen && (
        <aside class="events-filters" id="filters" aria-label="Filters">
          <FilterPanel {...state} />
        </aside>
      )}
      <div class="events-main">
        <div class="view-head">
          <button type="button" class="skip" onClick={focusPlot}>
            Skip to the plot
          </button>
          {page === null ? <h1>Gravitational-wave events{owner && ` of ${owner}`}</h1> : <h2>Events</h2>}
          <p class="total sentence" role="status" {...CAPTION}>
            {lists && <Sentence {...state} lists={lists} />}
          </p>
          <ExportMenu content={isReady ? exportOf(state) : null} />
        </div>
        <FilterBar {...state}>
          <ColumnMenu {...state} />
        </FilterBar>
        <div class={isBeside ? 'events-body has-table-beside' : 'events-body'} aria-busy={!isReady}>
          {lists === null ? (
            <p class="waiting">Loading …</p>
          ) : (
            <>
              <Plots {...state} {...{ lists, pointed }} />
              {isDrawn && <Table {...{ offer, settings, lists, isBeside }} onPoint={pointed.tellPlot} />}
            </>
          )}
        </div>
      </div>
    </div>
  );
}
