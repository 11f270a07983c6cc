/** The timeline of the strain view: the drawing with its controls, and text about the time under the pointer. */

import { useId } from 'preact/hooks';
import { SAVED, UNSAVED } from '../../charts/picture-parts.ts';
import { Brush, Drawing, useWidth } from '../../charts/plot.tsx';
import { countNames } from '../../event-data/injections.ts';
import { SavePlot } from '../../pictures/save-plot.tsx';
import { contains, type Interval, lengthOf, spanOf } from '../../strain-data/interval.ts';
import { type DetectorTimeline, isShort } from '../../strain-data/observing.ts';
import { utcText } from '../../text/format.ts';
import { NOT_LISTED } from '../../text/not-listed.ts';
import { createTimeAxis, rowsBottom, type TimeAxis, TimelineChart } from '../../timeline/timeline-chart.tsx';
import { TimelineLegend } from '../../timeline/timeline-legend.tsx';
import type { StrainViewData } from './load.ts';
import { Readout, TimelineHint } from './readout.tsx';
import { listSteps, type ShownInterval, useTimelinePointing, useWheel } from './timeline-pointing.ts';

interface TimelineProps extends ShownInterval {
  readonly data: StrainViewData;
  /** The timelines to draw. */
  readonly timelines: readonly DetectorTimeline[];
  readonly isUtc: boolean;
}

/** What contains the interval: the run, if it is a part of one; otherwise everything. Null if everything is shown. */
function findWhole({ runs, withSegments }: StrainViewData, { start, stop }: Interval) {
  const isPart = (whole: Interval) =>
    whole.start <= start && whole.stop >= stop && lengthOf(whole) > lengthOf({ start, stop });
  const run = runs.find((one) => !isShort(one) && isPart(spanOf(one)));
  if (run) return { title: `Back to ${run.name}`, to: spanOf(run) };
  const isAll = withSegments.start === start && withSegments.stop === stop;
  return isAll ? null : { title: 'Back to all segments', to: withSegments };
}

function Controls(props: TimelineProps) {
  const { data, interval, onInterval } = props;
  const whole = findWhole(data, interval);
  return (
    <fieldset class="group" aria-label="Zoom and move">
      {whole && (
        <button type="button" class="quiet" onClick={() => onInterval(whole.to)}>
          {whole.title}
        </button>
      )}
      {listSteps(props).map(({ sign, title, to }) => (
        <button key={title} type="button" class="quiet" aria-label={title} onClick={() => onInterval(to)}>
          {sign}
        </button>
      ))}
    </fieldset>
  );
}

/** The title, which explains the height of the bars. */
function titleOf({ days }: TimeAxis): string {
  if (days === 0) return 'Segments with data';
  return days === 1 ? 'Hours of data per day' : `Hours of data per day, averages of ${days} days`;
}

export function TimelinePanel(props: TimelineProps) {
  const { data, timelines, interval, isUtc } = props;
  const { events, runs, catalog } = data;
  const [element, width] = useWidth<HTMLDivElement>();
  const axis = createTimeAxis(interval, width, timelines);
  const { pointing, time, zoomAt } = useTimelinePointing(axis, props, events);
  useWheel(element, zoomAt);
  const { mark, area } = pointing;
  const at = time === null ? null : axis.at(time);
  // After zooming or moving, the event that was pointed at may be outside the drawing.
  const cursor = at !== null && at >= axis.range[0] && at <= axis.range[1] ? at : null;
  const help = useId();
  const bottom = rowsBottom(timelines.length, events.length > 0);
  const shown = countNames(events.filter(({ gps }) => contains(interval, gps)));
  return (
    <section class="panel" aria-label="Timeline">
      <div class="panel-head row">
        <h2>{titleOf(axis)}</h2>
        <TimelineLegend timelines={timelines} />
        <Controls {...props} />
        <SavePlot name="strain-data" caption={`${titleOf(axis)}. Coloured: on. Grey: off. Hatched: ${NOT_LISTED}.`} />
      </div>
      <div class="plot">
        <div {...SAVED}>
          <Drawing
            {...{ element, pointing, help }}
            label={`Timeline of data from ${utcText(interval.start)} to ${utcText(interval.stop)} UTC`}
          >
            {width > 0 && (
              <TimelineChart
                {...{ axis, timelines, runs, events }}
                eventsNote={catalog === null ? String(shown) : `${catalog}: ${shown}`}
                current={mark?.id ?? null}
              >
                {area && <Brush area={{ x: area.x, y: [0, bottom] }} />}
                {cursor !== null && <line class="cursor" {...UNSAVED} x1={cursor} x2={cursor} y2={bottom} />}
              </TimelineChart>
            )}
          </Drawing>
        </div>
        <div aria-live="polite">
          {time !== null && cursor !== null && (
            <Readout {...{ timelines, runs, isUtc, time, axis }} event={mark?.event} />
          )}
        </div>
      </div>
      <div id={help}>
        <TimelineHint />
      </div>
    </section>
  );
}
