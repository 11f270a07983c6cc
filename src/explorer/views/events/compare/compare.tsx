/** Compares two catalogs: one row for each event in both catalogs, with its old and new values joined. */

import { useEffect, useMemo } from 'preact/hooks';
import type { EventVersionEntry } from '../../../../core/contract/wire.ts';
import { withParameters } from '../../../address/address.ts';
import { changeSettings } from '../../../address/use-address.ts';
import { latestOf, useLoaded } from '../../../host/use-answer.ts';
import type { ViewProps } from '../../../host/view.ts';
import { Select } from '../../../parts/controls.tsx';
import { Name } from '../../../parts/name.tsx';
import { SAVED } from '../../../parts/picture-parts.ts';
import { ProblemNotice } from '../../../parts/problem.tsx';
import { columnOptions, type ParameterQuantity } from '../columns.ts';
import { ALL_PATH, type EventRow, findRows } from '../rows.ts';
import { ORDERS } from '../settings.ts';
import type { ShownEvents } from '../shown-events.ts';
import type { ComparedCatalogs } from './compared-catalogs.ts';
import { PairTable } from './pair-table.tsx';
import { type ComparisonText, compareRows, comparisonText, sortPairs } from './pairs.ts';

interface CompareProps extends Pick<ViewProps, 'core' | 'navigate'> {
  readonly events: ShownEvents;
  readonly compared: ComparedCatalogs;
  readonly onSentence: (text: ComparisonText) => void;
}

const ORDER_TITLES = { value: 'New value', change: 'Size of the change', time: 'Time', name: 'Name' } as const;

function useComparison({ core, events, compared: { next, old } }: CompareProps) {
  const { all, quantities, settings } = events;
  const load = (name: string) => core.entries<EventVersionEntry>(withParameters(ALL_PATH, { release: name }));
  // The catalogs' names are kept with their lists, so that values are never shown under the name of another catalog.
  const loaded = useLoaded(core, `${next} ${old}`, async () => {
    const [newer, older] = await Promise.all([load(next), load(old)]);
    return { next, old, newer, older };
  });
  const parameters = quantities.filter((one) => one.kind === 'parameter');
  const quantity = parameters.find(({ name }) => name === settings.x) ?? (parameters[0] as ParameterQuantity);
  const lists = latestOf(loaded);
  const comparison = useMemo(() => {
    if (lists === null) return null;
    const byId = new Map(all.map((row) => [row.id, row]));
    const rows = [lists.newer, lists.older].map((entries) => findRows(entries, byId)) as [EventRow[], EventRow[]];
    return { ...compareRows(...rows, quantity.parameter), next: lists.next, old: lists.old };
  }, [lists, all, quantity]);
  const order = settings.order ?? 'value';
  return { next, old, quantity, parameters, order, loaded, comparison };
}

type Compared = ReturnType<typeof useComparison>;

function CompareControls({ props, compared }: { readonly props: CompareProps; readonly compared: Compared }) {
  const { navigate, events } = props;
  const { all, catalogs } = events;
  const { next, old } = compared;
  /** Sets both catalogs, so that choosing one never changes the other. */
  const setCatalogs = (to: ComparedCatalogs) => changeSettings(navigate, { new: to.next, old: to.old });
  return (
    <div class="compare-controls">
      <Select
        label="New"
        options={catalogs}
        value={next}
        onChoose={(chosen) => setCatalogs({ next: chosen, old: chosen === old ? next : old })}
      />
      <button type="button" aria-label="Swap the catalogs" onClick={() => setCatalogs({ next: old, old: next })}>
        ⇄
      </button>
      <Select
        label="Old"
        options={catalogs}
        value={old}
        onChoose={(chosen) => setCatalogs({ next: chosen === next ? old : next, old: chosen })}
      />
      <Select
        label="Parameter"
        {...columnOptions(compared.parameters, all, [compared.quantity.name])}
        value={compared.quantity.name}
        onChoose={(x) => changeSettings(navigate, { x })}
      />
      <Select
        label="Order"
        options={ORDERS}
        titleOf={(one) => ORDER_TITLES[one]}
        value={compared.order}
        onChoose={(order) => changeSettings(navigate, { order })}
      />
    </div>
  );
}

function OnlyIn({ title, rows }: { readonly title: string; readonly rows: readonly EventRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>
        Only in {title} <span class="unit">{rows.length}</span>
      </h3>
      <ul class="plain">
        {rows.map(({ id, entry }) => (
          <li key={id}>
            <a href={`#/event-versions/${id}`}>{entry.name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The sentence while the lists are loading. */
const NO_SENTENCE: ComparisonText = { lead: '', rest: '' };

export function Compare(props: CompareProps) {
  const { core, navigate, events } = props;
  const { address } = events;
  const compared = useComparison(props);
  const { comparison, quantity, order, loaded } = compared;
  const sentence = comparison === null ? NO_SENTENCE : comparisonText(comparison, quantity);
  const { lead, rest } = sentence;
  useEffect(() => props.onSentence(sentence), [lead, rest]);
  // Otherwise, the next comparison would start with the sentence of this one.
  useEffect(() => () => props.onSentence(NO_SENTENCE), []);
  return (
    <>
      <CompareControls {...{ props, compared }} />
      {loaded.state === 'failed' && <ProblemNotice {...loaded} {...{ core, navigate, address }} />}
      {loaded.state === 'loading' && comparison === null && <p class="waiting">Loading …</p>}
      {comparison && (
        <div class="compare-place">
          <div class="compare-box">
            {comparison.pairs.length === 0 ? (
              <p class="empty" {...SAVED}>
                <Name text={lead + rest} />
              </p>
            ) : (
              <PairTable
                {...comparison}
                quantity={quantity}
                pairs={sortPairs(comparison.pairs, order)}
                hasErrors={events.settings.errors !== null}
              />
            )}
          </div>
          {comparison.onlyNew.length + comparison.onlyOld.length > 0 && (
            <aside class="only-in" aria-label="In one catalog only">
              <h2>In one catalog only</h2>
              <p class="note">These events have no second value to compare.</p>
              <OnlyIn title={comparison.old} rows={comparison.onlyOld} />
              <OnlyIn title={comparison.next} rows={comparison.onlyNew} />
            </aside>
          )}
        </div>
      )}
    </>
  );
}
