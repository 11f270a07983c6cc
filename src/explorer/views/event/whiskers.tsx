/** An event's versions side by side: each parameter has a row for each version that has values, with the value and its error bar on a shared axis. */

import type { EventVersionDetail, ParameterObject } from '../../../core/contract/wire.ts';
import { PercentAxis, PercentGrid } from '../../charts/axes.tsx';
import { limitArrow } from '../../charts/limit-arrow.ts';
import { MASSES } from '../../event-data/binaries.ts';
import { unitText } from '../../text/format.ts';
import { longName, possibleOf, shortName, unitAndFrame } from '../../text/parameter-names.ts';
import { limitOf, type ValueText, valueLine, valueText } from '../../text/values.ts';
import { AlignedValue, type ValueWidth, widthOf } from '../../widgets/aligned.tsx';
import { Name } from '../../widgets/name.tsx';
import { NotListed } from '../../widgets/not-listed.tsx';
import { hasValues } from './load-event.ts';
import { massRatio } from './mass-ratio.ts';
import { placeWhiskers } from './place-whiskers.ts';

type WhiskerPlot = NonNullable<ReturnType<typeof placeWhiskers>>;

/** Row height in pixels. */
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;

/** A value in a strip. */
interface Shown {
  readonly best: number;
  readonly lower_error: number | null;
  readonly upper_error: number | null;
  readonly text: ValueText;
  /** Why there is no interval; empty for published values. */
  readonly note: string;
}

interface WhiskerMarkProps {
  readonly whisker: WhiskerPlot['whiskers'][number];
  readonly value: Shown;
}

/** The value with its error bar. A limit is hollow, with an arrow towards the side where the true value lies. A computed value is a tick. */
function WhiskerMark({ whisker: { from, best, to }, value: { text, note } }: WhiskerMarkProps) {
  const { limit } = text;
  const isLimit = limit !== '';
  return (
    <>
      {!isLimit && from < to && <line class="whisker-line" x1={`${from}%`} x2={`${to}%`} y1={MIDDLE} y2={MIDDLE} />}
      <svg x={`${best}%`} y={MIDDLE} width="1" height="1" aria-hidden="true">
        {isLimit && <path class="limit-arrow" d={limitArrow({ x: 0, y: 0 }, 'x', limit, 4)} />}
        {note === '' ? (
          <circle class={isLimit ? 'limit-dot' : 'whisker-dot'} r={3.5} />
        ) : (
          <rect class="whisker-dot" x={-1.5} y={-6} width={3} height={12} />
        )}
      </svg>
    </>
  );
}

interface RowProps {
  readonly version: EventVersionDetail;
  readonly value: Shown | undefined;
  readonly width: ValueWidth;
  readonly plot: WhiskerPlot | null;
  readonly whisker: WhiskerPlot['whiskers'][number] | undefined;
  readonly isCurrent: boolean;
}

const RowHead = ({ version: { version, catalog } }: Pick<RowProps, 'version'>) => (
  <th scope="row" title={catalog}>
    v{version}
  </th>
);

const Row = ({ version, value, width, plot, whisker, isCurrent }: RowProps) => (
  <tr class={isCurrent ? 'current' : undefined}>
    <RowHead version={version} />
    <td>
      {plot && (
        <svg class="error-bar" aria-hidden="true" height={HEIGHT}>
          <PercentGrid ticks={plot.ticks} height={HEIGHT} />
          {value && whisker && <WhiskerMark {...{ whisker, value }} />}
        </svg>
      )}
    </td>
    <td class={value && 'number'}>
      {value ? <AlignedValue text={value.text} width={width} /> : <NotListed />}
      {value?.note && <span class="none"> {value.note}</span>}
    </td>
  </tr>
);

interface WhiskersProps {
  /** In ascending order. */
  readonly versions: readonly EventVersionDetail[];
  /** Short name of the version shown. */
  readonly current: string;
  /** Names of all parameters, in order. */
  readonly order: readonly string[];
}

type RowsProps = Pick<WhiskersProps, 'current'> & { readonly rows: readonly EventVersionDetail[] };

