/** Numbers in columns: aligned at the decimal point, limits with their mark. */

import { longestDecimals, padding, type ValueText } from './values.ts';

/** A number that is aligned with those above and below it. The padding is no text, so it is neither copied nor read aloud. */
const Aligned = ({ text, longest }: { readonly text: string; readonly longest: string }) => (
  <span data-pad={text === '' ? undefined : padding(text, longest) || undefined}>{text}</span>
);

/** The mark of a limit: hollow, with an arrow to the side where the value lies. Empty, but as wide, for a value. */
const LimitMark = ({ limit }: Pick<ValueText, 'limit'>) => (
  <svg class="limit-mark" width={16} height={8} aria-hidden="true">
    {limit === '<' && <path d="M9 4H1.5m3-3l-3 3l3 3M9 4a3 3 0 1 0 6 0a3 3 0 1 0 -6 0" />}
    {limit === '>' && <path d="M7 4h7.5m-3-3l3 3l-3 3M1 4a3 3 0 1 0 6 0a3 3 0 1 0 -6 0" />}
  </svg>
);

/** Widest parts of a column of values. */
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

/** A value with its errors. Read aloud or copied, it is one line. */
export function AlignedValue({ text, width }: { readonly text: ValueText; readonly width: ValueWidth }) {
  const { limit, best, upper, lower } = text;
  return (
    <>
      {limit && `${limit} `}
      <Aligned text={best} longest={width.best} />
      {width.hasErrors && (
        <span class="errors">
          <span class="error">
            {upper && ' '}
            <Aligned text={upper} longest={width.upper} />
          </span>
          <span class="error">
            {lower && ' '}
            <Aligned text={lower} longest={width.lower} />
          </span>
        </span>
      )}
      {width.hasLimits && <LimitMark limit={limit} />}
    </>
  );
}
