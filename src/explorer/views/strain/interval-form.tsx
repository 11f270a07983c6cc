/** The interval as two fields that accept GPS seconds or UTC. */

import { useEffect, useState } from 'preact/hooks';
import type { Interval } from '../../intervals/interval.ts';
import { Field } from '../../parts/field.tsx';
import { readTime, utcText } from '../../parts/format.ts';

/** The same time in its other form. */
function explainTime(text: string): string {
  const gps = readTime(text.trim());
  if (gps === undefined) return 'GPS seconds, or UTC as 2015-09-14 09:50:45';
  return text.trim() === String(gps) ? `${utcText(gps)} UTC` : `GPS ${gps}`;
}

interface IntervalFormProps {
  readonly interval: Interval;
  readonly onInterval: (interval: Interval, how: 'push' | 'replace') => void;
}

const ENDS = ['start', 'stop'] as const;

export function IntervalForm({ interval, onInterval }: IntervalFormProps) {
  const [texts, setTexts] = useState({ start: '', stop: '' });
  useEffect(
    () => setTexts({ start: String(interval.start), stop: String(interval.stop) }),
    [interval.start, interval.stop],
  );
  const [start, stop] = ENDS.map((end) => readTime(texts[end].trim()));
  const isOrdered = start !== undefined && stop !== undefined && start < stop;
  const show = (event: Event) => {
    event.preventDefault();
    if (isOrdered) onInterval({ start, stop }, 'push');
  };
  return (
    <form class="interval panel" aria-label="Interval" onSubmit={show}>
      {ENDS.map((end) => (
        <Field
          key={end}
          id={`interval-${end}`}
          label={end === 'start' ? 'Start' : 'Stop'}
          unit="GPS or UTC"
          value={texts[end]}
          isInvalid={readTime(texts[end].trim()) === undefined}
          help={explainTime(texts[end])}
          onValue={(text) => setTexts({ ...texts, [end]: text })}
        />
      ))}
      <button type="submit" disabled={!isOrdered}>
        Show
      </button>
      {start !== undefined && stop !== undefined && !isOrdered && (
        <p class="wrong">The stop must be after the start.</p>
      )}
    </form>
  );
}
