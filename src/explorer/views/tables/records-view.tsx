/** Makes views of collections with few records: all of them as a table with the numbers of what belongs to each, and a page for each. */

import type { ComponentChildren } from 'preact';
import { PAGE_SIZE } from '../../../core/contract/parameters.ts';
import type { Envelope } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf, withParameters } from '../../address/address.ts';
import type { Navigate } from '../../address/use-address.ts';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { Problem } from '../../parts/problem.tsx';
import { type Column, RecordTable } from '../../parts/records.tsx';
import type { View, ViewProps } from '../../shell/router.tsx';
import EventsView from '../events/events-view.tsx';

interface Named {
  readonly name: string;
}

/** The numbers of what belongs to a record, by name. */
type Counts = Readonly<Record<string, number>>;

export interface RecordKind<T extends Named, C extends Counts> {
  /** Name of the collection. */
  readonly collection: string;
  readonly title: string;
  readonly lead: string;
  /** The listings whose entries are counted: requests, by name. */
  readonly listings: (record: T) => { readonly [Name in keyof C]: string };
  readonly columns: (all: readonly (T & C)[]) => readonly Column<T & C>[];
  /** The heading of a record's page; its name by default. */
  readonly makeTitle?: (name: string) => string;
  readonly Page: (props: ViewProps & { readonly record: T & C }) => ComponentChildren;
  /** The request for the events of a record, which stand on its page; null if there are none. */
  readonly eventsOf?: (record: T & C) => string | null;
}

/** A record with the numbers of what belongs to it. Rejects like `json`. */
async function count<T extends Named, C extends Counts>(core: Core, kind: RecordKind<T, C>, record: T): Promise<T & C> {
  const counts = Object.entries<string>(kind.listings(record)).map(async ([name, target]) => {
    const one = withParameters(target, { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(1) });
    return [name, (await core.json<Envelope<unknown>>(one)).results_count] as const;
  });
  return { ...record, ...(Object.fromEntries(await Promise.all(counts)) as C) };
}

interface ListProps<T extends Named, C extends Counts> {
  readonly core: Core;
  readonly kind: RecordKind<T, C>;
  readonly target: string;
}

/** The records of a listing. Rejects like `json`. */
const loadRecords = async <T extends Named, C extends Counts>({ core, kind, target }: ListProps<T, C>) =>
  Promise.all((await core.entries<T>(target)).map((record) => count(core, kind, record)));

function Records<T extends Named, C extends Counts>({ kind, all }: Pick<ListProps<T, C>, 'kind'> & { all: (T & C)[] }) {
  if (all.length === 0) return <p class="empty">There are no {kind.collection}.</p>;
  return <RecordTable label={kind.title} columns={kind.columns(all)} records={all} keyOf={({ name }) => name} />;
}

/** The records of a listing on the page of another record. */
export function RecordsOf<T extends Named, C extends Counts>({ core, kind, target }: ListProps<T, C>) {
  const all = latestOf(useLoaded(core, target, () => loadRecords({ core, kind, target })));
  return all && <Records {...{ kind, all }} />;
}

/**
 * The events that a request selects, on the page of a catalog or a run, with their plots, table and filters. Their settings belong to the
 * page around them, but a filter makes another request: then that request is shown, with the same settings.
 */
function EventsOf({ core, address, navigate, target }: ViewProps & { readonly target: string }) {
  const shown = { target, view: address.view };
  const change: Navigate = (to, how) => {
    const next = typeof to === 'function' ? to(shown) : to;
    navigate(next.target === target ? { ...address, view: next.view } : next, how);
  };
  return <EventsView core={core} address={shown} navigate={change} isPart />;
}

function RecordsPage<T extends Named, C extends Counts>({ kind, ...props }: ViewProps & Pick<ListProps<T, C>, 'kind'>) {
  const { collection, title, lead, makeTitle = (name) => name, Page, eventsOf } = kind;
  const { core, address } = props;
  const target = pathOf(address.target);
  const [first, name] = segmentsOf(target);
  const isRecord = first === collection && name !== undefined;
  const loaded = useLoaded(core, target, async () =>
    isRecord ? [await count(core, kind, await core.json<T>(target))] : loadRecords({ core, kind, target }),
  );
  if (loaded.state === 'failed') return <Problem {...props} {...loaded} />;
  const all = latestOf(loaded);
  const record = isRecord ? all?.[0] : undefined;
  const events = record && eventsOf?.(record);
  // The events on the page say themselves when they are ready.
  const isReady = loaded.state === 'ready' && !events;
  return (
    <div class="tables" data-ready={isReady ? '' : undefined}>
      <h1>{isRecord ? makeTitle(name) : name === undefined ? title : `${title} of ${name}`}</h1>
      {!isRecord && <p class="lead">{lead}</p>}
      {all === null && <p class="waiting">Loading …</p>}
      {all !== null && !isRecord && <Records {...{ kind, all }} />}
      {record && <Page {...props} record={record} />}
      {events && <EventsOf {...props} target={events} />}
    </div>
  );
}

/** Each path has its own page, so that none shows the records of the one before while it loads. */
export const createRecordsView =
  <T extends Named, C extends Counts>(kind: RecordKind<T, C>): View =>
  (props) => <RecordsPage key={pathOf(props.address.target)} kind={kind} {...props} />;
