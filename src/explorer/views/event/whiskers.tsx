/** An event's versions side by side: each parameter has a row for each version that has values, with the value and its error bar on a shared axis. */

import { type ComponentChildren, Fragment } from 'preact';
import type { EventVersionDetail, ParameterObject } from '../../../core/contract/wire.ts';
import { PercentAxis, PercentGrid } from '../../charts/axes.tsx';
import { limitArrow } from '../../charts/limit-arrow.ts';
import { useClient } from '../../client/context.ts';
import { MASSES, massRatioText, valuesOf } from '../../event-data/binaries.ts';
import { MASS_RATIO, type Quantity } from '../../event-data/quantities.ts';
import { hasValues } from '../../event-data/rows.ts';
import { joinText } from '../../text/format.ts';
import { longName, P_ASTRO, RATE, shortName, unitAndFrame, unitText } from '../../text/parameter-names.ts';
import { limitOf, type ValueText, valueText } from '../../text/values.ts';
import { AlignedValue, widthOf } from '../../widgets/aligned.tsx';
import { Name } from '../../widgets/name.tsx';
import { NotListed } from '../../widgets/not-listed.tsx';
import type { EventData } from './load-event.ts';
import { placeWhiskers } from './place-whiskers.ts';

type Axis = NonNullable<ReturnType<typeof placeWhiskers>>;

/** Row height in pixels. */
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;

/** A value in a strip. */
interface StripValue {
  readonly best: number;
  readonly lower_error: number | null;
  readonly upper_error: number | null;
  readonly text: ValueText;
  /** Why there is no interval; empty for published values. */
  readonly note: string;
}

interface MarkProps {
  readonly whisker: Axis['whiskers'][number];
  readonly value: StripValue;
}

/** The value with its error bar. A limit is hollow, with an arrow towards the side where the true value lies. A computed value is a tick. */
function WhiskerMark({ whisker: { from, best, to }, value: { text, note } }: MarkProps) {
  const { limit } = text;
  const isLimit = limit !== '';
  return (
    <>
      {!isLimit && from < to && <line class="whisker-line" x1={`${from}%`} x2={`${to}%`} y1={MIDDLE} y2={MIDDLE} />}
      <svg x={`${best}%`} y={MIDDLE} width="1" height="1" aria-hidden="true">
        {isLimit && <path class="arrow-line" d={limitArrow({ x: 0, y: 0 }, 'x', limit, 4)} />}
        {note === '' ? (
          <circle class={isLimit ? 'hollow' : 'mark'} r={3.5} />
        ) : (
          <rect class="mark" x={-1.5} y={-6} width={3} height={12} />
        )}
      </svg>
    </>
  );
}

interface RowsProps {
  /** The versions that have values, the newest first. */
  readonly rows: readonly EventVersionDetail[];
  /** Short name of the version shown. */
  readonly current: string;
}

interface RowProps extends Pick<RowsProps, 'current'> {
  readonly version: EventVersionDetail;
  readonly children: ComponentChildren;
}

const Row = ({ version: { version, catalog, shortName }, current, children }: RowProps) => (
  <tr class={shortName === current ? 'current' : undefined}>
    <th scope="row" title={catalog}>
      v{version}
    </th>
    {children}
  </tr>
);

interface StripProps extends RowsProps, Pick<Quantity, 'title' | 'unit' | 'possible'> {
  /** The value of each row. */
  readonly values: readonly (StripValue | undefined)[];
}

