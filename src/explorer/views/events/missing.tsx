/** Says how many of the selected event versions a plot leaves out, and how many of them another version could stand for. */

import { numberText } from '../../parts/format.ts';
import type { Row } from './selection.ts';

interface MissingProps {
  readonly rows: readonly Row[];
  readonly all: readonly Row[];
  /** True if the plot can draw a row. */
  readonly isDrawn: (row: Row) => boolean;
  /** What the others lack: `masses`. */
  readonly values: string;
}

/** Nothing if all are drawn. */
export function Missing({ rows, all, isDrawn, values }: MissingProps) {
  const missing = rows.filter((row) => !isDrawn(row));
  if (missing.length === 0) return null;
  const known = new Set(all.filter(isDrawn).map(({ entry }) => entry.name));
  const elsewhere = missing.filter(({ entry }) => known.has(entry.name)).length;
  const have = elsewhere === 1 ? 'has' : 'have';
  return (
    <p class="legend note">
      {numberText(missing.length)} without {values} {missing.length === 1 ? 'is' : 'are'} not drawn
      {elsewhere > 0 && `; ${numberText(elsewhere)} of them ${have} ${values} in another version`}.
    </p>
  );
}
