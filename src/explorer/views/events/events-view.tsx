/**
 * Events with filters, plots and a table. Each row is one event, unless the address asks for versions. The address determines the
 * selection, and both table and plots show the core's response to it, so they cannot disagree.
 */

import { useMemo, useRef, useState } from 'preact/hooks';
import { type Address, formatAddress, parametersOf, segmentsOf, withParameters } from '../../address/address.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { isCumulative, startTarget } from '../../host/start-target.ts';
import type { ViewProps } from '../../host/view.ts';
import { countText } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { CAPTION } from '../../parts/picture-parts.ts';
import { ProblemNotice } from '../../parts/problem.tsx';
import { UnknownSettings } from '../../parts/unknown-settings.tsx';
import { useTabTitle } from '../../parts/view-head.tsx';
import { chooseAxes, MASS_RATIO, NAME } from './columns.ts';
import { catalogsSet, comparedCatalogs } from './compare/compared-catalogs.ts';
import type { ComparisonText } from './compare/pairs.ts';
import { FilterBar, listChips } from './filters/filter-bar.tsx';
import { FiltersPlace } from './filters/filters-place.tsx';
import { PlotsPlace } from './plots/plots-place.tsx';
import { createPointed } from './pointed.ts';
import { ALL_PATH, countEvents } from './rows.ts';
import { countUnpublished, exportTarget, listReleases, withoutFilters } from './selection.ts';
import { Sentence } from './sentence.tsx';
import { listUnknownEventSettings } from './settings.ts';
import { ColumnMenu } from './table/column-menu.tsx';
import { Table } from './table/table.tsx';
import { useEvents } from './use-events.ts';

interface EventsProps extends ViewProps {
  /** True on the page of a catalog or run, which has its own heading. */
  readonly isPart?: boolean;
}

/** Called by a button instead of a link, because the text after `#` in the address is a request. */
function focusPlot(): void {
  document.querySelector<HTMLElement>('.plot .drawing, .plots a, .table-box')?.focus();
}

/** Names of the columns in the half-width table beside a scatter plot: both axes, and the mass ratio unless other axes are chosen. */
function listBeside({ quantities }: Events, view: Address['view']): readonly string[] {
  const isDefault = view.x === undefined && view.y === undefined;
  const { x, y } = chooseAxes(quantities, view);
  return [NAME.name, x.name, y.name, ...(isDefault ? [MASS_RATIO.name] : [])];
}

function SentenceOf({ events, core, address, isPart = false }: Omit<EventsProps, 'navigate'> & { events: Events }) {
  const { all, rows, filters, quantities, areVersions, listing } = events;
  // On the page of a catalog or run, the other events do not count as hidden, because no filter hides them.
  const pool = isPart ? rows : events.pool;
  const shown = new Set(rows.map(({ entry }) => entry.name));
  const hidden = pool.filter(({ entry }) => !shown.has(entry.name));
  const releases = listReleases(address.target);
  const start = startTarget(core.release);
  const [startName] = listReleases(start);
  const isStart = releases.length === 1 && releases[0] === startName;
  const [, parent] = listing?.path.includes('{}') ? segmentsOf(address.target) : [];
  const ofAll: Address = { target: ALL_PATH, view: { ...address.view, rows: 'versions' } };
  const isWhole = releases.length === 0 && parent === undefined && !isPart;
  return (
    <Sentence
      {...{ rows, pool, releases, areVersions, isPart }}
      hidden={countEvents(hidden)}
      unpublished={countUnpublished(hidden, parametersOf(address.target), filters, quantities)}
      parent={parent ?? null}
      isCumulative={releases.length === 1 && isCumulative(core.release, releases[0] as string)}
      unfiltered={withoutFilters(address, filters)}
      start={!isPart && !isStart && startName !== undefined ? { name: startName, target: start } : null}
      versions={isWhole && !areVersions ? { count: all.length, address: ofAll } : null}
    />
  );
}

type Events = ReturnType<typeof useEvents>;

/**
 * True if the table is beside the plot in wide windows, with fewer columns. A scatter plot must be set in the address for this, so that the
 * first view of a catalogue without masses has all columns.
 */
const hasTableBeside = ({ plot }: Events, view: Address['view'], isPart: boolean): boolean =>
  plot === 'scatter' && view.plot === plot && !isPart;

interface ResultProps extends EventsProps {
  readonly onReady: () => void;
  readonly onSentence: (text: ComparisonText) => void;
}

/**
 * The plots and the table. When filters change, the view is rendered twice, but plots and table only once, because Preact skips elements
 * that are the same as before.
 */