interface StripProps extends RowsProps {
  readonly title: string;
  readonly unit: string;
  readonly name: string;
  /** The value of each row. */
  readonly values: readonly (Shown | undefined)[];
}

/** A quantity in all versions; null if none of them has it. */
function Strip({ title, unit, name, values, rows, current }: StripProps) {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return null;
  const plot = placeWhiskers(known, possibleOf(name));
  const width = widthOf(known.map(({ text }) => text));
  const about = [unit, plot?.kind === 'log' ? 'log axis' : ''].filter((part) => part !== '').join(', ');
  return (
    <figure class="parameter">
      <figcaption>
        <Name text={title} /> {about !== '' && <span class="unit">{about}</span>}
      </figcaption>
      <table>
        <tbody>
          {rows.map((version, n) => {
            const value = values[n];
            const whisker = value && plot?.whiskers[known.indexOf(value)];
            const isCurrent = version.shortName === current;
            return <Row key={version.shortName} {...{ version, value, width, plot, whisker, isCurrent }} />;
          })}
          {plot && (
            <tr>
              <td />
              <td>
                <PercentAxis ticks={plot.ticks} />
              </td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </figure>
  );
}

const find = (version: EventVersionDetail, name: string): ParameterObject | undefined =>
  version.default_parameters.find((parameter) => parameter.name === name);

const NO_ERRORS = { lower_error: null, upper_error: null };

function ParameterStrip({ name, ...props }: RowsProps & { readonly name: string }) {
  const found = props.rows.map((version) => find(version, name));
  const unit = unitAndFrame(name, found.find((value) => value !== undefined)?.unit ?? '');
  const values = found.map(
    (value) =>
      value && {
        ...(limitOf(value) === '' ? value : { ...value, ...NO_ERRORS }),
        text: valueText(value),
        note: '',
      },
  );
  return <Strip {...props} {...{ name, unit, values }} title={longName(name)} />;
}

/** The mass ratio, which is computed from two masses, so it has no interval. */
function RatioStrip(props: RowsProps) {
  const values = props.rows.map((version) => {
    const best = massRatio(version);
    const text = { limit: '', upper: '', lower: '', best: best ?? '' } as const;
    return best === undefined ? undefined : { best: Number(best), ...NO_ERRORS, text, note: 'from masses' };
  });
  return <Strip {...props} values={values} name="mass_ratio" title="Mass ratio q" unit="mass 2 / mass 1" />;
}

/** The parameters of searches: without errors, they are text. */
const SEARCH: readonly string[] = ['far', 'p_astro'];

function SearchStrip({ rows, current }: RowsProps) {
  if (!rows.some((version) => SEARCH.some((name) => find(version, name)))) return null;
  return (
    <figure class="parameter search-values">
      <figcaption>
        Search <span class="unit">no interval, so no strip</span>
      </figcaption>
      <table>
        <tbody>
          {rows.map((version) => {
            const known = SEARCH.flatMap((name) => find(version, name) ?? []);
            return (
              <tr key={version.shortName} class={version.shortName === current ? 'current' : undefined}>
                <RowHead version={version} />
                {known.map((value) => (
                  <td key={value.name}>
                    <Name text={shortName(value.name)} /> {valueLine(value)} {unitText(value.unit)}
                  </td>
                ))}
                {known.length === 0 && (
                  <td>
                    <NotListed />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </figure>
  );
}

export function Whiskers({ versions, current, order }: WhiskersProps) {
  const rows = versions.filter(hasValues).toReversed();
  if (rows.length === 0) return <p class="empty">This catalogue has no parameters of this event.</p>;
  const shared = { rows, current };
  return (
    <div class="columns parameters">
      {order
        .filter((name) => !SEARCH.includes(name))
        .map((name) => (
          <>
            <ParameterStrip key={name} name={name} {...shared} />
            {name === MASSES[1] && <RatioStrip {...shared} />}
          </>
        ))}
      <SearchStrip {...shared} />
    </div>
  );
}
