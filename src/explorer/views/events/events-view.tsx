/**
 * Events with filters, plots and a table. Each row is one event, unless the address asks for versions. From an address to rows:
 *
 * 1. offer.ts: what the path of the request offers, before anything is loaded: filters, quantities, columns, plots.
 * 2. event-data/event-settings.ts: the settings in the address. Some of them hide events, because the API has no such filters.
 * 3. request.ts: from the request, further requests: the one for all events of its catalogs, and one for each of its ranges.
 * 4. lists.ts: the rows that these requests select, and that pass the settings. Plots, table, counts and exports show the same rows.
 * 5. chips.ts: the active filters, in words.
 */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { pathOf, withoutForm, withParameters } from '../../address/address.ts';
import { ALL_TARGET, WITH_VALUES } from '../../address/event-requests.ts';
import type { ViewProps } from '../../address/routes.ts';
import { readSettings } from '../../address/settings.ts';
import { useClient } from '../../client/context.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { EVENT_SETTINGS } from '../../event-data/event-settings.ts';
import { loadRows } from '../../event-data/load-rows.ts';
import { countEvents, pickVersions } from '../../event-data/rows.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { countText } from '../../text/format.ts';
import { lazy } from '../../widgets/lazy.tsx';
import { useTabTitle, ViewHead } from '../../widgets/view-head.tsx';
import { chipText, listChips } from './chips.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { describeCount, type EventsState, makeLists, NO_LISTS, showVersions } from './lists.ts';
import { isTableBeside, listOffer } from './offer.ts';
import { Plots } from './plots/plots.tsx';
import { createPointed } from './pointed.ts';
import { joinedRanges, listReleases, originOf, ownerOf, unfilteredTarget, withoutRanges } from './request.ts';
import { Sentence } from './sentence.tsx';
import { ColumnMenu } from './table/column-menu.tsx';
import { Table } from './table/table.tsx';

const FilterPanel = lazy(() => import('./filters/filters.tsx'));

interface EventsProps extends ViewProps {
  /** The request of the page that contains the list, such as `runs/O3a`. That page has its own heading. */
  readonly page?: string | null;
}

/** Called by a button instead of a link, because the text after `#` in the address is a request. */
function focusPlot(): void {
  document.querySelector<HTMLElement>('.plot .drawing, .table-box')?.focus();
}

/** What the view shows for an address; `isReady` if that is not the selection of the address before. */
function useEvents({ address, page = null }: EventsProps): EventsState & { readonly isReady: boolean } {
  const { release } = useClient();
  const { target } = address;
  const path = pathOf(target);
  const offer = useMemo(() => listOffer(path, release), [path, release]);
  const settings = useMemo(
    () => readSettings(address.settings, EVENT_SETTINGS, release.data.vocabulary),
    [address.settings, release],
  );
  const { value, isReady } = useLoaded(target, async (client) => {
    // The count is not used, but its request is refused if it is invalid.
    const [all] = await Promise.all([loadRows(client), client.count(withoutForm(target))]);
    return { all, target };
  });
  const shown = value?.target ?? '';
  const unfilteredBy = page === null ? unfilteredTarget(shown) : shown;
  const areVersions = showVersions(shown, settings);
  // The same rows for the same catalogs, so that the parts which show them need not be drawn again.
  const unfiltered = useMemo(() => {
    const versions = value?.all.find(unfilteredBy) ?? [];
    return areVersions ? versions : pickVersions(versions);
  }, [value?.all, unfilteredBy, areVersions]);
  // Their texts, because a list in `settings` is another array after a change of any setting.
  const { detectors, only, types, missing } = address.settings;
  const lists = useMemo(
    () => (value === null ? NO_LISTS : makeLists(value.all, shown, unfiltered, { offer, settings })),
    [value, unfiltered, detectors, only, types, missing],
  );
  return { address, page, offer, settings, lists, isReady };
}

/** The title of the browser tab. */
function tabTitleOf(state: EventsState): string {
  const { lists } = state;
  if (!lists.isLoaded) return 'Events';
  const releases = listReleases(lists.target);
  const origin = releases.length > 0 ? ` of ${releases.join(', ')}` : '';
  return `${countText(countEvents(lists.rows), 'event')}${origin}${listChips(state)
    .map((chip) => `, ${chipText(chip)}`)
    .join('')}`;
}

/** The rows that are shown, and the request that is nearest to them. */
function exportOf(state: EventsState) {
  const { address, page, offer, settings, lists } = state;
  const { target } = address;
  const nearest = withoutRanges(target, joinedRanges(target, offer.ranges, settings.missing));
  // A list of events has no values, so code reads all versions.
  const areEvents = offer.filters.size === 0;
  const origin = originOf(target, page);
  return {
    target: areEvents ? ALL_TARGET : withParameters(nearest, { [WITH_VALUES]: 'true' }),
    shown: {
      rows: lists.rows,
      requested: areEvents ? lists.all : lists.find(nearest),
      settings,
      count: describeCount(lists),
      origin: lists.areVersions ? `${origin} versions` : origin,
      filters: listChips(state).map(chipText),
    },
  };
}

export default function EventsView(props: EventsProps) {
  const { isReady, ...state } = useEvents(props);
  const { page, offer, settings, lists } = state;
  const pointed = useMemo(createPointed, []);
  const owner = ownerOf(props.address.target, page);
  const { isLoaded } = lists;
  const isOpen = settings.filters === 'open';
  const isBeside = isTableBeside(offer, settings) && page === null;
  const kinds = ['events', page !== null && 'is-part', isOpen && 'has-filters'];
  // The filters change at once; until the next lists are loaded, the title would name filters that do not apply to what is shown.
  useTabTitle(page === null && (isReady || !isLoaded) ? tabTitleOf(state) : null, 'Events');
  // First the plots, once their width is known. The table follows in a frame of its own.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(isLoaded), [isLoaded]);
  return (
    <div class={kinds.filter((kind) => kind).join(' ')} data-ready={isReady && isDrawn ? '' : undefined}>
      {isOpen && (
        <aside class="events-filters" id="filters" aria-label="Filters">
          <FilterPanel {...state} />
        </aside>
      )}
      <div class="events-main">
        <button type="button" class="skip" onClick={focusPlot}>
          Skip to the plot
        </button>
        <ViewHead
          title={page === null ? `Gravitational-wave events${owner === null ? '' : ` of ${owner}`}` : 'Events'}
          sentence={isLoaded && <Sentence {...state} />}
          isPart={page !== null}
        >
          <ExportMenu content={isReady ? exportOf(state) : null} />
        </ViewHead>
        <FilterBar {...state}>
          <ColumnMenu {...{ offer, settings, lists, isBeside }} />
        </FilterBar>
        <div class={isBeside ? 'events-body has-table-beside' : 'events-body'} aria-busy={!isReady}>
          {!isLoaded ? (
            <p class="waiting">Loading …</p>
          ) : (
            <>
              <Plots {...state} pointed={pointed} />
              {isDrawn && <Table {...{ offer, settings, lists, isBeside }} onPoint={pointed.tellPlot} />}
            </>
          )}
        </div>
      </div>
    </div>
  );
}
