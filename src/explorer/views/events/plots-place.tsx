/** The place for the plots, whose code is loaded while the first rows are drawn. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PlotsProps } from './plots.tsx';

let Plots: ComponentType<PlotsProps> | null = null;
/** Loading starts with this module, so that plots and rows are loaded at the same time. */
const loading = import('./plots.tsx').then(
  (module) => {
    Plots = module.Plots;
  },
  () => {},
);

/** The plots, once they are loaded. If the code cannot be loaded, the view says so, and the table still has all values. */
export function PlotsPlace(props: PlotsProps & { readonly onReady: () => void }) {
  const [isLoaded, setLoaded] = useState(Plots !== null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    loading.then(() => {
      setLoaded(Plots !== null);
      setFailed(Plots === null);
      props.onReady();
    });
  }, []);
  if (isFailed) {
    return (
      <section class="plots" aria-label="Plots">
        <p class="empty" role="alert">
          The plots cannot be read. Reload the page to try again.
        </p>
      </section>
    );
  }
  return isLoaded && Plots ? <Plots {...props} /> : <section class="plots is-waiting" aria-label="Plots" />;
}