/** A quantity in all versions; null if none of them has it. */
function Strip({ title, unit, possible, values, rows, current }: StripProps) {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return null;
  const axis = placeWhiskers(known, possible);
  const width = widthOf(known.map(({ text }) => text));
  const about = joinText([unit, axis?.kind === 'log' && 'log axis'], ', ');
  return (
    <figure class="parameter">
      <figcaption>
        <Name text={title} /> {about !== '' && <span class="unit">{about}</span>}
      </figcaption>
      <table>
        <tbody>
          {rows.map((version, n) => {
            const value = values[n];
            const whisker = value && axis?.whiskers[known.indexOf(value)];
            return (
              <Row key={version.shortName} {...{ version, current }}>
                <td>
                  {axis && (
                    <svg class="error-bar" aria-hidden="true" height={HEIGHT}>
                      <PercentGrid ticks={axis.ticks} height={HEIGHT} />
                      {value && whisker && <WhiskerMark {...{ whisker, value }} />}
                    </svg>
                  )}
                </td>
                <td class={value && 'number'}>
                  {value ? <AlignedValue text={value.text} width={width} /> : <NotListed />}
                  {value?.note && <span class="none"> {value.note}</span>}
                </td>
              </Row>
            );
          })}
          {axis && (
            <tr>
              <td />
              <td>
                <PercentAxis ticks={axis.ticks} />
              </td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </figure>
  );
}

const findValue = (version: EventVersionDetail, name: string): ParameterObject | undefined =>
  version.default_parameters.find((parameter) => parameter.name === name);

const NO_ERRORS = { lower_error: null, upper_error: null };

function ParameterStrip({ name, ...props }: RowsProps & { readonly name: string }) {
  const found = props.rows.map((version) => findValue(version, name));
  const unit = unitAndFrame(name, found.find((value) => value !== undefined)?.unit ?? '');
  const values = found.map(
    (value) =>
      value && {
        ...(limitOf(value) === '' ? value : { ...value, ...NO_ERRORS }),
        text: valueText(value),
        note: '',
      },
  );
  return <Strip {...props} {...{ unit, values }} title={longName(name)} />;
}

/** The mass ratio, which is computed from two masses, so it has no interval. */
function RatioStrip(props: RowsProps) {
  const values = props.rows.map((version) => {
    const best = massRatioText(valuesOf(version.default_parameters));
    const text = { limit: '', upper: '', lower: '', best: best ?? '' } as const;
    return best === undefined ? undefined : { best: Number(best), ...NO_ERRORS, text, note: 'from masses' };
  });
  return <Strip {...props} {...MASS_RATIO} values={values} unit="mass 2 / mass 1" />;
}

/** The parameters of searches: without errors, they are text. */
const SEARCH: readonly string[] = [RATE, P_ASTRO];

/** A value as in tables: a limit has a hollow mark with an arrow. */
function SearchValue({ value }: { readonly value: ParameterObject }) {
  const text = valueText(value);
  return (
    <td>
      <Name text={shortName(value.name)} /> <AlignedValue text={text} width={widthOf([text])} /> {unitText(value.unit)}
    </td>
  );
}

function SearchStrip({ rows, current }: RowsProps) {
  if (!rows.some((version) => SEARCH.some((name) => findValue(version, name)))) return null;
  return (
    <figure class="parameter search-values">
      <figcaption>
        Search <span class="unit">no interval, so no strip</span>
      </figcaption>
      <table>
        <tbody>
          {rows.map((version) => {
            const known = SEARCH.flatMap((name) => findValue(version, name) ?? []);
            return (
              <Row key={version.shortName} {...{ version, current }}>
                {known.map((value) => (
                  <SearchValue key={value.name} value={value} />
                ))}
                {known.length === 0 && (
                  <td>
                    <NotListed />
                  </td>
                )}
              </Row>
            );
          })}
        </tbody>
      </table>
    </figure>
  );
}

export function Whiskers({ version, versions }: EventData) {
  const { parameters } = useClient().release.data.vocabulary;
  const rows = versions.filter(hasValues).toReversed();
  if (rows.length === 0) return <p class="empty">This catalogue has no parameters of this event.</p>;
  const shared = { rows, current: version.shortName };
  return (
    <div class="columns parameters">
      {parameters
        .filter(({ name }) => !SEARCH.includes(name))
        .map(({ name }) => (
          <Fragment key={name}>
            <ParameterStrip name={name} {...shared} />
            {name === MASSES[1] && <RatioStrip {...shared} />}
          </Fragment>
        ))}
      <SearchStrip {...shared} />
    </div>
  );
}
