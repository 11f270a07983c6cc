/** Loads code after the page has started, because not every visitor needs that code. */

import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadScript } from '../client/site-client.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/**
 * A component whose module is loaded when it is first shown, or earlier by `load`. The module is kept, so the component is there at once
 * the next time. If the module cannot be loaded, the component throws a MissingScriptError.
 */
export function lazy<Props extends object>(
  load: Load<Props>,
): FunctionComponent<Props> & { readonly load: Load<Props> } {
  let kept: ComponentType<Props> | null = null;
  const Lazy: FunctionComponent<Props> = (props) => {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(() => kept);
    const [error, setError] = useState<Error | null>(null);
    useEffect(() => {
      loadScript(load()).then((module) => {
        kept = module.default;
        setShown(() => kept);
      }, setError);
    }, []);
    if (error !== null) throw error;
    if (Shown !== null) return <Shown {...props} />;
    return (
      <p class="waiting" role="status">
        Loading …
      </p>
    );
  };
  return Object.assign(Lazy, { load });
}
