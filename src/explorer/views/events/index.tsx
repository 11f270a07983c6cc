/**
 * Events: event versions filtered, listed and plotted. The address says what is selected; the core's answer to it is what table and
 * plots show, so they cannot differ.
 */

import { useMemo, useState } from 'preact/hooks';
import type { EventVersionEntry, RunEntry } from '../../../contract/wire.ts';
import { withSettings } from '../../address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { countText } from '../../format.ts';
import { Problem } from '../../problem.tsx';
import { type Loaded, useEntries } from '../../use-answer.ts';
import type { ViewProps } from '../../view.ts';
import { FilterPanel } from './filters.tsx';
import { Plots } from './plots.tsx';
import {
  ALL_TARGET,
  type Column,
  chosenColumns,
  columnsOf,
  exportTarget,
  type Found,
  filtersOf,
  listingOf,
  quantitiesOf,
  rowsOf,
  selectionTarget,
  selectRows,
  sortRows,
} from './selection.ts';
import { Table } from './table.tsx';

/** What is there to be shown: the value, or the one before while a new one is on its way. */
const shownOf = <T,>(loaded: Loaded<T>): T | null =>
  loaded.state === 'ready' ? loaded.value : loaded.state === 'loading' ? loaded.before : null;

/** From this width on filters stand beside what they filter. */
const WIDE = '(min-width: 60rem)';

interface ColumnMenuProps extends Pick<ViewProps, 'address' | 'navigate'> {
  readonly all: readonly Column[];
  readonly shown: readonly Column[];
}

function ColumnMenu({ all, shown, address, navigate }: ColumnMenuProps) {
  const toggle = ({ name }: Column) => {
    const next = all.filter((column) => (column.name === name) !== shown.includes(column)).map((column) => column.name);
    navigate(withSettings(address, { columns: next.join(',') }), 'replace');
  };
  return (
    <details class="menu">
      <summary>Columns</summary>
      <div class="sheet options">
        {all.slice(1).map((column) => (
          <label key={column.name}>
            <input type="checkbox" checked={shown.includes(column)} onChange={() => toggle(column)} /> {column.title}
          </label>
        ))}
        <p class="buttons">
          <button type="button" onClick={() => navigate(withSettings(address, { columns: null }), 'replace')}>
            As at first
          </button>
        </p>
      </div>
    </details>
  );
}

export default function EventsView({ core, address, navigate }: ViewProps) {
  const { release } = core;
  const listing = useMemo(() => listingOf(address.target, release), [address.target, release]);
  const asked = selectionTarget(address.target, listing);
  const everything = useEntries<EventVersionEntry>(core, ALL_TARGET);
  const found = useEntries<Found>(core, asked);
  const runs = useEntries<RunEntry>(core, 'runs');
  const [isWide] = useState(() => matchMedia(WIDE).matches);

  const entries = shownOf(everything);
  const matches = shownOf(found);
  const byId = useMemo(() => rowsOf(entries ?? []), [entries]);
  const all = useMemo(() => [...byId.values()], [byId]);
  const rows = useMemo(() => selectRows(matches ?? [], byId), [matches, byId]);
  const quantities = useMemo(() => quantitiesOf(release), [release]);
  const filters = useMemo(() => filtersOf(listing), [listing]);
  const columns = useMemo(() => columnsOf(quantities), [quantities]);
  const { sort, columns: chosen } = address.view;
  const shown = useMemo(() => chosenColumns(chosen, columns), [chosen, columns]);
  const sorted = useMemo(() => sortRows(rows, sort, columns), [rows, sort, columns]);

  const failed = [everything, found, runs].find((loaded) => loaded.state === 'failed');
  const isThere = entries !== null && matches !== null && runs.state !== 'failed';
  const isBusy = everything.state === 'loading' || found.state === 'loading';
  return (
    <div class="events">
      <div class="events-head">
        <h1>{release.collections.find(({ name }) => name === listing?.collection.name)?.title ?? 'Events'}</h1>
        <p class="total" role="status">
          {isThere && !failed && `${countText(rows.length, 'event version')} of ${all.length.toLocaleString('en')}`}
        </p>
        <div class="menus">
          <ColumnMenu all={columns} shown={shown} address={address} navigate={navigate} />
          <ExportMenu core={core} target={exportTarget(address.target, listing)} />
        </div>
      </div>
      <details class="events-filters" open={isWide}>
        <summary>Filters</summary>
        <FilterPanel {...{ filters, quantities, all, address, navigate }} selected={rows} />
      </details>
      <div class="events-body" aria-busy={isBusy}>
        {failed?.state === 'failed' ? (
          <Problem {...{ ...failed, address, navigate }} />
        ) : isThere ? (
          <>
            <Plots
              {...{ address, navigate, rows, all, quantities }}
              runs={shownOf(runs) ?? []}
              ranges={filters.ranges}
            />
            <Table {...{ address, navigate }} columns={shown} rows={sorted} />
          </>
        ) : (
          <p class="waiting">Loading …</p>
        )}
      </div>
    </div>
  );
}
