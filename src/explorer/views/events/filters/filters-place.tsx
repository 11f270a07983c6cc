/** Shows the filter panel. Its code is loaded when the panel is first opened. */

import { createImport } from '../../../parts/use-imported.ts';
import type { FiltersProps } from './filters-props.ts';

const useFilters = createImport(() => import('./filters.tsx'));

export function FiltersPlace(props: FiltersProps) {
  const filters = useFilters();
  return (
    <aside class="events-filters" id="filters" aria-label="Filters" aria-busy={filters === null}>
      {filters === 'failed' ? (
        <p class="empty" role="alert">
          The filters cannot be read. Reload the page to try again.
        </p>
      ) : (
        filters && <filters.FilterPanel {...props} />
      )}
    </aside>
  );
}
