/** Provides loaded data as state. Loads the data again when the request or the release changes. */

import { useEffect, useState } from 'preact/hooks';
import { useClient } from './context.ts';
import type { Client } from './site-client.ts';

export interface Loaded<T> {
  /** The value; while it is loading, the previous value, which views keep showing to avoid flicker, or null at first. */
  readonly value: T | null;
  /** The value for this key, perhaps of the release before; null while it is loading. For views of a record, where another one would be wrong. */
  readonly current: T | null;
  /** False while the value is loading. */
  readonly isReady: boolean;
}

/** The id of the current release. The calling component is rendered again when the release changes. */
export function useReleaseId(): string {
  const client = useClient();
  const [id, setId] = useState(client.release.data.id);
  useEffect(() => {
    const read = () => setId(client.release.data.id);
    // The release may have changed since the component was rendered.
    read();
    return client.onRelease(read);
  }, [client]);
  return id;
}

/**
 * Runs `load` now, and again whenever `key` or the release changes. Outdated results are dropped. If `load` rejects, the component throws
 * the error, so that the boundary around it says what is wrong.
 */
export function useLoaded<T>(key: string, load: (client: Client) => Promise<T>): Loaded<T> {
  const client = useClient();
  // In the first render with a new key, `last` still belongs to the old key, so the value counts as loading.
  const wanted = `${useReleaseId()} ${key}`;
  const [last, setLast] = useState<{
    readonly of: string;
    readonly key: string;
    readonly value: T | null;
    readonly error?: Error;
  } | null>(null);
  // Depends on `wanted` instead of `load`, because `load` is a new function on every render.
  useEffect(() => {
    let isCurrent = true;
    // In a task of its own, because loading and drawing in a single task would block a phone for a noticeable time.
    const keep = (loaded: Omit<NonNullable<typeof last>, 'of' | 'key'>) =>
      setTimeout(() => isCurrent && setLast({ of: wanted, key, ...loaded }));
    load(client).then(
      (value) => keep({ value }),
      (error: Error) => keep({ value: null, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, wanted]);
  const isReady = last?.of === wanted;
  if (isReady && last?.error) throw last.error;
  const value = last?.value ?? null;
  return { value, current: last?.key === key ? value : null, isReady };
}
