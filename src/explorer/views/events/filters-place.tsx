/** The place for the filter panel, whose code is loaded when the panel is first opened. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FiltersProps } from './filters-props.ts';

let Panel: ComponentType<FiltersProps> | null = null;

export function FiltersPlace(props: FiltersProps) {
  const [state, setState] = useState<'loading' | 'there' | 'failed'>(Panel === null ? 'loading' : 'there');
  useEffect(() => {
    import('./filters.tsx').then(
      (module) => {
        Panel = module.FilterPanel;
        setState('there');
      },
      () => setState('failed'),
    );
  }, []);
  return (
    <aside class="events-filters" id="filters" aria-label="Filters" aria-busy={state === 'loading'}>
      {state === 'failed' && (
        <p class="empty" role="alert">
          The filters cannot be read. Reload the page to try again.
        </p>
      )}
      {state === 'there' && Panel && <Panel {...props} />}
    </aside>
  );
}
