/** Chooses the interval: a run, or any two times in UTC or GPS seconds. */

import { useState } from 'preact/hooks';
import type { RunEntry } from '../../../core/contract/wire.ts';
import { type Interval, spanOf } from '../../strain-data/interval.ts';
import { isShort } from '../../strain-data/observing.ts';
import { shortUtc } from '../../text/format.ts';
import { readTime } from '../../text/read-time.ts';
import { Menu } from '../../widgets/menu.tsx';
import { TimeChoice } from '../../widgets/time-choice.tsx';

interface IntervalProps {
  readonly runs: readonly RunEntry[];
  readonly interval: Interval;
  /** The interval that spans all runs with segments. */
  readonly everything: Interval;
  readonly onInterval: (interval: Interval) => void;
}

const isSame = (a: Interval, b: Interval): boolean => a.start === b.start && a.stop === b.stop;

export function RunChips({ runs, interval, everything, onInterval }: IntervalProps) {
  const button = (title: string, to: Interval, own = 'chip') => (
    <button key={title} type="button" class={own} aria-pressed={isSame(to, interval)} onClick={() => onInterval(to)}>
      {title}
    </button>
  );
  const short = runs.filter(isShort);
  return (
    <fieldset class="chips row" aria-label="Run">
      <span aria-hidden="true">Run</span>
      {button('All segments', everything)}
      {runs.filter((run) => !isShort(run)).map((run) => button(run.name, spanOf(run)))}
      {short.length > 0 && (
        <Menu title="Shorter than a day" class="options">
          {short.map((run) => button(run.name, spanOf(run), ''))}
        </Menu>
      )}
    </fieldset>
  );
}

/** In GPS seconds if the time has no UTC form: the API allows times before 1980. */
export const formatTime = (gps: number, isUtc: boolean): string => (isUtc && shortUtc(gps)) || String(gps);

const ENDS = { start: 'From', stop: 'To' } as const;

interface IntervalFormProps extends Pick<IntervalProps, 'interval' | 'onInterval'> {
  /** True if the view writes times in UTC, false if in GPS seconds. */
  readonly isUtc: boolean;
}

export function IntervalForm({ interval, onInterval, isUtc }: IntervalFormProps) {
  const shown = { start: formatTime(interval.start, isUtc), stop: formatTime(interval.stop, isUtc) };
  const [typed, setTyped] = useState({ shown, texts: shown });
  // Not in an effect: the fields would be drawn once with the texts of the interval before.
  if (typed.shown.start !== shown.start || typed.shown.stop !== shown.stop) setTyped({ shown, texts: shown });
  const { texts } = typed;
  const [start, stop] = [readTime(texts.start.trim())?.start, readTime(texts.stop.trim())?.stop];
  const isOrdered = start !== undefined && stop !== undefined && start < stop;
  const show = (event: Event) => {
    event.preventDefault();
    if (isOrdered) onInterval({ start, stop });
  };
  const isChanged = start !== interval.start || stop !== interval.stop;
  return (
    <form class="interval row" aria-label="Interval" onSubmit={show}>
      {(['start', 'stop'] as const).map((end) => (
        <label key={end}>
          {ENDS[end]}{' '}
          <input
            type="text"
            value={texts[end]}
            aria-invalid={readTime(texts[end].trim()) === undefined}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => setTyped({ shown, texts: { ...texts, [end]: event.currentTarget.value } })}
          />
        </label>
      ))}
      <TimeChoice isUtc={isUtc} />
      {isChanged && (
        <button type="submit" disabled={!isOrdered}>
          Show
        </button>
      )}
      {(start === undefined || stop === undefined) && (
        <p class="wrong">Type UTC, such as 2015-09-14 09:50:45, 2015-09-14 or 2015, or GPS seconds.</p>
      )}
      {start !== undefined && stop !== undefined && !isOrdered && <p class="wrong">The end must be after the start.</p>}
    </form>
  );
}
