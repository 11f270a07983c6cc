/** Makes views of collections with few records: all of them as a table with the numbers of what belongs to each, and a page for each. */

import type { ComponentChildren } from 'preact';
import { PAGE_SIZE } from '../../../core/contract/parameters.ts';
import type { Envelope } from '../../../core/contract/wire.ts';
import { pathOf, segmentsOf, withParameters } from '../../address/address.ts';
import type { Core } from '../../host/core.ts';
import { latestOf, useLoaded } from '../../host/use-answer.ts';
import { Problem } from '../../parts/problem.tsx';
import { type Column, RecordTable } from '../../parts/records.tsx';
import type { View, ViewProps } from '../../shell/view.ts';

interface Named {
  readonly name: string;
}

export interface RecordKind<T extends Named> {
  /** Name of the collection. */
  readonly collection: string;
  readonly title: string;
  readonly lead: string;
  readonly columns: (all: readonly T[]) => readonly Column<T>[];
  /** A record with the numbers of what belongs to it. Rejects like `json`. */
  readonly complete: (core: Core, record: T) => Promise<T>;
  readonly makeTitle: (name: string) => string;
  readonly Page: (props: ViewProps & { readonly record: T }) => ComponentChildren;
  /** True if a part of the page says when it is ready. */
  readonly isReadyLater?: (record: T) => boolean;
}

/** The number of entries in a listing. Rejects like `json`. */
export async function countEntries(core: Core, target: string): Promise<number> {
  const one = withParameters(target, { [PAGE_SIZE.name]: PAGE_SIZE.codec.format(1) });
  return (await core.json<Envelope<unknown>>(one)).results_count;
}

/** The records of a listing. Rejects like `json`. */
export async function loadRecords<T extends Named>(
  { complete }: Pick<RecordKind<T>, 'complete'>,
  core: Core,
  target: string,
): Promise<readonly T[]> {
  return Promise.all((await core.entries<T>(target)).map((record) => complete(core, record)));
}

interface RecordsProps<T extends Named> {
  readonly kind: RecordKind<T>;
  readonly all: readonly T[];
}

export function Records<T extends Named>({ kind, all }: RecordsProps<T>) {
  if (all.length === 0) return <p class="empty">There are no {kind.collection}.</p>;
  return <RecordTable label={kind.title} columns={kind.columns(all)} records={all} keyOf={({ name }) => name} />;
}

interface RecordsPageProps<T extends Named> extends ViewProps {
  readonly kind: RecordKind<T>;
}

function RecordsPage<T extends Named>({ kind, ...props }: RecordsPageProps<T>) {
  const { collection, title, lead, complete, makeTitle, Page, isReadyLater } = kind;
  const { core, address } = props;
  const path = pathOf(address.target);
  const [first, name] = segmentsOf(path);
  const isRecord = first === collection && name !== undefined;
  const loaded = useLoaded(core, path, async () =>
    isRecord ? [await complete(core, await core.json<T>(path))] : loadRecords(kind, core, path),
  );
  if (loaded.state === 'failed') return <Problem {...props} {...loaded} />;
  const all = latestOf(loaded);
  const record = isRecord ? all?.[0] : undefined;
  const isReady = loaded.state === 'ready' && !(record && isReadyLater?.(record));
  return (
    <div class="tables" data-ready={isReady ? '' : undefined}>
      <h1>{isRecord ? makeTitle(name) : name === undefined ? title : `${title} of ${name}`}</h1>
      {!isRecord && <p class="lead">{lead}</p>}
      {all === null && <p class="waiting">Loading …</p>}
      {all !== null && !isRecord && <Records {...{ kind, all }} />}
      {record && <Page {...props} record={record} />}
    </div>
  );
}

/** Each path has its own page, so that none shows the records of the one before while it loads. */
export const createRecordsView =
  <T extends Named>(kind: RecordKind<T>): View =>
  (props) => <RecordsPage key={pathOf(props.address.target)} kind={kind} {...props} />;
