/** The table of a comparison: one row for each event in both catalogs. The heads have the axes, and stay in sight. */

import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { type Address, formatAddress, withSettings } from '../../address/address.ts';
import { PercentAxis } from '../../charts/axes.tsx';
import { CAPTION, SAVED } from '../../charts/picture-parts.ts';
import { type Scale, type Tick, thinTicks } from '../../charts/scale.ts';
import type { Quantity } from '../../event-data/quantities.ts';
import { RATE, withFrame } from '../../text/parameter-names.ts';
import { textWidth } from '../../text/text-size.ts';
import { longestDecimals, valueText } from '../../text/values.ts';
import { type ValueWidth, widthOf } from '../../widgets/aligned.tsx';
import { useDrawnCount } from '../../widgets/drawn-rows.ts';
import { Name } from '../../widgets/name.tsx';
import { ChangeDrawing, ChangeText, NewKey, OldKey, PairDrawing, PairName, PairValue } from './compare-row.tsx';
import type { ComparedCatalogs } from './compared-catalogs.ts';
import { changeText, differenceText, HALF_INTERVAL } from './comparison-text.ts';
import { changeScale, type Order, type Pair, scaleOf } from './pairs.ts';

/** Widths of the axes in a narrow window, in pixels. */
const AXIS_PX = 350;
const CHANGE_PX = 150;

/** The ticks whose texts fit beside one another. */
const ticksOf = (scale: Scale, pixels: number): readonly Tick[] =>
  thinTicks(scale.ticks, (text) => (100 * textWidth(text)) / pixels);

interface HeadProps {
  readonly address: Address;
  readonly order: Order;
  /** The order after a click. */
  readonly by: Order;
  readonly kind?: string;
  readonly title: string;
  readonly unit?: string;
  /** A legend or an axis. */
  readonly children?: ComponentChildren;
}

/** A column head. Its title is a link, not a button, because saved pictures leave out buttons. */
const Head = ({ address, order, by, kind, title, unit = '', children }: HeadProps) => (
  <th scope="col" class={kind} aria-sort={order === by ? (by === 'name' ? 'ascending' : 'descending') : 'none'}>
    <a href={formatAddress(withSettings(address, { order: by }))}>
      {title}
      {unit !== '' && <span class="unit"> {unit}</span>}
      {order === by && <span aria-hidden="true"> {by === 'name' ? '↑' : '↓'}</span>}
    </a>
    {children}
  </th>
);

interface PairTableProps extends ComparedCatalogs {
  readonly address: Address;
  readonly quantity: Quantity;
  readonly pairs: readonly Pair[];
  readonly order: Order;
  readonly hasErrors: boolean;
}

/** How to read the columns of changes. */
function Notes({ isRate, hasRates }: { readonly isRate: boolean; readonly hasRates: boolean }) {
  return (
    <caption {...CAPTION}>
      {!isRate &&
        `Change in ${HALF_INTERVAL}s: ±1 is the end of the interval that the old catalog gives; –: no old interval. `}
      Limits have no change (–).{' '}
      {(isRate || hasRates) &&
        'Change of FAR in dex: log₁₀(new / old); –: a rate is missing, 0 or a limit, or both catalogs print their smallest rate.'}
    </caption>
  );
}

interface HeadsProps extends Pick<PairTableProps, 'address' | 'order' | 'quantity' | 'newer' | 'old'> {
  /** The ticks of the axis of values, and of the axis of changes. */
  readonly ticks: readonly Tick[];
  readonly changeTicks: readonly Tick[];
  readonly hasRates: boolean;
}

