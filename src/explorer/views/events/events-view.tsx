/**
 * Events: event versions with filters, table and plots. The address determines the selection, and table and plots show the core's
 * response to it, so they cannot disagree.
 */

import { useMemo, useState } from 'preact/hooks';
import type { Listing } from '../../../core/contract/collection.ts';
import type { EventVersionEntry, RunEntry } from '../../../core/contract/wire.ts';
import { formatAddress, pathOf } from '../../address/address.ts';
import { changeSettings } from '../../address/use-address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { latestOf, useEntries } from '../../host/use-answer.ts';
import { CheckList } from '../../parts/controls.tsx';
import { countText } from '../../parts/format.ts';
import { UnknownSettings } from '../../parts/ignored.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { ViewProps } from '../../shell/view.ts';
import { FilterPanel } from './filters.tsx';
import { Plots } from './plots.tsx';
import {
  ALL_PATH,
  ALL_TARGET,
  chosenColumns,
  countSet,
  type EventColumn,
  exportTarget,
  type FoundEntry,
  filterNames,
  findListing,
  groupFilters,
  listColumns,
  listDetectors,
  listQuantities,
  makeRows,
  NAME,
  selectionTarget,
  selectRows,
  sortRows,
} from './selection.ts';
import { listUnknownEventSettings } from './settings.ts';
import { Table } from './table.tsx';

/** Minimum width for showing filters next to the results. */
const WIDE = '(min-width: 60rem)';

interface ColumnMenuProps extends Pick<ViewProps, 'navigate'> {
  readonly all: readonly EventColumn[];
  readonly shown: readonly EventColumn[];
}

function ColumnMenu({ all, shown, navigate }: ColumnMenuProps) {
  const set = (names: readonly string[] | null) =>
    changeSettings(navigate, { columns: names && [NAME.name, ...names].join(',') });
  return (
    <Menu title="Columns" kind="options">
      <CheckList
        options={all.filter((column) => column !== NAME).map(({ name }) => name)}
        titleOf={(one) => all.find(({ name }) => name === one)?.title ?? one}
        chosen={shown.map(({ name }) => name)}
        onChoose={set}
      />
      <p class="buttons">
        <button type="button" onClick={() => set(null)}>
          Default columns
        </button>
      </p>
    </Menu>
  );
}

const NO_RUNS: readonly RunEntry[] = [];

/** Everything that the view shows for an address. */
function useEvents({ core, address }: Pick<ViewProps, 'core' | 'address'>) {
  const { release } = core;
  const path = pathOf(address.target);
  const listing = useMemo(() => findListing(path, release), [path, release]);
  const everything = useEntries<EventVersionEntry>(core, ALL_TARGET);
  const found = useEntries<FoundEntry>(core, selectionTarget(address.target, listing));
  const runs = useEntries<RunEntry>(core, 'runs');
  const [entries, matches] = [latestOf(everything), latestOf(found)];
  const byId = useMemo(() => makeRows(entries ?? []), [entries]);
  const all = useMemo(() => [...byId.values()], [byId]);
  const { sort, columns: chosen, detectors } = address.view;
  const rows = useMemo(() => selectRows(matches ?? [], byId, listDetectors(address.view)), [matches, byId, detectors]);
  const quantities = useMemo(() => listQuantities(release), [release]);
  const columns = useMemo(() => listColumns(quantities), [quantities]);
  return {
    ...{ listing, all, rows, quantities, columns },
    filters: useMemo(() => groupFilters(listing), [listing]),
    shown: useMemo(() => chosenColumns(chosen, columns), [chosen, columns]),
    sorted: useMemo(() => sortRows(rows, sort, columns), [rows, sort, columns]),
    runs: latestOf(runs) ?? NO_RUNS,
    failed: [everything, found, runs].find((loaded) => loaded.state === 'failed') ?? null,
    isThere: entries !== null && matches !== null,
    isBusy: everything.state === 'loading' || found.state === 'loading',
  };
}

interface EventsProps extends ViewProps {
  /** True on the page of a catalog or run, which has a heading of its own. */
  readonly isPart?: boolean;
}

/** `391 of 670 event versions` for a selection by filters; `6 events` or `6 event versions` for those of a run or catalog. */
function totalText(listing: Listing | null, isPart: boolean, shown: number, all: number): string {
  const isWhole = listing === null || listing.path === ALL_PATH;
  if (isWhole && !isPart) return `${shown.toLocaleString('en')} of ${countText(all, 'event version')}`;
  return countText(shown, isWhole || listing.collection.name === ALL_PATH ? 'event version' : 'event');
}

/** A button, because the text after `#` in the address is a request. */
function focusPlot(): void {
  document.querySelector<HTMLElement>('.plot .drawing, .table-box')?.focus();
}

export default function EventsView({ core, address, navigate, isPart = false }: EventsProps) {
  const events = useEvents({ core, address });
  const { listing, all, rows, quantities, columns, filters, shown, sorted, runs, failed, isThere, isBusy } = events;
  const [isOpen] = useState(() => !isPart && matchMedia(WIDE).matches);
  const setCount = countSet(filters, address);
  const unknown = listUnknownEventSettings(address.view, columns, core.release.data.vocabulary.detectors);
  const settings = formatAddress({ target: '', view: address.view });
  // A change of filters renders this view twice: for the new address, and with the new rows. Plots and table take most of the time and only
  // need the second one; Preact skips elements that are the same objects as before.
  const results = useMemo(
    () => (
      <>
        <Plots {...{ navigate, rows, all, runs, quantities }} view={address.view} filters={filters} />
        <Table navigate={navigate} view={address.view} columns={shown} rows={sorted} />
      </>
    ),
    [navigate, settings, all, runs, quantities, filters, shown, sorted],
  );
  return (
    <div
      class={isPart ? 'events with-side is-part' : 'events with-side'}
      data-ready={isThere && !isBusy && !failed ? '' : undefined}
    >
      <div class="events-head">
        <button type="button" class="skip" onClick={focusPlot}>
          Skip to the plot
        </button>
        {isPart ? <h2>Events</h2> : <h1>{listing?.collection.title ?? 'Events'}</h1>}
        <p class="total" role="status">
          {isThere && !failed && totalText(listing, isPart, rows.length, all.length)}
        </p>
        <div class="menus">
          <ColumnMenu all={columns} shown={shown} navigate={navigate} />
          <ExportMenu core={core} target={exportTarget(address.target, listing)} />
        </div>
      </div>
      <UnknownSettings settings={unknown} />
      <details class="events-filters" open={isOpen} hidden={filterNames(filters).length === 0}>
        <summary>
          Filters
          {setCount > 0 && <span class="unit"> {setCount} set</span>}
        </summary>
        <FilterPanel {...{ filters, quantities, all, runs, address, navigate }} selected={rows} />
      </details>
      <div class="events-body" aria-busy={isBusy}>
        {failed?.state === 'failed' && <Problem {...{ ...failed, core, address, navigate }} />}
        {!failed && !isThere && <p class="waiting">Loading …</p>}
        {!failed && isThere && results}
      </div>
    </div>
  );
}
