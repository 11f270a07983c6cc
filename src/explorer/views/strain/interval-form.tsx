/** The interval as two fields that accept GPS seconds or UTC. */

import { useEffect, useState } from 'preact/hooks';
import { gpsSecond } from '../../../core/contract/codecs.ts';
import { gpsFromUtc } from '../../../core/contract/gps-time.ts';
import { utcLabel } from '../../charts/utc-ticks.ts';
import type { Interval } from '../../intervals/coverage.ts';

/** GPS seconds, or a time in UTC; undefined for anything else. */
function parseTime(text: string): number | undefined {
  const trimmed = text.trim();
  return gpsSecond.parse(trimmed) ?? gpsFromUtc(trimmed);
}

interface FieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function TimeField({ label, text, onText }: FieldProps) {
  const gps = parseTime(text);
  const id = `interval-${label.toLowerCase()}`;
  return (
    <div class="field">
      <label for={id}>
        {label} <span class="unit">GPS or UTC</span>
      </label>
      <input
        id={id}
        type="text"
        value={text}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={gps === undefined}
        aria-describedby={`${id}-other`}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <small id={`${id}-other`}>
        {gps === undefined
          ? 'GPS seconds, or UTC as 2015-09-14 09:50:45'
          : gpsSecond.parse(text.trim()) === undefined
            ? `GPS ${gps}`
            : `${utcLabel(gps)} UTC`}
      </small>
    </div>
  );
}

interface IntervalFormProps {
  readonly interval: Interval;
  readonly onInterval: (interval: Interval, how: 'push' | 'replace') => void;
}

export function IntervalForm({ interval, onInterval }: IntervalFormProps) {
  const [texts, setTexts] = useState({ start: '', stop: '' });
  useEffect(
    () => setTexts({ start: String(interval.start), stop: String(interval.stop) }),
    [interval.start, interval.stop],
  );
  const [start, stop] = [parseTime(texts.start), parseTime(texts.stop)];
  const isOrdered = start !== undefined && stop !== undefined && start < stop;
  const show = (event: Event) => {
    event.preventDefault();
    if (isOrdered) onInterval({ start, stop }, 'push');
  };
  return (
    <form class="interval panel" aria-label="Interval" onSubmit={show}>
      <TimeField label="Start" text={texts.start} onText={(text) => setTexts({ ...texts, start: text })} />
      <TimeField label="Stop" text={texts.stop} onText={(text) => setTexts({ ...texts, stop: text })} />
      <button type="submit" disabled={!isOrdered}>
        Show
      </button>
      {start !== undefined && stop !== undefined && !isOrdered && (
        <p class="wrong">The stop must be after the start.</p>
      )}
    </form>
  );
}
