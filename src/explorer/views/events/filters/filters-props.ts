/** Properties of the filters in the events view. */

import type { RunEntry } from '../../../../core/contract/wire.ts';
import type { ViewProps } from '../../../host/view.ts';
import type { Quantity } from '../columns.ts';
import type { EventRow } from '../rows.ts';
import type { Filters } from '../selection.ts';

export interface FiltersProps extends Pick<ViewProps, 'address' | 'navigate'> {
  readonly filters: Filters;
  readonly runs: readonly RunEntry[];
  readonly quantities: readonly Quantity[];
  /** All rows in the catalogs, unfiltered; then the selection. */
  readonly pool: readonly EventRow[];
  readonly rows: readonly EventRow[];
}
