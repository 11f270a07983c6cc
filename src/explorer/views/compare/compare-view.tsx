/** Compares two catalogs: one row for each event in both catalogs, with its old and new values joined. */

import { useMemo } from 'preact/hooks';
import { COMPARE_TITLE, hrefOf, recordTarget, withParameters } from '../../address/address.ts';
import { ALL_TARGET, catalogTarget, RELEASE } from '../../address/event-requests.ts';
import { changeSettings } from '../../address/navigate.ts';
import type { ViewProps } from '../../address/routes.ts';
import { readSettings } from '../../address/settings.ts';
import { useClient, useNavigate } from '../../client/context.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { columnOptions } from '../../event-data/columns.ts';
import { COMPARE_SETTINGS, type CompareSettings, canCompare } from '../../event-data/event-settings.ts';
import { loadRows } from '../../event-data/load-rows.ts';
import { listQuantities, type Quantity } from '../../event-data/quantities.ts';
import { countEvents, countVersions, type EventRow } from '../../event-data/rows.ts';
import { ExportMenu } from '../../export/export-menu.tsx';
import { SavePlot } from '../../pictures/save-plot.tsx';
import { countText } from '../../text/format.ts';
import { RATE } from '../../text/parameter-names.ts';
import { CheckBox, Select } from '../../widgets/controls.tsx';
import { Name } from '../../widgets/name.tsx';
import { Popover } from '../../widgets/popover.tsx';
import { useTabTitle, ViewHead } from '../../widgets/view-head.tsx';
import { type ComparedCatalogs, comparedCatalogs } from './compared-catalogs.ts';
import { comparisonText, HALF_INTERVAL } from './comparison-text.ts';
import { PairTable } from './pair-table.tsx';
import { type Comparison, compareRows, type Order, sortPairs } from './pairs.ts';

const ORDER_TITLES: Readonly<Record<Order, string>> = {
  change: `Change, in ${HALF_INTERVAL}s`,
  difference: 'Change, absolute',
  far: 'Change of FAR',
  value: 'New value',
  old: 'Old value',
  time: 'Time',
  name: 'Name',
};

/** The catalogs in the address or chosen for it, and their rows; null until the first ones are loaded. */
function useCatalogs(settings: CompareSettings) {
  const { catalogs } = useClient().release.data.vocabulary;
  const { new: newer, old } = settings;
  const { value, isReady } = useLoaded(`${newer} ${old}`, async (client) => {
    const { all, find } = await loadRows(client);
    // The entries of a cumulative catalog name its members, so only a catalog in the address may be cumulative.
    const rowsOf = (name: string) =>
      name === newer || name === old ? find(catalogTarget(name)) : all.filter(({ entry }) => entry.catalog === name);
    const compared = comparedCatalogs(settings, catalogs, rowsOf);
    const [newRows, oldRows] = [find(catalogTarget(compared.newer)), find(catalogTarget(compared.old))];
    return { ...compared, all, newRows, oldRows };
  });
  return { lists: value, isReady };
}

type Lists = NonNullable<ReturnType<typeof useCatalogs>['lists']>;

/** The event versions of both catalogs. */
function exportOf({ newer, old, all, newRows, oldRows }: Lists) {
  const both = new Set([...newRows, ...oldRows]);
  const rows = all.filter((row) => both.has(row));
  return {
    target: withParameters(ALL_TARGET, { [RELEASE]: `${newer},${old}` }),
    shown: {
      ...{ rows, requested: rows, settings: { detectors: null, only: null, types: null }, filters: [] },
      count: `${countText(countVersions(rows), 'version')} of ${countText(countEvents(rows), 'event')}`,
      origin: `${newer}-${old}`.toLowerCase(),
    },
  };
}

interface ControlsProps {
  readonly lists: Lists;
  readonly settings: CompareSettings;
  readonly parameters: readonly Quantity[];
  readonly quantity: Quantity;
}

function Controls({ lists: { newer, old, all }, settings, parameters, quantity }: ControlsProps) {
  const navigate = useNavigate();
  const { catalogs } = useClient().release.data.vocabulary;
  /** Sets both catalogs, so that choosing one never changes the other. */
  const setCatalogs = (to: ComparedCatalogs) => changeSettings(navigate, { new: to.newer, old: to.old });
  return (
    <div class="compare-controls row">
      <Select
        label="New"
        options={catalogs}
        value={newer}
        onChoose={(chosen) => setCatalogs({ newer: chosen, old: chosen === old ? newer : old })}
      />
      <button type="button" aria-label="Swap the catalogs" onClick={() => setCatalogs({ newer: old, old: newer })}>
        ⇄
      </button>
      <Select
        label="Old"
        options={catalogs}
        value={old}
        onChoose={(chosen) => setCatalogs({ newer: chosen === newer ? old : newer, old: chosen })}
      />
      <Select
        label="Parameter"
        {...columnOptions(parameters, all, [quantity.name])}
        value={quantity.name}
        onChoose={(x) => changeSettings(navigate, { x })}
      />
      <Select
        label="Order"
        options={COMPARE_SETTINGS.order}
        titleOf={(one) => (one === 'change' && quantity.parameter === RATE ? 'Change, in dex' : ORDER_TITLES[one])}
        value={settings.order ?? 'change'}
        onChoose={(order) => changeSettings(navigate, { order })}
      />
      <CheckBox
        title="All errors"
        isChecked={settings.errors !== null}
        onChange={(isChecked) => changeSettings(navigate, { errors: isChecked ? 'all' : null })}
      />
      <SavePlot name={`${newer}-${old}-${quantity.name}`.toLowerCase()} />
    </div>
  );
}

