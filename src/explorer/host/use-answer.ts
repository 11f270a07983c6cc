/** Provides loaded data as state: loading, ready or failed. Loads the data again when the request or the release changes. */

import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Core } from './core.ts';

export type Loaded<T> =
  /** `before` is the previous value, which views keep showing to avoid flicker; null at first. */
  | { readonly state: 'loading'; readonly before: T | null }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void };

/** The value to show: the current value, the previous value while loading, or null. */
export function latestOf<T>(loaded: Loaded<T>): T | null {
  if (loaded.state === 'failed') return null;
  return loaded.state === 'ready' ? loaded.value : loaded.before;
}

/** The id of the current release. The calling component is rendered again when the release changes. */
export function useRelease(core: Core): string {
  const [id, setId] = useState(core.release.data.id);
  useEffect(() => {
    const read = () => setId(core.release.data.id);
    // The release may have changed since the component was rendered.
    read();
    return core.onRelease(read);
  }, [core]);
  return id;
}

/** Runs `load` now, and again whenever `key` or the release changes. Outdated results are dropped. */
export function useLoaded<T>(core: Core, key: string, load: () => Promise<T>): Loaded<T> {
  const release = useRelease(core);
  const [attempt, setAttempt] = useState(0);
  // In the first render with a new key, `last` still belongs to the old key, so the value counts as loading.
  const wanted = `${release} ${attempt} ${key}`;
  const [last, setLast] = useState<{ readonly of: string; readonly loaded: Loaded<T> } | null>(null);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  // Depends on `wanted` instead of `load`, because `load` is a new function on every render.
  useEffect(() => {
    let isCurrent = true;
    const show = (loaded: Loaded<T>) => {
      if (isCurrent) setLast({ of: wanted, loaded });
    };
    load().then(
      (value) => show({ state: 'ready', value }),
      (error: Error) => show({ state: 'failed', error, retry }),
    );
    return () => {
      isCurrent = false;
    };
  }, [core, wanted, retry]);
  return last?.of === wanted ? last.loaded : { state: 'loading', before: last && latestOf(last.loaded) };
}
