/** Shows the plots. Their code is loaded while the first rows are drawn. */

import { useEffect } from 'preact/hooks';
import { memo } from '../../../parts/memo.tsx';
import { createImport } from '../../../parts/use-imported.ts';
import type { PlotsProps } from './plots.tsx';

/** Loading starts with this module, so that plots and rows are loaded at the same time. */
const loading = import('./plots.tsx');
// The hook reports the failure.
loading.catch(() => {});
const usePlots = createImport(() => loading);

/** The plots, once they are loaded. If the code cannot be loaded, the view says so, and the table still has all values. */
export const PlotsPlace = memo(({ onReady, ...props }: PlotsProps & { readonly onReady: (isReady: true) => void }) => {
  const plots = usePlots();
  useEffect(() => {
    if (plots !== null) onReady(true);
  }, [plots]);
  if (plots === 'failed') {
    return (
      <section class="plots" aria-label="Plots">
        <p class="empty" role="alert">
          The plots cannot be read. Reload the page to try again.
        </p>
      </section>
    );
  }
  return plots ? <plots.Plots {...props} /> : <section class="plots is-waiting" aria-label="Plots" />;
});