function Heads({ address, order, quantity, newer, old, ticks, changeTicks, hasRates }: HeadsProps) {
  const { unit, short, frame } = quantity;
  const head = { address, order };
  const changeUnit = quantity.parameter === RATE ? 'in dex' : `in ${HALF_INTERVAL}s`;
  return (
    <tr>
      <Head {...head} by="name" title="Event" />
      <th scope="col" class="key">
        <Name text={short} /> <span class="unit">{withFrame(unit, frame)}</span>
        <span class="old-key">
          <OldKey />
          {old}, published interval
        </span>
        <span class="new-key">
          <NewKey />
          {newer}
        </span>
        <PercentAxis ticks={ticks} />
      </th>
      <Head {...head} by="old" kind="number" title={old} unit={unit} />
      <Head {...head} by="value" kind="number" title={newer} unit={unit} />
      <Head {...head} by="change" kind="drawn-change" title="Change" unit={changeUnit}>
        <PercentAxis ticks={changeTicks} />
      </Head>
      <Head {...head} by="difference" kind="number" title="Change" unit={unit} />
      {hasRates && <Head {...head} by="far" kind="number" title="FAR" unit="dex" />}
    </tr>
  );
}

interface PairRowProps {
  readonly pair: Pair;
  /** The axis of values. */
  readonly at: Scale['at'];
  readonly ticks: readonly Tick[];
  readonly changes: Scale;
  readonly isRate: boolean;
  readonly hasRates: boolean;
  readonly oldWidth: ValueWidth;
  readonly newWidth: ValueWidth;
  /** The longest decimal part of a difference. */
  readonly differences: string;
}

const PairRow = ({ pair, at, ticks, changes, isRate, hasRates, oldWidth, newWidth, differences }: PairRowProps) => (
  <tr>
    <PairName pair={pair} />
    <td class="drawn">
      <PairDrawing {...{ pair, at, ticks }} />
    </td>
    <PairValue value={pair.old} width={oldWidth} />
    <PairValue value={pair.newer} width={newWidth} />
    <td class="drawn-change">
      <span class="visually-hidden">{changeText(pair.change)}</span>
      <ChangeDrawing change={pair.change} scale={changes} hasInterval={!isRate} />
    </td>
    <ChangeText text={differenceText(pair)} longest={differences} />
    {hasRates && <ChangeText text={changeText(pair.rateChange)} longest=".00" />}
  </tr>
);

/** Draws the rows of all pairs. The same elements for the same pairs, so that Preact skips those that are already in the table. */
function useRows(pairs: readonly Pair[], quantity: Quantity) {
  return useMemo(() => {
    const [scale, changes] = [scaleOf(pairs, quantity), changeScale()];
    const ticks = ticksOf(scale, AXIS_PX);
    const isRate = quantity.parameter === RATE;
    const hasRates = !isRate && pairs.some(({ rateChange }) => rateChange !== null);
    const row = {
      ...{ at: scale.at, ticks, changes, isRate, hasRates },
      oldWidth: widthOf(pairs.map((pair) => valueText(pair.old))),
      newWidth: widthOf(pairs.map((pair) => valueText(pair.newer))),
      differences: longestDecimals(pairs.map(differenceText)),
    };
    const rows = pairs.map((pair) => <PairRow key={pair.name} {...row} pair={pair} />);
    return { rows, ticks, changeTicks: ticksOf(changes, CHANGE_PX), isRate, hasRates };
  }, [pairs, quantity]);
}

export function PairTable({ address, pairs, quantity, newer, old, order, hasErrors }: PairTableProps) {
  const box = useRef<HTMLTableElement>(null);
  const count = useDrawnCount(pairs, box) ?? 0;
  const { rows, isRate, ...heads } = useRows(pairs, quantity);
  return (
    <table ref={box} class={hasErrors ? 'compare has-errors' : 'compare'} aria-busy={count < pairs.length} {...SAVED}>
      <Notes isRate={isRate} hasRates={heads.hasRates} />
      <thead>
        <Heads {...{ address, order, quantity, newer, old }} {...heads} />
      </thead>
      <tbody>{rows.slice(0, count)}</tbody>
    </table>
  );
}
