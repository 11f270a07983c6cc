/** Makes views for collections that have few records: a table of all records with counts of their entries, and a page for each record. */

import type { ComponentChildren } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { groupBy } from '../../../core/base/group-by.ts';
import type { CollectionName } from '../../../core/collections/registry.ts';
import { pathOf, segmentsOf } from '../../address/address.ts';
import type { Navigate } from '../../address/navigate.ts';
import { viewOf } from '../../address/routes.ts';
import { sectionOf } from '../../address/sections.ts';
import { NavigateProvider, useCore, useNavigate } from '../../host/context.ts';
import type { Core } from '../../host/site-client.ts';
import { useLoaded } from '../../host/use-loaded.ts';
import type { View, ViewProps } from '../../host/view.ts';
import { type RecordColumn, RecordTable } from '../../widgets/record-table.tsx';
import { useTabTitle, ViewHead } from '../../widgets/view-head.tsx';
import EventsView from '../events/events-view.tsx';

/** A record with counts of its entries, by name. */
type Counted<T, Name extends string> = T & { readonly name: string } & Readonly<Record<Name, number | null>>;

/** `T` is the type of the collection's entries, and `Name` is the union of the count names. */
interface RecordKind<T, Name extends string> {
  /** Name of the collection. */
  readonly collection: CollectionName;
  readonly title: string;
  readonly lead: string;
  /** The numbers of a record's entries. */
  readonly counts: (record: T, core: Core) => Readonly<Record<Name, number | Promise<number | null>>>;
  readonly columns: readonly RecordColumn<Counted<T, Name>>[];
  /** The name of a record's group. Each group has its own table, below the records without a group (the empty name). */
  readonly groupOf?: (record: T) => string;
  /** The sentence on a record's page. */
  readonly describe: (record: T) => string;
  /** The heading of a record's page; by default, the record's name. */
  readonly makeTitle?: (name: string) => string;
  readonly Page: (props: { readonly record: Counted<T, Name> }) => ComponentChildren;
  /** The request for the events on a record's page; null if the page has none. */
  readonly eventsOf: (record: Counted<T, Name>, core: Core) => string | null;
}

/** Counts a record's entries. Rejects as `json` does. */
async function count<T, Name extends string>(core: Core, kind: RecordKind<T, Name>, record: T) {
  const counts = Object.entries<number | Promise<number | null>>(kind.counts(record, core)).map(
    async ([name, number]) => [name, await number] as const,
  );
  return { ...record, ...Object.fromEntries(await Promise.all(counts)) } as Counted<T, Name>;
}

/**
 * The events that a request selects, on the page of a catalog or run, with plots, table and filters. The settings in the address belong to the
 * surrounding page. If a filter changes the request, the view of the new request is shown, with the same settings.
 */
function EventsOf({ address, target }: ViewProps & { readonly target: string }) {
  const navigate = useNavigate();
  const { view } = address;
  const shown = useMemo(() => ({ target, view }), [target, view]);
  const change = useCallback<Navigate>(
    (to, how) =>
      navigate((now) => {
        const next = typeof to === 'function' ? to({ ...now, target }) : to;
        return next.target === target ? { ...now, view: next.view } : next;
      }, how),
    [navigate, target],
  );
  return (
    <NavigateProvider value={change}>
      <EventsView address={shown} page={pathOf(address.target)} />
    </NavigateProvider>
  );
}

function RecordsPage<T, Name extends string>({ kind, address }: ViewProps & { kind: RecordKind<T, Name> }) {
  const { collection, title, lead, columns, groupOf = () => '', makeTitle = String, describe, Page, eventsOf } = kind;
  const core = useCore();
  const target = pathOf(address.target);
  const [, name] = segmentsOf(target);
  const isRecord = name !== undefined;
  const { value: all, isReady: isLoaded } = useLoaded(target, async () => {
    const entries = isRecord ? [await core.json<T>(target)] : await core.entries<T>(target);
    return Promise.all(entries.map((entry) => count(core, kind, entry)));
  });
  const heading = isRecord ? makeTitle(name) : title;
  useTabTitle(isRecord ? name : heading, sectionOf(viewOf(target)));
  const record = isRecord ? all?.[0] : undefined;
  const events = record && eventsOf(record, core);
  // The list of events on the page sets data-ready itself.
  const isReady = isLoaded && !events;
  return (
    <div class="tables" data-ready={isReady ? '' : undefined}>
      <ViewHead title={heading} sentence={isRecord ? record && describe(record) : lead} />
      {all === null && <p class="waiting">Loading …</p>}
      {all?.length === 0 && <p class="empty">There are no {collection}.</p>}
      {all &&
        !isRecord &&
        [...groupBy(all, groupOf)].map(([group, records]) => (
          <RecordTable
            key={group}
            label={group || title}
            isCaptioned={group !== ''}
            columns={columns}
            records={records}
            keyOf={(one) => one.name}
          />
        ))}
      {record && <Page record={record} />}
      {events && <EventsOf address={address} target={events} />}
    </div>
  );
}

/** Each path has its own page, so that it never shows the records of the previous page while it loads. */
export const createRecordsView =
  <T, Name extends string>(kind: RecordKind<T, Name>): View =>
  (props) => <RecordsPage key={pathOf(props.address.target)} kind={kind} {...props} />;
