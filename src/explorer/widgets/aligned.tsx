/** Shows numbers in columns, aligned at the decimal point, with a mark for limits. */

import { limitArrow } from '../charts/limit-arrow.ts';
import { shapePath } from '../charts/marks.ts';
import { longestDecimals, padding, type ValueText } from '../text/values.ts';

/**
 * The padding after a number, which aligns it with the numbers above and below. The padding is not text, so it is neither copied nor read
 * aloud.
 */
const padOf = (text: string, longest: string): string | undefined =>
  text === '' ? undefined : padding(text, longest) || undefined;

/** The mark for a limit: hollow, with an arrow towards the side where the value lies. */
function limitMark(limit: '<' | '>'): string {
  const place = { x: limit === '<' ? 12 : 4, y: 4 };
  return shapePath('circle', place, 3) + limitArrow(place, 'x', limit, 3);
}

/** The widest parts in a column of values. */
export interface ValueWidth {
  readonly best: string;
  readonly upper: string;
  readonly lower: string;
  readonly hasErrors: boolean;
  readonly hasLimits: boolean;
}

export const widthOf = (texts: readonly ValueText[]): ValueWidth => ({
  best: longestDecimals(texts.map(({ best }) => best)),
  upper: longestDecimals(texts.map(({ upper }) => upper)),
  lower: longestDecimals(texts.map(({ lower }) => lower)),
  hasErrors: texts.some(({ upper, lower }) => upper !== '' || lower !== ''),
  hasLimits: texts.some(({ limit }) => limit !== ''),
});

/**
 * A value with its errors. When read aloud or copied, it is a single line. A table has thousands of values, and each element takes time to
 * lay out, so there are as few elements as possible.
 */
export function AlignedValue({ text, width }: { readonly text: ValueText; readonly width: ValueWidth }) {
  const { limit, best, upper, lower } = text;
  const pad = padOf(best, width.best);
  return (
    <>
      {limit && `${limit} `}
      {pad ? <span data-pad={pad}>{best}</span> : best}
      {width.hasErrors && (
        <span class="errors">
          <span data-pad={padOf(upper, width.upper)}>{upper && ` ${upper}`}</span>
          <span data-pad={padOf(lower, width.lower)}>{lower && ` ${lower}`}</span>
        </span>
      )}
      {width.hasLimits &&
        (limit === '' ? (
          <span class="limit-mark" />
        ) : (
          <svg class="limit-mark" aria-hidden="true">
            <path d={limitMark(limit)} />
          </svg>
        ))}
    </>
  );
}