/** The events of one catalog that the other does not have: `3 in GWTC-2`, which opens their list. */
const OnlyIn = ({ title, rows }: { readonly title: string; readonly rows: readonly EventRow[] }) => (
  <Popover
    id={`only-${title}`}
    class="menu-box only-in"
    button={{ class: 'as-link', children: `${rows.length} in ${title}` }}
  >
    <ul class="plain">
      {rows.map(({ id, entry }) => (
        <li key={id}>
          <a href={hrefOf(recordTarget('event-versions', id))}>{entry.name}</a>
        </li>
      ))}
    </ul>
  </Popover>
);

function OnlyInOne({ onlyNew, onlyOld, newer, old }: Pick<Comparison, 'onlyNew' | 'onlyOld'> & ComparedCatalogs) {
  const parts = [
    { title: old, rows: onlyOld },
    { title: newer, rows: onlyNew },
  ].filter(({ rows }) => rows.length > 0);
  if (parts.length === 0) return null;
  return (
    <p class="only-in-one">
      In one catalog only:{' '}
      {parts.map((part, n) => (
        <span key={part.title}>
          {n > 0 && ', '}
          <OnlyIn {...part} />
        </span>
      ))}
    </p>
  );
}

/** For a catalogue without two catalogs or without parameters. */
function NothingToCompare() {
  useTabTitle(COMPARE_TITLE, 'Events');
  return (
    <div class="events" data-ready="">
      <ViewHead title={COMPARE_TITLE} />
      <p class="empty">Nothing to compare: that takes two catalogs, and parameters of their events.</p>
    </div>
  );
}

function ComparisonOf({ address }: ViewProps) {
  const { release } = useClient();
  const parameters = useMemo(
    () => listQuantities(release.data.vocabulary).filter((one) => one.kind === 'parameter'),
    [release],
  );
  const settings = useMemo(
    () => readSettings(address.settings, COMPARE_SETTINGS, release.data.vocabulary),
    [address.settings, release],
  );
  const quantity = parameters.find(({ name }) => name === settings.x) ?? (parameters[0] as Quantity);
  const { lists, isReady } = useCatalogs(settings);
  const comparison = useMemo(() => lists && compareRows(lists.newRows, lists.oldRows, quantity), [lists, quantity]);
  const text = comparison && comparisonText(comparison, quantity);
  const order = settings.order ?? 'change';
  const pairs = useMemo(() => sortPairs(comparison?.pairs ?? [], order), [comparison, order]);
  const title = lists ? `${lists.newer} against ${lists.old}` : COMPARE_TITLE;
  useTabTitle(title, 'Events');
  return (
    <div class="events" data-ready={isReady ? '' : undefined}>
      <ViewHead
        title={title}
        sentence={
          text && (
            <>
              <b>{text.lead}</b>
              <Name text={text.rest} />
            </>
          )
        }
      >
        <ExportMenu content={lists && exportOf(lists)} />
      </ViewHead>
      {lists === null || comparison === null || text === null ? (
        <p class="waiting">Loading …</p>
      ) : (
        <section class="plots" aria-label="Comparison">
          <div class="compare-bar row">
            <Controls {...{ lists, settings, parameters, quantity }} />
            <OnlyInOne {...comparison} newer={lists.newer} old={lists.old} />
          </div>
          <div class="compare-box">
            {comparison.pairs.length === 0 ? (
              <p class="empty">
                <Name text={text.lead + text.rest} />
              </p>
            ) : (
              <PairTable
                {...{ address, quantity, order }}
                newer={lists.newer}
                old={lists.old}
                pairs={pairs}
                hasErrors={settings.errors !== null}
              />
            )}
          </div>
        </section>
      )}
    </div>
  );
}

export default function CompareView(props: ViewProps) {
  const { vocabulary } = useClient().release.data;
  return canCompare(vocabulary) ? <ComparisonOf {...props} /> : <NothingToCompare />;
}
