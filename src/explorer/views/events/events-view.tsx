/**
 * Events with filters, plots and a table. Each row is one event, unless the address asks for versions. The address determines the
 * selection, and both table and plots show the core's response to it, so they cannot disagree.
 */

import { useMemo, useState } from 'preact/hooks';
import { type Address, withParameters } from '../../address/address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import type { ViewProps } from '../../host/view.ts';
import { countText } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { CAPTION } from '../../parts/picture-parts.ts';
import { ProblemNotice } from '../../parts/problem.tsx';
import { UnknownSettings } from '../../parts/unknown-settings.tsx';
import { useTabTitle } from '../../parts/view-head.tsx';
import type { ComparisonText } from './compare/pairs.ts';
import { chipText, listChips } from './filters/chips.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { FiltersPlace } from './filters/filters-place.tsx';
import { PlotsPlace } from './plots/plots-place.tsx';
import { createPointed } from './pointed.ts';
import { ALL_PATH, countEvents } from './rows.ts';
import { exportTarget, listReleases } from './selection.ts';
import { Sentence } from './sentence.tsx';
import { listUnknownSettings, readSettings } from './settings.ts';
import { isTableBeside, type ShownEvents } from './shown-events.ts';
import { ColumnMenu } from './table/column-menu.tsx';
import { Table } from './table/table.tsx';
import { useEvents } from './use-events.ts';

interface EventsProps extends ViewProps {
  /** The request of the page that contains the list, such as `runs/O3a`. That page has its own heading. */
  readonly page?: string;
}

/** Called by a button instead of a link, because the text after `#` in the address is a request. */
function focusPlot(): void {
  document.querySelector<HTMLElement>('.plot .drawing, .plots a, .table-box')?.focus();
}

/** The result of a comparison. */
const Comparison = ({ lead, rest }: ComparisonText) => (
  <>
    <b>{lead}</b>
    <Name text={rest} />
  </>
);

const NO_COMPARISON: ComparisonText = { lead: '', rest: '' };

/** The heading for the list, for the record that it belongs to, or for a comparison. */
function titleOf({ plot, compared, parent }: ShownEvents): string {
  if (plot === 'compare') return compared ? `${compared.next} against ${compared.old}` : 'Catalog against catalog';
  return parent === null ? 'Gravitational-wave events' : `Gravitational-wave events of ${parent}`;
}

/** The title of the browser tab. */
function tabTitleOf(events: ShownEvents): string {
  const { address, rows } = events;
  if (events.plot === 'compare') return titleOf(events);
  const releases = listReleases(address.target);
  const origin = releases.length > 0 ? ` of ${releases.join(', ')}` : '';
  const filters = listChips(address, events).map((chip) => `, ${chipText(chip)}`);
  return `${countText(countEvents(rows), 'event')}${origin}${filters.join('')}`;
}

/** The request for the content shown, for export: both catalogs in a comparison, or the selection. */
function targetOf({ compared, address, listing }: ShownEvents): string {
  const catalogs = compared && withParameters(ALL_PATH, { release: `${compared.next},${compared.old}` });
  return exportTarget(catalogs ?? address.target, listing);
}

/** Names the filters in the address of a comparison, which has none. */
function UnusedFilters({ address, events }: { readonly address: Address; readonly events: ShownEvents }) {
  const chips = listChips(address, events);
  if (chips.length === 0) return null;
  return (
    <p class="unknown-settings note" role="status">
      A comparison shows all events of both catalogs, without these filters: {chips.map(chipText).join(', ')}.
    </p>
  );
}

export default function EventsView({ core, address, navigate, page }: EventsProps) {
  const isPart = page !== undefined;
  const { events, isThere, isBusy, failed } = useEvents({ core, address, isPart });
  const [areReady, setReady] = useState(false);
  const [comparison, setComparison] = useState(NO_COMPARISON);
  const pointed = useMemo(createPointed, []);
  const isComparison = events.plot === 'compare';
  // The filters follow the address at once, also while other events are loading.
  const settings = readSettings(address.view, events.allowed);
  const isOpen = settings.filters === 'open' && !isComparison;
  const layout = ['events-body', isOpen && 'has-filters', isTableBeside(events) && 'has-table-beside'];
  useTabTitle(isPart ? null : isThere || isComparison ? tabTitleOf(events) : 'Events', 'Events');
  return (
    <div class={isPart ? 'events is-part' : 'events'} data-ready={isThere && !isBusy && areReady ? '' : undefined}>
      <div class="view-head">
        <button type="button" class="skip" onClick={focusPlot}>
          Skip to the plot
        </button>
        {isPart ? <h2>Events</h2> : <h1>{titleOf(events)}</h1>}
        <p class="total sentence" role="status" {...CAPTION}>
          {isComparison && <Comparison {...comparison} />}
          {!isComparison && isThere && <Sentence {...{ events, page }} release={core.release} />}
        </p>
        <ExportMenu core={core} target={targetOf(events)} />
      </div>
      <UnknownSettings settings={listUnknownSettings(address.view, events.allowed)} />
      {isComparison && <UnusedFilters {...{ address, events }} />}
      {!isComparison && (
        <FilterBar {...{ address, navigate, events, settings, isOpen }}>
          <ColumnMenu {...{ events, navigate }} />
        </FilterBar>
      )}
      <div class={layout.filter((name) => name).join(' ')} aria-busy={isBusy}>
        {isOpen && <FiltersPlace {...{ address, navigate, events, settings }} />}
        {failed && <ProblemNotice {...{ ...failed, core, address, navigate }} />}
        {!failed && !isThere && <p class="waiting">Loading …</p>}
        {isThere && (
          <PlotsPlace {...{ core, navigate, events, pointed }} onReady={setReady} onSentence={setComparison} />
        )}
        {isThere && !isComparison && <Table {...{ navigate, events }} onPoint={pointed.tellPlot} />}
      </div>
    </div>
  );
}
