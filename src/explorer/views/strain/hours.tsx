/** A duration in hours or minutes, with the exact number of seconds as the element's value. */

import { hoursText } from '../../text/hours-text.ts';

export const Hours = ({ seconds, hasUnit = false }: { readonly seconds: number; readonly hasUnit?: boolean }) => (
  <data value={String(seconds)}>{hoursText(seconds, hasUnit)}</data>
);