function useResults(events: Events, props: ResultProps) {
  const { core, address, navigate, onReady, onSentence, isPart = false } = props;
  const { all, pool, rows, quantities, columns, filters, shown, sorted, runs, plots, plot } = events;
  const { view, target } = address;
  const pointed = useRef(createPointed()).current;
  const isBeside = hasTableBeside(events, view, isPart) && view.columns === undefined;
  return useMemo(() => {
    const beside = isBeside ? columns.filter(({ name }) => listBeside(events, view).includes(name)) : shown;
    const input = { all, pool, rows, runs, quantities, filters, pointed, target, view, plots, plot };
    return (
      <>
        <PlotsPlace {...{ core, navigate, onReady, onSentence, ...input }} />
        {plot !== 'compare' && (
          <Table
            {...{ navigate, pool, filters, view }}
            isCompact={isBeside}
            columns={beside}
            rows={sorted}
            onPoint={pointed.tellPlot}
          />
        )}
      </>
    );
  }, [
    core,
    navigate,
    formatAddress({ target: '', view }),
    all,
    pool,
    target,
    runs,
    quantities,
    filters,
    shown,
    sorted,
    plots,
    plot,
    isBeside,
  ]);
}

/** The result of a comparison. */
const Comparison = ({ lead, rest }: ComparisonText) => (
  <>
    <b>{lead}</b>
    <Name text={rest} />
  </>
);

/** The catalogs that a comparison is about; null while they are unknown, because the events are not loaded. */
function comparedIn({ core, address }: EventsProps, { all, isThere }: Events) {
  const { catalogs } = core.release.data.vocabulary;
  return isThere ? comparedCatalogs(address, all, catalogs) : catalogsSet(address, catalogs);
}

/** The heading for the list, for the record that it belongs to, or for a comparison. */
function titleOf(props: EventsProps, events: Events): string {
  if (events.plot === 'compare') {
    const compared = comparedIn(props, events);
    return compared ? `${compared.next} against ${compared.old}` : 'Catalog against catalog';
  }
  return `Gravitational-wave events${events.listing?.path.includes('{}') ? ` of ${segmentsOf(props.address.target)[1]}` : ''}`;
}

/** The request for the content shown, for export: both catalogs in a comparison, or the selection. */
function targetOf(props: EventsProps, events: Events): string {
  const compared = events.plot === 'compare' ? comparedIn(props, events) : null;
  const shown = compared && withParameters(ALL_PATH, { release: `${compared.next},${compared.old}` });
  return exportTarget(shown ?? props.address.target, events.listing);
}

export default function EventsView(props: EventsProps) {
  const { core, address, navigate, isPart = false } = props;
  const events = useEvents({ core, address, isPart });
  const { columns, plots, plot, failed, isThere, isBusy } = events;
  const [areReady, setReady] = useState(false);
  const [sentence, setSentence] = useState<ComparisonText>({ lead: '', rest: '' });
  const unknown = listUnknownEventSettings(address.view, columns, plots, core.release.data.vocabulary);
  const results = useResults(events, { ...props, onReady: () => setReady(true), onSentence: setSentence });
  const { view } = address;
  const isComparison = plot === 'compare';
  const isOpen = view.filters === 'open' && !isComparison;
  const bar = { ...events, address, navigate };
  const layout = ['events-body', isOpen && 'has-filters', hasTableBeside(events, view, isPart) && 'has-table-beside'];
  const releases = listReleases(address.target);
  const origin = releases.length > 0 ? ` of ${releases.join(', ')}` : '';
  const chips = listChips(bar).map(({ text }) => `, ${text}`);
  const shown = `${countText(countEvents(events.rows), 'event')}${origin}${chips.join('')}`;
  useTabTitle(isPart ? null : isComparison ? titleOf(props, events) : isThere ? shown : 'Events', 'Events');
  const isReady = isThere && !isBusy && !failed && areReady;
  return (
    <div class={isPart ? 'events is-part' : 'events'} data-ready={isReady ? '' : undefined}>
      <div class="view-head">
        <button type="button" class="skip" onClick={focusPlot}>
          Skip to the plot
        </button>
        {isPart ? <h2>Events</h2> : <h1>{titleOf(props, events)}</h1>}
        <p class="total sentence" role="status" {...CAPTION}>
          {isComparison && <Comparison {...sentence} />}
          {!isComparison && isThere && !failed && <SentenceOf {...{ events, core, address, isPart }} />}
        </p>
        <ExportMenu core={core} target={targetOf(props, events)} />
      </div>
      <UnknownSettings settings={unknown} />
      {!isComparison && (
        <FilterBar {...bar} {...{ isOpen, isPart }}>
          <ColumnMenu all={columns} shown={events.shown} pool={events.pool} navigate={navigate} />
        </FilterBar>
      )}
      <div class={layout.filter((name) => name).join(' ')} aria-busy={isBusy}>
        {isOpen && <FiltersPlace {...bar} />}
        {failed && <ProblemNotice {...{ ...failed, core, address, navigate }} />}
        {!failed && !isThere && <p class="waiting">Loading …</p>}
        {!failed && isThere && results}
      </div>
    </div>
  );
}
