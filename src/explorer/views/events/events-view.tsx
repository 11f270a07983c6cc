/**
 * Events with filters, plots and a table. Each row is one event, unless the address asks for versions. The address determines the
 * selection, and both table and plots show the core's response to it, so they cannot disagree.
 */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { pathOf, segmentsOf } from '../../address/address.ts';
import { EVENT_SETTINGS, readSettings } from '../../address/settings.ts';
import { CAPTION } from '../../charts/picture-parts.ts';
import { ALL_TARGET, countEvents } from '../../event-data/rows.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { useCore } from '../../host/context.ts';
import type { ViewProps } from '../../host/view.ts';
import { countText } from '../../text/format.ts';
import { lazy } from '../../widgets/lazy.tsx';
import { useTabTitle } from '../../widgets/view-head.tsx';
import { chipText, listChips } from './filters/chips.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import type { EventLists } from './lists.ts';
import { isTableBeside, listOffer } from './offer.ts';
import { Plots } from './plots/plots.tsx';
import { createPointed } from './pointed.ts';
import { exportTarget, listReleases, rangesJoined, withoutRanges } from './selection.ts';
import { Sentence } from './sentence.tsx';
import { describeShown } from './shown-rows.ts';
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

/** What the view shows for an address: what its path offers, its settings, and the lists for its request. */
function useEvents({ address, page }: EventsProps) {
  const { release } = useCore();
  const isPart = page !== undefined;
  const path = pathOf(address.target);
  const offer = useMemo(() => listOffer(path, release, isPart), [path, release, isPart]);
  const settings = useMemo(
    () => readSettings(address.view, EVENT_SETTINGS, release.data.vocabulary),
    [address.view, release],
  );
  return { offer, settings, ...useLists(address.target, offer, settings) };
}

type Shown = ReturnType<typeof useEvents>;

/** The title of the browser tab. */
function tabTitleOf({ address }: EventsProps, { offer, settings, lists }: Shown): string {
  if (lists === null) return 'Events';
  const releases = listReleases(lists.target);
  const origin = releases.length > 0 ? ` of ${releases.join(', ')}` : '';
  const filters = listChips({ address, offer, settings, runs: lists.runs }).map((chip) => `, ${chipText(chip)}`);
  return `${countText(countEvents(lists.rows), 'event')}${origin}${filters.join('')}`;
}

/** The export of the rows that are shown, and the request that is nearest to them. */
function exportOf(props: EventsProps, shown: Omit<Shown, 'isReady' | 'lists'> & { readonly lists: EventLists }) {
  const { address, page } = props;
  const { offer, settings, lists } = shown;
  const areEvents = offer.listing?.collection.name === 'events';
  const joined = rangesJoined(address.target, offer.filters, settings);
  const chips = listChips({ address, offer, settings, runs: lists.runs });
  return {
    target: areEvents ? ALL_TARGET : exportTarget(withoutRanges(address.target, joined), offer.listing),
    shown: describeShown({
      lists,
      settings,
      chips,
      parent: page === undefined ? parentOf(props, { offer }) : (segmentsOf(page)[1] ?? null),
      areEvents,
    }),
  };
}

/** The record that the list belongs to, such as `O3a`; null if it belongs to none. */
function parentOf({ address: { target } }: EventsProps, { offer }: Pick<Shown, 'offer'>): string | null {
  return offer.listing !== null && offer.listing.parents.length > 0 ? (segmentsOf(target)[1] ?? null) : null;
}

export default function EventsView(props: EventsProps) {
  const { address, page } = props;
  const shown = useEvents(props);
  const { offer, settings, lists, isReady } = shown;
  const isPart = page !== undefined;
  const pointed = useMemo(createPointed, []);
  const parent = parentOf(props, shown);
  const isOpen = settings.filters === 'open';
  const layout = isTableBeside(offer, settings) ? 'events-body has-table-beside' : 'events-body';
  const kinds = ['events', isPart && 'is-part', isOpen && 'has-filters'];
  const parts = { address, offer, settings, lists };
  useTabTitle(isPart ? null : tabTitleOf(props, shown), 'Events');
  // The plots are drawn once their width is known.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(lists !== null), [lists === null]);
  return (
    <div class={kinds.filter((kind) => kind).join(' ')} data-ready={isReady && isDrawn ? '' : undefined}>
      {isOpen && (
        <aside class="events-filters" id="filters" aria-label="Filters">
          <FilterPanel {...parts} />
        </aside>
      )}
      <div class="events-main">
        <div class="view-head">
          <button type="button" class="skip" onClick={focusPlot}>
            Skip to the plot
          </button>
          {isPart ? <h2>Events</h2> : <h1>Gravitational-wave events{parent === null ? '' : ` of ${parent}`}</h1>}
          <p class="total sentence" role="status" {...CAPTION}>
            {lists && <Sentence {...{ address, offer, lists, parent, page }} />}
          </p>
          <ExportMenu
            {...(lists
              ? exportOf(props, { offer, settings, lists })
              : { target: exportTarget(address.target, offer.listing) })}
          />
        </div>
        <FilterBar {...parts}>
          <ColumnMenu {...{ offer, settings, lists }} />
        </FilterBar>
        <div class={layout} aria-busy={!isReady}>
          {lists === null ? (
            <p class="waiting">Loading …</p>
          ) : (
            <>
              <Plots {...{ address, offer, settings, lists, pointed }} />
              <Table {...{ offer, settings, lists }} onPoint={pointed.tellPlot} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
