/** Shows how long each detector had data in the visible interval, and how long several had data at once. */

import {
  type Combination,
  combinationsIn,
  type Livetime,
  livetimeOf,
  livetimeOfAtLeast,
} from '../../intervals/coincidence.ts';
import { type Interval, lengthOf } from '../../intervals/coverage.ts';
import type { DetectorTimeline } from './load.ts';

const HOUR_S = 3600;
const hours = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Seconds as hours; the exact number is in the element's value. */
export function Hours({ seconds }: { readonly seconds: number }) {
  return <data value={String(seconds)}>{hours.format(seconds / HOUR_S)}</data>;
}

interface RowProps extends Livetime {
  readonly title: string;
  readonly detector?: string;
}

function Row({ title, detector, seconds, dutyCycle }: RowProps) {
  return (
    <tr>
      <th scope="row">{title}</th>
      <td class="number">
        <Hours seconds={seconds} />
      </td>
      <td class="number">{percent.format(dutyCycle)}</td>
      <td class="bar-cell">
        <svg class={`bar ${detector ?? ''}`} aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
          <rect class="track" width={100} height={8} />
          <rect class="data" width={100 * dutyCycle} height={8} />
        </svg>
      </td>
    </tr>
  );
}

const Head = ({ first }: { readonly first: string }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      <th scope="col" class="number">
        Hours
      </th>
      <th scope="col" class="number">
        Duty cycle
      </th>
      <td />
    </tr>
  </thead>
);

const AT_LEAST = [
  [1, 'Any detector'],
  [2, 'Two or more at once'],
  [3, 'Three or more at once'],
] as const;

/** Combinations, with a dot for each detector that had data. */
function Combinations({ timelines, interval, found }: LivetimeProps & { readonly found: readonly Combination[] }) {
  const isNone = ({ detectors }: Combination) => detectors.length === 0;
  const combinations = [...found.filter((one) => !isNone(one)), ...found.filter(isNone)];
  return (
    <table class="combinations">
      <caption>Exactly these detectors</caption>
      <thead>
        <tr>
          {timelines.map(({ detector }) => (
            <th key={detector} scope="col">
              {detector}
            </th>
          ))}
          <th scope="col" class="number">
            Hours
          </th>
          <th scope="col" class="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {combinations.map(({ detectors, seconds }) => (
          <tr key={detectors.join()}>
            {timelines.map(({ detector }) => {
              const isIn = detectors.includes(detector);
              return (
                <td key={detector} class={`dot ${isIn ? detector : 'off'}`}>
                  <svg role="img" aria-label={isIn ? 'data' : 'no data'} width={12} height={12}>
                    <circle cx={6} cy={6} r={isIn ? 5 : 2} />
                  </svg>
                </td>
              );
            })}
            <td class="number">
              <Hours seconds={seconds} />
            </td>
            <td class="number">{percent.format(seconds / lengthOf(interval))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LivetimeProps {
  readonly timelines: readonly DetectorTimeline[];
  readonly interval: Interval;
}

export function LivetimePanel({ timelines, interval }: LivetimeProps) {
  const combinations = combinationsIn(timelines, interval);
  return (
    <section class="panel" aria-labelledby="livetime">
      <h2 id="livetime">Time with data</h2>
      <p class="note">
        Of the <Hours seconds={lengthOf(interval)} /> hours shown, by the detectors' DATA flags.
      </p>
      <div class="columns">
        <table class="livetime">
          <Head first="Detector" />
          <tbody>
            {timelines.map(({ detector }) => (
              <Row
                key={detector}
                title={detector}
                {...{ detector }}
                {...livetimeOf([detector], combinations, interval)}
              />
            ))}
          </tbody>
          <tbody>
            {AT_LEAST.map(([count, title]) => (
              <Row key={count} title={title} {...livetimeOfAtLeast(count, combinations, interval)} />
            ))}
          </tbody>
        </table>
        <Combinations {...{ timelines, interval }} found={combinations} />
      </div>
    </section>
  );
}
